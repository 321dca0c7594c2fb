"""Tests of setting up a hall."""
