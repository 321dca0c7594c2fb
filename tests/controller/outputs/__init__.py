"""Tests of the bus and its listeners."""
