"""Seeing over time: motion, hands, and what stays from one settled picture to the next."""
