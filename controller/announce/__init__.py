"""Events to sentences in the user's language."""
