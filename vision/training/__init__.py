"""Training of the small networks that `vision` ships; nothing that reads a board at run time imports it.

Data come from the simulated table alone (`hardware.simulated`); the extra `train` brings what is needed beyond that.
"""
