"""Checkers: points, bar and trays, read by one network that looks at the whole board."""
