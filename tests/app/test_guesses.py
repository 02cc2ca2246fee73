"""Who is out guesses who falls next: at this screen alone, and without a word of it in the record."""

from __future__ import annotations

from typing import Any

import pytest

from grenade_salad.app.games.wheel import hearts
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.canvas import Canvas, Rect, recorded
from grenade_salad.app.ui.theme import SMALL
from grenade_salad.app.window.application import App
from grenade_salad.games.wheel import Advance
from grenade_salad.text import Words, say
from tests.app.conftest import click, resize, until
from tests.app.wheel_table import CHAIN, table
from tools.screens import all_screens
from tools.tables import on_top


def test_who_is_out_guesses_and_is_told_when_somebody_falls(app: App) -> None:
    app.settings.speed = "off"
    scene = table(app, hearts=(("AH",), ("7H",), ("2H",), ("3H",)), dice=CHAIN, persons=4)
    shown, guesses = scene.table, scene.table.guesses
    assert not any(guesses.may(seat) for seat in range(4)), "nobody is out"
    shown.act(Advance(0, 0))
    until(app, lambda: shown.idle and not scene.stage.alive[1])
    assert [seat for seat in range(4) if guesses.may(seat)] == [1]
    until(app, lambda: shown.actor is not None)
    lines = len(shown.match.entries)
    told = [say(words) for words in shown.told_lines()]
    click(app, shown.panels[1].rect.center)
    question = on_top(app, Dialog)
    assert [say(answer.words) for answer in question.answers] == ["Ann", "Cy", "Dee", "Nobody"]
    click(app, question.widgets.items[1].rect.center)
    assert app.scene is shown
    assert guesses.meant == {1: 2}
    facts = [say(words) for words in shown.panels[1].facts()]
    assert not any("Cy" in words for words in facts), "whom Bo means is told nobody"
    assert len(shown.match.entries) == lines
    assert [say(words) for words in shown.told_lines()] == told
    scene.stage.alive[2] = False
    guesses.see()
    assert "Bo guessed it: Cy is out" in app.messages.words
    assert "1 of 1 guess right" in [say(words) for words in shown.panels[1].facts()]


def test_a_setting_leaves_it_out(app: App) -> None:
    app.settings.speed, app.settings.guesses = "off", False
    scene = table(app, hearts=(("AH",), ("7H",), ("2H",), ("3H",)), dice=CHAIN, persons=2)
    assert not scene.table.guesses.may(1)
    scene.table.act(Advance(0, 0))
    until(app, lambda: scene.table.idle and not scene.stage.alive[1])
    assert not any(scene.table.guesses.may(seat) for seat in range(4))


@pytest.mark.parametrize("size", [(1280, 720), (720, 1280), (960, 540)])
def test_no_heart_hides_that_one_may_guess(app: App, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    """Nor is the heart made small for it: everybody reads which one it was."""
    app.settings.speed = "off"
    drawn: list[Rect] = []
    written: dict[str, Rect] = {}
    draw_heart, text = hearts.draw_heart, Canvas.text

    def noted_heart(canvas: Canvas, box: Rect, heart: str | None, spent: bool = False) -> None:
        if heart == "7H":
            drawn.append(Rect(canvas.box(box)))
        draw_heart(canvas, box, heart, spent)

    def noted_text(canvas: Canvas, words: Words, at: tuple[float, float], *args: Any, **options: Any) -> Rect:
        box = text(canvas, words, at, *args, **options)
        written[say(words)] = Rect(canvas.box(box))
        return box

    own = tuple((f"{number}H",) for number in "A723456")
    scene = table(app, hearts=own, dice=CHAIN, persons=7)
    resize(app, size)
    scene.table.act(Advance(0, 0))
    until(app, lambda: scene.table.actor is not None and not scene.stage.alive[1])
    monkeypatch.setattr(hearts, "draw_heart", noted_heart)
    monkeypatch.setattr(Canvas, "text", noted_text)
    app.draw()
    (heart,) = drawn
    assert heart.height >= 26 * app.factor
    for line in ("Out", "guess!"):
        assert not heart.colliderect(written[line]), line


def test_in_the_lowest_panels_a_heart_is_read_beside_the_name(app: App) -> None:
    """At 200 % seven panels have a line each: of the heart there was a corner, cut by the panel's edge."""
    own = tuple((f"{number}H",) for number in "A723456")
    scene = table(app, hearts=own, dice=CHAIN, persons=7)
    app.settings.speed, app.settings.scale = "off", 200
    app.save_settings()
    resize(app, (1280, 720))
    app.fit()
    scene.table.act(Advance(0, 0))
    until(app, lambda: scene.table.actor is not None and not scene.stage.alive[1])
    panel = scene.table.panels[1].rect
    assert panel.height < 44
    with recorded() as lines:
        scene.table.dirty = True
        app.draw()
    inside = app.canvas().box(panel)
    there = {words: box for words, box in lines if inside.contains(box)}
    assert not there["7"].colliderect(there[scene.table.names[1]])
    assert there["7"].height >= app.canvas().text("7", (0, 0), SMALL, bold=True).height * app.factor - 1


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 200), ((1280, 720), 100), ((960, 540), 100)])
def test_in_a_replay_everybodys_hearts_are_read(
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
