"""Malformed input for all readers, for long: `python -m tests.soak`."""
