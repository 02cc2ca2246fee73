"""Somebody plays at the terminal of a table for phones alone, by typed words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from grenade_salad.journal.journal import open_journal
from grenade_salad.session.phases import Deciding, Over
from grenade_salad.web import terminal_seat
from grenade_salad.web.headless_table import TableAlone
from grenade_salad.web.terminal import Terminal
from tests.playing import fill
from tests.web.test_headless_host import Evening
from tests.web.test_headless_host import evening as evening
from tests.web.test_headless_table import open_table


def _table(folder: Path, game: str, told: list[str]) -> Iterator[tuple[TableAlone, Terminal]]:
    with open_journal(folder) as journal:
        with open_table(journal, game, 2, told.append) as table:
            yield table, Terminal(table)


def _until_asked(table: TableAlone, terminal: Terminal) -> bool:
    """Time passes until somebody at the terminal is asked; False: the match is over."""
    while terminal_seat.asked(table) is None:
        assert table.session is not None
        if isinstance(table.session.phase, Over):
            return False
        table.step(0.5)
        terminal.advance(0.5)
    terminal.advance(0.0)
    return True


@pytest.mark.slow
@pytest.mark.parametrize("game", ["grenade-salad", "live-grenade", "wheel"])
def test_a_whole_match_is_typed(tmp_path: Path, game: str) -> None:
    told: list[str] = []
    rng = Random(game)
    for table, terminal in _table(tmp_path, game, told):
        terminal.hear("sit 1")
        terminal.hear("begin")
        table.controllers[1] = table.controllers[1].__class__("bot", "easy")
        assert table.session is not None
        table.session.seat(table.controllers)
        while _until_asked(table, terminal):
            state, count = table.session.match.state, len(table.session.match.entries)
            template = rng.choice(state.legal_actions(0))
            action = fill(state, template, rng)
            terminal.hear(state.format_action(action, table.names) if action is not None else "end")
            assert len(table.session.match.entries) > count or terminal_seat.asked(table) is None, told[-3:]
        assert any("wins" in words or "share" in words or "win" in words for words in told[-3:])


def test_one_plays_at_the_terminal(evening: Evening) -> None:
    table, terminal, told = evening.table, evening.terminal, evening.told
    evening.sits(1, "Zoe")
    terminal.hear("sit 2")
    assert table.typist is None, "a phone has that seat"
    terminal.hear("sit 1")
    assert table.typist == 0
    assert "terminal" in terminal.who()[0]
    terminal.hear("begin")
    evening.network.until(lambda: bool(terminal_seat.hand(table)))
    cards = terminal_seat.hand(table)
    terminal.advance(0.2)
    assert not any(card in words for card in cards for words in told), "the hand is told when it is asked for alone"
    terminal.hear("hand")
    assert told[-len(cards) :] == cards
    terminal.hear("position")
    assert table.session is not None
    line = table.session.match.state.format_position(0, table.names)
    assert told[-1] == line
    assert "?" in line, "what others have is hidden"
    terminal.hear("table")
    assert len(told) > len(cards)
    terminal.hear("stand up")
    assert table.typist is None
    assert table.controllers[0].kind == "bot"


def test_a_move_goes_before_an_order_and_a_slash_before_it(tmp_path: Path) -> None:
    told: list[str] = []
    for table, terminal in _table(tmp_path, "grenade-salad", told):
        terminal.hear("sit 1")
        terminal.hear("begin")
        assert _until_asked(table, terminal)
        assert "your turn" in told[-1]
        terminal.hear("dorp")
        assert "drop" in told[-1], "what was probably meant"
        assert "drop " in terminal.tab("dr")
        terminal.hear("drop 200")
        assert table.session is not None
        _until_asked(table, terminal)
        terminal.hear("keep")
        while _until_asked(table, terminal) and not isinstance(table.session.phase, Deciding):
            terminal.hear("end")
            assert table.open
            assert "/end" in told[-1], "nobody ends an evening by a word that ends a turn"
            terminal.hear("pass")
        terminal.hear("end")
        assert table.open, "the turn ends, not the evening"
        terminal.hear("/end")
        assert not table.open
