"""The legal plays of a roll, in every game."""
