"""A table's part in its pages: what it opens, and what they are shown of camera and scene."""
