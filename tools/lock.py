"""Lock files with hashes, which `run.py` and the download install.

`python -m tools.lock` writes locks/ again, from the network. It takes the newest versions that pyproject.toml allows,
for every system and every Python from 3.11 on. `.ci/run` also tests the newest and the lowest versions of the day, so
that a lock hides nothing.
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
    "download": ("freeze", "spreadsheets"),
}
"""Group of pyproject.toml and extra that each lock needs besides the program."""


def uv_arguments(name: str) -> list[str]:
    """Return the arguments of uv that make this lock."""
    group, extra = LOCKS[name]
    extra_option = ["--extra", extra] if extra else []
    custom_command = f"python -m tools.lock  # {name}"
    out = ["--output-file", str(FOLDER / f"{name}.txt"), "--custom-compile-command", custom_command]
    flags = ["--universal", "--python-version", "3.11", "--generate-hashes", "--upgrade", "--no-annotate", "--quiet"]
    return ["pip", "compile", "pyproject.toml", "--group", group, *extra_option, *flags, *out]


def main() -> int:
    """Write all lock files."""
    FOLDER.mkdir(exist_ok=True)
    for name in LOCKS:
        subprocess.run([sys.executable, "-m", "uv", *uv_arguments(name)], cwd=ROOT, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
