"""Feature maps that several stages share: colours, illumination, rims, what has changed."""
