"""Locating a board in a picture: maps of it, its columns, stickers, registration, occlusion, quality."""
