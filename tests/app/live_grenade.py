"""Positions of Live Grenade on the window, played with real events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pygame

from grenade_salad.app.games.live_grenade import evening
from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.live_grenade.end import EveningEnd
from grenade_salad.app.games.live_grenade.evening import Evening, Guest
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.live_grenade import LiveGrenadeOptions, LiveGrenadeSetup, LiveGrenadeState
from grenade_salad.games.live_grenade.actions import Draw
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.match.series import LeavingRule
from tests.app.conftest import click, post_mouse, run_frames, run_until
from tools.tables import get_top_scene, sit_down

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Finn", "Gus", "Hana", "Ivo")
HANDS: tuple[tuple[str, ...], ...] = (
    ("2H", "6C", "6S", "10S", "JD", "KD"),
    ("3H", "KS", "7D", "9C"),
    ("2S", "QC", "8H"),
)
SHORT = ("5D", "4C", "9S", "4H", "AC", "5S", "AS", "8C")
"""A deck that ends a match early."""
DECK = ("5D", "4C", "AS", "4H", "AC", "5S", "9H", "8C")


def show_match(
    app: App,
    persons: int = 3,
    hands: tuple[tuple[str, ...], ...] = HANDS,
    deck: tuple[str, ...] = DECK,
    setup: bool = True,
    seed: int = 5,
) -> LiveGrenadeBoard:
    """Show a match with speed off; Ann is to act.

    The first `persons` seats are people. Without `setup` the cards are dealt at random, as in the program.
    """
    app.settings.speed = "off"
    start = LiveGrenadeSetup(hands, deck, 0) if setup else None
    options = LiveGrenadeOptions(decks=1 if len(hands) < 6 else 2)
    header = Header("live-grenade", NAMES[: len(hands)], options, seed, start)
    scene = sit_down(app, Match(header), LiveGrenadeBoard, persons)
    scene.controller.have_looked.update(range(len(hands)))
    run_until(app, lambda: scene.controller.actor is not None or persons == 0 or scene.table.reaction is not None)
    wait_for_input(app)
    return scene


def show_animated_match(app: App) -> LiveGrenadeBoard:
    """Show a match of Ann and two machines whose animations take time."""
    app.push(HomeScene(app))
    scene = show_match(app, 1)
    app.settings.speed = "normal"
    scene.table.motion.pace = 1.0
    return scene


def get_scene(app: App) -> Scene:
    """Return the scene on top."""
    return app.scene


def get_state(scene: LiveGrenadeBoard) -> LiveGrenadeState:
    """Return the state of the match, with its secrets."""
    return cast(LiveGrenadeState, scene.controller.match.state)


def get_hand(scene: LiveGrenadeBoard, seat: int) -> tuple[str, ...]:
    """Return the cards of a seat."""
    hand = get_state(scene).full_view().hands[seat]
    assert isinstance(hand, tuple)
    return hand


def wait_until_settled(app: App, scene: LiveGrenadeBoard, max_frames: int = 900) -> None:
    """Wait until a person may act or is asked, or the end is shown."""
    run_until(
        app,
        lambda: scene.controller.actor is not None or scene.table.reaction is not None or app.scene is not scene.table,
        max_frames,
    )
    wait_for_input(app)


def wait_for_input(app: App) -> None:
    """Wait until a press counts for what is shown now."""
    run_frames(app, 6, 0.1)


def pass_for_all(app: App, scene: LiveGrenadeBoard) -> None:
    """Click "pass" for everyone who is asked at this screen."""
    wait_for_input(app)
    while scene.table.reaction is not None and app.scene is scene.table:
        button = scene.table.reaction._buttons[-1]
        click(app, button.rect.center)
        wait_for_input(app)


def pick_with_mouse(app: App, cover: Cover, index: int) -> None:
    """Hold the cover open, slide onto a pick, and release."""
    down, up, move = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION
    post_mouse(app, move, cover._closed_cover.rect.center)
    post_mouse(app, down, cover._closed_cover.rect.center)
    assert cover.is_open
    post_mouse(app, move, cover._picks[index].rect.center)
    post_mouse(app, up, cover._picks[index].rect.center)


BOT = Controller("bot", "random")


def make_evening_header(
    waiting: tuple[Guest, ...] = (), leaving: LeavingRule = "two", results: tuple[tuple[str, ...], ...] = ()
) -> Header:
    """Return the header of a match of Ann, Bo and Cy in an evening."""
    meta = {"evening": evening.encode_evening(Evening(waiting, leaving, results))}
    return Header("live-grenade", ("Ann", "Bo", "Cy"), LiveGrenadeOptions(), 5, None, meta)


def play_evening_match(
    app: App, header: Header, seats: Sequence[Controller] = (Controller(), Controller(), BOT)
) -> EveningEnd:
    """Play a match with this header to its end.

    Bo wins; Cy is the last to go out, Ann before, and Dee first.
    """
    app.settings.speed = "off"
    deck = ("AS", "5D", "AC") if len(seats) == 3 else ("AS", "AC", "5D", "AH")
    hands = (("4H",), ("5C",), ("6S",), ("7H",))[: len(seats)]
    header = replace(header, setup=LiveGrenadeSetup(hands, deck, 0 if len(seats) == 3 else 3))
    table = TableScene(app, Match(header), tuple(seats), LiveGrenadeBoard)
    app.push(table)
    run_until(app, lambda: table.controller.actor is not None)
    while not table.controller.match.state.is_over:
        if table.controller.actor is not None:
            table.controller.act(Draw(table.controller.actor))
        app.frame()
    run_until(app, lambda: isinstance(app.scene, EveningEnd))
    end = get_top_scene(app, EveningEnd)
    run_until(app, lambda: not end.ignores_presses)
    assert end.ranking[0] == (1,)
    return end
