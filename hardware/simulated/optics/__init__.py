"""The camera of the simulated table: its pinhole, sensor, drifting settings, and what moves while it looks."""
