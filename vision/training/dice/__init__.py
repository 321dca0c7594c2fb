"""Training of the networks that read dice and the cube."""
