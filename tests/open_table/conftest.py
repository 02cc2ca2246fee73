"""The open table as a game of this process, with a box of its own: it is not among the games of the box yet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grenade_salad import players
from grenade_salad.core import discovery, registry
from grenade_salad.games.open_table import boxes, rules
from grenade_salad.games.open_table.box import Box

NAME = "open-table"


def clear_caches() -> None:
    """Look again which games there are."""
    for cached in (registry.plugin, registry.load, players.load_roster):
        cached.cache_clear()


@pytest.fixture(params=boxes.BOXES, ids=lambda box: box.name)
def box(request: pytest.FixtureRequest) -> Box:
    """Each of the boxes that come along."""
    result: Box = request.param
    return result


@pytest.fixture
def installed_table(box: Box, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The open table with this box where no record says another; its name."""
    games, refused = discovery._discover()
    target = "grenade_salad.games.open_table:PLUGIN", "grenade-salad"
    monkeypatch.setattr(discovery, "_discover", lambda: ({**games, NAME: target}, refused))
    monkeypatch.setattr(rules, "GAME", rules.make_game(box))
    clear_caches()
    yield NAME
    monkeypatch.undo()
    clear_caches()
