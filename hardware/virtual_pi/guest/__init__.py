"""What runs inside the guest: its start, a table's devices made of kernel drivers, and the match that is played."""
