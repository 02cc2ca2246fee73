"""A match as one page for any browser: written in the background, while the window shows that it is busy."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from io import BytesIO
from pathlib import Path

from grenade_salad.app.history import files
from grenade_salad.app.shell import trouble
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.opening import open_outside
from grenade_salad.app.shell.scene import Shell
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.queries import Summary
from grenade_salad.match.record import RecordError, read_record
from grenade_salad.text import m
from grenade_salad.text.say import language


def _made(record: bytes, name: str, chosen: str) -> bytes:
    from grenade_salad.phone.share import page

    return page(read_record(BytesIO(record), name), chosen)


def share(app: Shell, number: int) -> None:
    """Write the page of a match of the journal, and say where it is, or why that cannot be."""
    if app.journal is None:
        return
    try:
        match, record = app.journal.match(number), app.journal.export(number)
    except JournalError as error:
        app.say(m("{why}.", why=str(error)), refused=True)
        return
    app.push(_Sharing(app, match, record))


class _Sharing(Dialog):
    """Stays until the page is there."""

    def __init__(self, app: Shell, match: Summary, record: bytes) -> None:
        self.match = match
        self.worker = app.worker()
        self.page: Future[bytes] = self.worker.submit(_made, record, match.game, language())
        # Translators: a button: stop writing the page
        answers = [Answer(m("Stop"), nothing, back=True)]
        super().__init__(app, m("This match as a web page"), m("Writing…"), answers)

    @property
    def animating(self) -> bool:
        return True

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.page.done():
            self.app.pop()
            self._write()

    def _write(self) -> None:
        try:
            file = files.write(self.app, self.match, self.page.result(), ".html")
        except (RecordError, OSError) as error:
            said = trouble.why(error)
            self.app.say(m("The page could not be written: {why}.", why=said), refused=True)
            return
        self.app.push(_Shared(self.app, file))

    def left(self) -> None:
        """Nobody waits for it any more."""
        super().left()
        self.worker.shutdown(wait=False, cancel_futures=True)


class _Shared(Dialog):
    """The page is there: it can be looked at, and found."""

    def __init__(self, app: Shell, file: Path) -> None:
        said = m(
            "One file that replays the match in any browser, even offline: send it to anyone.\n{file}", file=file.name
        )
        answers = [
            # Translators: a button: look at the web page that was made
            Answer(m("Open", context="a web page"), partial(self._open, file, file), "main", "eye"),
            # Translators: a button: show the folder with the web page that was made
            Answer(m("Show the folder"), partial(self._open, file.parent, file), icon="save"),
            Answer(m("Close"), nothing, icon="back", back=True),
        ]
        super().__init__(app, m("This match as a web page"), said, answers)

    def _open(self, path: Path, file: Path) -> None:
        try:
            open_outside(path)
        except OSError:
            self.app.say(m("{file}: opens in any browser, even offline", file=str(file)), seconds=12)
