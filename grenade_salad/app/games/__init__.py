"""The boards and screens of each game in the window."""
