"""Page to start a new match from a point of a replay: who plays which seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from grenade_salad.app.match import start_match
from grenade_salad.app.seating import player_names
from grenade_salad.app.seating.machine_menu import make_controller_choice
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.theme import INK_SOFT, LARGE, ROW, TEXT
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Json
from grenade_salad.journal.database import JournalError
from grenade_salad.match import seeds
from grenade_salad.match.match import Controller, Match, read_controllers
from grenade_salad.match.record import Record, RecordError
from grenade_salad.text import m, say

_EXPLANATION = m(
    "A new match starts here; the old one stays as it was. Hands and decks are as they are "
    "now, but from here on, chance decides anew."
)


def branch_match(match: Match) -> Record:
    """Return the record of a new match in the same position as this one.

    It belongs to no evening, and its chance is drawn from a new seed.
    """
    meta = {key: value for key, value in match.header.meta.items() if key not in ("series", "evening")}
    header = replace(match.header, seed=seeds.draw_seed(), meta=meta)
    return Record("this match", header, tuple(match.entries))


class PlayOnScene(PageScene):
    """Page with a choice for each seat, and a button that starts the match.

    `asker` is the seat whose view the replay showed, or None.
    """

    title = m("Play on from here")
    widest = 760.0

    def __init__(self, app: AppContext, match: Match, asker: int | None = None) -> None:
        super().__init__(app)
        self.match = match
        self.rules_page = match.header.game
        self.chosen = [
            player_names.available_controller(recorded, match.header.game)
            for recorded in read_controllers(match.header)
        ]
        if asker is None and not any(controller.is_person for controller in self.chosen):
            asker = next(iter(match.state.active_seats()), 0)
        if asker is not None:
            self.chosen[asker] = Controller()
        self.form = Form(self.widgets, Scroll(self.page_rect))
        self.form.is_airy = True
        for seat, name in enumerate(match.header.names):
            options = player_names.list_controllers(self.chosen[seat], match.header.game, len(self.chosen))
            on_chosen = partial(self._choose, seat, options)
            self.form.add_row(
                name, make_controller_choice(app, partial(str, name), options, self.chosen[seat], on_chosen)
            )
        # Translators: a button: begin the new match
        self.start_button = self.widgets.add(Button(m("Play on"), self.start, kind="main", icon="play", size=LARGE))
        self.widgets.set_focus(self.start_button)
        self.layout(self.size)

    def _choose(self, seat: int, options: Sequence[Controller], index: int) -> None:
        self.chosen[seat] = options[index]

    def start(self) -> None:
        """Start the new match in place of everything but the first screen."""
        app, record = self.app, branch_match(self.match)
        words: list[Json] = [controller.to_word() for controller in self.chosen]
        record = replace(record, header=replace(record.header, meta={**record.header.meta, "controllers": words}))
        if app.journal is None:
            app.say(m("Matches can't be saved on this computer right now."), refused=True)
            return
        try:
            match_id = app.journal.add_record(record, imported=False)
        except (JournalError, RecordError) as error:
            app.say(f"{error}.", refused=True)
            return
        app.home()
        start_match.resume(app, match_id)

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        return text_nodes(say(_EXPLANATION))

    def place(self) -> None:
        canvas = self.app.canvas()
        sheet = self.page_rect
        self._words = Rect(sheet.x + 24, sheet.y + 16, sheet.width - 48, 0)
        top = 28 + len(canvas.lines(_EXPLANATION, self._words.width, TEXT)) * TEXT * LEADING
        area = Rect(sheet.x + 20, sheet.y + top, sheet.width - 40, sheet.height - top - ROW - 32)
        self.form.layout(canvas, area)
        self.start_button.rect = Rect(sheet.right - 200, sheet.bottom - ROW - 16, 180, ROW + 2)

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        canvas.paragraph(_EXPLANATION, self._words, TEXT, INK_SOFT)
        self.form.draw_lines(canvas)
