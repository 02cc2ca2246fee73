"""The download: see __main__.py."""
