"""Locating a board in a picture: maps of it, its layout, stickers, registration, occlusion, quality."""
