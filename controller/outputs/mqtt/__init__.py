"""The table's side of a hall: a listener of the bus that tells a broker."""
