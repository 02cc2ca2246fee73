"""The pause menu of a match, who plays it, and questions about trouble with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from grenade_salad.app.match import position_drafts, start_match
from grenade_salad.app.match.controller import MatchController
from grenade_salad.app.match.controllers_page import ControllersPage
from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.phones import phones_scene
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.ui.widgets import ButtonKind
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match import seeds
from grenade_salad.match.match import Header, Match, upgrade_header
from grenade_salad.text import m

_SAVED_WORDS = m("The match is saved: you can go on any time.")


def show(controller: MatchController, extra_answers: Sequence[Answer], *, is_lesson: bool) -> None:
    """Show the pause menu: time stops while it is open.

    `extra_answers` are those that the game adds. In a lesson nothing can be lost, and no position is edited.
    """
    app, match = controller.app, controller.match
    may_leave = is_lesson or isinstance(match, JournaledMatch)
    leave_match = app.home if may_leave else partial(ask_to_leave, controller)
    kind: ButtonKind = "plain" if may_leave else "danger"
    leave_label = m("Leave the lesson") if is_lesson else m("Leave the match")
    app.push(
        Dialog(
            app,
            m("Pause"),
            _SAVED_WORDS if isinstance(match, JournaledMatch) and not match.is_untouched else "",
            [
                # Translators: a button: end the pause
                Answer(m("Go on"), do_nothing, "main", "play", back=True),
                Answer(m("Rules"), lambda: app.open_rules(controller.scene.rules_page), icon="book"),
                Answer(m("Settings"), lambda: app.push(SettingsScene(app)), icon="gear"),
                # Translators: a button: who decides for each seat
                Answer(m("Who plays?"), lambda: app.push(ChangePlayersPage(controller)), icon="robot"),
                Answer(m("Phones"), lambda: phones_scene.show(app), icon="phone"),
                *([] if is_lesson else _position_answers(controller)),
                *extra_answers,
                Answer(leave_label, leave_match, kind, "back"),
            ],
        )
    )


def _position_answers(controller: MatchController) -> list[Answer]:
    """Return the answer that edits the position, as far as the viewer may know it.

    With several people at this screen, only what everybody may know is in it.
    """
    match, viewer = controller.match, controller.viewer
    if not position_drafts.can_edit(match.header.game):
        return []
    viewpoint: position_drafts.Viewpoint = "table" if viewer is None else viewer
    edit_position = partial(position_drafts.open_editor_at, controller.app, match, viewpoint)
    return [Answer(m("Set up a position"), edit_position, icon="hand")]


def ask_to_leave(controller: MatchController) -> None:
    """Ask before leaving a match that is not saved."""
    # Translators: a button: leave the match
    app = controller.app
    answers = [Answer(m("Stay"), do_nothing, "main", back=True), Answer(m("Leave"), app.home, "danger")]
    app.push(Dialog(app, m("Leave the match?"), m("This match is not saved anywhere."), answers))


def ask_about_trouble(controller: MatchController, trouble: str) -> None:
    """Ask what to do after a line could not be saved.

    The action was not applied, so it can be tried again.
    """
    app = controller.app
    # Translators: a button: leave the match; a button: try again to save the match
    answers = [Answer(m("Try again"), do_nothing, "main", back=True), Answer(m("Leave"), app.home, "danger")]
    if isinstance(controller.match, JournaledMatch):
        # Translators: a button: go on with a match that is not being saved any more
        answers.insert(1, Answer(m("Play on without saving"), partial(_stop_saving, controller), icon="play"))
    app.push(Dialog(app, m("The match can't be saved"), m("{trouble}.", trouble=trouble), answers))


def _stop_saving(controller: MatchController) -> None:
    controller.session.stop_saving()
    controller.app.say(m("From here on this match is not being saved; what came before is."), seconds=12)


def upgrade_stalled_match(match: Match) -> Header | None:
    """Return the header of a new match from here on, by the current rules.

    None if the rules have not changed, or have no such position.
    """
    old = match.header
    new, setup = upgrade_header(old), match.state.to_setup()
    if new == old or setup is None:
        return None
    meta = {key: value for key, value in old.meta.items() if key not in ("series", "evening")}
    return replace(new, seed=seeds.draw_seed(), setup=setup, meta=meta)


def ask_about_stalled_match(controller: MatchController, has_stopped: bool) -> None:
    """Ask if the match goes on as it is, or by the current rules.

    If machine players have stopped, it can only be left or upgraded.
    """
    header, app = upgrade_stalled_match(controller.match), controller.app
    # Translators: a button: leave the match
    answers = [
        Answer(m("Leave"), app.home, back=True) if has_stopped else Answer(m("Go on as it is"), do_nothing, back=True)
    ]
    words = m("For three rounds nothing has happened: this match would never end.")
    if header is not None:
        words = m(
            "For three rounds nothing has happened: this match would never end. By today's rules, a new one from here "
            "ends after three more such rounds."
        )
        begin = partial(start_match.begin, app, header, controller.controllers)
        answers.append(Answer(m("By today's rules"), begin, "main", "play"))
    # Translators: the title of a message: a match that nobody brings on any more
    app.push(Dialog(app, m("It stands still"), words, answers))


class ChangePlayersPage(ControllersPage):
    """Edits the controllers. The choices count when the page is left."""

    title = m("Who plays?")

    def __init__(self, match_controller: MatchController) -> None:
        game, names = match_controller.match.header.game, match_controller.names
        super().__init__(match_controller.app, game, names, match_controller.controllers)
        self.match_controller = match_controller
        self.layout(self.size)

    def back(self) -> None:
        super().back()
        if tuple(self.chosen) != self.match_controller.controllers:
            self.match_controller.change_controllers(tuple(self.chosen))

    def place(self) -> None:
        self.form.layout(self.app.canvas(), self.page_rect.inflate(-40, -20), 16.0)
