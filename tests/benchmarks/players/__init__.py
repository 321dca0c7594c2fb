"""How well the computer plays, and how fast: commands that print figures."""
