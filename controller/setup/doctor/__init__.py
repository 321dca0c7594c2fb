"""`tavola doctor`: looks at everything that is plugged in, and says what was found, what is wrong and what to do."""
