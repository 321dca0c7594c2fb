"""The referee: a pure step from state and input to state and events."""
