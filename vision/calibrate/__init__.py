"""Calibration: learning a board and its set from the start position, and the file that keeps it."""
