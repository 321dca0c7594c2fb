"""Setting up a hall: what the broker needs, and what tables join by."""
