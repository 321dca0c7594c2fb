"""Setting a table up: calibration, stickers, photographs, the strip."""
