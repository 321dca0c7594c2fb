"""Calibration on a page: a live picture, corners that are dragged, what the reader believes, and advice."""
