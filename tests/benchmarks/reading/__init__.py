"""How well pictures are read: commands that print figures."""
