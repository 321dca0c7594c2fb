"""Weighing what is seen against what may be."""
