"""A computer player at the table: what it is asked, the thread in which it thinks, and its seat."""
