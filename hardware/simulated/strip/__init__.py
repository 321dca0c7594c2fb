"""Simulated strips of lights: the compiled controller, its model, faults on the wire."""
