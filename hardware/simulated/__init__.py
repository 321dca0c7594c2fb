"""The simulated table and its devices: a physical board, drawn and filmed."""
