"""What lies over a match: the pause menu, who plays, and trouble with the journal or with machine players."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from grenade_salad.app.match import position_drafts
from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.phones import phones_scene
from grenade_salad.app.seating.change_players import Seated, WhoPlaysScene
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.ui.widgets import Kind
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.session.machine_players import Machines
from grenade_salad.session.session import Session
from grenade_salad.text import m


class Played(Seated, Protocol):
    """A match on the window, as far as its menus are about it."""

    rules_page: str
    session: Session


class Paused(Played, Protocol):
    """A match on the window whose pause menu is shown."""

    more_answers: list[Answer]
    """What the game adds to the menu."""

    @property
    def taught(self) -> bool:
        """Whether somebody is led through it: a lesson, which nothing is lost with."""


_KEPT = m("The match is saved: you can leave, and continue from the first screen.")


def _kept(scene: Played) -> bool:
    return isinstance(scene.match, JournaledMatch)


def show(scene: Paused) -> None:
    """The pause menu: time stands still while it is open."""
    app, kept = scene.app, _kept(scene)
    leave = app.home if kept or scene.taught else partial(ask_to_leave, scene)
    kind: Kind = "plain" if kept or scene.taught else "danger"
    words = m("Leave the lesson") if scene.taught else m("Leave the match")
    app.push(
        Dialog(
            app,
            m("Pause"),
            _KEPT if isinstance(scene.match, JournaledMatch) and not scene.match.is_untouched else "",
            [
                # Translators: a button: end the pause
                Answer(m("Go on"), nothing, "main", "play", back=True),
                Answer(m("Rules"), lambda: app.open_rules(scene.rules_page), icon="book"),
                Answer(m("Settings"), lambda: app.push(SettingsScene(app)), icon="gear"),
                # Translators: a button: who decides for each seat
                Answer(m("Who plays?"), lambda: app.push(WhoPlaysScene(scene)), icon="robot"),
                Answer(m("Phones"), lambda: phones_scene.show(app), icon="phone"),
                *_set_up(scene),
                *scene.more_answers,
                Answer(words, leave, kind, "back"),
            ],
        )
    )


def _set_up(scene: Paused) -> list[Answer]:
    """The position, as far as whoever sits here may know it: with several at this screen only what all may."""
    if scene.taught or not position_drafts.can(scene.match.header.game):
        return []
    eyes = scene.session.viewer
    press = partial(position_drafts.show_from, scene.app, scene.match, "table" if eyes is None else eyes)
    return [Answer(m("Set up a position"), press, icon="hand")]


def ask_to_leave(scene: Played) -> None:
    """Nobody loses a match by accident that is kept nowhere."""
    # Translators: a button: leave the match
    answers = [Answer(m("Stay"), nothing, "main", back=True), Answer(m("Leave"), scene.app.home, "danger")]
    scene.app.push(Dialog(scene.app, m("Leave the match?"), m("This match is not saved anywhere."), answers))


def ask_about_trouble(scene: Played, trouble: str) -> None:
    """A line could not be written down: nothing has happened yet, and it can be tried again."""
    # Translators: a button: leave the match; a button: try again to save the match
    answers = [Answer(m("Try again"), nothing, "main", back=True), Answer(m("Leave"), scene.app.home, "danger")]
    if _kept(scene):
        # Translators: a button: go on with a match that is not being saved any more
        answers.insert(1, Answer(m("Play on without saving"), partial(_keep_no_more, scene), icon="play"))
    scene.app.push(Dialog(scene.app, m("The match can't be saved"), m("{trouble}.", trouble=trouble), answers))


def _keep_no_more(scene: Played) -> None:
    scene.session.keep_no_more()
    scene.app.say(m("From here on this match is not being saved; what came before is."), seconds=12)


def tell_troubles(app: Shell, machines: Machines) -> None:
    """Say what the machine players had trouble with since the last time, and where the report of it is."""
    for trouble in machines.troubles():
        app.say(trouble.words, seconds=12)
        if trouble.error is not None:
            app.say(app.write_report(trouble.error, "the machine players"), seconds=12)
