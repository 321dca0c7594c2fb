"""An emulated Raspberry Pi: a Debian guest for arm64 with the kernel's own drivers, in which a match is refereed."""
