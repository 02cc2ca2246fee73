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
MOST = 20
"""Reports that are kept; the oldest go."""
_LIBRARIES = ("pygame-ce", "pymunk", "numpy", "msgspec", "aiohttp")
_PACKAGE = Path(__file__).resolve().parent.parent

caught: list[str] = []
"""What went wrong since the program started, a line each, the newest last; at most `MOST`."""


TROUBLES, WITHIN = 3, 60.0
"""So many troubles in so many seconds are too many."""


class Often:
    """Whether something happens too often: call it each time."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=TROUBLES)

    def __call__(self) -> bool:
        """It has happened; whether it has `TROUBLES` times in the last `WITHIN` seconds."""
        self._times.append(time.monotonic())
        return len(self._times) == TROUBLES and self._times[-1] - self._times[0] < WITHIN


class Elsewhere(Exception):
    """Something went wrong in another process; `trace` is what `trace_of` said there."""

    def __init__(self, trace: tuple[str, ...]) -> None:
        super().__init__(trace)
        self.trace = trace


def trace_of(error: BaseException) -> tuple[str, ...]:
    """The kinds of the exception and of its causes, and the places in the code, the innermost last."""
    lines: list[str] = []
    for one in chain_of(error):
        lines.append(f"{type(one).__module__}.{type(one).__qualname__}")
        lines += [f"  {_short(at.filename)}:{at.lineno} in {at.name}" for at in traceback.extract_tb(one.__traceback__)]
        if isinstance(one, Elsewhere):
            lines += [f"  there: {line}" for line in one.trace]
    return tuple(lines)


def chain_of(error: BaseException) -> Iterator[BaseException]:
    """The exception and its causes."""
    seen: set[int] = set()
    now: BaseException | None = error
    while now is not None and id(now) not in seen:
        seen.add(id(now))
        yield now
        now = now.__cause__ or (None if now.__suppress_context__ else now.__context__)


def _short(file: str) -> str:
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
    found = []
    for name in _LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} is not there")
    return ", ".join(found)


def write(error: BaseException, where: str, folder: Path, at: str = "") -> Path | None:
    """Put a report into the folder's `reports`; its file, or None if it cannot be written.

    `where` is the part of the program, `at` the id and the line of the record that was open.
    """
    trace = trace_of(error)
    caught.append(f"{where}: {trace[0]}, {trace[-1].strip()}")
    del caught[:-MOST]
    now = datetime.now(UTC)
    lines = [
        f"Grenade Salad {__version__}, {now:%Y-%m-%d %H:%M:%S} UTC",
        f"Python {platform.python_version()}, {platform.platform()}, {sys.platform}",
        _versions(),
        f"In: {where}",
        f"Record: {at or 'none was open'}",
        "",
        *trace,
        "",
    ]
    place = folder / FOLDER
    try:
        private_files.make_folder(folder)
        private_files.make_folder(place)
        old = sorted(place.glob("report-*.txt"))
        for file in old[: max(0, len(old) - MOST + 1)]:
            file.unlink()
        file = place / f"report-{now:%Y%m%d-%H%M%S-%f}.txt"
        private_files.write(file, "\n".join(lines).encode())
    except OSError:
        return None
    return file
