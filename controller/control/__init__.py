"""Commanding a referee who is at work: the words, the local socket, and what is told of the match."""
