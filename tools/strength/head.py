"""The head of a report: what was measured, with which versions, and when."""

from __future__ import annotations

import platform
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy

from grenade_salad import __version__


@dataclass(frozen=True)
class Head:
    """The facts of a measurement.

    `commit` is that of the checkout, followed by "changed" if files differ from it; without git it is the version.
    """

    commit: str
    date: str
    python: str
    numpy: str
    machine: str
    open_spiel: str | None


def _git(*words: str) -> str | None:
    here = Path(__file__).parent
    try:
        result = subprocess.run(["git", *words], cwd=here, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return result.stdout.strip()


def _commit() -> str:
    commit = _git("rev-parse", "--short=12", "HEAD")
    if commit is None:
        return f"version {__version__}"
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", "../../grenade_salad")
    return f"{commit} changed" if changed else commit


def _open_spiel() -> str | None:
    try:
        return version("open-spiel")
    except PackageNotFoundError:
        return None


def describe_checkout() -> Head:
    """Return the head for this checkout and the current time."""
    return Head(
        commit=_commit(),
        date=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        python=platform.python_version(),
        numpy=numpy.__version__,
        machine=f"{platform.system()} {platform.machine()}",
        open_spiel=_open_spiel(),
    )
