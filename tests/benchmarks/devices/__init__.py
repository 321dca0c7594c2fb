"""What drawing, speech and the wire take: commands that print figures."""
