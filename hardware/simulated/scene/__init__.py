"""What lies and stands on the simulated table, in millimetres."""
