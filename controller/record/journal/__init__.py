"""The journal: every input and what the referee said to it, kept before anybody hears of it."""
