"""Pictures of Grenade, the wheel: see tools/screens.py."""

from __future__ import annotations

from functools import partial

import pygame

from grenade_salad.app.games.wheel.board import WheelBoard
from grenade_salad.app.games.wheel.private_cover import PrivateCover
from grenade_salad.app.ui.inputs import KeyInput
from grenade_salad.app.window.application import App
from grenade_salad.games.wheel import Advance, Roll, WheelOptions, WheelSetup
from grenade_salad.games.wheel.actions import Die
from grenade_salad.match.match import Header, Match
from grenade_salad.session.worker_process import ImmediateExecutor
from tools.tables import ShowScreen, run_frames, sit_down

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Finn", "Gus")
RING = ("3S", "joker", "AS", "5S", "2S", "7S", "4S", "6S")
CHAIN = (Die(6, 5), Die(3, 5), Die(5, 5))


def show_match(
    app: App, seats: int, dice: tuple[Die, ...] | None, roll: int, *, people: int = 99, face_down: tuple[int, ...] = ()
) -> WheelBoard:
    """Show a match in the middle, with these dice; the first seats are people.

    The black die shows `roll`, unless that is 0.
    """
    hearts = [f"{rank}H" for rank in "A234567"]
    hand_size = 2 if seats == 2 else 1
    hands = tuple(tuple(hearts[seat * hand_size : (seat + 1) * hand_size]) for seat in range(seats))
    down = [RING[position] for position in face_down]
    turn = next(seat for seat in range(seats) if not any(f"{heart[:-1]}S" in down for heart in hands[seat]))
    setup = WheelSetup(RING, hands, turn, dice, face_down or None)
    match = Match(Header("wheel", NAMES[:seats], WheelOptions(), 5, setup))
    if roll:
        match.apply_entry(Roll(roll))
    board = sit_down(app, match, WheelBoard, people)
    run_frames(app, 2)
    return board


def _show_start(app: App, seats: int, people: int = 99) -> None:
    board = show_match(app, seats, None, 4, people=people)
    board.table.widgets.set_focus(board.dice[1])


def _show_chain(app: App, seats: int, people: int = 99) -> None:
    board = show_match(app, seats, CHAIN, 3, people=people)
    board.press_die(0)


def _show_dealing(app: App) -> None:
    match = Match(Header("wheel", NAMES[:3], WheelOptions(), 5))
    sit_down(app, match, WheelBoard, 2)
    run_frames(app, 45)


def _show_move(app: App, seconds: float, seats: int = 7) -> None:
    board = show_match(app, seats, CHAIN, 3, people=1)
    board.controller.act(Advance(0, 0))
    run_frames(app, round(seconds * 60))


def _show_tumbling_die(app: App) -> None:
    show_match(app, 4, (Die(0, 3), Die(0, 2), Die(0, 5)), 0)
    run_frames(app, 28)


def _show_late_match(app: App) -> None:
    show_match(app, 7, (Die(0, 3), Die(0, 5), Die(4, 2)), 5, people=1, face_down=(6, 7, 1, 3))


def _show_marks(app: App, people: int, opened: bool) -> None:
    board = show_match(app, 7, (Die(0, 3), Die(0, 5), Die(4, 2)), 5, people=people, face_down=(6, 7))
    for index, mark in enumerate(("maybe", "no", "surely", "no", "maybe")):
        board.marks[0][index + 1, f"{'2352A'[index]}H"] = mark  # type: ignore[assignment]
    if people == 1:
        if board.notebook.needs_button:
            board.notebook.toggle()
        board.table.widgets.set_focus(board.notebook.widget)
        return
    board.open_for(0)
    if opened:
        assert isinstance(app.scene, PrivateCover)
        app.scene.handle(KeyInput(pygame.K_1))


def _show_machine_choice(app: App) -> None:
    setup = WheelSetup(RING, (("AH",), ("2H",), ("5H",)), 1, CHAIN)
    match = Match(Header("wheel", NAMES[:3], WheelOptions(), 5, setup))
    match.apply_entry(Roll(2))
    board = sit_down(app, match, WheelBoard, 1)
    for _ in range(400):
        app.frame()
        if board.announced is not None:
            break
    run_frames(app, 20)


def _show_end(app: App, looked: bool, seats: int = 4) -> None:
    app.settings.speed, app.thinker = "off", ImmediateExecutor
    match = Match(Header("wheel", NAMES[:seats], WheelOptions(), 11))
    board = sit_down(app, match, WheelBoard, 0)
    while app.scene is board.table:
        app.frame(0.1)
    if looked:
        app.pop()


def _show_edges(app: App) -> None:
    app.settings.facing = "edges"
    _show_chain(app, 7, 1)


SCREENS: dict[str, ShowScreen] = {
    "wheel-deal": _show_dealing,
    "wheel-2": partial(_show_start, seats=2),
    "wheel-7": partial(_show_start, seats=7, people=1),
    "wheel-chain": partial(_show_chain, seats=2),
    "wheel-chain-7": partial(_show_chain, seats=7, people=1),
    "wheel-edges": _show_edges,
    "wheel-tumble": _show_tumbling_die,
    "wheel-hop": partial(_show_move, seconds=0.3),
    "wheel-blast": partial(_show_move, seconds=2.1),
    "wheel-out": partial(_show_move, seconds=9.5),
    "wheel-late": _show_late_match,
    "wheel-notebook": partial(_show_marks, people=1, opened=False),
    "wheel-cover": partial(_show_marks, people=7, opened=False),
    "wheel-cover-open": partial(_show_marks, people=7, opened=True),
    "wheel-bot": _show_machine_choice,
    "wheel-end": partial(_show_end, looked=False),
    "wheel-end-7": partial(_show_end, looked=False, seats=7),
    "wheel-end-table": partial(_show_end, looked=True),
}
