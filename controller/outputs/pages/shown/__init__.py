"""Snapshots of a match as pages show it, and how they follow from events or a journal."""
