"""Programs that real keys need: a display, its window manager, and key tools."""

from __future__ import annotations

import shutil

import pytest

from tests.app.accessibility import test_atspi
from tests.app.real_keys import xlib

_TOOLS = {"openbox": "openbox", "xdotool": "xdotool", "xclip": "xclip", "setxkbmap": "x11-xkb-utils"}
"""Each program and its Debian package."""


def missing() -> str:
    """Return the reason why this machine cannot run the tests; empty if it can."""
    reason = test_atspi.explain_missing()
    packages = [package for program, package in _TOOLS.items() if not shutil.which(program)]
    if xlib.is_missing():
        packages.append("libx11-6")
    if packages:
        reason = "; ".join(filter(None, (reason, f"not installed: {', '.join(packages)}")))
    return reason


_LACKING = missing()
_SKIP = pytest.mark.skipif(bool(_LACKING), reason=_LACKING)
SHORT = [pytest.mark.slow, _SKIP]
"""Marks of tests with real keys that `.ci/run` always runs."""
LONG = [pytest.mark.slow, pytest.mark.doors, _SKIP, pytest.mark.timeout(1800)]
"""Marks of tests that `.ci/run --doors` runs."""
