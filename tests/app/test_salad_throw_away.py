"""Throwing a card away on the window (GS-36)."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.shell.app import App
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.table.cover import Cover
from grenade_salad.games.salad.moves import End, ThrowAway
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.text import say
from tests.app.conftest import key
from tests.app.salad_table import position, press, ready, sit_down
from tools.tables import on_top

RULE = SaladOptions(starter=0, throw_away=True)


@pytest.mark.rule("GS-36")
def test_the_button_asks_which_card_and_the_turn_goes_on(app: App) -> None:
    scene = sit_down(app, "pb", position(), RULE)
    assert say(scene.controls.end.words) == "Throw one away"
    press(app, scene.controls.end)
    asked = on_top(app, Dialog)
    assert [say(answer.words) for answer in asked.answers][-2:] == ["Explosion", "Not yet"]
    key(app, pygame.K_ESCAPE)
    assert len(scene.table.match.entries) == 0, "nothing is thrown away by going back"
    press(app, scene.controls.end)
    press(app, app.scene.widgets.items[0])
    ready(app, scene)
    assert isinstance(scene.table.match.entries[-1], ThrowAway)
    assert scene.table.view.turn == 0
    assert say(scene.controls.end.words) == "End turn"
    press(app, scene.controls.end)
    ready(app, scene)
    assert any(isinstance(entry, End) for entry in scene.table.match.entries)


@pytest.mark.rule("GS-36", "GS-25")
def test_where_others_see_the_window_it_is_asked_under_the_cover(app: App) -> None:
    scene = sit_down(app, "pp", position(), RULE)
    assert scene.table.viewer is None
    press(app, scene.controls.end)
    assert isinstance(app.scene, Cover)
    assert "which card do you throw away" in say(app.scene.title)
