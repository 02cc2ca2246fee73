"""Puzzles in the window: find the best choice, at the table of the game."""
