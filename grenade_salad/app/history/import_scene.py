"""Taking in record files that somebody sent: from a folder, or dropped on the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from time import monotonic

from grenade_salad.app.sharing import record_files
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.scene import SheetScene, Shell
from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import BRASS_DARK, INK, INK_SOFT, PAPER_EDGE, PAPER_SHADE, ROW, TEXT
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button
from grenade_salad.journal.journal import Journal
from grenade_salad.journal.match_import import MOST_WORK, Ready, play_through
from grenade_salad.match.record import RecordError, read_strangers_record
from grenade_salad.session.worker_process import Lost, Within
from grenade_salad.text import Message, m, say
from grenade_salad.text.say import language, use_language

_LOW = 440.0
"""Units of height below which the button stands beside the words."""


class ImportScene(SheetScene):
    """The files of the import folder, each a button."""

    title = m("Import")
    widest = 860.0

    def __init__(self, app: Shell) -> None:
        super().__init__(app)
        # Translators: a button: look into the folder again
        self.refresh = self.widgets.add(Button(m("Check again"), self.look, icon="rotate-cw"))
        self.scroll = Scroll(Rect(0, 0, 0, 0))
        self.buttons: list[Button] = []
        self.trouble = ""
        self.look()

    def look(self) -> None:
        """Read the folder again."""
        self.widgets.remove(self.buttons, self.refresh)
        self.buttons, self.trouble = [], ""
        try:
            found = record_files.received(self.app)
        except OSError as error:
            found, self.trouble = [], say(m("The folder cannot be read: {why}.", why=str(error.strerror or error)))
        for one in found:
            words = f"{one.file.name}   ({max(1, round(one.size / 1024))} kB)"
            made = Button(words, partial(self._take, one.file), icon="arrow-down", tip=m("Import this match"))
            self.buttons.append(self.widgets.add(made, self.scroll))
        if self.buttons:
            self.widgets.set_focus(self.buttons[0])
        self.layout(self.size)
        self.dirty = True

    def _take(self, file: Path) -> None:
        take_in(self.app, file, self.app.pop)

    def dropped(self, file: Path) -> None:
        self._take(file)

    @property
    def _said(self) -> str:
        folder = record_files.import_folder(self.app)
        return self.trouble or say(
            m("Drop a match file on this window, or put it in the folder\n{folder}", folder=str(folder))
        )

    def heard(self) -> Sequence[Heard]:
        return texts(self._said)

    def place(self) -> None:
        canvas, sheet = self.app.canvas(), self.sheet
        inner = Rect(sheet.x + 20, sheet.y + 16, sheet.width - 40, sheet.height - 32)
        files = len(self.buttons) * (ROW + 10) + 12 if self.buttons else 0.0
        low = inner.height < _LOW
        button = 170.0 if low else min(240.0, inner.width - 40)
        self._words = canvas.lines(self._said, inner.width - 60 - (button if low else 0.0), TEXT)
        written = len(self._words) * TEXT * LEADING
        least = max(written, ROW) + 36 if low else written + ROW + 64
        drop = self.drop = Rect(inner.x, inner.y, inner.width, max(least, inner.height - files - 12))
        self.refresh.rect = Rect(0, 0, button, ROW)
        if low:
            self.refresh.rect.midright = (drop.right - 20, drop.centery)
        else:
            self.refresh.rect.midbottom = (drop.centerx, drop.bottom - 22)
        left = Rect(drop.x + 20, drop.y, self.refresh.rect.x - drop.x - 36, drop.height)
        self._told = left if low else Rect(drop.x, drop.y, drop.width, self.refresh.rect.y - drop.y)
        top = drop.bottom + 12
        self.scroll.area = Rect(inner.x, top, inner.width, max(0.0, inner.bottom - top))
        for index, one in enumerate(self.buttons):
            one.rect = Rect(4, 8 + index * (ROW + 10), self.scroll.area.width - 22, ROW)
        self.scroll.content = files
        self.scroll.by(0)

    def draw_sheet(self, canvas: Canvas) -> None:
        super().draw_sheet(canvas)
        canvas.fill(self.drop, PAPER_SHADE, 12)
        _dashes(canvas, self.drop.inflate(-14, -14))
        told, words = self._told, list(self._words)
        if not self.buttons and not self.trouble:
            words.append(say(m("There is no match file (*.jsonl) in this folder.")))
        high = len(words) * TEXT * LEADING
        side = min(140.0, told.height - high - 60)
        top = told.centery - (high + (side + 16 if side >= 40 else 0)) / 2
        if side >= 40:
            canvas.picture("icons/arrow-down.svg", Rect(told.centerx - side / 2, top, side, side), BRASS_DARK)
            top += side + 16
        for number, line in enumerate(words):
            ink = INK if number < len(self._words) else INK_SOFT
            at = (told.centerx, top + number * TEXT * LEADING)
            canvas.text(line, at, TEXT, ink, anchor="midtop", wide=told.width)


def _dashes(canvas: Canvas, box: Rect) -> None:
    """A dashed frame: here something may be dropped."""
    for start, end in (
        (box.topleft, box.topright),
        (box.bottomleft, box.bottomright),
        (box.topleft, box.bottomleft),
        (box.topright, box.bottomright),
    ):
        long = abs(end[0] - start[0]) + abs(end[1] - start[1])
        number = max(1, round(long / 26))
        across, down = (end[0] - start[0]) / number, (end[1] - start[1]) / number
        for dash in range(number):
            at = start[0] + (dash + 0.2) * across, start[1] + (dash + 0.2) * down
            canvas.line(at, (at[0] + across * 0.6, at[1] + down * 0.6), BRASS_DARK, 3)


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
        _tell(app, record_files.refused(file, m("Matches can't be saved on this computer right now.")))
        return
    app.push(TakingIn(app, app.journal, file, came))


def _tell(app: Shell, taken: record_files.Taken) -> None:
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
            self._end(
                record_files.refused(self._file, m("It takes too long to play, or something in the game is broken."))
            )
            return
        except Exception as error:  # the rules of a stranger's game may raise anything
            told = m("Something in the game is broken. {report}", report=self.app.write_report(error, "an import"))
            self._end(record_files.refused(self._file, told))
            return
        if self._so.refused is not None:
            self._end(record_files.refused(self._file, self._so.refused))
        elif self._so.ready is not None:
            self._end(record_files.put(self._journal, self._file, self._so.ready, self._so.cut))
        else:
            self.words, self.dirty = say(self._said()), True
            self._next = self._executor.submit(self._look, self._file, language())

    def _end(self, taken: record_files.Taken) -> None:
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
