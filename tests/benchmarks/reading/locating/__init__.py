"""Places: how well a board is found again, by its corners, by stickers, after it was moved."""
