"""A pile can have a name that a player writes on it.

The log, screen readers, phones and everybody at the table use the name.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pygame
import pytest

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.core import Undo
from grenade_salad.games.open_table import actions, boxes, reasons
from grenade_salad.games.open_table.actions import Set
from grenade_salad.text import Words, say
from tests.app.conftest import app as app
from tests.app.conftest import click, press_keys, type_text
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import last_action, piece_point, push_table, wait_until_idle
from tests.open_table.playing import act, new_table

NAMES = ("Ann", "Bo")


def test_pile_keeps_its_name_when_it_moves() -> None:
    state = new_table(boxes.CARDS)
    [event] = act(state, Set(0, "name", 1, " Market "))
    assert event.text(NAMES) == f"Ann calls a stack of {state.view(0).stacks[0].count} “Market”"
    assert [stack.name for stack in state.view(1).stacks] == ["Market"], "everybody sees it"
    [event] = act(state, actions.Move(1, what=(1,), to=(100.0, 100.0)))
    assert event.text(NAMES) == "Bo moves the stack “Market”"
    event = act(state, actions.Move(1, of=1, to="hand 1"))[0]
    assert event.text(NAMES).endswith("from the stack “Market”")
    act(state, actions.Shuffle(0, 1))
    assert state.view(0).stacks[0].name == "Market"
    act(state, actions.Move(0, of=1, n=3, to=(300.0, 100.0)))
    assert sorted(stack.name for stack in state.view(0).stacks) == ["", "Market"], "what is taken off has none"
    act(state, Undo(1, 1))
    assert state.view(0).stacks[0].name == ""


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (Set(0, "name", 99, "a"), reasons.NoSuchPiece),
        (Set(0, "name", "hand 0", "a"), reasons.BadPart),
        (Set(0, "name", 1, 3), reasons.BadPart),
        (Set(0, "name", 1, "a\nb"), reasons.TooLong),
        (Set(0, "name", 1, "a" * 41), reasons.TooLong),
        (Set(0, "name", True, "a"), reasons.BadPart),
    ],
)
def test_name_is_refused_where_it_does_not_belong(line: Set, why: type) -> None:
    assert isinstance(new_table(boxes.CARDS).why_not(line), why)


def test_name_is_written_on_the_window_and_read_aloud(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    click(app, piece_point(scene, 1))
    press_keys(app, pygame.K_w)
    type_text(app, "Market")
    press_keys(app, pygame.K_RETURN)
    wait_until_idle(app, scene)
    assert last_action(scene) == Set(0, "name", 1, "Market")
    assert any(part.name.startswith("Market: a stack of") for part in scene.tabletop.accessible_node().parts)
    assert say(scene.panel.title()[0]).startswith("Market: a stack of")


def test_name_faces_the_player_to_act_on_a_flat_screen(app: App) -> None:
    app.settings.facing = "edges"
    scene = push_table(app, boxes.CARDS, people=4, seats=4)
    pictures = []
    for turn, name in product(range(4), ("", "Market")):
        for line in (Set(0, "turn", to=turn), Set(0, "name", 1, name)):
            scene.controller.act(line)
            wait_until_idle(app, scene)
        app.draw()
        pictures.append(app.screen.copy())
    quarters = [quarters % 4 for quarters in scene.desk.quarters]
    assert sorted(quarters) == [0, 1, 2, 3]
    centre = scene.desk.camera.to_screen(next(piece.position for piece in scene.desk.pieces if piece.key == 1))
    for seat, side in enumerate(quarters):
        changed = pygame.mask.from_threshold(pictures[2 * seat], (0, 0, 0), (1, 1, 1, 255), pictures[2 * seat + 1])
        changed.invert()
        box = Rect(0, 0, 150, 150)  # Names of places that are farther off make space for it.
        box.center = centre
        changed_boxes = [
            changed_box
            for changed_box in changed.get_bounding_rects()
            if box.collidepoint(changed_box.center) and changed_box.width > 3
        ]
        name_box = changed_boxes[0].unionall(changed_boxes[1:])
        right, down = name_box.centerx - centre[0], name_box.centery - centre[1]
        assert (down > 20, right > 20, down < -20, right < -20)[side], (seat, right, down)
        assert (name_box.height > name_box.width) == (side % 2 == 1), "it is read from there"


def test_names_of_places_are_not_hidden_by_cards_if_there_is_space(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.settings.facing = "edges"
    scene = push_table(app, bundled.load_box("cards").box, people=4, seats=4)
    drawn_names: list[tuple[str, Rect]] = []
    draw_text = Canvas.text

    def record_text(canvas: Canvas, words: Words, point: Point, *args: Any, **options: Any) -> Any:
        drawn_box = draw_text(canvas, words, point, *args, **options)
        if options.get("anchor") == "midtop" and "alpha" not in options:
            drawn_names.append((say(words), Rect(point[0] - 20, point[1], 40, 12)))
        return drawn_box

    monkeypatch.setattr(Canvas, "text", record_text)
    for point in ((250.0, 110.0), (320.0, 110.0), (390.0, 170.0), (460.0, 110.0)):
        scene.controller.act(actions.Move(0, of="draw", to=point, face="up"))
        wait_until_idle(app, scene)
    drawn_names.clear()
    app.draw()
    camera = scene.desk.camera
    loose = []
    for piece in scene.desk.pieces:
        if piece.holder is None:
            box = Rect(0, 0, piece.size[0] * camera.scale, piece.size[1] * camera.scale)
            box.center = camera.to_screen(piece.position)
            loose.append(box)
    assert len(loose) == 4
    for name in ("Draw pile: 48", "Discard pile", "Jokers: 2"):
        spots = [box for words, box in drawn_names if words == name]
        assert spots, (name, drawn_names)
        assert all(box.collidelist(loose) < 0 for box in spots), name
