"""Settings, the file that keeps them, and the devices that they name."""
