"""Share an edited position: as a line of text, as a picture, as a web page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from io import BytesIO
from typing import Protocol

import pygame

from grenade_salad.app.scenarios.saving import SavingScene
from grenade_salad.app.sharing import record_files
from grenade_salad.app.sharing.share_page import share_record
from grenade_salad.app.shell import trouble
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.ui import shapes
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import DESIGN, INK, LARGE
from grenade_salad.core import registry
from grenade_salad.match.match import Match
from grenade_salad.match.record import Record
from grenade_salad.text import Message, m

FACTOR = 1.5
"""Pixels in a logical unit: pictures are 1920 x 1080."""


class Shared(Protocol):
    """The position editor, as sharing needs it.

    `make_match` returns a match that begins there, or None after saying why; `draw_picture` draws the table as
    everybody may see it.
    """

    app: AppContext

    @property
    def line(self) -> str: ...
    @property
    def is_possible(self) -> bool: ...
    def make_match(self) -> Match | None: ...
    def draw_picture(self) -> pygame.Surface: ...


def open_share_dialog(editor: Shared) -> None:
    """Ask how to share the position. An impossible position can only be copied."""
    answers = [Answer(m("Copy as text"), partial(copy_line, editor), "main")]
    if editor.is_possible:
        answers += [Answer(words, partial(share, editor), icon="save") for words, share in SHARE_OPTIONS]
    back = Answer(m("Back"), do_nothing, icon="back", back=True)
    editor.app.push(Dialog(editor.app, m("Share the position"), "", [*answers, back]))


def copy_line(editor: Shared) -> None:
    """Copy the position as a line, for anybody to paste."""
    app = editor.app
    try:
        pygame.scrap.put_text(editor.line)
    except pygame.error:
        app.say(m("Nothing can be copied on this computer."), refused=True)
    else:
        app.say(m("The position is copied, as a line of text."))


def save_picture(editor: Shared) -> None:
    """Save a picture of the table, which contains no hand."""
    app, stream = editor.app, BytesIO()
    if (match := editor.make_match()) is None:
        return
    try:
        pygame.image.save(editor.draw_picture(), stream, "x.png")
        file = record_files.write_numbered(app, _stem(match), stream.getvalue(), ".png")
    except (OSError, pygame.error) as error:
        app.say(m("The picture could not be saved: {why}.", why=trouble.describe_error(error)), refused=True)
    else:
        app.say(m("Saved as {file}", file=str(file)), seconds=12)


def save_page(editor: Shared) -> None:
    """Save a web page of a match that begins there.

    It shows what everybody at the table may know.
    """
    if (match := editor.make_match()) is not None:
        record = Record("this position", match.header, ())
        share_record(editor.app, record, _stem(match), m("This position as a web page"))


def save_scenario(editor: Shared) -> None:
    """Save a scenario that begins there, with a title and a goal.

    The seat whose turn it is plays it.
    """
    if (match := editor.make_match()) is not None:
        seat = next(iter(match.state.active_seats()), 0)
        editor.app.push(SavingScene(editor.app, editor.line, seat))


def draw_blank_table(game: str) -> tuple[pygame.Surface, Canvas, Rect]:
    """Draw an empty table with the game's title.

    Return the picture, its canvas, and the box that is left.
    """
    surface = pygame.Surface((round(DESIGN[0] * FACTOR), round(DESIGN[1] * FACTOR)))
    canvas = Canvas(surface, FACTOR)
    surface.blit(shapes.table(surface.get_size()), (0, 0))
    title_box = Rect(20, 12, DESIGN[0] - 40, 44)
    canvas.paper(title_box)
    title = registry.title(game)
    canvas.text(
        title,
        (title_box.x + 16, title_box.centery),
        LARGE,
        INK,
        bold=True,
        anchor="midleft",
        max_width=title_box.width - 32,
    )
    return surface, canvas, Rect(40, 80, DESIGN[0] - 80, DESIGN[1] - 110)


def _stem(match: Match) -> str:
    return f"{match.header.game}-position-{datetime.now():%Y-%m-%d}"


SHARE_OPTIONS: tuple[tuple[Message, Callable[[Shared], None]], ...] = (
    (m("Save a picture"), save_picture),
    (m("Save a web page"), save_page),
    # Translators: a button: what was set up becomes a scenario, with a title and a goal
    (m("Save as a scenario"), save_scenario),
)
"""More ways to share a possible position: the label of a button, and its action."""
