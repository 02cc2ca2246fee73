"""One running match beside and without the window: `Session` in session.py, its phases in phases.py."""
