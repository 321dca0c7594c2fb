"""Figures of the pages."""
