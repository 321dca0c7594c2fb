"""Cameras: USB, the Pi's own connector, recordings; each attended where it may fail."""
