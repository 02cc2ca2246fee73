"""A person plays at the terminal of a table for phones alone, by typed words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from grenade_salad.journal.journal import open_journal
from grenade_salad.session.phases import Deciding, Over
from grenade_salad.web import terminal_seat
from grenade_salad.web.headless_table import HeadlessTable
from grenade_salad.web.terminal import Terminal
from tests.playing import fill_template
from tests.web.headless_tables import Evening, open_table


def _open_table(folder: Path, game: str, messages: list[str]) -> Iterator[tuple[HeadlessTable, Terminal]]:
    with open_journal(folder) as journal:
        with open_table(journal, game, 2, messages.append) as table:
            yield table, Terminal(table)


def _until_asked(table: HeadlessTable, terminal: Terminal) -> bool:
    """Advance time until the terminal is asked; return False if the match is over."""
    while terminal_seat.active_session(table) is None:
        assert table.session is not None
        if isinstance(table.session.phase, Over):
            return False
        table.step(0.5)
        terminal.advance(0.5)
    terminal.advance(0.0)
    return True


@pytest.mark.slow
@pytest.mark.parametrize("game", ["grenade-salad", "live-grenade", "wheel"])
def test_whole_match_is_typed(tmp_path: Path, game: str) -> None:
    messages: list[str] = []
    rng = Random(game)
    for table, terminal in _open_table(tmp_path, game, messages):
        terminal.execute_line("sit 1")
        terminal.execute_line("begin")
        table.controllers[1] = table.controllers[1].__class__("bot", "easy")
        assert table.session is not None
        table.session.change_controllers(table.controllers)
        while _until_asked(table, terminal):
            state, count = table.session.match.state, len(table.session.match.entries)
            template = rng.choice(state.legal_actions(0))
            action = fill_template(state, template, rng)
            terminal.execute_line(state.format_action(action, table.names) if action is not None else "end")
            assert len(table.session.match.entries) > count or terminal_seat.active_session(table) is None, messages[
                -3:
            ]
        assert any("wins" in words or "share" in words or "win" in words for words in messages[-3:])


def test_person_plays_at_the_terminal_beside_phones(evening: Evening) -> None:
    table, terminal, messages = evening.table, evening.terminal, evening.messages
    evening.seat_by_code(1, "Zoe")
    terminal.execute_line("sit 2")
    assert table.terminal_seat is None, "a phone has that seat"
    terminal.execute_line("sit 1")
    assert table.terminal_seat == 0
    assert "terminal" in terminal.describe_seats()[0]
    terminal.execute_line("begin")
    evening.network.until(lambda: bool(terminal_seat.hand_lines(table)))
    cards = terminal_seat.hand_lines(table)
    terminal.advance(0.2)
    assert not any(card in words for card in cards for words in messages), "the hand is told when it is asked for alone"
    terminal.execute_line("hand")
    assert messages[-len(cards) :] == cards
    terminal.execute_line("position")
    assert table.session is not None
    line = table.session.match.state.format_position(0, table.names)
    assert messages[-1] == line
    assert "?" in line, "what others have is hidden"
    terminal.execute_line("table")
    assert len(messages) > len(cards)
    terminal.execute_line("stand up")
    assert table.terminal_seat is None
    assert table.controllers[0].kind == "bot"


def test_action_has_priority_over_an_order_unless_it_starts_with_a_slash(tmp_path: Path) -> None:
    messages: list[str] = []
    for table, terminal in _open_table(tmp_path, "grenade-salad", messages):
        terminal.execute_line("sit 1")
        terminal.execute_line("begin")
        assert _until_asked(table, terminal)
        assert "your turn" in messages[-1]
        terminal.execute_line("dorp")
        assert "drop" in messages[-1], "what was probably meant"
        assert "drop " in terminal.complete("dr")
        terminal.execute_line("drop 200")
        assert table.session is not None
        _until_asked(table, terminal)
        terminal.execute_line("keep")
        while _until_asked(table, terminal) and not isinstance(table.session.phase, Deciding):
            terminal.execute_line("end")
            assert table.is_open
            assert "/end" in messages[-1], "nobody ends an evening by a word that ends a turn"
            terminal.execute_line("pass")
        terminal.execute_line("end")
        assert table.is_open, "the turn ends, not the evening"
        terminal.execute_line("/end")
        assert not table.is_open
