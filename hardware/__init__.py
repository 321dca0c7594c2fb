"""What is plugged in: cameras, lights, buttons, each behind a small protocol."""
