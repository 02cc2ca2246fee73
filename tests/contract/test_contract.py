"""The contract of all games over random matches: `check_game` for each, and what is the same for ours alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grenade_salad import games
from grenade_salad.core import Json, to_json
from grenade_salad.lab.check_game import CHECKS
from tests.marks import over
from tests.playing import positions

EACH = over("seed", range(1), range(1, 14))


@pytest.fixture(params=games.NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@EACH
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_keeps_the_contract(check: Callable[[str, int, int], None], name: str, seed: int) -> None:
    check(name, seed, 80)


@EACH
def test_state_and_views_have_a_json_form(name: str, seed: int) -> None:
    for match in positions(name, seed, 60):
        state = match.state
        for view in (state.full_view(), state.view(None), *map(state.view, range(state.seats))):
            facts = to_json(view)
            assert isinstance(facts, dict)
            assert facts["game"] == name
            assert facts["over"] == state.is_over
            assert facts["to_act"] == list(state.active_seats())
            assert ("alive" in facts) + ("scores" in facts) == (not state.is_turnless)
        assert [state.view(seat).seat for seat in range(state.seats)] == list(range(state.seats))


@EACH
def test_views_of_others_have_no_hidden_lists(name: str, seed: int) -> None:
    """A hidden hand, deck or list of hearts is one number or null, never a list."""
    for match in positions(name, seed, 60):
        state = match.state
        for seat in (None, *range(state.seats)):
            facts = to_json(state.view(seat))
            assert isinstance(facts, dict)
            assert not isinstance(facts.get("deck"), list)
            for owner in range(state.seats):
                open_to_all = state.is_over or not alive(facts, owner)
                for held in (facts[key] for key in ("hands", "hearts") if key in facts):
                    assert isinstance(held, list)
                    if not open_to_all:
                        assert isinstance(held[owner], list) == (owner == seat)


def alive(facts: dict[str, Json], seat: int) -> bool:
    """Whether the seat is still in the game, as far as the game knows such a thing."""
    living = facts.get("alive")
    return not isinstance(living, list) or living[seat] is True
