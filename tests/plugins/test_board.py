"""The board of a plugin in the window: High Card, and the page about its code."""

from __future__ import annotations

import ast
import re
from pathlib import Path

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


def begin(app: App, *seats: Controller) -> TableScene:
    """Begin a match of High Card in the window."""
    app.push(HomeScene(app))
    header = Header("high-card", ("Ann", "Bo", "Cy")[: len(seats)], registry.load("high-card").options(), 5)
    start_match.begin(app, header, seats, on_top=True)
    table = get_top_scene(app, TableScene)
    assert type(table.board).__name__ == "HighCardBoard"
    run_until(app, lambda: table.controller.actor is not None)
    return table


def list_buttons(table: TableScene) -> list[str]:
    """Return the texts of the board's buttons."""
    return [button.words for button in table.board.choices.buttons]  # type: ignore[attr-defined]


def press(app: App, table: TableScene, index: int) -> None:
    """Click one of the board's buttons."""
    click(app, table.board.choices.buttons[index].on_screen().center)  # type: ignore[attr-defined]


def is_waiting(table: TableScene) -> bool:
    """True if a person has to choose, or the match is over."""
    return table.controller.match.state.is_over or (table.controller.actor is not None and table.controller.is_idle)


@pytest.mark.usefixtures("guests")
def test_card_is_played_with_the_mouse_and_flies(app: App) -> None:
    app.settings.speed = "normal"
    table = begin(app, PERSON, MACHINE)
    hand = table.controller.match.state.view(0).hands[0]  # type: ignore[attr-defined]
    assert list_buttons(table) == [f"{verb} card {card}" for verb in ("Play", "Swap") for card in hand]
    press(app, table, 1)
    assert table.controller.match.entries[1].to_line() == {"seat": 0, "do": "play", "card": hand[1]}
    run_until(app, lambda: table.board.flying is not None, 300)  # type: ignore[attr-defined]
    assert table.board.view.table == (None, None), "it does not lie there before it has come"  # type: ignore[attr-defined]
    assert table.motion.is_busy
    run_until(app, lambda: table.board.flying is None, 300)  # type: ignore[attr-defined]
    assert table.board.view.table[0] == hand[1] or len(table.controller.match.entries) > 2  # type: ignore[attr-defined]


@pytest.mark.usefixtures("guests")
def test_match_is_played_with_keys_to_its_end_and_replayed(app: App) -> None:
    app.settings.speed = "off"
    table = begin(app, PERSON, MACHINE)
    while not table.controller.match.state.is_over:
        lines = len(table.controller.match.entries)
        assert table.widgets.focus in table.board.choices.buttons, "the first choice has the focus"  # type: ignore[attr-defined]
        press_keys(app, pygame.K_RETURN)
        assert len(table.controller.match.entries) > lines
        run_until(app, lambda: is_waiting(table), 3000)
    run_until(app, lambda: isinstance(app.scene, EndScene), 3000)
    assert list_buttons(table) == []
    app.watch(get_journal(app).matches()[0].id)
    replay = get_top_scene(app, ReplayScene)
    press_keys(app, pygame.K_PERIOD, pygame.K_PERIOD)
    assert replay.line == 2
    assert replay.table.board.view.table.count(None) == 1  # type: ignore[attr-defined]


@pytest.mark.usefixtures("guests")
def test_two_people_choose_under_the_cover_and_the_screen_shows_no_hand(app: App) -> None:
    app.settings.speed = "off"
    table = begin(app, PERSON, PERSON)
    assert list_buttons(table) == ["Ann: look, and choose"]
    assert table.controller.view.hands == (3, 3)  # type: ignore[attr-defined]
    open_hand = table.controller.match.state.view(0).hands[0]  # type: ignore[attr-defined]
    press(app, table, 0)
    run_frames(app, 3)
    cover = get_top_scene(app, Cover)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="1", scancode=0))
    run_frames(app, 40)
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
    for size in ((960, 540), (720, 1280), (1280, 720)):
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))
        table.layout(size)
        boxes = [button.on_screen() for button in table.board.choices.buttons]  # type: ignore[attr-defined]
        boxes += [table.board.spot(seat) for seat in range(3)]  # type: ignore[attr-defined]
        assert all(table.places.table.inflate(2, 2).contains(box) for box in boxes), size
    card = table.controller.match.state.legal_actions(0)[0]
    assert table.controller.act(card)
    run_until(app, lambda: table.board.view.table[0] == card.card, 300)  # type: ignore[attr-defined]
    table.undo()
    run_frames(app, 3)
    assert table.board.view.table == (None, None, None)  # type: ignore[attr-defined]


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
