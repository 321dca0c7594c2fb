"""GNU Backgammon as a separate program, asked through its pipes; it may die or hang without harm to who asks."""
