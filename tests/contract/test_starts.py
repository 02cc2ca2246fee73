"""Starts: positions can be written as setups, and impossible ones are refused."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import Game, Illegal, Json, State, to_json
from grenade_salad.match.lines import BadLine, convert
from grenade_salad.match.match import Header, Match
from tests.playing import mutate, random_match, random_positions, random_steps

SEEDS = range(5)
ABSURD = (-(10**15), -1, 0, 1, 3, 99, 10**15, 1e308, 0.001, (), (0.0, 0.0), (1e9, 1e9), "nothing", ("x",) * 50)
pytestmark = pytest.mark.parametrize("name", games.with_turns())


def setup_fields(game: Game, state: State) -> dict[str, Json]:
    """Return the fields of the position that a setup has, too."""
    position = to_json(state.full_view())
    assert isinstance(position, dict)
    return {part.name: position[part.name] for part in fields(game.setup) if part.name in position}


def is_plain_turn(state: State) -> bool:
    """True if it is simply one seat's turn, so that a setup describes all of it."""
    offered = {action.do for seat in state.active_seats() for action in state.legal_actions(seat)}
    return len(state.active_seats()) == 1 and not offered & {"pass", "drop", "keep"}


@pytest.mark.quick("3-*")
@pytest.mark.parametrize("seed", SEEDS)
def test_positions_can_be_written_as_setups(name: str, seed: int) -> None:
    written = 0
    for match in random_positions(name, seed, 60):
        if not is_plain_turn(match.state):
            continue
        facts = setup_fields(match.game, match.state)
        setup = convert(facts, match.game.setup)
        restored = match.game.start(match.state.seats, match.header.options, setup)
        while due := restored.pending_chance():
            assert due == "roll"
            restored.apply_chance(restored.sample_chance(Random(seed)))
        assert setup_fields(match.game, restored) == facts
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
                facts = to_json(options)
                assert isinstance(facts, dict)
                convert({part.name: facts[part.name]} if part.name in facts else {}, game.options)
                match = Match(Header(name, ("A", "B"), options, 1))
            except (BadLine, Illegal):
                refused += 1
                continue
            for _ in random_steps(match, Random(1), 3):
                pass
    assert refused > len(fields(game.options))


@pytest.mark.quick("0-*")
@pytest.mark.parametrize("seed", SEEDS)
def test_accepted_setups_can_be_played(name: str, seed: int) -> None:
    """Any changed setup is refused with a reason, or a match continues from it."""
    rng = Random(f"mutated/{name}/{seed}")
    accepted = refused = 0
    for match in random_positions(name, seed, 40):
        if not is_plain_turn(match.state):
            continue
        for _ in range(6):
            facts = mutate(setup_fields(match.game, match.state), rng)
            try:
                setup = convert(facts, match.game.setup)
                header = Header(name, match.header.seats, match.header.options, seed, setup)
                changed_match = Match(header)
            except (BadLine, Illegal):
                refused += 1
                continue
            accepted += 1
            for _ in random_steps(changed_match, rng, 5):
                for seat in range(changed_match.state.seats):
                    assert changed_match.state.view(seat).seat == seat
    assert refused > 10
    assert accepted > 0


@pytest.mark.quick("2-*")
@pytest.mark.parametrize("seed", SEEDS)
def test_changed_outcomes_are_refused_or_can_be_played(name: str, seed: int) -> None:
    """An outcome with one part changed is impossible, or the match continues from it."""
    rng = Random(f"luck/{name}/{seed}")
    tried = 0
    for match in random_positions(name, seed, 60):
        due = match.state.pending_chance()
        if due is None:
            continue
        kind = next(chance for chance in match.game.chances if chance.kind == due)
        for _ in range(8):
            outcome = mutate(to_json(match.state.sample_chance(rng).to_line()["outcome"]), rng)
            try:
                chance = convert({"outcome": outcome}, kind)
            except BadLine:
                continue
            next_state = match.state.copy()
            tried += 1
            if next_state.why_not_chance(chance) is None:
                next_state.apply_chance(chance)
                continued = random_match(name, seed)
                continued.state = next_state
                for _ in random_steps(continued, rng, 5):
                    pass
    assert tried > 0
