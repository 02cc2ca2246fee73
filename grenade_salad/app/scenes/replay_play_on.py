"""From a place of a replay into a match of its own: who plays which seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from grenade_salad.app import cast
from grenade_salad.app.app import App
from grenade_salad.app.scenes import start
from grenade_salad.app.scenes.sheet import SheetScene
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.theme import INK_SOFT, LARGE, ROW, TEXT
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.core import Json
from grenade_salad.match.match import Match
from grenade_salad.match.record import Record, RecordError
from grenade_salad.match.seats import Controller, controllers
from grenade_salad.match.store import JournalError

_SAID = (
    "A new match begins here; the old one stays as it was. Hands and decks are those of this moment, luck to come is "
    "other luck."
)


def branch(match: Match) -> Record:
    """The record of a match of its own that stands where this one does; it is of no evening, and has other luck."""
    meta = {key: value for key, value in match.header.meta.items() if key not in ("series", "evening")}
    header = replace(match.header, seed=start.fresh_seed(), meta=meta)
    return Record("this match", header, tuple(match.entries))


class PlayOnScene(SheetScene):
    """A choice for each seat, and off it goes."""

    title = "Play on from here"
    widest = 760.0

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app)
        self.match = match
        self.rules_page = match.header.game
        self.chosen = [cast.seated(one) for one in controllers(match.header)]
        self.form = Form(self.widgets, Scroll(self.sheet))
        for seat, name in enumerate(match.header.seats):
            found = cast.choices(self.chosen[seat])
            labels, at = [cast.words(one) for one in found], cast.place(found, self.chosen[seat])
            self.form.add(name, Choice(labels, at, partial(self._choose, seat, found)))
        self.start_button = self.widgets.add(Button("Play on", self.start, kind="main", icon="play", size=LARGE))
        self.widgets.set_focus(self.start_button)
        self.layout(self.size)

    def _choose(self, seat: int, found: Sequence[Controller], index: int) -> None:
        self.chosen[seat] = found[index]

    def start(self) -> None:
        """Begin the new match, in place of everything but the first screen."""
        app, record = self.app, branch(self.match)
        words: list[Json] = [one.words() for one in self.chosen]
        record = replace(record, header=replace(record.header, meta={**record.header.meta, "controllers": words}))
        if app.journal is None:
            app.say("Matches cannot be kept on this machine now.", refused=True)
            return
        try:
            number = app.journal.add(record, imported=False)
        except (JournalError, RecordError) as error:
            app.say(f"{error}.", refused=True)
            return
        app.home()
        start.resume(app, number)

    def place(self) -> None:
        canvas = Canvas(self.app.screen, self.app.factor)
        sheet = self.sheet
        self._words = Rect(sheet.x + 24, sheet.y + 16, sheet.width - 48, 0)
        top = 28 + len(canvas.lines(_SAID, self._words.width, TEXT)) * TEXT * LEADING
        area = Rect(sheet.x + 20, sheet.y + top, sheet.width - 40, sheet.height - top - ROW - 32)
        self.form.layout(canvas, area)
        self.start_button.rect = Rect(sheet.right - 200, sheet.bottom - ROW - 16, 180, ROW + 2)

    def draw_sheet(self, canvas: Canvas) -> None:
        super().draw_sheet(canvas)
        canvas.paragraph(_SAID, self._words, TEXT, INK_SOFT)
