"""Features that several stages share: the bare board, points that look as they did."""
