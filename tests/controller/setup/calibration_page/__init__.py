"""Tests of the calibration on a page."""
