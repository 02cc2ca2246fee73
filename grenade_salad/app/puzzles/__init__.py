"""Puzzles in the window: find the move, on the table of the game."""
