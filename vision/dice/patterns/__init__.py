"""The board's own patterns: known bare, taken out of a picture, and dice that lie on them."""
