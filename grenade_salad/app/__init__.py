"""The window and its boards: everything that imports pygame. The rules need none."""

import os

# A program prints only its own text: pygame's banner would precede a table, a position or JSON.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
