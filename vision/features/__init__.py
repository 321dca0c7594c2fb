"""Feature maps that several stages share: colours, illumination, rims, points that look as they did."""
