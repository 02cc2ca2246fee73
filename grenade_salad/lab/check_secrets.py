"""Checks that a game keeps its secrets.

What a seat cannot see is drawn again, and the seat must notice nothing. The checks are part of `check_game`; each gets
the game's name, a seed and the number of steps to play, and raises `Broken`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import TypeAlias

from grenade_salad.core import Action, Chance, Event, Game, Json, State, redact, to_json
from grenade_salad.core.default_wording import missing_parts
from grenade_salad.lab.random_play import random_entry, random_match, random_positions, require
from grenade_salad.match.lines import BadLine, parse_entry

_WORLDS = 20
"""Number of worlds that are drawn in a position to compare them with the truth."""
_MIN_DIFFERING = 2
"""Number of these worlds that must differ."""
_EVERY = 3
"""One position in this many is examined for that."""
_POSITIONS_TRIED = range(2, 9)
"""Bounds of the number of examined positions.

In fewer, hidden facts may be plain to a player who counts.
"""
_MAX_PASSES = 100
"""Number of passes after which a window of a broken game is left."""
_OTHER_OUTCOMES = 12
"""Number of other outcomes that are tried for a chance."""


def describe_view(state: State, seat: int | None) -> str:
    """Return all that a seat may know of a state, as text; None is a spectator."""
    view = json.dumps(to_json(state.view(seat)))
    legal = json.dumps([action.to_line() for action in state.legal_actions(seat)] if seat is not None else [])
    facts = (state.active_seats(), state.pending_chance(), state.is_over, state.ranking(), state.scores)
    return "\n".join((view, legal, *map(str, facts)))


def describe_events(events: Iterable[Event], seat: int | None) -> list[str]:
    """Return the events as the seat gets them, as text."""
    return [f"{type(event).__name__} {json.dumps(to_json(redact(event, seat)))}" for event in events]


def list_active_seats(state: State) -> list[tuple[int, ...]]:
    """Return the active seats, pass after pass, until no seat is asked.

    The state is changed by it.
    """
    seats_by_pass: list[tuple[int, ...]] = []
    while state.pending_chance() is None and not state.is_over:
        pass_action = next(filter(None, map(state.find_pass, state.active_seats())), None)
        if pass_action is None or len(seats_by_pass) >= _MAX_PASSES:
            break
        seats_by_pass.append(state.active_seats())
        state.apply(pass_action)
    return [*seats_by_pass, state.active_seats()]


def _carry_out(state: State, step_entry: Action | Chance, rng: Random) -> list[Event]:
    """Carry out the entry; if a chance is not possible here, another is drawn."""
    if isinstance(step_entry, Action):
        return state.apply(step_entry)
    return state.apply_chance(state.sample_chance(rng) if state.why_not_chance(step_entry) else step_entry)


def _reveals_difference(our_events: Sequence[Event], their_events: Sequence[Event]) -> bool:
    """True if public events differ, first at an event that says it reveals something."""
    for our_event, their_event in zip(our_events, their_events, strict=False):
        if describe_events([our_event], None) != describe_events([their_event], None):
            return our_event.reveals or their_event.reveals
    rest = [*our_events[len(their_events) :], *their_events[len(our_events) :]]
    return bool(rest) and rest[0].reveals


def other_worlds_look_the_same(name: str, seed: int, steps: int) -> None:
    """Check that a seat cannot tell a world drawn by `resample` from the truth."""
    rng = Random(f"secrecy/{name}/{seed}")
    for match in random_positions(name, seed, steps):
        state = match.state
        previous = state.copy()
        for seat in range(state.seats):
            world = state.resample(seat, rng)
            require(
                describe_view(world, seat) == describe_view(state, seat),
                f"seat {seat} sees what it should not, or resample changes it",
            )
            require(
                list_active_seats(world) == list_active_seats(state.copy()),
                f"who is asked next depends on what seat {seat} cannot see",
            )
        require(state == previous, "resample changed the state")


def events_tell_no_secrets(name: str, seed: int, steps: int) -> None:
    """Check that events tell no secrets.

    The same entry is carried out in another world: a seat that learns nothing by an event that says so gets the same
    events and the same view.
    """
    rng = Random(f"events/{name}/{seed}")
    match = random_match(name, seed)
    for _ in range(steps):
        state = match.state
        if state.is_over:
            return
        next_entry = random_entry(state, rng)
        for seat in range(state.seats):
            _check_in_other_world(state, next_entry, seat, rng)
        match.apply_entry(next_entry)


def _check_in_other_world(state: State, step_entry: Action | Chance, seat: int, rng: Random) -> None:
    truth, world = state.copy(), state.resample(seat, rng)
    if isinstance(step_entry, Action) and world.why_not(step_entry) is not None:
        require(step_entry.seat != seat, f"what seat {seat} may do depends on what it cannot see: {step_entry}")
        return
    our_events, their_events = _carry_out(truth, step_entry, rng), _carry_out(world, step_entry, rng)
    if _reveals_difference(our_events, their_events):
        return
    require(
        describe_events(their_events, None) == describe_events(our_events, None),
        f"everybody is told a secret by {step_entry}: {describe_events(our_events, None)}",
    )
    require(world.active_seats() == truth.active_seats(), f"who acts after {step_entry} depends on secrets")
    if describe_view(world, seat) == describe_view(truth, seat):
        require(
            describe_events(their_events, seat) == describe_events(our_events, seat),
            f"seat {seat} is told what it cannot see by {step_entry}",
        )
    else:
        require(
            any(seat in event.visible_to for event in our_events),
            f"seat {seat} sees more after {step_entry}, told by no event",
        )


def worlds_are_drawn_anew(name: str, seed: int, steps: int) -> None:
    """Check that hidden facts differ from the truth in enough worlds of `resample`.

    Two of twenty worlds must differ. A player who counts may know a hidden fact, so each is examined over a whole
    match; what is empty is no secret.
    """
    rng = Random(f"worlds/{name}/{seed}")
    examined, differed = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for index, match in enumerate(random_positions(name, seed, steps)):
        state = match.state
        if index % _EVERY != 1 or index > _EVERY * _POSITIONS_TRIED.stop:
            continue
        truth = dict(_leaves(to_json(state.full_view()), lists=True))
        for seat in range(state.seats):
            visible = dict(_leaves(to_json(state.view(seat)), lists=True))
            hidden = [
                part for part, value in truth.items() if part not in _OWN_PARTS and visible.get(part, ...) != value
            ]
            hidden = [part for part in hidden if truth[part] not in ([], {}, None)]
            if not hidden:
                continue
            worlds = [dict(_leaves(to_json(state.resample(seat, rng).full_view()), lists=True)) for _ in range(_WORLDS)]
            for part in hidden:
                examined[seat, ".".join(map(str, part))] += 1
                differed[seat, ".".join(map(str, part))] += sum(world.get(part) != truth[part] for world in worlds)
    for (seat, key), times in examined.items():
        differing = differed[seat, key]
        require(
            times < _POSITIONS_TRIED.start or differing >= _MIN_DIFFERING * times,
            f"resample for seat {seat} leaves {key} as it is: {differing} of {times * _WORLDS} worlds differ",
        )


def reasons_tell_no_secrets(name: str, seed: int, steps: int) -> None:
    """Check that a seat gets the same reasons in every world that is possible for it."""
    rng = Random(f"reasons/{name}/{seed}")
    earlier: list[Action] = []
    for match in random_positions(name, seed, steps):
        state = match.state
        legal = [
            action for seat in range(state.seats) for action in state.legal_actions(seat) if not missing_parts(action)
        ]
        tried = [*rng.sample(earlier, min(len(earlier), 8)), *rng.sample(legal, min(len(legal), 4))]
        for seat in range(state.seats):
            world = state.resample(seat, rng)
            for action in tried:
                own_action = replace(action, seat=seat)
                reason, other_reason = state.why_not(own_action), world.why_not(own_action)
                require(
                    reason == other_reason,
                    f"why seat {seat} may not do {own_action} depends on secrets: {reason}, or {other_reason}",
                )
        earlier += rng.sample(legal, min(len(legal), 4))


# Chance


def luck_is_told_to_whom_it_is_shown(name: str, seed: int, steps: int) -> None:
    """Check that a seat learns of a chance only what its view shows.

    Where another outcome would have left a seat with the same view, it gets the same events. An event that says that it
    `reveals` something may tell more.
    """
    rng = Random(f"luck/{name}/{seed}")
    for match in random_positions(name, seed, steps):
        state = match.state
        if state.pending_chance() is None:
            continue
        chance, truth = state.sample_chance(rng), state.copy()
        our_events = truth.apply_chance(chance)
        for outcome in _possible_outcomes(match.game, state, chance, rng):
            other_state = state.copy()
            their_events = other_state.apply_chance(outcome)
            if _reveals_difference(our_events, their_events):
                continue
            for seat in (None, *range(state.seats)):
                if describe_view(other_state, seat) == describe_view(truth, seat):
                    observer = "everybody" if seat is None else f"seat {seat}"
                    events = describe_events(our_events, seat)
                    require(
                        describe_events(their_events, seat) == events,
                        f"{observer} is told of the {chance.kind} what the view does not show: {events}",
                    )


def luck_is_checked(name: str, seed: int, steps: int) -> None:
    """Check that an outcome with an impossible name or number is refused.

    It must change nothing.
    """
    rng = Random(f"garbled/{name}/{seed}")
    for match in random_positions(name, seed, steps):
        state = match.state
        if state.pending_chance() is None:
            continue
        line = state.sample_chance(rng).to_line()
        parts = [path for path, value in _leaves(line["outcome"]) if isinstance(value, (int, str))]
        for path in rng.sample(parts, min(len(parts), 6)):
            outcome = _read_outcome(match.game, line, _replace_part(line["outcome"], path, _make_impossible))
            if outcome is None:
                continue
            previous = state.copy()
            reason = state.why_not_chance(outcome)
            require(reason is not None and reason.text(), f"luck that cannot be is possible: {outcome}")
            require(state == previous, f"asking why luck is impossible changed the state: {outcome}")


def _make_impossible(value: Json) -> Json:
    """Return a value of the same type that no game has."""
    if isinstance(value, bool) or value is None:
        return value
    return "no such thing" if isinstance(value, str) else 10**15


def _possible_outcomes(game: Game, state: State, chance: Chance, rng: Random) -> Iterator[Chance]:
    """Yield other possible outcomes.

    Some are drawn again, others are the same with two parts exchanged. Parts are exchanged because a second deal hardly
    ever leaves a hand as it was.
    """
    yield from (state.sample_chance(rng) for _ in range(2))
    line = chance.to_line()
    original = line["outcome"]
    leaves = [(path, value) for path, value in _leaves(original) if isinstance(value, (int, str))]
    for _ in range(_OTHER_OUTCOMES if len(leaves) > 1 else 0):
        (first_path, first_value), (second_path, second_value) = rng.sample(leaves, 2)
        if type(first_value) is not type(second_value) or first_value == second_value:
            continue
        swapped = _replace_part(original, first_path, lambda _, new=second_value: new)  # type: ignore[misc]
        swapped = _replace_part(swapped, second_path, lambda _, new=first_value: new)  # type: ignore[misc]
        for value in (swapped, _sort_lists(swapped)):
            outcome = _read_outcome(game, line, value)
            if outcome is not None and state.why_not_chance(outcome) is None:
                yield outcome
                break


def _read_outcome(game: Game, line: dict[str, Json], outcome: Json) -> Chance | None:
    """Return the line with another outcome; None if no record could have it."""
    try:
        result = parse_entry(game, {**line, "outcome": outcome})
    except BadLine:
        return None
    return result if isinstance(result, Chance) else None


# JSON


LeafPath: TypeAlias = tuple[str | int, ...]
_OWN_PARTS: tuple[LeafPath, ...] = (("seat",),)
"""Parts that are different in every view."""


def _leaves(value: Json, lists: bool = False, path: LeafPath = ()) -> Iterator[tuple[LeafPath, Json]]:
    """Yield the parts that have no parts.

    With `lists`, a list of such parts (a hand of cards) is one part.
    """
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _leaves(part, lists, (*path, key))
    elif isinstance(value, list) and not (lists and _is_flat(value)):
        for index, part in enumerate(value):
            yield from _leaves(part, lists, (*path, index))
    else:
        yield path, value


def _is_flat(value: list[Json]) -> bool:
    return not any(isinstance(part, (list, dict)) for part in value)


def _replace_part(value: Json, path: LeafPath, change: Callable[[Json], Json]) -> Json:
    """Return the value with one part changed."""
    if not path:
        return change(value)
    first, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {key: _replace_part(part, rest, change) if key == first else part for key, part in value.items()}
    assert isinstance(value, list)
    return [_replace_part(part, rest, change) if index == first else part for index, part in enumerate(value)]


def _sort_lists(value: Json) -> Json:
    """Return the value with all lists of numbers or words sorted, as games do."""
    if isinstance(value, dict):
        return {key: _sort_lists(part) for key, part in value.items()}
    if not isinstance(value, list):
        return value
    if all(isinstance(part, int) for part in value) or all(isinstance(part, str) for part in value):
        return sorted(value)  # type: ignore[type-var]
    return [_sort_lists(part) for part in value]


SECRETS = (
    other_worlds_look_the_same,
    worlds_are_drawn_anew,
    reasons_tell_no_secrets,
    events_tell_no_secrets,
    luck_is_told_to_whom_it_is_shown,
    luck_is_checked,
)
"""All checks of secrets and of chance."""
