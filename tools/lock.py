"""What `run.py` and the download install, with hashes: `python -m tools.lock` writes locks/ anew, from the network.

The newest versions that pyproject.toml allows, for every system and every Python from 3.11 on. `.ci/run` tries the
newest and the lowest of the day besides, so that a lock hides nothing.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "locks"
LOCKS = {
    "app": ("build", None),
    "test": ("build", "test"),
    "download": ("freeze", None),
}
"""For each lock what it needs besides the program: a group of pyproject.toml, and an extra."""


def uv_arguments(name: str) -> list[str]:
    """The line of uv that makes this lock."""
    group, extra = LOCKS[name]
    extra_option = ["--extra", extra] if extra else []
    custom_command = f"python -m tools.lock  # {name}"
    out = ["--output-file", str(FOLDER / f"{name}.txt"), "--custom-compile-command", custom_command]
    flags = ["--universal", "--python-version", "3.11", "--generate-hashes", "--upgrade", "--no-annotate", "--quiet"]
    return ["pip", "compile", "pyproject.toml", "--group", group, *extra_option, *flags, *out]


def main() -> int:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name in LOCKS:
        subprocess.run([sys.executable, "-m", "uv", *uv_arguments(name)], cwd=ROOT, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
