"""The table goes back to a line of the log that somebody chose: by real events."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.inputs import Asked, Point
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.core import Undo
from grenade_salad.games.open_table import actions, boxes
from grenade_salad.games.open_table.buttons import pressed
from tests.app.conftest import app as app
from tests.app.conftest import click, key, until
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import finger, last, lay, rest, settle_key


def done(app: App, scene: OpenTableScene, *lines: actions.TableAction | Undo) -> None:
    for line in lines:
        assert scene.table.act(line)
        rest(app, scene)


def noted(app: App, *texts: str) -> OpenTableScene:
    """A table on whose note two people have written, one after the other."""
    scene = lay(app, bundled.opened("cards").box)
    done(app, scene, *(actions.Set(number % 2, "note", "note", text) for number, text in enumerate(texts)))
    return scene


def line_at(scene: OpenTableScene, words: str) -> Point:
    """Where a line of the log is pressed."""
    log = scene.table.log
    found = [said.words for said in log._shown]
    top = log._tops[next(at for at, line in enumerate(found) if words in line)]
    return log.inner.area.x + 60, log.inner.area.y + top - log.inner.offset + 8


def asked(app: App) -> str:
    assert isinstance(app.scene, Dialog)
    return str(app.scene.words)


def said(scene: OpenTableScene) -> str:
    return scene.table.log.lines[-1].words


def struck(scene: OpenTableScene) -> list[str]:
    return [line.words for line in scene.table.log.lines if line.undone]


def test_a_press_on_a_line_offers_to_go_back_to_it(app: App) -> None:
    scene = noted(app, "a", "b", "c")
    click(app, line_at(scene, '"a"'))
    assert asked(app) == "This undoes 2 steps by Ann and Bo."
    key(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, Table)
    assert scene.desk.view.notes["note"] == "c"
    click(app, line_at(scene, '"a"'))
    settle_key(app, pygame.K_RETURN)
    assert scene.desk.view.notes["note"] == "a"
    assert said(scene) == "Ann undoes 2 steps by Ann and Bo"
    assert struck(scene) == ['Bo writes on note: "b"', 'Ann writes on note: "c"']
    click(app, line_at(scene, '"b"'))
    assert asked(app) == "This brings back 1 step by Bo."
    settle_key(app, pygame.K_RETURN)
    assert scene.desk.view.notes["note"] == "b"
    assert said(scene) == "Ann brings back 1 step by Bo"
    assert 'Bo writes on note: "b"' not in struck(scene)
    click(app, line_at(scene, "brings back"))
    assert isinstance(app.scene, Table), "nothing came after it"


def test_by_finger_by_keys_and_by_a_reader(app: App) -> None:
    scene = noted(app, "a", "b", "c")
    where = line_at(scene, '"b"')
    finger(app, pygame.FINGERDOWN, 0, where)
    finger(app, pygame.FINGERMOTION, 0, (where[0] + 2, where[1] + 3))
    finger(app, pygame.FINGERUP, 0, (where[0] + 2, where[1] + 3))
    assert asked(app) == "This undoes 1 step by Ann."
    key(app, pygame.K_ESCAPE)
    scene.table.widgets.set_focus(scene.table.log)
    key(app, pygame.K_UP, pygame.K_RETURN)
    assert asked(app) == "This undoes 2 steps by Ann and Bo."
    key(app, pygame.K_ESCAPE)
    log = scene.table.log
    heard = next(part for part in log.heard().parts if '"b"' in part.name)
    assert "press" in heard.acts
    app.scene.handle(Asked(log.number, "press", heard.key))
    settle_key(app, pygame.K_RETURN)
    assert scene.desk.view.notes["note"] == "b"


def test_steps_that_were_undone_before_are_not_counted_again(app: App) -> None:
    scene = noted(app, "a", "b", "c")
    settle_key(app, pygame.K_u)
    settle_key(app, pygame.K_u)
    assert [line.words for line in scene.table.log.lines[-2:]] == [
        "Ann undoes 1 step by Ann",
        "Ann undoes 1 step by Bo",
    ]


def test_luck_and_buttons_are_whole_and_what_was_seen_is_said(app: App) -> None:
    scene = lay(app, bundled.opened("cards").box)
    button = next(one for one in scene.desk.view.box.buttons if one.label == "New round")
    done(app, scene, actions.Set(0, "note", "note", "a"))
    for line in pressed(button, 0, scene.desk.view):
        done(app, scene, line)
    lines = len(scene.table.match.entries)
    done(app, scene, actions.Set(1, "note", "note", "b"))
    click(app, line_at(scene, "new round"))
    settle_key(app, pygame.K_RETURN)
    assert last(scene) == Undo(0, lines)
    click(app, line_at(scene, '"a"'))
    assert asked(app).startswith("This undoes 1 step by Ann")


def test_that_a_card_was_looked_at_is_asked_first(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    done(app, scene, actions.Set(0, "turn", to=0), actions.Look(1, of=1, n=2), actions.Set(0, "turn", to=1))
    click(app, line_at(scene, "turn"))
    assert asked(app) == "This undoes 2 steps by Ann and Bo. Bo will still know what was seen."


@pytest.mark.parametrize("over", [False, True])
def test_another_box_is_the_end_of_going_back(app: App, over: bool) -> None:
    scene = noted(app, "a", "b")
    if over:
        scene.table.act(actions.Finish(0))
        until(app, lambda: scene.table.match.state.is_over)
    else:
        done(app, scene, actions.Change(0, boxes.CARDS, ""))
    before = len(scene.table.match.entries)
    click(app, line_at(scene, '"a"'))
    assert len(scene.table.match.entries) == before
    assert not isinstance(app.scene, Dialog) or over
