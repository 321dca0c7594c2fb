"""Features that several stages share: levelled patches, the bare board, points that look as they did."""
