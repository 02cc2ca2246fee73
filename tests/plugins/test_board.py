"""The board of a plugin in the window: High Card, and the page about its code."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pygame
import pytest

from grenade_salad.app.history.replay import ReplayScene
from grenade_salad.app.match import start_match
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import registry
from grenade_salad.match.match import Controller, Header
from tests.app.conftest import click, press_keys, run_frames, run_until
from tests.plugins.guests import HERE
from tools.tables import get_journal, get_top_scene

PERSON, MACHINE = Controller(), Controller("bot", "random")
BOARD = HERE / "guest_games" / "high_card_board.py"
PAGE = Path(__file__).parents[2] / "docs" / "scenes.md"
_FLIGHT_FRAMES = 300
"""Frames in which a card that flies has surely landed."""
_COVER_FRAMES = 40
"""Frames in which a cover that is held open has surely opened."""
_MATCH_FRAMES = 3000
"""Frames in which a machine player's turn, or the end of a match, is surely over."""


def begin(app: App, *seats: Controller) -> TableScene:
    """Begin a match of High Card in the window."""
    app.push(HomeScene(app))
    header = Header("high-card", ("Ann", "Bo", "Cy")[: len(seats)], registry.load("high-card").options(), 5)
    start_match.begin(app, header, seats, on_top=True)
    table = get_top_scene(app, TableScene)
    assert type(table.board).__name__ == "HighCardBoard"
    run_until(app, lambda: table.controller.actor is not None)
    return table


def get_high_card_board(table: TableScene) -> Any:
    """Return the board.

    Its class is importable only while the plugins are installed.
    """
    return table.board


def read_hand(view: Any, seat: int = 0) -> Any:
    """Return a hand in a view of High Card, or its size if it is hidden."""
    return view.hands[seat]


def list_buttons(table: TableScene) -> list[str]:
    """Return the texts of the board's buttons."""
    return [button.words for button in get_high_card_board(table).choices.buttons]


def press_choice(app: App, table: TableScene, index: int) -> None:
    """Click one of the board's buttons."""
    click(app, get_high_card_board(table).choices.buttons[index].on_screen().center)


def has_stopped(table: TableScene) -> bool:
    """True if a person has to choose, or the match is over."""
    return table.controller.match.state.is_over or (table.controller.actor is not None and table.controller.is_idle)


@pytest.mark.usefixtures("guests")
def test_card_is_played_with_the_mouse_and_flies(app: App) -> None:
    app.settings.speed = "normal"
    table = begin(app, PERSON, MACHINE)
    board = get_high_card_board(table)
    hand = read_hand(table.controller.match.state.view(0))
    assert list_buttons(table) == [f"{verb} card {card}" for verb in ("Play", "Swap") for card in hand]
    press_choice(app, table, 1)
    assert table.controller.match.entries[1].to_line() == {"seat": 0, "do": "play", "card": hand[1]}
    run_until(app, lambda: board.flying is not None, _FLIGHT_FRAMES)
    assert board.view.table == (None, None), "it does not lie there before it has come"
    assert table.motion.is_busy
    run_until(app, lambda: board.flying is None, _FLIGHT_FRAMES)
    assert board.view.table[0] == hand[1] or len(table.controller.match.entries) > 2


@pytest.mark.usefixtures("guests")
def test_match_is_played_with_keys_to_its_end_and_replayed(app: App) -> None:
    app.settings.speed = "off"
    table = begin(app, PERSON, MACHINE)
    board = get_high_card_board(table)
    while not table.controller.match.state.is_over:
        lines = len(table.controller.match.entries)
        assert table.widgets.focus in board.choices.buttons, "the first choice has the focus"
        press_keys(app, pygame.K_RETURN)
        assert len(table.controller.match.entries) > lines
        run_until(app, lambda: has_stopped(table), _MATCH_FRAMES)
    run_until(app, lambda: isinstance(app.scene, EndScene), _MATCH_FRAMES)
    assert list_buttons(table) == []
    app.watch(get_journal(app).matches()[0].id)
    replay = get_top_scene(app, ReplayScene)
    press_keys(app, pygame.K_PERIOD, pygame.K_PERIOD)
    assert replay.line == 2
    assert get_high_card_board(replay.table).view.table.count(None) == 1


@pytest.mark.usefixtures("guests")
def test_two_people_choose_under_the_cover_and_the_screen_shows_no_hand(app: App) -> None:
    app.settings.speed = "off"
    table = begin(app, PERSON, PERSON)
    assert list_buttons(table) == ["Ann: look, and choose"]
    assert [read_hand(table.controller.view, seat) for seat in (0, 1)] == [3, 3], "only their sizes"
    open_hand = read_hand(table.controller.match.state.view(0))
    press_choice(app, table, 0)
    run_frames(app, 3)
    cover = get_top_scene(app, Cover)
    # A held key lifts the cover; Enter under it plays the first card.
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="1", scancode=0))
    run_frames(app, _COVER_FRAMES)
    assert cover.is_open
    press_keys(app, pygame.K_RETURN)
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_1, mod=0, unicode="", scancode=0))
    run_until(app, lambda: len(table.controller.match.entries) == 2, 600)
    assert table.controller.match.entries[1].to_line() == {"seat": 0, "do": "play", "card": open_hand[0]}
    run_until(app, lambda: list_buttons(table) == ["Bo: look, and choose"], 600)


@pytest.mark.usefixtures("guests")
def test_board_fits_every_window_and_undo_takes_a_card_back(app: App) -> None:
    app.settings.speed = "off"
    table = begin(app, PERSON, PERSON, PERSON)
    board = get_high_card_board(table)
    for size in ((960, 540), (720, 1280), (1280, 720)):
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))
        table.layout(size)
        boxes = [button.on_screen() for button in board.choices.buttons]
        boxes += [board.spot(seat) for seat in range(3)]
        assert all(table.places.table.inflate(2, 2).contains(box) for box in boxes), size
    card = table.controller.match.state.legal_actions(0)[0]
    assert table.controller.act(card)
    run_until(app, lambda: board.view.table[0] == card.card, _FLIGHT_FRAMES)
    table.undo()
    run_frames(app, 3)
    assert board.view.table == (None, None, None)


def code_lines(source: str) -> list[str]:
    """Return the lines of code, without blanks and docstrings."""
    docstring_lines: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            docstring_lines |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return [
        line
        for line_number, line in enumerate(source.splitlines(), 1)
        if line.strip() and line_number not in docstring_lines
    ]


def test_board_has_under_a_hundred_lines_and_the_page_quotes_all_of_them() -> None:
    source = BOARD.read_text(encoding="utf-8")
    assert len(code_lines(source)) < 100
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert all(block in source for block in blocks)
    quoted = {line for block in blocks for line in code_lines(block if block[0] != " " else f"if True:\n{block}")}
    assert [line for line in code_lines(source) if line not in quoted] == []
