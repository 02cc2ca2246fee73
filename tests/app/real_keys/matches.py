"""Matches in the journal before the program starts, and the lines afterwards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from grenade_salad import games
from grenade_salad.boxes import bundled
from grenade_salad.core import position_notation, registry
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.match import Header
from tools.evenings import fill_journal

PEOPLE = ("Ann", "Bo", "Cyd")
_SEED = 5


def begin(data: Path, content: str) -> None:
    """Begin a match of people with a fixed seed; "Go on" at the start opens it.

    `content` is a game, a position in text, or a box of the open table.
    """
    if ";" in content:
        game = position_notation.find_game(content)
        start = registry.load(game).parse_start(content)
        _save(data, Header(game, start.display_names, start.options, _SEED, start.setup))
    elif content in games.with_turns():
        _save(data, Header(content, PEOPLE, registry.load(content).options(), _SEED))
    else:
        options = registry.load("open-table").options()
        _save(data, Header("open-table", PEOPLE[:2], options, _SEED, bundled.load_box(content).setup))


def _save(data: Path, header: Header) -> None:
    with open_journal(data) as journal, journal.begin(header):
        pass


def finish(data: Path) -> None:
    """Fill the journal with finished matches."""
    with open_journal(data) as journal:
        fill_journal(journal)


def lines(data: Path) -> list[dict[str, Any]]:
    """Return the saved lines of the latest match after its header."""
    with open_journal(data) as journal:
        listed = journal.matches(limit=1)
        record = journal.export(listed[0].id).decode() if listed else ""
    return [json.loads(line) for line in record.splitlines()[1:]]


def read_actions(data: Path, kind: str = "") -> list[dict[str, Any]]:
    """Return the actions in the latest match, all or those of a kind."""
    return [line for line in lines(data) if line.get("do", "") and kind in ("", line["do"])]
