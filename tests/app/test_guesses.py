"""Guesses of eliminated players, at this screen alone and not in the record."""

from __future__ import annotations

from typing import Any

import pytest

from grenade_salad.app.games.wheel import hearts
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.canvas import Canvas, Rect, record_lines
from grenade_salad.app.ui.theme import SMALL
from grenade_salad.app.window.application import App
from grenade_salad.games.wheel import Advance
from grenade_salad.text import Words, say
from tests.app.conftest import click, resize, run_until
from tests.app.wheel_table import CHAIN, open_position
from tools.screens import all_screens
from tools.tables import get_top_scene


def test_eliminated_player_guesses_and_learns_the_result(app: App) -> None:
    app.settings.speed = "off"
    scene = open_position(app, hearts=(("AH",), ("7H",), ("2H",), ("3H",)), dice=CHAIN, persons=4)
    table_scene, guesses = scene.table, scene.table.guesses
    assert not any(guesses.may_guess(seat) for seat in range(4)), "nobody is out"
    table_scene.controller.act(Advance(0, 0))
    run_until(app, lambda: table_scene.controller.is_idle and not scene.display.alive[1])
    assert [seat for seat in range(4) if guesses.may_guess(seat)] == [1]
    run_until(app, lambda: table_scene.controller.actor is not None)
    lines = len(table_scene.controller.match.entries)
    lines_before = [say(words) for words in table_scene.default_table_lines()]
    click(app, table_scene.panels[1].rect.center)
    question = get_top_scene(app, Dialog)
    assert [say(answer.words) for answer in question.answers] == ["Ann", "Cy", "Dee", "Nobody"]
    click(app, question.widgets.items[1].rect.center)
    assert app.scene is table_scene
    assert guesses.guessed_seats == {1: 2}
    facts = [say(words) for words in table_scene.panels[1].facts()]
    assert not any("Cy" in words for words in facts), "whom Bo means is told nobody"
    assert len(table_scene.controller.match.entries) == lines
    assert [say(words) for words in table_scene.default_table_lines()] == lines_before
    scene.display.alive[2] = False
    guesses.on_step_shown()
    assert "Bo guessed it: Cy is out" in app.messages.texts
    assert "1 of 1 guess right" in [say(words) for words in table_scene.panels[1].facts()]


def test_setting_turns_guesses_off(app: App) -> None:
    app.settings.speed, app.settings.guesses = "off", False
    scene = open_position(app, hearts=(("AH",), ("7H",), ("2H",), ("3H",)), dice=CHAIN, persons=2)
    assert not scene.table.guesses.may_guess(1)
    scene.controller.act(Advance(0, 0))
    run_until(app, lambda: scene.controller.is_idle and not scene.display.alive[1])
    assert not any(scene.table.guesses.may_guess(seat) for seat in range(4))


@pytest.mark.parametrize("size", [(1280, 720), (720, 1280), (960, 540)])
def test_no_heart_hides_the_offer_to_guess(app: App, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    """The heart keeps its size, since everyone may read it."""
    app.settings.speed = "off"
    drawn: list[Rect] = []
    text_boxes: dict[str, Rect] = {}
    draw_heart, text = hearts.draw_heart, Canvas.text

    def noted_heart(canvas: Canvas, box: Rect, heart: str | None, spent: bool = False) -> None:
        if heart == "7H":
            drawn.append(Rect(canvas.pixel_rect(box)))
        draw_heart(canvas, box, heart, spent)

    def noted_text(canvas: Canvas, words: Words, position: tuple[float, float], *args: Any, **options: Any) -> Rect:
        box = text(canvas, words, position, *args, **options)
        text_boxes[say(words)] = Rect(canvas.pixel_rect(box))
        return box

    own_hearts = tuple((f"{rank}H",) for rank in "A723456")
    scene = open_position(app, hearts=own_hearts, dice=CHAIN, persons=7)
    resize(app, size)
    scene.controller.act(Advance(0, 0))
    run_until(app, lambda: scene.controller.actor is not None and not scene.display.alive[1])
    monkeypatch.setattr(hearts, "draw_heart", noted_heart)
    monkeypatch.setattr(Canvas, "text", noted_text)
    app.draw()
    (heart,) = drawn
    assert heart.height >= 26 * app.factor
    for line in ("Out", "guess!"):
        assert not heart.colliderect(text_boxes[line]), line


def test_low_panels_show_the_heart_beside_the_name(app: App) -> None:
    """At 200 % seven panels have one line each, too low for a heart below the name."""
    own_hearts = tuple((f"{rank}H",) for rank in "A723456")
    scene = open_position(app, hearts=own_hearts, dice=CHAIN, persons=7)
    app.settings.speed, app.settings.scale = "off", 200
    app.save_settings()
    resize(app, (1280, 720))
    app.fit()
    scene.controller.act(Advance(0, 0))
    run_until(app, lambda: scene.controller.actor is not None and not scene.display.alive[1])
    panel = scene.table.panels[1].rect
    assert panel.height < 44
    with record_lines() as lines:
        scene.table.dirty = True
        app.draw()
    inside = app.canvas().pixel_rect(panel)
    text_boxes = {words: box for words, box in lines if inside.contains(box)}
    assert not text_boxes["7"].colliderect(text_boxes[scene.controller.names[1]])
    assert text_boxes["7"].height >= app.canvas().text("7", (0, 0), SMALL, bold=True).height * app.factor - 1


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 200), ((1280, 720), 100), ((960, 540), 100)])
def test_replay_shows_the_hearts_of_every_seat(
    app: App, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], scale: int
) -> None:
    drawn: list[Rect] = []
    draw_heart = hearts.draw_heart

    def noted(canvas: Canvas, box: Rect, heart: str | None, spent: bool = False) -> None:
        if heart is not None:
            drawn.append(Rect(box))
        draw_heart(canvas, box, heart, spent)

    app.settings.scale = scale
    all_screens()["replay-wheel-all"](app)
    resize(app, size)
    monkeypatch.setattr(hearts, "draw_heart", noted)
    app.scene.dirty = True
    app.draw()
    assert len(drawn) == 4
    assert all(box.height >= 36 for box in drawn)
