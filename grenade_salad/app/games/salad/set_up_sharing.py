"""A position that was set up, for others: as a line of text, as a picture, as a web page."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from io import BytesIO

import pygame

from grenade_salad.app.games.salad.set_up_judge import short
from grenade_salad.app.games.salad.set_up_mat import SetUpMat, called
from grenade_salad.app.games.salad.table_picture import NO_LABELS, picture
from grenade_salad.app.history import files
from grenade_salad.app.history.sharing import share_record
from grenade_salad.app.shell import trouble
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.table import set_up_position
from grenade_salad.core import Illegal, registry
from grenade_salad.games.salad import set_up
from grenade_salad.games.salad.rules import GAME
from grenade_salad.games.salad.set_up import SetUp
from grenade_salad.games.salad.view import SaladView
from grenade_salad.match.record import Record
from grenade_salad.text import m, say


def copy(app: Shell, setup: SetUp) -> None:
    """The position as a line, for anybody to paste."""
    try:
        pygame.scrap.put_text(set_up.line(setup))
    except pygame.error:
        app.say(m("Nothing can be copied on this computer."), refused=True)
    else:
        app.say(m("The position is copied, as a line of text."))


def ask(app: Shell, mat: SetUpMat) -> None:
    """How it is shared: what cannot be has no picture and no page."""
    answers = [Answer(m("Copy as text"), partial(copy, app, mat.setup), "main")]
    if not mat.troubles:
        answers.append(Answer(m("Save a picture"), partial(save_picture, app, mat), icon="save"))
        answers.append(Answer(m("Save a web page"), partial(save_page, app, mat.setup), icon="save"))
    app.push(Dialog(app, m("Share the position"), "", [*answers, Answer(m("Back"), nothing, icon="back", back=True)]))


def _stem() -> str:
    return f"{GAME.name}-position-{datetime.now():%Y-%m-%d}"


def save_picture(app: Shell, mat: SetUpMat) -> None:
    """The table as it lies there, with what the judge says of the chosen soldier, if it was asked; no hand is in it."""
    setup = mat.setup
    view = GAME.start(setup.seats, setup.options, set_up.start(setup, set_up_position.luck()).setup).view(None)
    assert isinstance(view, SaladView)
    judged = mat.judged
    looks = [(other.line.start, other.line.end) for other in judged.others if other.sees] if judged else []
    labels = {one.id: short(one) for one in view.soldiers} if judged else NO_LABELS
    names = [say(called(setup, seat)) for seat in range(setup.seats)]
    stream = BytesIO()
    try:
        pygame.image.save(picture(view, names, registry.title(GAME.name), looks=looks, labels=labels), stream, "x.png")
        file = files.write_as(app, _stem(), stream.getvalue(), ".png")
    except (OSError, pygame.error) as error:
        app.say(m("The picture could not be saved: {why}.", why=trouble.why(error)), refused=True)
    else:
        app.say(m("Saved as {file}", file=str(file)), seconds=12)


def save_page(app: Shell, setup: SetUp) -> None:
    """A page for any browser, of a match that begins there: what everybody at the table may know."""
    try:
        match = set_up_position.match_from(GAME.name, set_up.start(setup, set_up_position.luck()))
    except Illegal as error:
        app.say(m("{why}.", why=error.reason.message()), refused=True)
        return
    share_record(app, Record("this position", match.header, ()), _stem(), m("This position as a web page"))
