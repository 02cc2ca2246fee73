"""A stalled match by rules of an earlier version, which people may upgrade."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol

from grenade_salad.app.match import start_match
from grenade_salad.app.seating.change_players import Seated
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.match import seeds
from grenade_salad.match.match import Header, upgrade_header
from grenade_salad.session.phases import Deciding, Phase, Stalled
from grenade_salad.text import m


class Standing(Seated, Protocol):
    """A match in the window that may stall."""

    dirty: bool
    has_asked_to_end: bool
    """True if people were asked: once is enough."""
    leave: Callable[[], None] | None


def upgraded_header(scene: Seated) -> Header | None:
    """Return the header of a new match from here on, by the current rules.

    None if the rules have not changed, or have no such position.
    """
    old = scene.match.header
    new, setup = upgrade_header(old), scene.match.state.to_setup()
    if new == old or setup is None:
        return None
    meta = {key: value for key, value in old.meta.items() if key not in ("series", "evening")}
    return replace(new, seed=seeds.draw_seed(), setup=setup, meta=meta)


def ask_if_stalled(scene: Standing, phase: Phase) -> None:
    """Ask people about a stalled match, on their turn or when machines have stopped."""
    is_peoples_turn = isinstance(phase, Deciding) and phase.by != "bot" and scene.match.state.is_stalled
    if not (is_peoples_turn or isinstance(phase, Stalled)) or scene.has_asked_to_end or scene.leave is not None:
        return
    scene.has_asked_to_end = scene.dirty = True
    _ask(scene, isinstance(phase, Stalled))


def _ask(scene: Standing, has_stopped: bool) -> None:
    """Ask if the match goes on as it is, or by the current rules.

    If machine players have stopped, it can only be left or upgraded.
    """
    header, app = upgraded_header(scene), scene.app
    # Translators: a button: leave the match
    answers = [
        Answer(m("Leave"), app.home, back=True) if has_stopped else Answer(m("Go on as it is"), do_nothing, back=True)
    ]
    words = m("For three rounds nothing has brought this match on, and by its rules it never ends.")
    if header is not None:
        words = m(
            "For three rounds nothing has brought this match on, and by its rules it never ends. You can play on from "
            "here by today's rules, as a new match that ends after three more such rounds. This one stays as it is."
        )
        begin = partial(start_match.begin, app, header, scene.controllers)
        answers.append(Answer(m("By today's rules"), begin, "main", "play"))
    # Translators: the title of a message: a match that nobody brings on any more
    app.push(Dialog(app, m("It stands still"), words, answers))
