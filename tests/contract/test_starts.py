"""Starts: any position can be written down as a setup, and nothing that cannot be is accepted."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import Game, Illegal, Json, State, to_json
from grenade_salad.match.lines import BadLine, convert
from grenade_salad.match.match import Header, Match
from tests.playing import mutated, positions, random_match, steps

SEEDS = range(5)
ABSURD = (-(10**15), -1, 0, 1, 3, 99, 10**15, 1e308, 0.001, (), (0.0, 0.0), (1e9, 1e9), "nothing", ("x",) * 50)
pytestmark = pytest.mark.parametrize("name", games.with_turns())


def as_setup(game: Game, state: State) -> dict[str, Json]:
    """The position in the keys of a setup, if it has no more to say: all of its keys that a view has, too."""
    position = to_json(state.full_view())
    assert isinstance(position, dict)
    return {part.name: position[part.name] for part in fields(game.setup) if part.name in position}


def quiet(state: State) -> bool:
    """Whether it is simply somebody's turn, so that a setup tells all."""
    offers = {action.do for seat in state.active_seats() for action in state.legal_actions(seat)}
    return len(state.active_seats()) == 1 and not offers & {"pass", "drop", "keep"}


@pytest.mark.quick("3-*")
@pytest.mark.parametrize("seed", SEEDS)
def test_positions_can_be_written_down(name: str, seed: int) -> None:
    written = 0
    for match in positions(name, seed, 60):
        if not quiet(match.state):
            continue
        told = as_setup(match.game, match.state)
        setup = convert(told, match.game.setup)
        again = match.game.start(match.state.seats, match.header.options, setup)
        while due := again.pending_chance():
            assert due == "roll"
            again.apply_chance(again.sample_chance(Random(seed)))
        assert as_setup(match.game, again) == told
        header = Header(name, match.header.seats, match.header.options, seed, setup)
        assert Match(header).state.full_view() is not None
        written += 1
    assert written > 0


def test_absurd_house_rules_are_refused_with_a_reason(name: str) -> None:
    game = games.load(name)
    refused = 0
    for part in fields(game.options):
        for value in ABSURD:
            options = replace(game.options(), **{part.name: value})
            try:
                told = to_json(options)
                assert isinstance(told, dict)
                convert({part.name: told[part.name]} if part.name in told else {}, game.options)
                match = Match(Header(name, ("A", "B"), options, 1))
            except (BadLine, Illegal):
                refused += 1
                continue
            for _ in steps(match, Random(1), 3):
                pass
    assert refused > len(fields(game.options))


@pytest.mark.quick("0-*")
@pytest.mark.parametrize("seed", SEEDS)
def test_setups_that_are_accepted_can_be_played(name: str, seed: int) -> None:
    """Whatever a setup says: it is refused with a reason, or the game goes on from it."""
    rng = Random(f"mutated/{name}/{seed}")
    accepted = refused = 0
    for match in positions(name, seed, 40):
        if not quiet(match.state):
            continue
        for _ in range(6):
            told = mutated(as_setup(match.game, match.state), rng)
            try:
                setup = convert(told, match.game.setup)
                header = Header(name, match.header.seats, match.header.options, seed, setup)
                other = Match(header)
            except (BadLine, Illegal):
                refused += 1
                continue
            accepted += 1
            for _ in steps(other, rng, 5):
                for seat in range(other.state.seats):
                    assert other.state.view(seat).seat == seat
    assert refused > 10
    assert accepted > 0


@pytest.mark.quick("2-*")
@pytest.mark.parametrize("seed", SEEDS)
def test_luck_of_another_match_is_refused_or_can_be_played(name: str, seed: int) -> None:
    """Outcomes with one part changed: impossible, or the game goes on from there."""
    rng = Random(f"luck/{name}/{seed}")
    tried = 0
    for match in positions(name, seed, 60):
        due = match.state.pending_chance()
        if due is None:
            continue
        kind = next(chance for chance in match.game.chances if chance.kind == due)
        for _ in range(8):
            told = mutated(to_json(match.state.sample_chance(rng).to_line()["outcome"]), rng)
            try:
                chance = convert({"outcome": told}, kind)
            except BadLine:
                continue
            other = match.state.copy()
            tried += 1
            if other.why_not_chance(chance) is None:
                other.apply_chance(chance)
                again = random_match(name, seed)
                again.state = other
                for _ in steps(again, rng, 5):
                    pass
    assert tried > 0
