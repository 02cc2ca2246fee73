"""The window for those who do not see it, and for those who have one switch: what is shown, as data."""
