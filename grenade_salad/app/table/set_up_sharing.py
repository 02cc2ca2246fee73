"""A position that was set up, for others: as a line of text, as a picture, as a web page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from io import BytesIO
from typing import Protocol

import pygame

from grenade_salad.app.history import files
from grenade_salad.app.history.sharing import share_record
from grenade_salad.app.shell import trouble
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.scene import Shell
from grenade_salad.match.match import Match
from grenade_salad.match.record import Record
from grenade_salad.text import Message, m


class Shared(Protocol):
    """Where a position is set up, as far as it is shared.

    `match` is one that begins there, None with a reason said if there is none; `picture` is the table as everybody may
    see it.
    """

    app: Shell

    @property
    def line(self) -> str: ...
    @property
    def can_be(self) -> bool: ...
    def match(self) -> Match | None: ...
    def picture(self) -> pygame.Surface: ...


def ask(editor: Shared) -> None:
    """How it is kept or shared: what cannot be can only be copied."""
    answers = [Answer(m("Copy as text"), partial(copy, editor), "main")]
    if editor.can_be:
        answers += [Answer(words, partial(do, editor), icon="save") for words, do in WAYS]
    back = Answer(m("Back"), nothing, icon="back", back=True)
    editor.app.push(Dialog(editor.app, m("Share the position"), "", [*answers, back]))


def copy(editor: Shared) -> None:
    """The position as a line, for anybody to paste."""
    app = editor.app
    try:
        pygame.scrap.put_text(editor.line)
    except pygame.error:
        app.say(m("Nothing can be copied on this computer."), refused=True)
    else:
        app.say(m("The position is copied, as a line of text."))


def save_picture(editor: Shared) -> None:
    """The table as it lies there; no hand is in it."""
    app, stream = editor.app, BytesIO()
    if (match := editor.match()) is None:
        return
    try:
        pygame.image.save(editor.picture(), stream, "x.png")
        file = files.write_as(app, _stem(match), stream.getvalue(), ".png")
    except (OSError, pygame.error) as error:
        app.say(m("The picture could not be saved: {why}.", why=trouble.why(error)), refused=True)
    else:
        app.say(m("Saved as {file}", file=str(file)), seconds=12)


def save_page(editor: Shared) -> None:
    """A page for any browser, of a match that begins there: what everybody at the table may know."""
    if (match := editor.match()) is not None:
        record = Record("this position", match.header, ())
        share_record(editor.app, record, _stem(match), m("This position as a web page"))


def _stem(match: Match) -> str:
    return f"{match.header.game}-position-{datetime.now():%Y-%m-%d}"


WAYS: tuple[tuple[Message, Callable[[Shared], None]], ...] = (
    (m("Save a picture"), save_picture),
    (m("Save a web page"), save_page),
)
"""What else can be made of a position that can be: the words of a button, and what it does. A further one goes here."""
