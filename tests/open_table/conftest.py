"""The open table as an installed game, with each bundled box."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grenade_salad import players
from grenade_salad.core import discovery, registry
from grenade_salad.games.open_table import boxes, rules
from grenade_salad.games.open_table.box import Box

NAME = "open-table"


def clear_caches() -> None:
    """Clear the caches of the installed games."""
    for cached in (registry.plugin, registry.load, players.load_roster):
        cached.cache_clear()


@pytest.fixture(params=boxes.BOXES, ids=lambda box: box.name)
def box(request: pytest.FixtureRequest) -> Box:
    """Each of the bundled boxes."""
    result: Box = request.param
    return result


@pytest.fixture
def installed_table(box: Box, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Install the open table with this box as its default, and return its name."""
    games, refused = discovery._discover()
    target = "grenade_salad.games.open_table:PLUGIN", "grenade-salad"
    monkeypatch.setattr(discovery, "_discover", lambda: ({**games, NAME: target}, refused))
    monkeypatch.setattr(rules, "GAME", rules.make_game(box))
    clear_caches()
    yield NAME
    monkeypatch.undo()
    clear_caches()
