"""Tests of commanding a referee who is at work."""
