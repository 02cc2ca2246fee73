"""What fresh processes of the program cost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

_WITHOUT = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")


def cost(code: str, folder: str, *words: str) -> float:
    """Seconds of the processor for `python -c CODE WORDS`, its start and end included.

    Byte code is kept in the folder, whatever the environment says, as it is kept by an installed program: whoever
    compares calls this once for nothing.
    """
    silent = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    kept = {name: value for name, value in os.environ.items() if name not in _WITHOUT}
    environment = {**kept, **silent, "PYTHONPYCACHEPREFIX": str(Path(folder, "bytecode"))}
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code, *words], env=environment, stdout=subprocess.DEVNULL, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
