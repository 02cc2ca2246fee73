"""Throwing a card away on the window (GS-36)."""

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
from tests.app.conftest import key
from tests.app.salad_table import position, press, ready, sit_down
from tools.tables import on_top

RULE = SaladOptions(starter=0, throw_away=True)


@pytest.mark.rule("GS-36")
def test_the_button_asks_which_card_and_the_turn_goes_on(app: App) -> None:
    scene = sit_down(app, "pb", position(), RULE)
    press(app, scene.controls.throw_away)
    asked = on_top(app, Dialog)
    assert [say(answer.words) for answer in asked.answers][-2:] == ["Explosion", "Not yet"]
    key(app, pygame.K_ESCAPE)
    assert len(scene.table.match.entries) == 0, "nothing is thrown away by going back"
    press(app, scene.controls.throw_away)
    press(app, app.scene.widgets.items[0])
    ready(app, scene)
    assert isinstance(scene.table.match.entries[-1], ThrowAway)
    assert scene.table.view.turn == 0
    assert not scene.controls.throw_away.visible
    press(app, scene.controls.end)
    ready(app, scene)
    assert any(isinstance(entry, End) for entry in scene.table.match.entries)


@pytest.mark.rule("GS-36", "GS-25")
def test_where_others_see_the_window_it_is_asked_under_the_cover(app: App) -> None:
    scene = sit_down(app, "pp", position(), RULE)
    assert scene.table.viewer is None
    press(app, scene.controls.throw_away)
    assert isinstance(app.scene, Cover)
    assert "which card do you throw away" in say(app.scene.title)


@pytest.mark.rule("GS-36")
@pytest.mark.parametrize("kinds", ["pb", "pp"])
def test_throwing_away_has_a_button_of_its_own_beside_end_turn(app: App, kinds: str) -> None:
    scene = sit_down(app, kinds, position(), RULE)
    throw, end = scene.controls.throw_away, scene.controls.end
    place = Rect(end.rect)
    assert throw.visible
    assert throw.icon != end.icon
    assert "next player" not in say(throw.tip)
    assert "the pile" in say(throw.tip)
    assert (say(end.words), end.enabled) == ("End turn", False)
    assert say(end.why_disabled) == "No card was played in this turn: throw one away"
    visible = [button for button in (scene.controls.look, throw, end) if button.visible]
    panel = scene.shown.strip.panel
    assert all(panel.contains(button.rect) for button in visible)
    assert not any(one.rect.colliderect(other.rect) for one, other in combinations(visible, 2))
    assert scene.table.act(ThrowAway(0, "arrow"))
    ready(app, scene)
    assert end.enabled
    assert end.rect.right == pytest.approx(place.right)


@pytest.mark.rule("GS-36")
def test_equal_cards_are_counted_in_the_question(app: App) -> None:
    hand = ("arrow", "arrow", "pointer", "arrow", "pointer")
    scene = sit_down(app, "pb", position(hands=(hand, ("explosion",))), RULE)
    press(app, scene.controls.throw_away)
    names = [say(answer.words) for answer in on_top(app, Dialog).answers]
    assert names == ["2 × Pointer", "3 × Arrow", "Not yet"]


@pytest.mark.rule("GS-36", "GS-25")
def test_equal_cards_are_counted_under_the_cover(app: App) -> None:
    hand = ("arrow", "arrow", "pointer", "arrow", "circles")
    scene = sit_down(app, "pp", position(hands=(hand, ("explosion",))), RULE)
    press(app, scene.controls.throw_away)
    assert isinstance(app.scene, Cover)
    assert {say(pick.words) for pick in app.scene._picks} == {"Pointer", "Three Circles", "3 × Arrow"}
