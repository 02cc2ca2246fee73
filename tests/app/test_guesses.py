"""Who is out guesses who falls next: at this screen alone, and without a word of it in the record."""

from __future__ import annotations

from grenade_salad.app.shell.app import App
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.games.wheel import Advance
from grenade_salad.text import say
from tests.app.conftest import click, until
from tests.app.wheel_table import CHAIN, table


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
    question = app.scene
    assert isinstance(question, Dialog)
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
