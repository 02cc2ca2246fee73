"""Boxes of the open table as they come: folders and zips, read strictly, and those that the program brings along."""
