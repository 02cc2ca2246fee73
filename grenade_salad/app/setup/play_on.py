"""From a point of a replay into a new match: who plays which seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from grenade_salad.app.match import start_match
from grenade_salad.app.seating import player_names
from grenade_salad.app.seating.machine_menu import choice_of
from grenade_salad.app.shell.scene import SheetScene, Shell
from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.theme import INK_SOFT, LARGE, ROW, TEXT
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Json
from grenade_salad.journal.database import JournalError
from grenade_salad.match import seeds
from grenade_salad.match.match import Controller, Match, controllers
from grenade_salad.match.record import Record, RecordError
from grenade_salad.text import m, say

_SAID = m(
    "A new match starts here; the old one stays as it was. Hands and decks are as they are "
    "now, but from here on, chance decides anew."
)


def branch(match: Match) -> Record:
    """The record of a new match in the same position as this one; it belongs to no evening, and has new luck."""
    meta = {key: value for key, value in match.header.meta.items() if key not in ("series", "evening")}
    header = replace(match.header, seed=seeds.draw_seed(), meta=meta)
    return Record("this match", header, tuple(match.entries))


class PlayOnScene(SheetScene):
    """A choice for each seat, and off it goes. `asker` is the seat through whose eyes the match was looked at."""

    title = m("Play on from here")
    widest = 760.0

    def __init__(self, app: Shell, match: Match, asker: int | None = None) -> None:
        super().__init__(app)
        self.match = match
        self.rules_page = match.header.game
        self.chosen = [player_names.seated(one, match.header.game) for one in controllers(match.header)]
        if asker is None and not any(one.person for one in self.chosen):
            asker = next(iter(match.state.active_seats()), 0)
        if asker is not None:
            self.chosen[asker] = Controller()
        self.form = Form(self.widgets, Scroll(self.sheet))
        self.form.airy = True
        for seat, name in enumerate(match.header.names):
            found = player_names.choices(self.chosen[seat], match.header.game, len(self.chosen))
            chosen = partial(self._choose, seat, found)
            self.form.add(name, choice_of(app, partial(str, name), found, self.chosen[seat], chosen))
        # Translators: a button: begin the new match
        self.start_button = self.widgets.add(Button(m("Play on"), self.start, kind="main", icon="play", size=LARGE))
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
            app.say(m("Matches can't be saved on this computer right now."), refused=True)
            return
        try:
            number = app.journal.add(record, imported=False)
        except (JournalError, RecordError) as error:
            app.say(f"{error}.", refused=True)
            return
        app.home()
        start_match.resume(app, number)

    def heard(self) -> Sequence[Heard]:
        return texts(say(_SAID))

    def place(self) -> None:
        canvas = self.app.canvas()
        sheet = self.sheet
        self._words = Rect(sheet.x + 24, sheet.y + 16, sheet.width - 48, 0)
        top = 28 + len(canvas.lines(_SAID, self._words.width, TEXT)) * TEXT * LEADING
        area = Rect(sheet.x + 20, sheet.y + top, sheet.width - 40, sheet.height - top - ROW - 32)
        self.form.layout(canvas, area)
        self.start_button.rect = Rect(sheet.right - 200, sheet.bottom - ROW - 16, 180, ROW + 2)

    def draw_sheet(self, canvas: Canvas) -> None:
        super().draw_sheet(canvas)
        canvas.paragraph(_SAID, self._words, TEXT, INK_SOFT)
        self.form.draw_lines(canvas)
