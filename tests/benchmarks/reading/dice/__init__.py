"""Dice: how well they are found, read, and told from those that lean."""
