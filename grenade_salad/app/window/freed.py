"""Memory that is free goes back to the system, so that an evening takes no more of it than its largest match."""

from __future__ import annotations

import gc
import sys


def free_memory() -> None:
    """Give back what nobody needs any more.

    A scene and its widgets know each other: they go when Python looks for such circles, which may be a match later. The
    C library of most Linuxes keeps what is free unless it is asked; others give it back by themselves.
    """
    gc.collect()
    if sys.platform == "linux":
        from ctypes import CDLL

        trim = getattr(CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
