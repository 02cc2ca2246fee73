"""Every match on disk, line by line."""
