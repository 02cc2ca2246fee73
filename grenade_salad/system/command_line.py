"""Command lines of this program as people type them where they are.

They differ for an installed program, a download, and a checkout.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from grenade_salad import PROGRAM

STARTED_BY = "GRENADE_SALAD_STARTED_BY"
"""Environment variable with the command that started the program.

For example `python3 run.py`.
"""


def format_command(*words: str) -> str:
    """Return the command line of these arguments, quoted for a shell."""
    if by := os.environ.get(STARTED_BY):
        return f"{by} {shlex.join(words)}"
    program = Path(sys.argv[0])
    if program.name == "__main__.py":
        start = [Path(sys.executable).name, "-m", "grenade_salad"]
    elif program.stem == PROGRAM and program.parent != Path() and not _on_path(program):
        start = [str(program)]
    else:
        start = [PROGRAM]
    return shlex.join([*start, *words])


def _on_path(program: Path) -> bool:
    folders = os.environ.get("PATH", "").split(os.pathsep)
    return any(folder and Path(folder).absolute() == program.parent.absolute() for folder in folders)
