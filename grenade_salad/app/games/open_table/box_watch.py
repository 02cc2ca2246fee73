"""Watches the files of the box on the table, so that changes appear on the table."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from grenade_salad.boxes import shelf
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.loader import Fingerprint, fingerprint
from grenade_salad.boxes.shelf import ShelfBox

_INTERVAL = 0.4
"""Seconds between two checks."""

CheckResult = tuple[Fingerprint, ShelfBox | BadBoxFile | None]


class BoxWatch:
    """Watches a box in a thread of its own, which ends with the watch.

    `poll` is called in every frame and never waits. A changed box is read when its files are the same in two checks, so
    that nothing half saved is read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="box")
        self._table_print = fingerprint(path)
        self._last_print = self._table_print
        self._check_future: Future[CheckResult] | None = None
        self._wait = _INTERVAL

    def poll(self, dt: float) -> ShelfBox | BadBoxFile | None:
        """Return the changed box or what is wrong with it, or None if nothing is new."""
        self._wait -= dt
        if self._check_future is None:
            if self._wait <= 0:
                self._check_future, self._wait = (
                    self._executor.submit(_check, self.path, self._table_print, self._last_print),
                    _INTERVAL,
                )
            return None
        if not self._check_future.done():
            return None
        self._last_print, change = self._check_future.result()
        self._check_future = None
        if change is not None:
            self._table_print = self._last_print
        return change


def _check(path: Path, table_print: Fingerprint, last_print: Fingerprint) -> CheckResult:
    current_print = fingerprint(path)
    if current_print in ((), table_print) or current_print != last_print:
        return current_print, None
    try:
        return current_print, shelf.load_shelf_box(path)
    except BadBoxFile as error:
        return current_print, error
