"""Matches that are in the journal before the program starts, and what the journal has of them afterwards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from grenade_salad import games
from grenade_salad.boxes import bundled
from grenade_salad.core import position_notation, registry
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.match import Header
from tools.evenings import fill

PEOPLE = ("Ann", "Bo", "Cyd")
_SEED = 5


def begin(data: Path, what: str) -> None:
    """Begin a match of people, always with the same luck; "Go on" of the first screen leads there.

    `what` is a game, a position as it is written, or a box of the open table.
    """
    if ";" in what:
        game = position_notation.game_of(what)
        start = position_notation.read(registry.load(game), what)
        _save(data, Header(game, start.called, start.options, _SEED, start.setup))
    elif what in games.with_turns():
        _save(data, Header(what, PEOPLE, registry.load(what).options(), _SEED))
    else:
        options = registry.load("open-table").options()
        _save(data, Header("open-table", PEOPLE[:2], options, _SEED, bundled.opened(what).setup))


def _save(data: Path, header: Header) -> None:
    with open_journal(data) as journal, journal.begin(header):
        pass


def finish(data: Path) -> None:
    """Fill the journal with matches that are over."""
    with open_journal(data) as journal:
        fill(journal)


def lines(data: Path) -> list[dict[str, Any]]:
    """Return the lines of the latest match after its header, as they are saved."""
    with open_journal(data) as journal:
        listed = journal.matches(limit=1)
        record = journal.export(listed[0].id).decode() if listed else ""
    return [json.loads(line) for line in record.splitlines()[1:]]


def deeds(data: Path, kind: str = "") -> list[dict[str, Any]]:
    """Return what people did in the latest match, or what of it is of one kind."""
    return [line for line in lines(data) if line.get("do", "") and kind in ("", line["do"])]
