"""The contract of all games: the same tests for each, over random matches."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import Action, Event, Illegal, Json, LuckIsDue, NoSuchSeat, NotAsked, State, plain, redact
from grenade_salad.core.reasons import GameOver
from tests.playing import fill, open_parts, positions, random_match, some_action, steps

SEEDS = range(6)
MORE = (pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 14))


@pytest.fixture(params=games.NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=(*SEEDS, *MORE))
def seed(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def everything(match_state: State) -> list[Action]:
    return [action for seat in range(match_state.seats) for action in match_state.legal(seat)]


def test_game_says_what_it_is(name: str) -> None:
    game = games.load(name)
    assert game.name == name
    assert 2 <= game.min_seats <= game.max_seats
    assert len({action.do for action in game.actions}) == len(game.actions)
    assert len({chance.kind for chance in game.chances}) == len(game.chances)
    for seats in (-1, 0, 1, game.max_seats + 1, 10**9):
        with pytest.raises(Illegal):
            game.start(seats, game.options(), None)


def test_somebody_acts_unless_luck_is_due_or_the_game_is_over(name: str, seed: int) -> None:
    for match in positions(name, seed):
        state = match.state
        to_act = state.to_act()
        assert (not to_act) == (state.due() is not None or state.over)
        assert len(set(to_act)) == len(to_act)
        for seat in range(state.seats):
            assert bool(state.legal(seat)) == (seat in to_act)
        assert bool(state.ranking()) == state.over


def test_ranking_has_every_seat_once(name: str, seed: int) -> None:
    match = random_match(name, seed, turn_limit=8)
    for _ in steps(match, Random(seed), 2000):
        pass
    assert match.state.over
    ranking = match.state.ranking()
    assert sorted(seat for place in ranking for seat in place) == list(range(match.state.seats))
    assert all(ranking)
    assert all(match.state.view(seat).ranking == ranking for seat in range(match.state.seats))


def test_legal_is_what_why_not_allows(name: str, seed: int) -> None:
    rng = Random(seed)
    for match in positions(name, seed, 60):
        legal = everything(match.state)
        for action in legal:
            if open_parts(action):
                assert match.state.why_not(action) is not None
            else:
                assert match.state.why_not(action) is None, action
        for seat in range(match.state.seats):
            offer = match.state.legal(seat)
            assert len(set(offer)) == len(offer)
            assert all(action.seat == seat or action.shared for action in offer)
        if legal:
            template = rng.choice(legal)
            filled = fill(match.state, template, rng)
            assert filled is None or match.state.why_not(filled) is None


def test_what_is_not_listed_is_refused_and_changes_nothing(name: str, seed: int) -> None:
    """Every action that was legal anywhere in the match is tried everywhere."""
    rng = Random(seed)
    known: list[Action] = []
    for match in positions(name, seed, 60):
        state = match.state
        legal = everything(state)
        before = state.copy()
        for action in rng.sample(known, min(len(known), 15)):
            action = replace(action, seat=rng.randrange(-1, state.seats + 1))
            reason = state.why_not(action)
            whole = not any(hasattr(action, part) for part in ("to", "at", "angle", "height"))
            if whole and not action.shared:
                assert (reason is None) == (action in legal), action
            if reason is not None:
                with pytest.raises(Illegal) as refusal:
                    state.do(action)
                assert refusal.value.reason == reason
                assert str(refusal.value) == reason.text() != ""
                assert state == before
        known += rng.sample(legal, min(len(legal), 5))


def test_reasons_of_seat_and_time(name: str, seed: int) -> None:
    for match in positions(name, seed, 60):
        state = match.state
        for template in everything(state)[:3]:
            if template.shared:
                continue
            assert state.why_not(replace(template, seat=state.seats)) == NoSuchSeat(state.seats, state.seats)
            assert isinstance(state.why_not(replace(template, seat=-1)), NoSuchSeat)
            assert state.why_not(replace(template, seat=None)) == NotAsked(None, state.to_act())
            for other in set(range(state.seats)) - set(state.to_act()):
                assert state.why_not(replace(template, seat=other)) == NotAsked(other, state.to_act())
        action = None if state.due() or state.over else some_action(state, Random(seed))
        if action is None:
            last = match.entries[-1] if match.entries else None
            if isinstance(last, Action):
                expected = GameOver() if state.over else LuckIsDue(state.due() or "")
                assert state.why_not(last) == expected


def test_luck_is_checked_and_only_happens_when_due(name: str, seed: int) -> None:
    seen = Counter[str]()
    for match in positions(name, seed, 80):
        state = match.state
        due = state.due()
        if due is None:
            continue
        before = state.copy()
        chance = state.sample(Random(seed))
        assert state == before, "sampling changed the state"
        assert chance.kind == due
        assert chance == state.sample(Random(seed)), "the same random numbers gave other luck"
        assert state.why_impossible(chance) is None
        other = state.copy()
        other.happen(chance)
        seen[due] += 1
        if other.due() != due:
            again = other.copy()
            reason = other.why_impossible(chance)
            assert reason is not None
            with pytest.raises(Illegal) as refusal:
                other.happen(chance)
            assert refusal.value.reason == reason
            assert reason.text()
            assert other == again
    assert seen


def test_copies_are_equal_and_independent(name: str, seed: int) -> None:
    match = random_match(name, seed)
    rng = Random(seed)
    for _ in range(40):
        copy, frozen = match.state.copy(), match.state.copy()
        assert copy == match.state
        assert copy.position() == match.state.position()
        if match.state.over:
            break
        entry = match.state.sample(rng) if match.state.due() else some_action(match.state, rng)
        match.add(entry)
        assert copy == frozen, "playing on changed the copy"
        assert copy != match.state, entry
        if isinstance(entry, Action):
            copy.do(entry)
        else:
            copy.happen(entry)
        assert copy == match.state, "the copy went on differently"


def hidden_fields(event: Event) -> list[str]:
    return [part.name for part in fields(event) if part.name not in (*type(event).open, "knows")]


def test_events_say_more_only_to_those_who_know(name: str, seed: int) -> None:
    match = random_match(name, seed)
    names = match.header.seats
    for step in steps(match, Random(seed), 100):
        for event in step.events:
            assert isinstance(event.text(names), str)
            for seat in (None, *range(match.state.seats)):
                told = redact(event, seat)
                assert isinstance(told.text(names), str)
                if seat is None or seat not in event.knows:
                    assert all(getattr(told, part) is None for part in hidden_fields(event))
                else:
                    assert told == event


def test_state_and_views_have_a_json_form(name: str, seed: int) -> None:
    for match in positions(name, seed, 60):
        state = match.state
        for view in (state.position(), state.view(None), *map(state.view, range(state.seats))):
            facts = plain(view)
            assert isinstance(facts, dict)
            assert facts["game"] == name
            assert facts["over"] == state.over
            assert facts["to_act"] == list(state.to_act())
            assert ("alive" in facts) != ("scores" in facts)
        assert [state.view(seat).seat for seat in range(state.seats)] == list(range(state.seats))


def test_views_of_others_have_no_hidden_lists(name: str, seed: int) -> None:
    """A hidden hand, deck or list of hearts is one number or null, never a list."""
    for match in positions(name, seed, 60):
        state = match.state
        for seat in (None, *range(state.seats)):
            facts = plain(state.view(seat))
            assert isinstance(facts, dict)
            assert not isinstance(facts.get("deck"), list)
            for owner in range(state.seats):
                open_to_all = state.over or not alive(facts, owner)
                for held in (facts[key] for key in ("hands", "hearts") if key in facts):
                    assert isinstance(held, list)
                    if not open_to_all:
                        assert isinstance(held[owner], list) == (owner == seat)


def alive(facts: dict[str, Json], seat: int) -> bool:
    """Whether the seat is still in the game, as far as the game knows such a thing."""
    living = facts.get("alive")
    return not isinstance(living, list) or living[seat] is True
