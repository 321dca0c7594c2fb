"""From camera frames to readings: what stands on the board, with doubt. Knows no rules."""
