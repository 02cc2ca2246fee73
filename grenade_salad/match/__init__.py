"""A match as a list of lines: records, replay, undo, series."""
