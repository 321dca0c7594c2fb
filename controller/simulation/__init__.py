"""Simulated people who play on the simulated table."""
