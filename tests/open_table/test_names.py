"""A pile that somebody made has a name, if somebody writes one on it: for the log, for readers, for phones, for all."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.shell.app import App
from grenade_salad.core import Undo
from grenade_salad.games.open_table import boxes, moves, reasons
from grenade_salad.games.open_table.moves import Set
from grenade_salad.text import say
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
    [told] = act(state, moves.Move(1, what=(1,), to=(100.0, 100.0)))
    assert told.text(NAMES) == "Bo moves the stack “Market”"
    told = act(state, moves.Move(1, of=1, to="hand 1"))[0]
    assert told.text(NAMES).endswith("from the stack “Market”")
    act(state, moves.Shuffle(0, 1))
    assert state.view(0).stacks[0].name == "Market"
    act(state, moves.Move(0, of=1, n=3, to=(300.0, 100.0)))
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
