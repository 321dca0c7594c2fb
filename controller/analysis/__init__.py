"""After the match, never during it: error rates, luck and worst plays, and the reports that show them."""
