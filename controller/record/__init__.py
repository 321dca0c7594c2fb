"""What is kept of a match: transcripts that other programs read."""
