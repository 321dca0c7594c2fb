"""Drawing a scene as a camera sees it."""
