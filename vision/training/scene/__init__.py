"""Training of the network that looks at a whole picture."""
