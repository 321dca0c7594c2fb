"""Tests of the language of a hall."""
