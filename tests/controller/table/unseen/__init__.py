"""Tests of tables without pictures."""
