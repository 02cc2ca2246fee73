"""Files and folders that the system opens by itself: in the browser, in the program for folders."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path


def open_outside(path: Path) -> None:
    """Show a file or a folder in the program that this system has for it. Raises OSError if there is none."""
    if sys.platform == "win32":
        os.startfile(path)
        return
    own = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH" or not _frozen()}
    command = ["open" if sys.platform == "darwin" else "xdg-open", str(path)]
    nothing = subprocess.DEVNULL
    begun = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, env=own, start_new_session=True)
    threading.Thread(target=begun.wait, name="opened", daemon=True).start()


def _frozen() -> bool:
    """Whether this is the download, which has libraries of its own that no other program should get."""
    return bool(getattr(sys, "frozen", False))
