"""The worth of many boards at once: boards as arrays, their plays, the networks with their inputs, look-ahead."""
