"""Whether a game keeps its secrets: whatever a seat cannot see is drawn anew, and it must notice nothing.

Part of `check_game`; each check is given the game's name, a seed, and how many steps to play, and raises Broken.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import TypeAlias

from grenade_salad.core import Action, Chance, Event, Game, Json, State, redact, to_json
from grenade_salad.lab.random_play import must, next_entry, open_parts, positions, random_match
from grenade_salad.match.lines import BadLine, entry

_WORLDS = 20
"""How many worlds are drawn in a position to see whether they differ from the truth."""
_DIFFER = 2
"""How many of so many must."""
_EVERY, _LOOKED = 3, range(2, 9)
"""Every third position is looked at, and how many of them: in fewer, what is hidden may be plain to whoever counts."""
_OTHERS = 12
"""How many other outcomes are tried for one that luck brought."""


def seen(state: State, seat: int | None) -> str:
    """All that a seat gets to know of a state, as text; None is somebody without a seat."""
    view = json.dumps(to_json(state.view(seat)))
    legal = json.dumps([action.to_line() for action in state.legal_actions(seat)] if seat is not None else [])
    facts = (state.active_seats(), state.pending_chance(), state.is_over, state.ranking(), state.scores)
    return "\n".join((view, legal, *map(str, facts)))


def told(happened: Iterable[Event], seat: int | None) -> list[str]:
    """What the seat is told, as text."""
    return [f"{type(event).__name__} {json.dumps(to_json(redact(event, seat)))}" for event in happened]


def asked(state: State) -> list[tuple[int, ...]]:
    """Who is asked, one pass after another, until nobody is; the state is used up."""
    course: list[tuple[int, ...]] = []
    while state.pending_chance() is None and not state.is_over:
        passing = next(
            (action for seat in state.active_seats() for action in state.legal_actions(seat) if action.is_pass), None
        )
        if passing is None or len(course) > 99:
            break
        course.append(state.active_seats())
        state.apply(passing)
    return [*course, state.active_seats()]


def _go_on(state: State, one: Action | Chance, rng: Random) -> list[Event]:
    """Carry the entry out; luck that is not possible here is drawn."""
    if isinstance(one, Action):
        return state.apply(one)
    return state.apply_chance(state.sample_chance(rng) if state.why_not_chance(one) else one)


def _opened(ours: Sequence[Event], theirs: Sequence[Event]) -> bool:
    """Whether what everybody is told differs, first by an event that says that it reveals something."""
    for mine, other in zip(ours, theirs, strict=False):
        if told([mine], None) != told([other], None):
            return mine.reveals or other.reveals
    rest = [*ours[len(theirs) :], *theirs[len(ours) :]]
    return bool(rest) and rest[0].reveals


def other_worlds_look_the_same(name: str, seed: int, steps: int) -> None:
    """A seat cannot tell what `resample` made of what it cannot see from how it really is."""
    rng = Random(f"secrecy/{name}/{seed}")
    for match in positions(name, seed, steps):
        state = match.state
        before = state.copy()
        for seat in range(state.seats):
            other = state.resample(seat, rng)
            must(seen(other, seat) == seen(state, seat), f"seat {seat} sees what it should not, or resample changes it")
            must(asked(other) == asked(state.copy()), f"who is asked next depends on what seat {seat} cannot see")
        must(state == before, "resample changed the state")


def events_tell_no_secrets(name: str, seed: int, steps: int) -> None:
    """The same is done in another world: who learns nothing by an event that says so is told and sees the same."""
    rng = Random(f"events/{name}/{seed}")
    match = random_match(name, seed)
    for _ in range(steps):
        state = match.state
        if state.is_over:
            return
        one = next_entry(state, rng)
        for seat in range(state.seats):
            _same_in_another_world(state, one, seat, rng)
        match.add(one)


def _same_in_another_world(state: State, one: Action | Chance, seat: int, rng: Random) -> None:
    here, other = state.copy(), state.resample(seat, rng)
    if isinstance(one, Action) and other.why_not(one) is not None:
        must(one.seat != seat, f"what seat {seat} may do depends on what it cannot see: {one}")
        return
    ours, theirs = _go_on(here, one, rng), _go_on(other, one, rng)
    if _opened(ours, theirs):
        return
    must(told(theirs, None) == told(ours, None), f"everybody is told a secret by {one}: {told(ours, None)}")
    must(other.active_seats() == here.active_seats(), f"who acts after {one} depends on secrets")
    if seen(other, seat) == seen(here, seat):
        must(told(theirs, seat) == told(ours, seat), f"seat {seat} is told what it cannot see by {one}")
    else:
        must(any(seat in event.visible_to for event in ours), f"seat {seat} sees more after {one}, told by no event")


def worlds_are_drawn_anew(name: str, seed: int, steps: int) -> None:
    """What is hidden from a seat differs from the truth in two of twenty worlds that `resample` draws, where it may.

    A hidden thing may be known to whoever counts, so it is looked at over a whole match; what is empty is no secret.
    """
    rng = Random(f"worlds/{name}/{seed}")
    looked, differed = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for number, match in enumerate(positions(name, seed, steps)):
        state = match.state
        if number % _EVERY != 1 or number > _EVERY * _LOOKED.stop:
            continue
        truth = dict(_leaves(to_json(state.full_view()), lists=True))
        for seat in range(state.seats):
            shown = dict(_leaves(to_json(state.view(seat)), lists=True))
            hidden = [part for part, value in truth.items() if part not in _OWN and shown.get(part, ...) != value]
            hidden = [part for part in hidden if truth[part] not in ([], {}, None)]
            if not hidden:
                continue
            worlds = [dict(_leaves(to_json(state.resample(seat, rng).full_view()), lists=True)) for _ in range(_WORLDS)]
            for part in hidden:
                looked[seat, ".".join(map(str, part))] += 1
                differed[seat, ".".join(map(str, part))] += sum(world.get(part) != truth[part] for world in worlds)
    for (seat, where), times in looked.items():
        others = differed[seat, where]
        must(
            times < _LOOKED.start or others >= _DIFFER * times,
            f"resample for seat {seat} leaves {where} as it is: {others} of {times * _WORLDS} worlds differ",
        )


def reasons_tell_no_secrets(name: str, seed: int, steps: int) -> None:
    """Why a seat may not do something is the same in every world that is possible for it."""
    rng = Random(f"reasons/{name}/{seed}")
    known: list[Action] = []
    for match in positions(name, seed, steps):
        state = match.state
        legal = [
            action for seat in range(state.seats) for action in state.legal_actions(seat) if not open_parts(action)
        ]
        tried = [*rng.sample(known, min(len(known), 8)), *rng.sample(legal, min(len(legal), 4))]
        for seat in range(state.seats):
            other = state.resample(seat, rng)
            for action in tried:
                mine = replace(action, seat=seat)
                here, there = state.why_not(mine), other.why_not(mine)
                must(here == there, f"why seat {seat} may not do {mine} depends on secrets: {here}, or {there}")
        known += rng.sample(legal, min(len(legal), 4))


# luck


def luck_is_told_to_whom_it_is_shown(name: str, seed: int, steps: int) -> None:
    """Where other luck would have left a seat with the same view, it is told the same: all it learns, its view shows.

    An event that says that it `reveals` something may tell more.
    """
    rng = Random(f"luck/{name}/{seed}")
    for match in positions(name, seed, steps):
        state = match.state
        if state.pending_chance() is None:
            continue
        chance, here = state.sample_chance(rng), state.copy()
        ours = here.apply_chance(chance)
        for outcome in _possible(match.game, state, chance, rng):
            there = state.copy()
            theirs = there.apply_chance(outcome)
            if _opened(ours, theirs):
                continue
            for seat in (None, *range(state.seats)):
                if seen(there, seat) == seen(here, seat):
                    who = "everybody" if seat is None else f"seat {seat}"
                    must(
                        told(theirs, seat) == told(ours, seat),
                        f"{who} is told of the {chance.kind} what the view does not show: {told(ours, seat)}",
                    )


def luck_is_checked(name: str, seed: int, steps: int) -> None:
    """An outcome with a name or a whole number in it that no game has is refused, and changes nothing."""
    rng = Random(f"garbled/{name}/{seed}")
    for match in positions(name, seed, steps):
        state = match.state
        if state.pending_chance() is None:
            continue
        line = state.sample_chance(rng).to_line()
        parts = [path for path, value in _leaves(line["outcome"]) if isinstance(value, (int, str))]
        for path in rng.sample(parts, min(len(parts), 6)):
            outcome = _read(match.game, line, _put(line["outcome"], path, _impossible))
            if outcome is None:
                continue
            before = state.copy()
            reason = state.why_not_chance(outcome)
            must(reason is not None and reason.text(), f"luck that cannot be is possible: {outcome}")
            must(state == before, f"asking why luck is impossible changed the state: {outcome}")


def _impossible(value: Json) -> Json:
    """Something of the same kind that no game has."""
    if isinstance(value, bool) or value is None:
        return value
    return "no such thing" if isinstance(value, str) else 10**15


def _possible(game: Game, state: State, chance: Chance, rng: Random) -> Iterator[Chance]:
    """Other luck that is possible: what comes up when it is drawn again, and the same with two parts exchanged.

    Parts are exchanged because a second deal hardly ever leaves a hand as it was.
    """
    yield from (state.sample_chance(rng) for _ in range(2))
    line = chance.to_line()
    whole = line["outcome"]
    leaves = [(path, value) for path, value in _leaves(whole) if isinstance(value, (int, str))]
    for _ in range(_OTHERS if len(leaves) > 1 else 0):
        (one, mine), (other, yours) = rng.sample(leaves, 2)
        if type(mine) is not type(yours) or mine == yours:
            continue
        swapped = _put(_put(whole, one, lambda _, new=yours: new), other, lambda _, new=mine: new)  # type: ignore[misc]
        for value in (swapped, _sorted(swapped)):
            outcome = _read(game, line, value)
            if outcome is not None and state.why_not_chance(outcome) is None:
                yield outcome
                break


def _read(game: Game, line: dict[str, Json], outcome: Json) -> Chance | None:
    """The line with another outcome; None if no record could have it."""
    try:
        made = entry(game, {**line, "outcome": outcome})
    except BadLine:
        return None
    return made if isinstance(made, Chance) else None


# JSON


Path: TypeAlias = tuple[str | int, ...]
_OWN: tuple[Path, ...] = (("seat",),)
"""What every view has of its own."""


def _leaves(value: Json, lists: bool = False, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """The parts that have no parts; with `lists`, lists of those (a hand of cards) are one part."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _leaves(part, lists, (*path, key))
    elif isinstance(value, list) and not (lists and _flat(value)):
        for at, part in enumerate(value):
            yield from _leaves(part, lists, (*path, at))
    else:
        yield path, value


def _flat(value: list[Json]) -> bool:
    return not any(isinstance(part, (list, dict)) for part in value)


def _put(value: Json, path: Path, change: Callable[[Json], Json]) -> Json:
    """The same with one part changed."""
    if not path:
        return change(value)
    first, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {key: _put(part, rest, change) if key == first else part for key, part in value.items()}
    assert isinstance(value, list)
    return [_put(part, rest, change) if at == first else part for at, part in enumerate(value)]


def _sorted(value: Json) -> Json:
    """The same with every list of numbers or of words in order, as games keep hands."""
    if isinstance(value, dict):
        return {key: _sorted(part) for key, part in value.items()}
    if not isinstance(value, list):
        return value
    if all(isinstance(part, int) for part in value) or all(isinstance(part, str) for part in value):
        return sorted(value)  # type: ignore[type-var]
    return [_sorted(part) for part in value]


SECRETS = (
    other_worlds_look_the_same,
    worlds_are_drawn_anew,
    reasons_tell_no_secrets,
    events_tell_no_secrets,
    luck_is_told_to_whom_it_is_shown,
    luck_is_checked,
)
"""All there is to check of secrets and of luck."""
