"""Cameras: USB, the Pi's own connector, recordings; each minded where it may fail."""
