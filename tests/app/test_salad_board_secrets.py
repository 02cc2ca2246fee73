"""Grenade Salad on one screen: neither pictures nor timing reveal a hand."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Move
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.state import SaladState
from grenade_salad.text import say
from tests.app.conftest import ImmediateExecutor, post, press_keys, run_until
from tests.app.salad_table import ANNS_HAND, position, press, sit_down, wait_for_person
from tools.tables import get_top_scene

pytestmark = pytest.mark.usefixtures("every_frame")

NAMES = [say(card.name) for card in CARDS.values()]
WITH_A_MINE = ("footpath", "arrow", "arrow", "pointer", "circles")
WITHOUT = ("hammers", "explosion", "explosion", "pointer", "pointer")


def _record_frames(folder: Path, kinds: str, hands: tuple[tuple[str, ...], ...], act: bool) -> list[bytes]:
    """Return the pixels of a turn and of the reaction window after a move."""
    app = App(folder)
    app.worker = app.thinker = ImmediateExecutor
    app.settings.countdown = 0.6
    try:
        board = sit_down(app, kinds, position(hands))
        app.draw()
        pictures = [pygame.image.tobytes(app.screen, "RGB")]
        if act:
            board.controller.act(Move(0, 1, (320.0, 180.0), 0.5))
            for _ in range(70):
                app.frame()
                pictures.append(pygame.image.tobytes(app.screen, "RGB"))
            assert board.controller.actor == 0
        return pictures
    finally:
        app.close()


@pytest.mark.rule("GS-25")
def test_nobody_sees_who_holds_a_mine(tmp_path: Path) -> None:
    """With two people every frame has the same pixels, whatever they hold."""
    frames_with_mine = _record_frames(tmp_path / "a", "pp", (ANNS_HAND, WITH_A_MINE), act=True)
    frames_without_mine = _record_frames(tmp_path / "b", "pp", (WITHOUT, WITHOUT), act=True)
    assert frames_with_mine == frames_without_mine


def test_single_person_sees_only_their_own_hand(tmp_path: Path) -> None:
    frames_with_mine = _record_frames(tmp_path / "a", "pb", (ANNS_HAND, WITH_A_MINE), act=False)
    frames_without_mine = _record_frames(tmp_path / "b", "pb", (ANNS_HAND, WITHOUT), act=False)
    frames_of_other_hand = _record_frames(tmp_path / "c", "pb", (WITHOUT, WITH_A_MINE), act=False)
    assert frames_with_mine == frames_without_mine
    assert frames_with_mine != frames_of_other_hand


def test_log_of_shared_screen_names_no_drawn_card(app: App) -> None:
    board = sit_down(app, "pp")
    press_keys(app, pygame.K_RETURN)
    wait_for_person(app, board)
    press_keys(app, pygame.K_RETURN)
    wait_for_person(app, board)
    lines = [entry.words for entry in board.table.log.lines]
    assert "Ann draws 5 cards" in lines
    assert "Bo draws 5 cards" in lines
    assert not [line for line in lines if any(name in line for name in NAMES)]


@pytest.mark.parametrize(("kinds", "allowed"), [("pp", {None}), ("pb", {0, None})])
def test_drawing_uses_only_allowed_views(
    app: App, monkeypatch: pytest.MonkeyPatch, kinds: str, allowed: set[int | None]
) -> None:
    frame_viewers: list[int | None] = []
    view = SaladState.view

    def record_viewer(state: SaladState, seat: int | None) -> object:
        frame_viewers.append(seat)
        return view(state, seat)

    board = sit_down(app, kinds, position(), waits=False)
    monkeypatch.setattr(SaladState, "view", record_viewer)
    wait_for_person(app, board)
    board.controller.act(Move(0, 1, (320.0, 180.0), 0.5))
    viewers: set[int | None] = set()
    for _ in range(60):
        app.frame()
        frame_viewers.clear()
        app.draw()
        viewers |= set(frame_viewers)
    assert len(board.controller.match.entries) > 1 or board.table.reaction is not None
    assert viewers <= allowed


def test_hand_is_drawn_only_while_its_owner_holds_the_cover(app: App) -> None:
    board = sit_down(app, "pp", position())
    cover = _open_cover(app, board)
    assert not cover.is_open
    closed_picture = _read_pixels(app)
    post(app, pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="")
    assert cover.is_open
    assert _read_pixels(app) != closed_picture
    post(app, pygame.WINDOWFOCUSLOST)
    assert not cover.is_open
    assert _read_pixels(app) == closed_picture


def _read_pixels(app: App) -> bytes:
    """Return the window's pixels.

    What is drawn a first time may differ by a rounding from its cached picture, so it is drawn several times.
    """
    for _ in range(3):
        app.draw()
    return pygame.image.tobytes(app.screen, "RGB")


def _open_cover(app: App, board: SaladBoard) -> Cover:
    press_keys(app, pygame.K_1)
    cover = get_top_scene(app, Cover)
    assert cover is not board.table
    app.draw()  # What is drawn a first time may differ by a rounding from its cached picture.
    return cover


def test_other_person_can_look_at_their_hand(app: App) -> None:
    board = sit_down(app, "pp", position())
    press_keys(app, pygame.K_2)
    cover = get_top_scene(app, Cover)
    assert cover.owner.name == "Bo"
    press_keys(app, pygame.K_ESCAPE)
    run_until(app, lambda: app.scene is board.table)
    assert board.controller.actor == 0
    assert board.controller.match.entries == []


@pytest.mark.rule("GS-30")
def test_refusal_to_end_turn_names_no_card_on_shared_screen(app: App) -> None:
    board = sit_down(app, "pp", position((("explosion",), ("arrow",)), deck=()))
    press(app, board.controls.end_turn_button)
    assert board.controller.match.entries == []
    assert any("you can play a card, so you must" in line for line in app.messages.texts)
    texts = [
        *app.messages.texts,
        board.controls.end_turn_button.why_disabled,
        board.controls.end_turn_button.tip,
        say(board.status()),
    ]
    assert not [line for line in texts if any(name in line for name in NAMES)]


@pytest.mark.rule("GS-30")
def test_single_person_is_told_which_card_must_be_played(app: App) -> None:
    board = sit_down(app, "pb", position((("explosion",), ("arrow",)), deck=()))
    press(app, board.controls.end_turn_button)
    assert board.controller.match.entries == []
    assert any("Explosion can be played" in line for line in app.messages.texts)
