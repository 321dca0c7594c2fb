"""Why a position cannot be reached: the breaches of the rules, and the search for them."""
