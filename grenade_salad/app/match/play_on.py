"""Page to start a new match from a point of a replay: who plays which seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grenade_salad.app.match import start_match
from grenade_salad.app.match.controllers_page import ControllersPage
from grenade_salad.app.seating import player_names
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.help_mark import HelpMark
from grenade_salad.app.ui.theme import INK_SOFT, LARGE, ROW, TEXT
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Json
from grenade_salad.journal.database import JournalError
from grenade_salad.match import seeds
from grenade_salad.match.match import Controller, Match, read_controllers
from grenade_salad.match.record import Record, RecordError
from grenade_salad.text import m, say

# Translators: above the choices of a person or a machine for each seat
_QUESTION = m("Who plays?")
_DETAILS = m("A new match starts here; the old one stays. From here on, chance decides anew.")


def branch_match(match: Match) -> Record:
    """Return the record of a new match in the same position as this one.

    It belongs to no evening, and its chance is drawn from a new seed.
    """
    meta = {key: value for key, value in match.header.meta.items() if key not in ("series", "evening")}
    header = replace(match.header, seed=seeds.draw_seed(), meta=meta)
    return Record("this match", header, tuple(match.entries))


class PlayOnScene(ControllersPage):
    """Page with a choice for each seat, and a button that starts the match.

    `asker` is the seat whose view the replay showed, or None.
    """

    title = m("Play on from here")

    def __init__(self, app: AppContext, match: Match, asker: int | None = None) -> None:
        header = match.header
        controllers = [
            player_names.available_controller(recorded, header.game) for recorded in read_controllers(header)
        ]
        # Who asks plays; in a match between machines, a person takes the seat that is next.
        if asker is None and not any(controller.is_person for controller in controllers):
            asker = next(iter(match.state.active_seats()), 0)
        if asker is not None:
            controllers[asker] = Controller()
        super().__init__(app, header.game, header.names, controllers)
        self.match, self.rules_page = match, header.game
        self._text_box = Rect(0, 0, 0, 0)
        self.help_mark = self.widgets.add(HelpMark(_DETAILS))
        # Translators: a button: begin the new match
        self.start_button = self.widgets.add(Button(m("Play on"), self.start, kind="main", icon="play", size=LARGE))
        self.widgets.set_focus(self.start_button)
        self.layout(self.size)

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
        return text_nodes(say(_QUESTION))

    def place(self) -> None:
        canvas = self.app.canvas()
        page = self.page_rect
        self._text_box = Rect(page.x + 24, page.y + 16, page.width - 48, 0)
        top = 28 + len(canvas.lines(_QUESTION, self._text_box.width, TEXT)) * TEXT * LEADING
        self.help_mark.place_after(self._text_box.x + canvas.width(_QUESTION, TEXT), page.y + 16 + TEXT * LEADING / 2)
        area = Rect(page.x + 20, page.y + top, page.width - 40, page.height - top - ROW - 32)
        self.form.layout(canvas, area)
        self.start_button.rect = Rect(page.right - 200, page.bottom - ROW - 16, 180, ROW + 2)

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        canvas.paragraph(_QUESTION, self._text_box, TEXT, INK_SOFT)
