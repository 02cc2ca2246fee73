"""What a recipe of CONTRIBUTING.md names is there for everything of its kind."""

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
def test_a_card_is_everywhere(card: str) -> None:
    assert card in {action.do for action in GAME.actions}
    assert CARDS[card].name
    assert CARDS[card].does
    assert {"footpath": "mines"}.get(card, card) in RULES
    assert card in salad._BUTTONS
    for picture in (f"cards/salad/{card}.svg", f"symbols/{card}.svg"):
        assert (resources.assets() / picture).is_file()


@pytest.mark.parametrize("game", games.NAMES)
def test_a_house_rule_has_words_and_a_way_to_be_chosen(game: str) -> None:
    for rule in fields(registry.load(game).options):
        meta = rule.metadata
        assert meta["label"]
        assert meta["help"]
        assert {"choices", "range", "seat"} & set(meta) or isinstance(rule.default, bool) or not meta.get("form", True)


@pytest.mark.parametrize("game", games.with_turns())
def test_a_level_is_in_every_game_and_has_names(game: str) -> None:
    assert players.levels(game) == players.LEVELS
    assert set(players.LEVELS) <= set(player_names.NAMES)


@pytest.mark.parametrize("game", games.NAMES)
def test_a_game_of_the_box_brings_everything(game: str) -> None:
    brought = registry.plugin(game)
    assert all((brought.players, brought.stats, brought.sheets, brought.screens, brought.tagline))
    assert brought.rules_page is not None
    assert brought.rules_page.is_file()
    assert brought.picture is not None
    assert brought.picture.is_file()
