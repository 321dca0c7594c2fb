"""Options: the points on which authorities and clubs differ, and where each choice comes from."""
