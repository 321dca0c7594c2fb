"""Simulated people: they throw, move, double, err, and own up."""
