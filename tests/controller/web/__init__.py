"""Tests of what serves pages."""
