"""The program inside the guest: its start, devices made of kernel drivers, and the match that is played."""
