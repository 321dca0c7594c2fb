"""Comparisons with what nobody here wrote; each module is a command that prints its figures."""
