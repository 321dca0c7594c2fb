"""The data and the recipe of the networks for a closer look at full points."""
