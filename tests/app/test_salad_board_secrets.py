"""Grenade Salad on one screen: nothing that is seen, and no time that passes, tells what others hold."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Move
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.state import SaladState
from grenade_salad.text import say
from tests.app.conftest import AtOnce, key, post, until
from tests.app.salad_table import ANNS_HAND, position, press, ready, sit_down
from tools.tables import on_top

pytestmark = pytest.mark.usefixtures("every_frame")

NAMES = [say(card.name) for card in CARDS.values()]
WITH_A_MINE = ("footpath", "arrow", "arrow", "pointer", "circles")
WITHOUT = ("hammers", "explosion", "explosion", "pointer", "pointer")


def _course(folder: Path, kinds: str, hands: tuple[tuple[str, ...], ...], act: bool) -> list[bytes]:
    """The pixels of many frames: a turn, and the window after a move until its time is up."""
    app = App(folder)
    app.worker = app.thinker = AtOnce
    app.settings.countdown = 0.6
    try:
        scene = sit_down(app, kinds, position(hands))
        app.draw()
        seen = [pygame.image.tobytes(app.screen, "RGB")]
        if act:
            scene.table.act(Move(0, 1, (320.0, 180.0), 0.5))
            for _ in range(70):
                app.frame()
                seen.append(pygame.image.tobytes(app.screen, "RGB"))
            assert scene.table.actor == 0
        return seen
    finally:
        app.close()


@pytest.mark.rule("GS-25")
def test_nobody_sees_who_holds_a_mine(tmp_path: Path) -> None:
    """Two persons: the same pixels in every frame, whatever the two hold."""
    one = _course(tmp_path / "a", "pp", (ANNS_HAND, WITH_A_MINE), act=True)
    other = _course(tmp_path / "b", "pp", (WITHOUT, WITHOUT), act=True)
    assert one == other


def test_a_single_person_sees_the_own_hand_and_no_other(tmp_path: Path) -> None:
    one = _course(tmp_path / "a", "pb", (ANNS_HAND, WITH_A_MINE), act=False)
    other = _course(tmp_path / "b", "pb", (ANNS_HAND, WITHOUT), act=False)
    mine = _course(tmp_path / "c", "pb", (WITHOUT, WITH_A_MINE), act=False)
    assert one == other
    assert one != mine


def test_no_log_of_a_shared_screen_names_a_card_that_was_drawn(app: App) -> None:
    scene = sit_down(app, "pp")
    key(app, pygame.K_RETURN)
    ready(app, scene)
    key(app, pygame.K_RETURN)
    ready(app, scene)
    lines = [said.words for said in scene.table.log.lines]
    assert "Ann draws 5 cards" in lines
    assert "Bo draws 5 cards" in lines
    assert not [line for line in lines if any(name in line for name in NAMES)]


@pytest.mark.parametrize(("kinds", "allowed"), [("pp", {None}), ("pb", {0, None})])
def test_what_is_drawn_is_asked_of_the_right_eyes(
    app: App, monkeypatch: pytest.MonkeyPatch, kinds: str, allowed: set[int | None]
) -> None:
    asked: list[int | None] = []
    view = SaladState.view

    def noted(state: SaladState, seat: int | None) -> object:
        asked.append(seat)
        return view(state, seat)

    scene = sit_down(app, kinds, position(), waits=False)
    monkeypatch.setattr(SaladState, "view", noted)
    ready(app, scene)
    scene.table.act(Move(0, 1, (320.0, 180.0), 0.5))
    seen: set[int | None] = set()
    for _ in range(60):
        app.frame()
        asked.clear()
        app.draw()
        seen |= set(asked)
    assert len(scene.table.match.entries) > 1 or scene.table.reaction is not None
    assert seen <= allowed


def test_a_hand_is_drawn_only_while_its_owner_holds_the_cover(app: App) -> None:
    scene = sit_down(app, "pp", position())
    covered = _looking_at(app, scene)
    assert not covered.open
    closed = _picture(app)
    post(app, pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="")
    assert covered.open
    assert _picture(app) != closed
    post(app, pygame.WINDOWFOCUSLOST)
    assert not covered.open
    assert _picture(app) == closed


def _picture(app: App) -> bytes:
    """Return the window's pixels. What is drawn a first time may differ by a rounding from what is kept of it."""
    for _ in range(3):
        app.draw()
    return pygame.image.tobytes(app.screen, "RGB")


def _looking_at(app: App, scene: SaladScene) -> Cover:
    key(app, pygame.K_1)
    cover = on_top(app, Cover)
    assert cover is not scene.table
    app.draw()  # What is drawn a first time may differ by a rounding from what is kept of it.
    return cover


def test_another_person_may_look_at_the_own_hand_meanwhile(app: App) -> None:
    scene = sit_down(app, "pp", position())
    key(app, pygame.K_2)
    cover = on_top(app, Cover)
    assert cover.who.name == "Bo"
    key(app, pygame.K_ESCAPE)
    until(app, lambda: app.scene is scene.table)
    assert scene.table.actor == 0
    assert scene.table.match.entries == []


@pytest.mark.rule("GS-30")
def test_why_a_turn_cannot_end_names_no_card_on_a_shared_screen(app: App) -> None:
    scene = sit_down(app, "pp", position((("explosion",), ("arrow",)), deck=()))
    press(app, scene.controls.end)
    assert scene.table.match.entries == []
    assert any("you can play a card, so you must" in line for line in app.messages.words)
    told = [*app.messages.words, scene.controls.end.why_disabled, scene.controls.end.tip, say(scene.status())]
    assert not [line for line in told if any(name in line for name in NAMES)]


@pytest.mark.rule("GS-30")
def test_a_single_person_is_told_which_card_must_be_played(app: App) -> None:
    scene = sit_down(app, "pb", position((("explosion",), ("arrow",)), deck=()))
    press(app, scene.controls.end)
    assert scene.table.match.entries == []
    assert any("Explosion can be played" in line for line in app.messages.words)
