"""Share an edited position: as a line of text, as a picture, as a web page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from io import BytesIO
from typing import TypeAlias

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
from grenade_salad.text import m

FACTOR = 1.5
"""Pixels in a logical unit: pictures are 1920 x 1080."""

MakeMatch: TypeAlias = Callable[[], Match | None]
"""Returns a match that begins at the position, or None after saying why it cannot."""


def open_share_dialog(
    app: AppContext, line: str, make_match: MakeMatch | None, draw_picture: Callable[[], pygame.Surface]
) -> None:
    """Ask how to share the position of a line.

    Without `make_match`, for an impossible position, it can only be copied. `draw_picture` draws the table as everybody
    may see it.
    """
    answers = [Answer(m("Copy as text"), partial(copy_line, app, line), "main")]
    if make_match is not None:
        answers += [
            Answer(m("Save a picture"), partial(_save_picture, app, make_match, draw_picture), icon="save"),
            Answer(m("Save a web page"), partial(_save_page, app, make_match), icon="save"),
            # Translators: a button: what was set up becomes a scenario, with a title and a goal
            Answer(m("Save as a scenario"), partial(_save_scenario, app, make_match, line), icon="save"),
        ]
    answers.append(Answer(m("Back"), do_nothing, icon="back", back=True))
    app.push(Dialog(app, m("Share the position"), "", answers))


def copy_line(app: AppContext, line: str) -> None:
    """Copy the position as a line, for anybody to paste."""
    try:
        pygame.scrap.put_text(line)
    except pygame.error:
        app.say(m("Nothing can be copied on this computer."), refused=True)
    else:
        app.say(m("The position is copied, as a line of text."))


def _save_picture(app: AppContext, make_match: MakeMatch, draw_picture: Callable[[], pygame.Surface]) -> None:
    """Save a picture of the table, which contains no hand."""
    if (match := make_match()) is None:
        return
    stream = BytesIO()
    try:
        pygame.image.save(draw_picture(), stream, "x.png")
        file = record_files.write_numbered(app, _stem(match), stream.getvalue(), ".png")
    except (OSError, pygame.error) as error:
        app.say(m("The picture could not be saved: {why}.", why=trouble.describe_error(error)), refused=True)
    else:
        app.say(m("Saved as {file}", file=str(file)), seconds=12)


def _save_page(app: AppContext, make_match: MakeMatch) -> None:
    """Save a web page of a match that begins there.

    It shows what everybody at the table may know.
    """
    if (match := make_match()) is not None:
        record = Record("this position", match.header, ())
        share_record(app, record, _stem(match), m("This position as a web page"))


def _save_scenario(app: AppContext, make_match: MakeMatch, line: str) -> None:
    """Save a scenario that begins there, with a title and a goal.

    The seat whose turn it is plays it.
    """
    if (match := make_match()) is not None:
        seat = next(iter(match.state.active_seats()), 0)
        app.push(SavingScene(app, line, seat))


def draw_blank_table(game: str) -> tuple[pygame.Surface, Canvas, Rect]:
    """Draw an empty table with the game's title.

    Return the picture, its canvas, and the box that is left.
    """
    surface = pygame.Surface((round(DESIGN[0] * FACTOR), round(DESIGN[1] * FACTOR)))
    canvas = Canvas(surface, FACTOR)
    surface.blit(shapes.table(surface.get_size()), (0, 0))
    title_box = Rect(20, 12, DESIGN[0] - 40, 44)
    canvas.paper(title_box)
    position, max_width = (title_box.x + 16, title_box.centery), title_box.width - 32
    canvas.text(registry.title(game), position, LARGE, INK, bold=True, anchor="midleft", max_width=max_width)
    return surface, canvas, Rect(40, 80, DESIGN[0] - 80, DESIGN[1] - 110)


def _stem(match: Match) -> str:
    return f"{match.header.game}-position-{datetime.now():%Y-%m-%d}"
