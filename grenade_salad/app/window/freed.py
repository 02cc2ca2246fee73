"""Free memory is returned to the system after large scenes."""

from __future__ import annotations

import gc
import sys


def free_memory() -> None:
    """Collect garbage, and return free memory to the system.

    A scene and its widgets form reference cycles, which Python may collect only much later. The C library of most Linux
    systems keeps free memory unless it is told to release it.
    """
    gc.collect()
    if sys.platform == "linux":
        from ctypes import CDLL

        trim = getattr(CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
