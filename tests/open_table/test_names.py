"""A pile that somebody made has a name, if somebody writes one on it: for the log, for readers, for phones, for all."""

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
from tests.app.conftest import click, key, write
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import last, lay, lying, rest
from tests.open_table.playing import act, table_of

NAMES = ("Ann", "Bo")


def test_a_pile_has_its_name_wherever_it_goes() -> None:
    state = table_of(boxes.CARDS)
    [told] = act(state, Set(0, "name", 1, " Market "))
    assert told.text(NAMES) == f"Ann calls a stack of {state.view(0).stacks[0].count} “Market”"
    assert [one.name for one in state.view(1).stacks] == ["Market"], "everybody sees it"
    [told] = act(state, actions.Move(1, what=(1,), to=(100.0, 100.0)))
    assert told.text(NAMES) == "Bo moves the stack “Market”"
    told = act(state, actions.Move(1, of=1, to="hand 1"))[0]
    assert told.text(NAMES).endswith("from the stack “Market”")
    act(state, actions.Shuffle(0, 1))
    assert state.view(0).stacks[0].name == "Market"
    act(state, actions.Move(0, of=1, n=3, to=(300.0, 100.0)))
    assert sorted(one.name for one in state.view(0).stacks) == ["", "Market"], "what is taken off has none"
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
def test_what_no_name_is_written_on(line: Set, why: type) -> None:
    assert isinstance(table_of(boxes.CARDS).why_not(line), why)


def test_a_name_is_written_on_the_window_and_heard(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    click(app, lying(scene, 1))
    key(app, pygame.K_w)
    write(app, "Market")
    key(app, pygame.K_RETURN)
    rest(app, scene)
    assert last(scene) == Set(0, "name", 1, "Market")
    assert any(part.name.startswith("Market: a stack of") for part in scene.ground.heard().parts)
    assert say(scene.panel.title()[0]).startswith("Market: a stack of")


def test_a_name_turns_to_whose_turn_it_is_on_a_screen_that_lies_flat(app: App) -> None:
    app.settings.facing = "edges"
    scene = lay(app, boxes.CARDS, persons=4, seats=4)
    seen = []
    for turn, name in product(range(4), ("", "Market")):
        for line in (Set(0, "turn", to=turn), Set(0, "name", 1, name)):
            scene.table.act(line)
            rest(app, scene)
        app.draw()
        seen.append(app.screen.copy())
    quarters = [quarters % 4 for quarters in scene.desk.quarters]
    assert sorted(quarters) == [0, 1, 2, 3]
    centre = scene.desk.camera.to_screen(next(one.at for one in scene.desk.things if one.key == 1))
    for seat, side in enumerate(quarters):
        changed = pygame.mask.from_threshold(seen[2 * seat], (0, 0, 0), (1, 1, 1, 255), seen[2 * seat + 1])
        changed.invert()
        box = Rect(0, 0, 150, 150)  # farther off, names of places make room for it
        box.center = centre
        boxes_of = [one for one in changed.get_bounding_rects() if box.collidepoint(one.center) and one.width > 3]
        away = boxes_of[0].unionall(boxes_of[1:])
        right, low = away.centerx - centre[0], away.centery - centre[1]
        assert (low > 20, right > 20, low < -20, right < -20)[side], (seat, right, low)
        assert (away.height > away.width) == (side % 2 == 1), "it is read from there"


def test_names_of_places_are_not_hidden_by_cards_where_there_is_room(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.settings.facing = "edges"
    scene = lay(app, bundled.opened("cards").box, persons=4, seats=4)
    told: list[tuple[str, Rect]] = []
    draws = Canvas.text

    def text(canvas: Canvas, words: Words, at: Point, *args: Any, **how: Any) -> Any:
        found = draws(canvas, words, at, *args, **how)
        if how.get("anchor") == "midtop" and "alpha" not in how:
            told.append((say(words), Rect(at[0] - 20, at[1], 40, 12)))
        return found

    monkeypatch.setattr(Canvas, "text", text)
    for where in ((250.0, 110.0), (320.0, 110.0), (390.0, 170.0), (460.0, 110.0)):
        scene.table.act(actions.Move(0, of="draw", to=where, face="up"))
        rest(app, scene)
    told.clear()
    app.draw()
    camera = scene.desk.camera
    loose = []
    for one in scene.desk.things:
        if one.holder is None:
            box = Rect(0, 0, one.size[0] * camera.scale, one.size[1] * camera.scale)
            box.center = camera.to_screen(one.at)
            loose.append(box)
    assert len(loose) == 4
    for name in ("Draw pile: 48", "Discard pile", "Jokers: 2"):
        spots = [box for words, box in told if words == name]
        assert spots, (name, told)
        assert all(box.collidelist(loose) < 0 for box in spots), name
