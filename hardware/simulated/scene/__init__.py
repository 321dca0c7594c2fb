"""The simulated table's scene, in millimetres: board, checkers, dice, hands."""
