"""Scenarios in the window: listed, played, opened and shared as files."""
