"""How the networks of the built-in player were trained; nothing of it is needed to play."""
