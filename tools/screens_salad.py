"""Pictures of Grenade Salad at its moments: see tools/screens.py."""

from __future__ import annotations

from functools import partial
from time import sleep

from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Drop, Keep, Move, SaladSetup
from grenade_salad.games.salad.aim import Intent
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Card, Soldier
from grenade_salad.match.match import Header, Match
from tools.picture import NAMES, crowded_setup
from tools.tables import ShowScreen, run_frames, sit_down

_HAND: tuple[Card, ...] = ("hammers", "arrow", "explosion", "pointer", "footpath")
_OTHER_HANDS: tuple[tuple[Card, ...], ...] = (("circles",) * 3, ("footpath",) * 2, ("arrow",))
_MIDDLE_SOLDIERS = (
    Soldier(900, 0, 300.0, 200.0, 0.2),
    Soldier(901, 1, 312.0, 206.0, 0.9),
    Soldier(902, 0, 270.0, 200.0, 0.0),
)


def _show_match(app: App, persons: int, setup: SaladSetup | None, options: SaladOptions | None = None) -> SaladBoard:
    match = Match(Header("grenade-salad", NAMES, options or SaladOptions(starter=0), 5, setup))
    board = sit_down(app, match, SaladBoard, persons)
    run_frames(app, 30)
    return board


def _crowded_middle() -> SaladSetup:
    """Return Ann's turn at a crowded table, with some soldiers close in the middle."""
    setup = crowded_setup(7)
    others = [soldier for soldier in setup.soldiers if abs(soldier.x - 290) > 45 or abs(soldier.y - 203) > 25]
    return SaladSetup((*others, *_MIDDLE_SOLDIERS), (5, 5, 5, 5), (0,) * 4, (_HAND, *_OTHER_HANDS), ("arrow",) * 4, 0)


def _show_aim(app: App, kind: str, persons: int = 1) -> None:
    """Show Ann as she is about to act with her soldier in the middle."""
    board = _show_match(app, persons, _crowded_middle())
    soldier_id = 902 if kind == "arrow" else 900
    target = 901 if kind in ("hammers", "arrow") else None
    position = (338.0, 225.0) if kind == "move" else (308.0, 203.0)
    board.battlefield.begin(Intent(kind, soldier_id, target, position if target is None else None, 0.4))
    board._update_controls()


def _wait_for_person(app: App, board: SaladBoard) -> None:
    """Wait until a person may act again."""
    for _ in range(3000):
        app.frame(1 / 60)
        sleep(0.001)
        if app.scene is not board.table or (board.controller.is_idle and board.controller.actor is not None):
            return


def _show_drop(app: App) -> None:
    board = _show_match(app, 4, None)
    board.controller.act(Drop(height=250.0, seat=0))
    _wait_for_person(app, board)


def _show_falling(app: App) -> None:
    board = _show_match(app, 4, None)
    board.controller.act(Drop(height=300.0, seat=0))
    for _ in range(3000):
        app.frame(1 / 60)
        sleep(0.001)
        if any(cube.z > 0 for cube in board.display.cubes.values()):
            break
    run_frames(app, 10)


def _show_mine(app: App, persons: int) -> None:
    board = _show_match(app, persons, _crowded_middle())
    board.controller.act(Move(0, 900, (320.0, 225.0), 0.4))
    for _ in range(2000):
        app.frame(1 / 60)
        if board.table.reaction is not None:
            break
    run_frames(app, 40)


def _show_count(app: App) -> None:
    board = _show_match(app, 4, None, SaladOptions(starter=0, turn_limit=1))
    for act in (
        partial(board.controller.act, Drop(height=200.0, seat=0)),
        partial(board.controller.act, Keep(seat=0)),
        board.end_turn,
    ):
        act()
        _wait_for_person(app, board)
    run_frames(app, 300)


SCREENS: dict[str, ShowScreen] = {
    "salad-falling": _show_falling,
    "salad-dropped": _show_drop,
    "salad-turn": lambda app: _show_match(app, 1, _crowded_middle()),
    "salad-turn-covered": lambda app: _show_match(app, 4, _crowded_middle()),
    "salad-mine-covered": partial(_show_mine, persons=4),
    "salad-count": _show_count,
    **{f"salad-{kind}": partial(_show_aim, kind=kind) for kind in ("move", "hammers", "arrow", "explosion")},
}
