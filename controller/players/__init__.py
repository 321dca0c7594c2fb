"""Computer opponents: who plays against the people at the table. Asked a question, they answer; they see no table."""
