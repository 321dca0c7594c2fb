"""IDs of positions and matches, as other programs write them."""
