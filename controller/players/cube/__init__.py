"""Cube and score: the worth of a game at a cube, and the decisions that follow from the chances."""
