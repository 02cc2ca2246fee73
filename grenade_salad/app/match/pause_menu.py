"""The pause menu of a match, and trouble with the journal or machine players."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from grenade_salad.app.match import position_drafts
from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.phones import phones_scene
from grenade_salad.app.seating.change_players import ChangePlayersPage, Seated
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.ui.widgets import ButtonKind
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.session.machine_players import MachinePlayers
from grenade_salad.session.session import Session
from grenade_salad.text import m


class Played(Seated, Protocol):
    """A match in the window, as its menus need it."""

    rules_page: str
    session: Session


class Paused(Played, Protocol):
    """A match in the window whose pause menu is shown."""

    extra_answers: list[Answer]
    """Answers that the game adds to the menu."""

    @property
    def is_lesson(self) -> bool:
        """True if it is a lesson, in which nothing can be lost."""


_SAVED = m("The match is saved: you can leave, and continue from the first screen.")


def _is_saved(scene: Played) -> bool:
    return isinstance(scene.match, JournaledMatch)


def show(scene: Paused) -> None:
    """Show the pause menu: time stops while it is open."""
    app, is_saved = scene.app, _is_saved(scene)
    leave_match = app.home if is_saved or scene.is_lesson else partial(ask_to_leave, scene)
    kind: ButtonKind = "plain" if is_saved or scene.is_lesson else "danger"
    leave_label = m("Leave the lesson") if scene.is_lesson else m("Leave the match")
    app.push(
        Dialog(
            app,
            m("Pause"),
            _SAVED if isinstance(scene.match, JournaledMatch) and not scene.match.is_untouched else "",
            [
                # Translators: a button: end the pause
                Answer(m("Go on"), do_nothing, "main", "play", back=True),
                Answer(m("Rules"), lambda: app.open_rules(scene.rules_page), icon="book"),
                Answer(m("Settings"), lambda: app.push(SettingsScene(app)), icon="gear"),
                # Translators: a button: who decides for each seat
                Answer(m("Who plays?"), lambda: app.push(ChangePlayersPage(scene)), icon="robot"),
                Answer(m("Phones"), lambda: phones_scene.show(app), icon="phone"),
                *_position_answers(scene),
                *scene.extra_answers,
                Answer(leave_label, leave_match, kind, "back"),
            ],
        )
    )


def _position_answers(scene: Paused) -> list[Answer]:
    """Return the answer that edits the position, as far as the viewer may know it.

    With several people at this screen, only what everybody may know is in it.
    """
    if scene.is_lesson or not position_drafts.can_edit(scene.match.header.game):
        return []
    viewer = scene.session.viewer
    edit_position = partial(
        position_drafts.open_editor_at, scene.app, scene.match, "table" if viewer is None else viewer
    )
    return [Answer(m("Set up a position"), edit_position, icon="hand")]


def ask_to_leave(scene: Played) -> None:
    """Ask before leaving a match that is not saved."""
    # Translators: a button: leave the match
    answers = [Answer(m("Stay"), do_nothing, "main", back=True), Answer(m("Leave"), scene.app.home, "danger")]
    scene.app.push(Dialog(scene.app, m("Leave the match?"), m("This match is not saved anywhere."), answers))


def ask_about_trouble(scene: Played, trouble: str) -> None:
    """Ask what to do after a line could not be saved.

    The action was not applied, so it can be tried again.
    """
    # Translators: a button: leave the match; a button: try again to save the match
    answers = [Answer(m("Try again"), do_nothing, "main", back=True), Answer(m("Leave"), scene.app.home, "danger")]
    if _is_saved(scene):
        # Translators: a button: go on with a match that is not being saved any more
        answers.insert(1, Answer(m("Play on without saving"), partial(_stop_saving, scene), icon="play"))
    scene.app.push(Dialog(scene.app, m("The match can't be saved"), m("{trouble}.", trouble=trouble), answers))


def _stop_saving(scene: Played) -> None:
    scene.session.stop_saving()
    scene.app.say(m("From here on this match is not being saved; what came before is."), seconds=12)


def report_troubles(app: AppContext, machines: MachinePlayers) -> None:
    """Report new trouble of the machine players, and the place of its crash report."""
    for trouble in machines.troubles():
        app.say(trouble.message, seconds=12)
        if trouble.error is not None:
            app.say(app.write_report(trouble.error, "the machine players"), seconds=12)
