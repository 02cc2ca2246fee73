"""Record files that somebody sent are read and played through beside the window, with a way out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from time import monotonic

from grenade_salad.app.history import files
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BRASS_DARK, PAPER_EDGE
from grenade_salad.journal.journal import Journal
from grenade_salad.journal.taking_in import MOST_WORK, Ready, play_through
from grenade_salad.match.record import RecordError, read_strangers_record
from grenade_salad.session.worker_process import Lost, Within
from grenade_salad.text import Message, m, say
from grenade_salad.text.say import language, use_language

_SLICE = 0.2
"""Seconds between two words of how far it is."""
_SILENT = 3 * MOST_WORK
"""Seconds for a single line of a record: a game of others may never come back from it."""


@dataclass(frozen=True)
class So:
    """How far it is: lines of so many. `ready` is what came of it, `refused` why nothing will."""

    lines: int
    most: int
    ready: Ready | None = None
    refused: Message | None = None
    cut: bool = False


_tickets = count()
_running: dict[int, Iterator[So]] = {}


def look(ticket: int, file: Path, reader: str) -> So:
    """Begin to look at a file, or go on with it for a moment, in the process beside the window."""
    if ticket not in _running:
        _running.clear()
        use_language(reader)
        _running[ticket] = _all_of(file)
    until = monotonic() + _SLICE
    while True:
        so = next(_running[ticket])
        if so.ready or so.refused or monotonic() > until:
            return so


def _all_of(file: Path) -> Iterator[So]:
    try:
        record = read_strangers_record(file, file.name)
        most = len(record.entries)
        for found in play_through(record, MOST_WORK):
            if isinstance(found, Ready):
                yield So(most, most, found, cut=record.warning is not None)
            else:
                yield So(found, most)
    except RecordError as error:
        yield So(0, 0, refused=m("Line {line}: {why}.", line=error.line, why=error.reason))
    except OSError as error:
        yield So(0, 0, refused=m("It cannot be read: {why}.", why=error.strerror or str(error)))


def take_in(app: Shell, file: Path, came: Callable[[], None]) -> None:
    """Take a file in, and tell what became of it; `came` is called if a match came of it."""
    if app.journal is None:
        _tell(app, files.refused(file, m("Matches can't be saved on this computer right now.")))
        return
    app.push(TakingIn(app, app.journal, file, came))


def _tell(app: Shell, taken: files.Taken) -> None:
    if taken.match is None:
        app.audio.play("refuse")
        # Translators: a button that closes a message
        app.push(Dialog(app, taken.title, taken.words, [Answer(m("OK"), nothing, "main", back=True)]))
        return
    app.say(m("{title}: {words}", context="a file", title=taken.title, words=taken.words), seconds=8)


class TakingIn(Dialog):
    """How far it is, and a way out. It is gone when the match is in the journal."""

    def __init__(self, app: Shell, journal: Journal, file: Path, came: Callable[[], None]) -> None:
        self._so = So(0, 0)
        # Translators: the title of a message while a match file is read and checked
        title = m("Checking {file}", file=file.name)
        super().__init__(app, title, self._said(), [Answer(m("Cancel", context="a button"), nothing, back=True)])
        self._journal, self._file, self._came = journal, file, came
        self._executor = app.thinker()
        self._look = Within(_SILENT, partial(look, next(_tickets)))
        self._next: Future[So] = self._executor.submit(self._look, file, language())

    def _said(self) -> Message:
        return m("Line {n} of {most}", n=self._so.lines, most=self._so.most)

    def left(self) -> None:
        super().left()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def update(self, dt: float) -> None:
        super().update(dt)
        if not self._next.done() or self.app.scene is not self:
            return
        try:
            self._so = self._next.result()
        except Lost:
            self._end(files.refused(self._file, m("It takes too long to play, or something in the game is broken.")))
            return
        except Exception as error:  # the rules of a stranger's game may raise anything
            told = m("Something in the game is broken. {report}", report=self.app.write_report(error, "an import"))
            self._end(files.refused(self._file, told))
            return
        if self._so.refused is not None:
            self._end(files.refused(self._file, self._so.refused))
        elif self._so.ready is not None:
            self._end(files.put(self._journal, self._file, self._so.ready, self._so.cut))
        else:
            self.words, self.dirty = say(self._said()), True
            self._next = self._executor.submit(self._look, self._file, language())

    def _end(self, taken: files.Taken) -> None:
        app, came = self.app, self._came
        app.pop()
        if taken.match is not None:
            came()
        _tell(app, taken)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        bar = Rect(self.panel.x + 28, self.panel.y + 62, self.panel.width - 56, 4)
        canvas.fill(bar, PAPER_EDGE, 2)
        share = self._so.lines / self._so.most if self._so.most else 0.0
        canvas.fill(Rect(bar.x, bar.y, bar.width * share, bar.height), BRASS_DARK, 2)
