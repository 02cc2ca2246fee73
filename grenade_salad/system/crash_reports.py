"""Reports of errors inside the program: places in the code, and nothing private.

The text of an exception and the values of variables may hold names and hands, so neither is ever in a
report.
"""

from __future__ import annotations

import platform
import sys
import time
import traceback
from collections import deque
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from grenade_salad import __version__
from grenade_salad.system import private_files

FOLDER = "reports"
MAX_REPORTS = 20
"""Maximum number of reports; the oldest are deleted."""
_LIBRARIES = ("pygame-ce", "pymunk", "numpy", "msgspec", "aiohttp")
_PACKAGE = Path(__file__).resolve().parent.parent

caught: list[str] = []
"""Errors since the program started, a line each, the newest last.

At most `MAX_REPORTS`.
"""
TROUBLE_LIMIT, TROUBLE_SECONDS = 3, 60.0
"""Number of troubles that are too many if they are within so few seconds."""


class TroubleCounter:
    """Counts troubles, and tells when there are too many of them. Call it for each."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=TROUBLE_LIMIT)

    def __call__(self) -> bool:
        """Count a trouble.

        True if there were `TROUBLE_LIMIT` in the last `TROUBLE_SECONDS`.
        """
        self._times.append(time.monotonic())
        return len(self._times) == TROUBLE_LIMIT and self._times[-1] - self._times[0] < TROUBLE_SECONDS


class Elsewhere(Exception):
    """An error in another process; `trace` is what `format_trace` returned there."""

    def __init__(self, trace: tuple[str, ...]) -> None:
        super().__init__(trace)
        self.trace = trace


def format_trace(error: BaseException) -> tuple[str, ...]:
    """Return the types of the exception and its causes, with places in the code.

    The innermost place is the last.
    """
    lines: list[str] = []
    for cause in iterate_causes(error):
        lines.append(f"{type(cause).__module__}.{type(cause).__qualname__}")
        lines += [
            f"  {_shorten_path(frame.filename)}:{frame.lineno} in {frame.name}"
            for frame in traceback.extract_tb(cause.__traceback__)
        ]
        if isinstance(cause, Elsewhere):
            lines += [f"  there: {line}" for line in cause.trace]
    return tuple(lines)


def iterate_causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the exception and its causes."""
    visited: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in visited:
        visited.add(id(current))
        yield current
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)


def _shorten_path(file: str) -> str:
    """Return the path below its package: folders above may be named after people."""
    path = Path(file)
    if path.is_relative_to(_PACKAGE):
        return path.relative_to(_PACKAGE.parent).as_posix()
    parts = path.parts
    for folder in ("site-packages", "dist-packages"):
        if folder in parts:
            return "/".join(parts[parts.index(folder) + 1 :])
    return "/".join(parts[-2:]) if len(parts) > 2 else path.name


def _versions() -> str:
    lines = []
    for name in _LIBRARIES:
        try:
            lines.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            lines.append(f"{name} is not there")
    return ", ".join(lines)


def write_report(error: BaseException, area: str, folder: Path, record_line: str = "") -> Path | None:
    """Write a report into the folder's `reports`; return its file, None on failure.

    `area` is the part of the program, `record_line` the id and the line of the record that was open.
    """
    trace = format_trace(error)
    caught.append(f"{area}: {trace[0]}, {trace[-1].strip()}")
    del caught[:-MAX_REPORTS]
    timestamp = datetime.now(UTC)
    lines = [
        f"Grenade Salad {__version__}, {timestamp:%Y-%m-%d %H:%M:%S} UTC",
        f"Python {platform.python_version()}, {platform.platform()}, {sys.platform}",
        _versions(),
        f"In: {area}",
        f"Record: {record_line or 'none was open'}",
        "",
        *trace,
        "",
    ]
    reports = folder / FOLDER
    try:
        private_files.make_folder(folder)
        private_files.make_folder(reports)
        old = sorted(reports.glob("report-*.txt"))
        for file in old[: max(0, len(old) - MAX_REPORTS + 1)]:
            file.unlink()
        file = reports / f"report-{timestamp:%Y%m%d-%H%M%S-%f}.txt"
        private_files.write(file, "\n".join(lines).encode())
    except OSError:
        return None
    return file
