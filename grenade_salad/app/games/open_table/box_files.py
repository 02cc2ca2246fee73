"""Files of the box on the table: watched for changes, and saved as a new box."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

from grenade_salad.app.games.open_table import decoded_pictures
from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.games.open_table.writing import WritingScene
from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.box_writer import count_hidden_texts, save_box
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.loader import Fingerprint, fingerprint
from grenade_salad.boxes.opened_boxes import OpenedBoxes
from grenade_salad.boxes.shelf import reopen_box
from grenade_salad.games.open_table.box import TableSetup
from grenade_salad.games.open_table.state import TableState
from grenade_salad.games.open_table.words import translate_word
from grenade_salad.system.progress import Cancelled, Progress
from grenade_salad.text import m, say

_INTERVAL = 0.4
"""Seconds between two checks."""

CheckResult: TypeAlias = tuple[Fingerprint, LoadedBox | BadBoxFile | None]
"""The fingerprint of the files, and the changed box or what is wrong with it."""


class BoxWatch:
    """Watches a box in a thread of its own, which ends with the watch.

    `poll` is called in every frame and never waits. A changed box is read when its files are the same in two checks, so
    that nothing half saved is read.
    """

    def __init__(self, path: Path, opened_boxes: OpenedBoxes) -> None:
        self.path = path
        self._opened_boxes = opened_boxes
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="box")
        self._table_print = opened_boxes.find_fingerprint(path)
        """The fingerprint of the files that are on the table, or were refused."""
        self._last_print = self._table_print
        """The fingerprint at the last check."""
        self._check_future: Future[CheckResult] | None = None
        self._wait = _INTERVAL
        """Seconds until the next check begins."""

    def poll(self, dt: float) -> LoadedBox | BadBoxFile | None:
        """Return the changed box or what is wrong with it, or None if nothing is new."""
        self._wait -= dt
        if self._check_future is None:
            if self._wait <= 0:
                self._check_future = self._executor.submit(self._check, self._table_print, self._last_print)
                self._wait = _INTERVAL
            return None
        if not self._check_future.done():
            return None
        self._last_print, change = self._check_future.result()
        self._check_future = None
        if change is not None:
            self._table_print = self._last_print
        return change

    def _check(self, table_print: Fingerprint, last_print: Fingerprint) -> CheckResult:
        """Read the box if its files have changed, and did not change since the last check."""
        current_print = fingerprint(self.path)
        if current_print in ((), table_print) or current_print != last_print:
            return current_print, None
        try:
            loaded = self._opened_boxes.open(self.path)
            decoded_pictures.cached.decode_ahead(loaded.pictures_hash, loaded.pictures)
            return current_print, loaded
        except BadBoxFile as error:
            return current_print, error


class BoxSearch:
    """Searches the box of a table from an earlier evening, in a thread of its own.

    Until it is read, its pieces show their words.
    """

    def __init__(self, setup: TableSetup, app: AppContext, used: Sequence[str]) -> None:
        self._progress = Progress()
        self._executor = app.worker()
        self._search = self._executor.submit(
            _search_box, setup, app.opened_boxes, app.data_folder, used, self._progress
        )

    def is_done(self) -> bool:
        """True once the box is read, or cannot be found."""
        return self._search.done()

    def close(self) -> None:
        """End the search."""
        self._progress.cancel()
        self._executor.shutdown(wait=False, cancel_futures=True)


def _search_box(
    setup: TableSetup, opened_boxes: OpenedBoxes, data: Path, used: Sequence[str], progress: Progress
) -> None:
    with suppress(Cancelled):
        reopen_box(setup, opened_boxes, data, used, progress)
        if (loaded := opened_boxes.find_by_pictures(setup.pictures)) is not None:
            decoded_pictures.cached.decode_ahead(loaded.pictures_hash, loaded.pictures)


class NamingScene(WritingScene):
    """Asks for the name of the new box; it stays open whatever happens at the table."""

    def __init__(self, desk: TableInteraction) -> None:
        # Translators: over a line that is typed: what lies on the table becomes a box, a game in a folder
        title = m("What is the new box called?")
        name = say(translate_word(desk.view.box.name))
        super().__init__(desk, title, name, partial(_save, desk), done=m("Save"))

    def update(self, dt: float) -> None:
        Scene.update(self, dt)  # That of a `WritingScene` closes it when the seat changes.


def ask_to_save(desk: TableInteraction) -> None:
    """Ask for a name and save the pieces on the table as a box, or say why not."""
    if _can_save(desk):
        desk.table.app.push(NamingScene(desk))


def _can_save(desk: TableInteraction) -> bool:
    """True if nothing hidden would be written; otherwise the user is told why not."""
    state = desk.table.controller.match.state
    assert isinstance(state, TableState)
    hidden_count = count_hidden_texts(state.full_view(), state.view(None))
    if hidden_count:
        why = m(
            "{n} piece with writing on it is hidden: lay it open first.",
            "{n} pieces with writing on them are hidden: lay them open first.",
            n=hidden_count,
        )
        desk.table.app.say(why, refused=True, seconds=8)
    return not hidden_count


def _save(desk: TableInteraction, name: str) -> None:
    """Write the box into the data folder, and show the folder or the error."""
    state, app = desk.table.controller.match.state, desk.table.app
    assert isinstance(state, TableState)
    if not _can_save(desk):
        return
    try:
        name = name or say(translate_word(state.box.name))
        folder = save_box(state.view(None), desk.files.data, app.data_folder, name)
    except OSError as error:
        app.say(m("The box can't be saved: {why}", why=error.strerror or str(error)), refused=True, seconds=8)
        return
    app.say(m("Saved as a box, in {folder}", folder=str(folder)), seconds=12)
