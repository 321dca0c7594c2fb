"""Devices: cameras, lights, buttons, each behind a small protocol."""
