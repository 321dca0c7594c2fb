"""The record of a match: its journal, and transcripts that other programs read."""
