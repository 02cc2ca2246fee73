"""The journal: every match on disk, line by line."""
