"""Snapshots, stories and replays of the pages."""
