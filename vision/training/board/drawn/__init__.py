"""Tables drawn by chance, as a camera sees them, with what is true of them."""
