"""The contract of all games: `check_game` and more, over random matches."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grenade_salad import games
from grenade_salad.core import Json, to_json
from grenade_salad.lab.check_game import CHECKS
from tests.marks import for_each
from tests.playing import random_positions

FOR_EACH_SEED = for_each("seed", range(1), range(1, 5), range(5, 14))


@pytest.fixture(params=games.NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@FOR_EACH_SEED
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_game_keeps_the_contract(check: Callable[[str, int, int], None], name: str, seed: int) -> None:
    check(name, seed, 80)


@FOR_EACH_SEED
def test_state_and_views_have_a_json_form(name: str, seed: int) -> None:
    for match in random_positions(name, seed, 60):
        state = match.state
        for view in (state.full_view(), state.view(None), *map(state.view, range(state.seats))):
            facts = to_json(view)
            assert isinstance(facts, dict)
            assert facts["game"] == name
            assert facts["over"] == state.is_over
            assert facts["to_act"] == list(state.active_seats())
            assert ("alive" in facts) + ("scores" in facts) == (not state.is_turnless)
        assert [state.view(seat).seat for seat in range(state.seats)] == list(range(state.seats))


@FOR_EACH_SEED
def test_views_never_list_hidden_cards(name: str, seed: int) -> None:
    """A hidden hand, deck or list of hearts is one number or null, never a list."""
    for match in random_positions(name, seed, 60):
        state = match.state
        for seat in (None, *range(state.seats)):
            facts = to_json(state.view(seat))
            assert isinstance(facts, dict)
            assert not isinstance(facts.get("deck"), list)
            for owner in range(state.seats):
                is_public = state.is_over or not is_alive(facts, owner)
                for cards in (facts[key] for key in ("hands", "hearts") if key in facts):
                    assert isinstance(cards, list)
                    if not is_public:
                        assert isinstance(cards[owner], list) == (owner == seat)


def is_alive(facts: dict[str, Json], seat: int) -> bool:
    """True if the seat is still in the game, or the game has no such field."""
    living = facts.get("alive")
    return not isinstance(living, list) or living[seat] is True
