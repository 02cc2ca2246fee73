"""Memory that is free goes back to the system, so that an evening takes no more of it than its largest match."""

from __future__ import annotations

import sys


def give_back() -> None:
    """Give back what is free. The C library of most Linuxes keeps it unless it is asked; others do that themselves."""
    if sys.platform == "linux":
        from ctypes import CDLL

        trim = getattr(CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
