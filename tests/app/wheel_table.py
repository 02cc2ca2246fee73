"""Positions of the wheel in the window, and people who play with real events."""

from __future__ import annotations

from typing import cast

import pygame

from grenade_salad.app.games.wheel.board import WheelBoard
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.window.application import App
from grenade_salad.games.wheel import Roll, WheelOptions, WheelSetup, WheelState
from grenade_salad.games.wheel.actions import Die
from grenade_salad.match.match import Header, Match
from tests.app.conftest import click, run_until
from tools import tables

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Finn", "Gus")
RING = ("3S", "joker", "AS", "5S", "2S", "7S", "4S", "6S")
START = (Die(0, 1), Die(0, 1), Die(0, 1))
CHAIN = (Die(6, 5), Die(3, 5), Die(5, 5))
"""Dice of which the first blows up three cards with a 3, by way of the joker.

They are the joker, the 5 and the 7.
"""
APART = (Die(0, 2), Die(4, 3), Die(6, 1))
HEARTS = (("AH",), ("2H",), ("3H",))
MAX_FRAMES = 3000
"""Frames in which all machine players have moved and all of it is shown."""


def open_position(
    app: App,
    persons: int = 2,
    hearts: tuple[tuple[str, ...], ...] = HEARTS,
    dice: tuple[Die, ...] = APART,
    roll: int = 3,
    options: WheelOptions | None = None,
    seed: int = 5,
) -> WheelBoard:
    """Open a match in the window in which Ann has rolled.

    The first `persons` seats are people.
    """
    setup = WheelSetup(RING, hearts, 0, dice)
    match = Match(Header("wheel", NAMES[: len(hearts)], options or WheelOptions(), seed, setup))
    match.apply_entry(Roll(roll))
    return sit_down(app, match, persons)


def open_match(app: App, seats: int, persons: int, seed: int = 5) -> WheelBoard:
    """Open a match whose cards chance deals."""
    return sit_down(app, Match(Header("wheel", NAMES[:seats], WheelOptions(), seed)), persons)


def sit_down(app: App, match: Match, persons: int) -> WheelBoard:
    """Open the match in the window; the first `persons` seats are people."""
    board = tables.sit_down(app, match, WheelBoard, persons)
    tables.run_frames(app, 2)
    return board


def match_state(board: WheelBoard) -> WheelState:
    """Return the state of the match, for tests alone."""
    return cast(WheelState, board.controller.match.state)


def top_scene(app: App) -> Scene:
    """Return the scene on top."""
    return app.scene


def is_ready(board: WheelBoard) -> bool:
    """True if a person may choose a die, or the match is over and shown."""
    return board.table.app.scene is not board.table or (board.controller.actor is not None and board.controller.is_idle)


def play_die(app: App, board: WheelBoard, index: int) -> None:
    """Choose a die with the mouse, and decide with a second click."""
    click(app, board.dice[index].rect.center)
    click(app, board.dice[index].rect.center)
    run_until(app, lambda: is_ready(board), MAX_FRAMES)


def read_pixels(app: App) -> bytes:
    """Return all pixels of the window, drawn again."""
    app.draw()
    return pygame.image.tobytes(app.screen, "RGB")
