"""Tests of the desk of a hall."""
