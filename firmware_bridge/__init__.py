"""The wire between the program and the strip controller."""
