"""The rules of backgammon: positions, dice, legal plays, cube, scoring, match, notation. Pure Python."""
