"""Throwing a card away in the window (GS-36)."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import End, ThrowAway
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.text import say
from tests.app.conftest import press_keys
from tests.app.salad_table import position, press, sit_down, wait_for_person
from tools.tables import get_top_scene

RULE = SaladOptions(starter=0, throw_away=True)


@pytest.mark.rule("GS-36")
def test_button_asks_for_card_and_turn_continues(app: App) -> None:
    board = sit_down(app, "pb", position(), RULE)
    press(app, board.controls.throw_away_button)
    dialog = get_top_scene(app, Dialog)
    assert [say(answer.words) for answer in dialog.answers][-2:] == ["Explosion", "Not yet"]
    press_keys(app, pygame.K_ESCAPE)
    assert len(board.controller.match.entries) == 0, "nothing is thrown away by going back"
    press(app, board.controls.throw_away_button)
    press(app, app.scene.widgets.items[0])
    wait_for_person(app, board)
    assert isinstance(board.controller.match.entries[-1], ThrowAway)
    assert board.controller.view.turn == 0
    assert not board.controls.throw_away_button.visible
    press(app, board.controls.end_turn_button)
    wait_for_person(app, board)
    assert any(isinstance(entry, End) for entry in board.controller.match.entries)


@pytest.mark.rule("GS-36", "GS-25")
def test_question_is_under_cover_on_shared_screen(app: App) -> None:
    board = sit_down(app, "pp", position(), RULE)
    assert board.controller.viewer is None
    press(app, board.controls.throw_away_button)
    assert isinstance(app.scene, Cover)
    assert "which card do you throw away" in say(app.scene.title)


@pytest.mark.rule("GS-36")
@pytest.mark.parametrize("kinds", ["pb", "pp"])
def test_throw_away_has_its_own_button_beside_end_turn(app: App, kinds: str) -> None:
    board = sit_down(app, kinds, position(), RULE)
    throw_button, end_button = board.controls.throw_away_button, board.controls.end_turn_button
    end_rect = Rect(end_button.rect)
    assert throw_button.visible
    assert throw_button.icon != end_button.icon
    assert "next player" not in say(throw_button.tip)
    assert "the pile" in say(throw_button.tip)
    assert (say(end_button.words), end_button.enabled) == ("End turn", False)
    assert say(end_button.why_disabled) == "No card was played in this turn: throw one away"
    visible = [button for button in (board.controls.hand_button, throw_button, end_button) if button.visible]
    panel = board.board_view.hand_layout.panel
    assert all(panel.contains(button.rect) for button in visible)
    assert not any(first.rect.colliderect(second.rect) for first, second in combinations(visible, 2))
    assert board.controller.act(ThrowAway(0, "arrow"))
    wait_for_person(app, board)
    assert end_button.enabled
    assert end_button.rect.right == pytest.approx(end_rect.right)


@pytest.mark.rule("GS-36")
def test_question_counts_equal_cards(app: App) -> None:
    hand = ("arrow", "arrow", "pointer", "arrow", "pointer")
    board = sit_down(app, "pb", position(hands=(hand, ("explosion",))), RULE)
    press(app, board.controls.throw_away_button)
    names = [say(answer.words) for answer in get_top_scene(app, Dialog).answers]
    assert names == ["2 × Pointer", "3 × Arrow", "Not yet"]


@pytest.mark.rule("GS-36", "GS-25")
def test_cover_counts_equal_cards(app: App) -> None:
    hand = ("arrow", "arrow", "pointer", "arrow", "circles")
    board = sit_down(app, "pp", position(hands=(hand, ("explosion",))), RULE)
    press(app, board.controls.throw_away_button)
    assert isinstance(app.scene, Cover)
    assert {say(pick.words) for pick in app.scene._picks} == {"Pointer", "Three Circles", "3 × Arrow"}
