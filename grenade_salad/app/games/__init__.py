"""The window of each game."""
