"""Boards: how well checkers are read, on photographs and simulated tables."""
