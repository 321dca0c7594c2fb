"""Locating a board in a picture: maps of it, stickers, registration, occlusion, quality."""
