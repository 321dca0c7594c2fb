"""Looks of simulated boards and sets: colours, materials, themes by name."""
