"""How everything is wired: drawings, and the pins of the Raspberry Pi in one table."""
