"""What authorities and clubs see differently, as options, and where each comes from."""
