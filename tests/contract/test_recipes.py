"""The parts that recipes of CONTRIBUTING.md name exist for all of their kind."""

from __future__ import annotations

from dataclasses import fields

import pytest

from grenade_salad import games, players
from grenade_salad.app.seating import player_names
from grenade_salad.core import registry
from grenade_salad.games.salad import GAME
from grenade_salad.games.salad.cards import CARDS, RULES
from grenade_salad.games.salad.pieces import SYMBOLS
from grenade_salad.sheets import salad
from grenade_salad.system import resources


@pytest.mark.parametrize("card", SYMBOLS)
def test_card_has_all_its_parts(card: str) -> None:
    assert card in {action.do for action in GAME.actions}
    assert CARDS[card].name
    assert CARDS[card].does
    assert {"footpath": "mines"}.get(card, card) in RULES
    assert card in salad._BUTTONS
    for picture in (f"cards/salad/{card}.svg", f"symbols/{card}.svg"):
        assert (resources.assets() / picture).is_file()


@pytest.mark.parametrize("game", games.NAMES)
def test_house_rule_has_texts_and_can_be_chosen(game: str) -> None:
    for rule in fields(registry.load(game).options):
        meta = rule.metadata
        assert meta["label"]
        assert meta["help"]
        assert {"choices", "range", "seat"} & set(meta) or isinstance(rule.default, bool) or not meta.get("form", True)


@pytest.mark.parametrize("game", games.with_turns())
def test_level_is_in_every_game_and_has_names(game: str) -> None:
    assert players.levels(game) == players.LEVELS
    assert set(players.LEVELS) <= set(player_names.NAMES)


@pytest.mark.parametrize("game", games.NAMES)
def test_bundled_game_has_all_its_parts(game: str) -> None:
    parts = registry.plugin(game)
    assert all((parts.players, parts.stats, parts.sheets, parts.screens, parts.tagline))
    assert parts.rules_page is not None
    assert parts.rules_page.is_file()
    assert parts.picture is not None
    assert parts.picture.is_file()
