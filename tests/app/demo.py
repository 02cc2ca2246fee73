"""Live Grenade with a bare board: what TableScene does for every game."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad import games
from grenade_salad.app.match.game_board import GameBoard, ReactionPrompt
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade import LiveGrenadeSetup, Skip
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.session import VisibleStep
from tests.app.conftest import run_until
from tests.app.covers import SECRET


class Demo(GameBoard):
    """A board that draws hands as a patch of one colour, which tests can find."""

    def __init__(self, table: TableScene) -> None:
        self.table, self.controller = table, table.controller
        self.steps: list[VisibleStep] = []
        self.drawn_hands: list[int] = []

    def animate(self, step: VisibleStep) -> None:
        self.steps.append(step)
        self.table.motion.pause(0.2)

    def reaction_prompt(self) -> ReactionPrompt | None:
        active = self.controller.match.state.active_seats()
        if any(action.do == "pass" for seat in active for action in self.controller.match.state.legal_actions(seat)):
            return ReactionPrompt("Does anybody cancel it?")
        return None

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        self.drawn_hands.append(seat)
        canvas.fill(box, SECRET)


SETUP = LiveGrenadeSetup(
    hands=(("2H", "JD"), ("2C", "KD"), ("3H", "5C")),
    deck=("4C", "6D", "AS", "7C", "8C", "9C", "AH"),
    turn=0,
    direction=1,
)


def make_header(setup: LiveGrenadeSetup | None = SETUP) -> Header:
    """Return the header of three seats; Ann has a Jack, Bo has a King."""
    game = games.load("live-grenade")
    return Header("live-grenade", ("Ann", "Bo", "Cy"), game.options(), 7, setup)


def sit_down(
    app: App, kinds: Sequence[str], setup: LiveGrenadeSetup | None = SETUP, match: Match | None = None
) -> TableScene:
    """Return the table on top, with a `Demo`; all seats have seen their cards.

    `kinds` are "person" or machine players.
    """
    seats = tuple(Controller() if kind == "person" else Controller("bot", kind) for kind in kinds)
    table = TableScene(app, match or Match(make_header(setup)), seats, Demo)
    table.controller.have_looked.update(range(len(seats)))
    app.push(table)
    app.frame()
    return table


def play_jack(app: App, scene: TableScene) -> None:
    """Let Ann play her Jack, and wait until the reaction window opens."""
    run_until(app, lambda: scene.controller.actor == 0 and scene.controller.is_idle)
    assert scene.controller.act(Skip(0, ("JD",)))
    run_until(app, lambda: scene.reaction is not None)


def make_match_after_jack() -> Match:
    """Return a match in which Ann has played her Jack.

    Bo, who has a King, and Cy are asked.
    """
    match = Match(make_header())
    match.act(Skip(0, ("JD",)))
    return match
