"""A look at the files of the box on the table, beside the window: what was changed comes to the table."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from grenade_salad.boxes import shelf
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.loader import Print, fingerprint
from grenade_salad.boxes.shelf import Standing

_EVERY = 0.4
"""Seconds from look to look."""

Found = tuple[Print, Standing | BadBoxFile | None]


class BoxWatch:
    """`news` is asked at every frame and never waits: another thread looks, and reads what was changed once its files
    are the same at two looks, so that nothing half saved is read. The thread ends with the watch."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._beside = ThreadPoolExecutor(1, thread_name_prefix="box")
        self._known = fingerprint(path)
        self._last = self._known
        self._look: Future[Found] | None = None
        self._wait = _EVERY

    def news(self, dt: float) -> Standing | BadBoxFile | None:
        """The box as it is now if it was changed, or what is wrong with it; None: nothing new."""
        self._wait -= dt
        if self._look is None:
            if self._wait <= 0:
                self._look, self._wait = self._beside.submit(_look, self.path, self._known, self._last), _EVERY
            return None
        if not self._look.done():
            return None
        self._last, found = self._look.result()
        self._look = None
        if found is not None:
            self._known = self._last
        return found


def _look(path: Path, known: Print, last: Print) -> Found:
    now = fingerprint(path)
    if now in ((), known) or now != last:
        return now, None
    try:
        return now, shelf.stand(path)
    except BadBoxFile as error:
        return now, error
