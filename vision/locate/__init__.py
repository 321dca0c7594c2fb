"""Locating a board in a picture: its corners, its layout, stickers, registration, occlusion, quality."""
