"""Training of the networks that propose dice and cubes on a whole board."""
