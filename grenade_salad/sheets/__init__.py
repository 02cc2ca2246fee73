"""Sheets: all that a seat is told, in words and data. Each game has a module."""
