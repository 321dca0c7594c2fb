"""The desk of a hall: all tables at a glance, for a director and, later, for everybody."""
