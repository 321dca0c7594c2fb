"""Events to patterns on the strip of lights."""
