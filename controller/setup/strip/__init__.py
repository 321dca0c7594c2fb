"""Looking at a strip: drawn in the terminal, walked light by light."""
