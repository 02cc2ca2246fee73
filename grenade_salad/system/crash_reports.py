"""Reports of what went wrong inside the program: where in the code, and nothing that anybody would rather keep.

The text of an exception and the values of variables may hold names and hands, so neither is ever in a report.
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
"""Reports that are kept; the oldest go."""
_LIBRARIES = ("pygame-ce", "pymunk", "numpy", "msgspec", "aiohttp")
_PACKAGE = Path(__file__).resolve().parent.parent

caught: list[str] = []
"""What went wrong since the program started, a line each, the newest last; at most `MOST`."""


TROUBLE_LIMIT, TROUBLE_SECONDS = 3, 60.0
"""So many troubles in so many seconds are too many."""


class TroubleCounter:
    """Whether something happens too often: call it each time."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=TROUBLE_LIMIT)

    def __call__(self) -> bool:
        """It has happened; whether it has `TROUBLE_LIMIT` times in the last `TROUBLE_SECONDS` seconds."""
        self._times.append(time.monotonic())
        return len(self._times) == TROUBLE_LIMIT and self._times[-1] - self._times[0] < TROUBLE_SECONDS


class Elsewhere(Exception):
    """Something went wrong in another process; `trace` is what `format_trace` said there."""

    def __init__(self, trace: tuple[str, ...]) -> None:
        super().__init__(trace)
        self.trace = trace


def format_trace(error: BaseException) -> tuple[str, ...]:
    """The kinds of the exception and of its causes, and the places in the code, the innermost last."""
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
    """The exception and its causes."""
    visited: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in visited:
        visited.add(id(current))
        yield current
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)


def _shorten_path(file: str) -> str:
    """The file from its package on: folders above it may be called like people."""
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
    """Put a report into the folder's `reports`; its file, or None if it cannot be written.

    `where` is the part of the program, `at` the id and the line of the record that was open.
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
    place = folder / FOLDER
    try:
        private_files.make_folder(folder)
        private_files.make_folder(place)
        old = sorted(place.glob("report-*.txt"))
        for file in old[: max(0, len(old) - MAX_REPORTS + 1)]:
            file.unlink()
        file = place / f"report-{timestamp:%Y%m%d-%H%M%S-%f}.txt"
        private_files.write(file, "\n".join(lines).encode())
    except OSError:
        return None
    return file
