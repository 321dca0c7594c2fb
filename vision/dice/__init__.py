"""Dice and the doubling cube: proposals, classifiers, cocked dice, false positives."""
