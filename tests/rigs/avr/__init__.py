"""The Nano's image in simulators, and what is measured with it."""
