"""How well matches are refereed: commands that print figures."""
