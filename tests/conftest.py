"""What all tests share: no window, no sound, nobody's own settings."""

from __future__ import annotations

import os

from hypothesis import settings

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")

settings.register_profile("steady", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("steady")
