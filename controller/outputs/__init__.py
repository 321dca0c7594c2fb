"""What hears of a match: the bus, and its listeners."""
