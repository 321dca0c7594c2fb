"""One table: the session of referee and journal, and the tables that run it."""
