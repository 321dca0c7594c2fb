"""The microcontroller's program: a portable core in C, and its ports."""
