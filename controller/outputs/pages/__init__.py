"""Pages of a match for browsers: one output on the bus that serves them and streams what changes."""
