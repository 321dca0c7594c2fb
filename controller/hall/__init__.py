"""The language of a hall: what tables and the desk tell each other over a broker."""
