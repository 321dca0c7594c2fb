"""Figures of a hall: how late the desk is, and what broker and desk cost."""
