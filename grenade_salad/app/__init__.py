"""The window: all that imports pygame, and nothing that the rules need."""

import os

# What a program prints is its own: pygame's banner would stand before a table, a position or JSON.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
