"""A running match without the window: `Session`, and its phases in phases.py."""
