"""Checkers: points and bar, read by one network that looks at the whole board."""
