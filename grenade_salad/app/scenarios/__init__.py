"""Scenarios in the window: chosen from a list, played on the table of their game, opened and shared as files."""
