"""The wiring: drawings, and the pins of the Raspberry Pi in one table."""
