"""Import of other people's record files, from a folder or dropped on the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from itertools import count
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING

from grenade_salad.app.sharing import record_files
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.reading_dialog import recognize_dropped
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import BRASS_DARK, INK, INK_SOFT, PAPER_EDGE, PAPER_SHADE, ROW, TEXT
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button
from grenade_salad.journal.journal import Journal
from grenade_salad.journal.match_import import MAX_WORK
from grenade_salad.quarantine.process import BrokenReader, QuarantineError
from grenade_salad.quarantine.records import ImportProgress, check_match
from grenade_salad.system.progress import Cancelled, Progress
from grenade_salad.text import Message, m, say
from grenade_salad.text.say import language

if TYPE_CHECKING:
    from grenade_salad.boxes.door import MatchKind

_LOW_HEIGHT = 440.0
"""Units of height below which the button is beside the words."""
_ROW_DISTANCE = ROW + 10
"""Distance between the tops of two files, in units."""
_MAX_ICON_SIZE, _MIN_ICON_SIZE = 140.0, 40.0
"""Largest size of the arrow over the words, and the smallest at which it is drawn."""
_DASH_DISTANCE, _DASH_SHARE = 26.0, 0.6
"""Units from dash to dash of the frame, about, and the part of them that is drawn."""
_REPORT_SECONDS = 0.2
"""Seconds between two reports of the progress."""


class ImportScene(PageScene):
    """Page with a button for each file of the import folder."""

    title = m("Import")
    widest = 860.0

    def __init__(self, app: AppContext) -> None:
        super().__init__(app)
        # Translators: a button: look into the folder again
        self.refresh = self.widgets.add(Button(m("Check again"), self.refresh_files, icon="rotate-cw"))
        self.scroll = Scroll(Rect(0, 0, 0, 0))
        self.buttons: list[Button] = []
        """A button for each file."""
        self.trouble = ""
        """The reason why the folder cannot be read, or empty."""
        self.drop = self._text_area = Rect(0, 0, 0, 0)
        self._lines: Sequence[str] = ()
        """The instructions, in lines as wide as there is space."""
        self.refresh_files()

    def refresh_files(self) -> None:
        """Read the folder again."""
        self.widgets.remove(self.buttons, self.refresh)
        self.buttons, self.trouble = [], ""
        try:
            received = record_files.list_received(self.app)
        except OSError as error:
            received, self.trouble = [], say(m("The folder cannot be read: {why}.", why=str(error.strerror or error)))
        for received_file in received:
            words = f"{received_file.file.name}   ({max(1, round(received_file.size / 1024))} kB)"
            button = Button(
                words, partial(self._import_file, received_file.file), icon="arrow-down", tip=m("Import this match")
            )
            self.buttons.append(self.widgets.add(button, self.scroll))
        if self.buttons:
            self.widgets.set_focus(self.buttons[0])
        self.layout(self.size)
        self.dirty = True

    def _import_file(self, file: Path) -> None:
        import_file(self.app, file, self.app.pop)

    def on_file_dropped(self, file: Path) -> None:
        recognize_dropped(self.app, file, partial(self._open_dropped, file))

    def _open_dropped(self, file: Path, match_file: MatchKind | None) -> None:
        if match_file == "record":
            self._import_file(file)
        else:
            super().on_file_dropped(file)

    @property
    def _instructions(self) -> str:
        folder = record_files.import_folder(self.app)
        return self.trouble or say(
            m("Drop a match file on this window, or put it in the folder\n{folder}", folder=str(folder))
        )

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        return text_nodes(self._instructions)

    def place(self) -> None:
        inner = self.page_rect.inflate(-40, -32)
        list_height = len(self.buttons) * _ROW_DISTANCE + 12 if self.buttons else 0.0
        is_low = inner.height < _LOW_HEIGHT
        button_width = 170.0 if is_low else min(240.0, inner.width - 40)
        max_width = inner.width - 60 - (button_width if is_low else 0.0)
        self._lines = self.app.canvas().lines(self._instructions, max_width, TEXT)
        text_height = len(self._lines) * TEXT * LEADING
        min_height = max(text_height, ROW) + 36 if is_low else text_height + ROW + 64
        drop = self.drop = Rect(inner.x, inner.y, inner.width, max(min_height, inner.height - list_height - 12))
        self.refresh.rect = Rect(0, 0, button_width, ROW)
        if is_low:
            self.refresh.rect.midright = (drop.right - 20, drop.centery)
            self._text_area = Rect(drop.x + 20, drop.y, self.refresh.rect.x - drop.x - 36, drop.height)
        else:
            self.refresh.rect.midbottom = (drop.centerx, drop.bottom - 22)
            self._text_area = Rect(drop.x, drop.y, drop.width, self.refresh.rect.y - drop.y)
        top = drop.bottom + 12
        self.scroll.area = Rect(inner.x, top, inner.width, max(0.0, inner.bottom - top))
        for index, file_button in enumerate(self.buttons):
            file_button.rect = Rect(4, 8 + index * _ROW_DISTANCE, self.scroll.area.width - 22, ROW)
        self.scroll.content = list_height
        self.scroll.scroll_by(0)

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        canvas.fill(self.drop, PAPER_SHADE, 12)
        _draw_dashes(canvas, self.drop.inflate(-14, -14))
        area, lines = self._text_area, [(line, INK) for line in self._lines]
        if not self.buttons and not self.trouble:
            lines.append((say(m("There is no match file (*.jsonl) in this folder.")), INK_SOFT))
        text_height = len(lines) * TEXT * LEADING
        side = min(_MAX_ICON_SIZE, area.height - text_height - 60)
        top = area.centery - (text_height + (side + 16 if side >= _MIN_ICON_SIZE else 0)) / 2
        if side >= _MIN_ICON_SIZE:
            canvas.picture("icons/arrow-down.svg", Rect(area.centerx - side / 2, top, side, side), BRASS_DARK)
            top += side + 16
        for index, (line, ink) in enumerate(lines):
            position = (area.centerx, top + index * TEXT * LEADING)
            canvas.text(line, position, TEXT, ink, anchor="midtop", max_width=area.width)


def _draw_dashes(canvas: Canvas, box: Rect) -> None:
    """Draw a dashed frame: files may be dropped here."""
    for start, end in (
        (box.topleft, box.topright),
        (box.bottomleft, box.bottomright),
        (box.topleft, box.bottomleft),
        (box.topright, box.bottomright),
    ):
        dash_count = max(1, round(dist(start, end) / _DASH_DISTANCE))
        across, down = (end[0] - start[0]) / dash_count, (end[1] - start[1]) / dash_count
        for dash in range(dash_count):
            left, top = start[0] + (dash + 0.2) * across, start[1] + (dash + 0.2) * down
            canvas.line((left, top), (left + across * _DASH_SHARE, top + down * _DASH_SHARE), BRASS_DARK, 3)


_tickets = count()
"""Numbers of the imports, by which the quarantine tells them apart."""


def import_file(app: AppContext, file: Path, on_imported: Callable[[], None]) -> None:
    """Import a file and tell the result; `on_imported` is called if there is a match."""
    if app.journal is None:
        _show_result(app, record_files.reject(file, m("Matches can't be saved on this computer right now.")))
        return
    app.push(ImportDialog(app, app.journal, file, on_imported))


def _show_result(app: AppContext, result: record_files.ImportResult) -> None:
    if result.match is None:
        app.audio.play("refuse")
        # Translators: a button that closes a message
        app.push(Dialog(app, result.title, result.words, [Answer(m("OK"), do_nothing, "main", back=True)]))
        return
    app.say(m("{title}: {words}", context="a file", title=result.title, words=result.words), seconds=8)


class ImportDialog(Dialog):
    """Dialog with the progress of an import, and a button to cancel it.

    It closes when the match is in the journal, or the file is rejected.
    """

    def __init__(self, app: AppContext, journal: Journal, file: Path, on_imported: Callable[[], None]) -> None:
        self._progress = ImportProgress(0, 0)
        # Translators: the title of a message while a match file is read and checked
        title = m("Checking {file}", file=file.name)
        super().__init__(
            app, title, self._progress_text(), [Answer(m("Cancel", context="a button"), do_nothing, back=True)]
        )
        self._journal, self._file, self._on_imported = journal, file, on_imported
        self._executor, self._reading = app.worker(), Progress()
        self._ticket = next(_tickets)
        self._next: Future[ImportProgress | QuarantineError | None] = self._executor.submit(self._check)

    def _check(self) -> ImportProgress | QuarantineError | None:
        """Check the file for a moment; None if that was cancelled. This runs in a thread."""
        try:
            return check_match(
                self.app.quarantine, self._reading, self._ticket, self._file, language(), MAX_WORK, _REPORT_SECONDS
            )
        except QuarantineError as error:
            return error
        except Cancelled:
            return None

    def _progress_text(self) -> Message:
        return m("Line {n} of {most}", n=self._progress.lines, most=self._progress.total)

    def on_left(self) -> None:
        super().on_left()
        self._reading.cancel()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def update(self, dt: float) -> None:
        super().update(dt)
        if not self._next.done() or self.app.scene is not self:
            return
        match self._next.result():
            case ImportProgress() as progress:
                self._progress = progress
            case BrokenReader() as error:
                report = self.app.write_report(error, "an import")
                self._end(
                    record_files.reject(self._file, m("Something in the game is broken. {report}", report=report))
                )
                return
            case _:
                reason = m("It takes too long to play, or something in the game is broken.")
                self._end(record_files.reject(self._file, reason))
                return
        if self._progress.rejection is not None:
            self._end(record_files.reject(self._file, self._progress.rejection))
        elif self._progress.ready is not None:
            ready, is_cut = self._progress.ready, self._progress.is_cut
            self._end(record_files.store(self._journal, self._file, ready, is_cut=is_cut))
        else:
            self.words, self.dirty = say(self._progress_text()), True
            self._next = self._executor.submit(self._check)

    def _end(self, result: record_files.ImportResult) -> None:
        app, on_imported = self.app, self._on_imported
        app.pop()
        if result.match is not None:
            on_imported()
        _show_result(app, result)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        bar = Rect(self.panel.x + 28, self.panel.y + 62, self.panel.width - 56, 4)
        canvas.fill(bar, PAPER_EDGE, 2)
        share = self._progress.lines / self._progress.total if self._progress.total else 0.0
        canvas.fill(Rect(bar.x, bar.y, bar.width * share, bar.height), BRASS_DARK, 2)
