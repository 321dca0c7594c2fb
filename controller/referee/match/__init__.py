"""The match around the turns: cube, clock, resignations, the director."""
