"""Training of the small networks that `vision` ships; nothing that reads a board at run time imports it.

Data come from drawn tables, flat ones (`board.drawn`) and simulated ones (`hardware.simulated`); `traced` makes others,
light by light, that judge. The extra `train` brings what is needed beyond that.
"""
