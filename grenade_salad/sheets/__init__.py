"""What a seat is told, in words and data: one module a game."""
