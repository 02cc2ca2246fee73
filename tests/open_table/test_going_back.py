"""The table goes back to a line of the log that a player chooses, by real events."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.inputs import AssistiveInput, Point
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.core import Undo
from grenade_salad.games.open_table import actions, boxes
from grenade_salad.games.open_table.buttons import expand_button
from tests.app.conftest import app as app
from tests.app.conftest import click, press_keys, run_until
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import last_action, post_finger, press_and_wait, push_table, wait_until_idle


def act_all(app: App, scene: OpenTableBoard, *lines: actions.TableAction | Undo) -> None:
    for line in lines:
        assert scene.controller.act(line)
        wait_until_idle(app, scene)


def write_notes(app: App, *texts: str) -> OpenTableBoard:
    """Lay a table on whose note two people write the texts in turn."""
    scene = push_table(app, bundled.load_box("cards").box)
    act_all(app, scene, *(actions.Set(index % 2, "note", "note", text) for index, text in enumerate(texts)))
    return scene


def log_line_point(scene: OpenTableBoard, words: str) -> Point:
    """Return the point at which a line of the log is pressed."""
    log = scene.table.log
    line_texts = [log_line.words for log_line in log._visible_lines]
    top = log._line_tops[next(index for index, line in enumerate(line_texts) if words in line)]
    return log.inner.area.x + 60, log.inner.area.y + top - log.inner.offset + 8


def dialog_text(app: App) -> str:
    assert isinstance(app.scene, Dialog)
    return str(app.scene.words)


def last_log_line(scene: OpenTableBoard) -> str:
    return scene.table.log.lines[-1].words


def struck_lines(scene: OpenTableBoard) -> list[str]:
    return [line.words for line in scene.table.log.lines if line.is_undone]


def test_press_on_a_log_line_offers_to_go_back_to_it(app: App) -> None:
    scene = write_notes(app, "a", "b", "c")
    click(app, log_line_point(scene, '"a"'))
    assert dialog_text(app) == "This undoes 2 steps by Ann and Bo."
    press_keys(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, TableScene)
    assert scene.desk.view.notes["note"] == "c"
    click(app, log_line_point(scene, '"a"'))
    press_and_wait(app, pygame.K_RETURN)
    assert scene.desk.view.notes["note"] == "a"
    assert last_log_line(scene) == "Ann undoes 2 steps by Ann and Bo"
    assert struck_lines(scene) == ['Bo writes on note: "b"', 'Ann writes on note: "c"']
    click(app, log_line_point(scene, '"b"'))
    assert dialog_text(app) == "This brings back 1 step by Bo."
    press_and_wait(app, pygame.K_RETURN)
    assert scene.desk.view.notes["note"] == "b"
    assert last_log_line(scene) == "Ann brings back 1 step by Bo"
    assert 'Bo writes on note: "b"' not in struck_lines(scene)
    click(app, log_line_point(scene, "brings back"))
    assert isinstance(app.scene, TableScene), "nothing came after it"


def test_finger_keys_and_screen_reader_go_back_to_a_line(app: App) -> None:
    scene = write_notes(app, "a", "b", "c")
    point = log_line_point(scene, '"b"')
    post_finger(app, pygame.FINGERDOWN, 0, point)
    post_finger(app, pygame.FINGERMOTION, 0, (point[0] + 2, point[1] + 3))
    post_finger(app, pygame.FINGERUP, 0, (point[0] + 2, point[1] + 3))
    assert dialog_text(app) == "This undoes 1 step by Ann."
    press_keys(app, pygame.K_ESCAPE)
    scene.table.widgets.set_focus(scene.table.log)
    press_keys(app, pygame.K_UP, pygame.K_RETURN)
    assert dialog_text(app) == "This undoes 2 steps by Ann and Bo."
    press_keys(app, pygame.K_ESCAPE)
    log = scene.table.log
    node = next(part for part in log.accessible_node().parts if '"b"' in part.name)
    assert "press" in node.acts
    app.scene.handle(AssistiveInput(log.id, "press", node.key))
    press_and_wait(app, pygame.K_RETURN)
    assert scene.desk.view.notes["note"] == "b"


def test_steps_undone_before_are_not_counted_again(app: App) -> None:
    scene = write_notes(app, "a", "b", "c")
    press_and_wait(app, pygame.K_u)
    press_and_wait(app, pygame.K_u)
    assert [line.words for line in scene.table.log.lines[-2:]] == [
        "Ann undoes 1 step by Ann",
        "Ann undoes 1 step by Bo",
    ]


def test_button_with_chance_is_undone_as_a_whole(app: App) -> None:
    scene = push_table(app, bundled.load_box("cards").box)
    button = next(box_button for box_button in scene.desk.view.box.buttons if box_button.label == "New round")
    act_all(app, scene, actions.Set(0, "note", "note", "a"))
    for line in expand_button(button, 0, scene.desk.view):
        act_all(app, scene, line)
    entry_count = len(scene.controller.match.entries)
    act_all(app, scene, actions.Set(1, "note", "note", "b"))
    click(app, log_line_point(scene, "new round"))
    press_and_wait(app, pygame.K_RETURN)
    assert last_action(scene) == Undo(0, entry_count)
    click(app, log_line_point(scene, '"a"'))
    assert dialog_text(app).startswith("This undoes 1 step by Ann")


def test_dialog_warns_that_a_card_was_looked_at(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    act_all(app, scene, actions.Set(0, "turn", to=0), actions.Look(1, of=1, n=2), actions.Set(0, "turn", to=1))
    click(app, log_line_point(scene, "turn"))
    assert dialog_text(app) == "This undoes 2 steps by Ann and Bo. Bo will still know what was seen."


@pytest.mark.parametrize("over", [False, True])
def test_nothing_goes_back_past_another_box_or_the_end(app: App, over: bool) -> None:
    scene = write_notes(app, "a", "b")
    if over:
        scene.controller.act(actions.Finish(0))
        run_until(app, lambda: scene.controller.match.state.is_over)
    else:
        act_all(app, scene, actions.Change(0, boxes.CARDS, ""))
    previous_count = len(scene.controller.match.entries)
    click(app, log_line_point(scene, '"a"'))
    assert len(scene.controller.match.entries) == previous_count
    assert not isinstance(app.scene, Dialog) or over
