"""A turn from its roll to its verdict, and what becomes of it later."""
