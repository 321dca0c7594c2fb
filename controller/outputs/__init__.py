"""Outputs of a match: the bus, and its listeners."""
