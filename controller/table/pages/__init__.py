"""A table's part in its pages."""
