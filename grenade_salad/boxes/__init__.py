"""Boxes of the open table: folders and zips, read strictly, and bundled ones."""
