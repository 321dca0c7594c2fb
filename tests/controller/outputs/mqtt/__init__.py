"""Tests of a table in a hall, with a real broker."""
