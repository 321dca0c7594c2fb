"""Training of the networks of the built-in player; nothing of it is needed to play."""
