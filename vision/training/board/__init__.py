"""The data and the recipe of the network for whole boards."""
