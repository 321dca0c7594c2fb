"""`tavola simulate`: a match, a long run, or still pictures of the simulated table."""
