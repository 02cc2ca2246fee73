"""Matches as lists of lines: records, replay, undo, series."""
