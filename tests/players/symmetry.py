"""Matches under other names: rotated seats and renumbered soldiers.

Nothing else is different.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random

from grenade_salad import games
from grenade_salad.core import Action, Chance, Event, Json, State, redact
from grenade_salad.lab.playout import make_options
from grenade_salad.match.lines import parse_entry
from grenade_salad.match.match import Header, Match
from grenade_salad.players import Player
from grenade_salad.players import make as make_player

SEAT_KEYS = {"live-grenade": ("seat", "turn", "target"), "wheel": ("seat", "turn"), "grenade-salad": ("seat", "turn")}
SOLDIER_KEYS = {"grenade-salad": ("id", "soldier", "target")}
LISTS_BY_SEAT = ("hands", "hearts")
"""Keys of lines: seats, soldiers, and lists by seat."""
OTHER_PLAYER = "casual"
"""The player in all other seats."""


@dataclass(frozen=True)
class Renaming:
    """Names of seats and soldiers at the other table."""

    game: str
    seats: tuple[int, ...]
    soldiers: dict[int, int]

    def rename_line(self, line: Json, coarse: float = 0.0) -> Json:
        """Return a line with its seats and soldiers renamed.

        Lengths and angles become multiples of `coarse` unless it is 0.
        """
        return self._rename(line, "", coarse)

    def _rename(self, data: Json, key: str, coarse: float) -> Json:
        if isinstance(data, dict):
            return {part: self._rename(value, part, coarse) for part, value in data.items()}
        if isinstance(data, list):
            parts = [self._rename(item, "", coarse) for item in data]
            return [parts[self.seats.index(seat)] for seat in range(len(parts))] if key in LISTS_BY_SEAT else parts
        if isinstance(data, float) and coarse:
            return round(data / coarse)
        if isinstance(data, int) and key in SEAT_KEYS[self.game]:
            return self.seats[data]
        if isinstance(data, int) and key in SOLDIER_KEYS.get(self.game, ()):
            return self.soldiers.get(data, data)
        return data

    def rename_entry(self, original: Action | Chance) -> Action | Chance:
        """Return the same action or chance at the other table."""
        line = self.rename_line(original.to_line())
        assert isinstance(line, dict)
        return parse_entry(games.load(self.game), line)


def keep_names(game: str, seats: int) -> Renaming:
    """Return a renaming that changes nothing."""
    return Renaming(game, tuple(range(seats)), {})


def rotate_names(game: str, seats: int, rng: Random) -> Renaming:
    """Return a renaming that rotates the table by some seats.

    Soldiers of the setup drop (five each, by seat) get other numbers.
    """
    shift = rng.randrange(1, seats)
    rotated = tuple((seat + shift) % seats for seat in range(seats))
    soldiers = {}
    for seat in range(seats):
        new_ids = [rotated[seat] * 5 + index for index in range(5)]
        rng.shuffle(new_ids)
        soldiers |= {seat * 5 + index: new_id for index, new_id in enumerate(new_ids)}
    return Renaming(game, rotated, soldiers)


@dataclass(frozen=True)
class Moment:
    """A decision of a seat: the state and all that the seat saw, at both tables.

    `names` leads to the other table.
    """

    names: Renaming
    seat: int
    state: State
    events: tuple[Event, ...]
    rotated_state: State
    rotated_events: tuple[Event, ...]

    def choose_here(self, player: str, seed: int, coarse: float) -> Hashable:
        """Return what a new player does now, named as at the other table."""
        return _make_hashable(self.names.rename_line(_choose(self, player, seed, False).to_line(), coarse))

    def choose_at_rotated(self, player: str, seed: int, coarse: float) -> Hashable:
        """Return what a new player does now at the other table."""
        unchanged = keep_names(self.names.game, len(self.names.seats))
        return _make_hashable(unchanged.rename_line(_choose(self, player, seed, True).to_line(), coarse))


def _choose(moment: Moment, player: str, seed: int, is_rotated: bool) -> Action:
    names = moment.names
    seat = names.seats[moment.seat] if is_rotated else moment.seat
    state, events = (moment.rotated_state, moment.rotated_events) if is_rotated else (moment.state, moment.events)
    machine = make_player(names.game, player, seat, Random(seed))
    for event in events:
        machine.see(event)
    return machine.decide(state.view(seat), state.legal_actions(seat))


def _make_hashable(data: Json) -> Hashable:
    if isinstance(data, dict):
        return tuple(sorted((part, _make_hashable(value)) for part, value in data.items()))
    return tuple(map(_make_hashable, data)) if isinstance(data, list) else data


def find_moments(game: str, seats: int, player: str, seed: int) -> Iterator[Moment]:
    """Yield the decisions of one seat in a match where it has a choice."""
    rng = Random(f"symmetry/{game}/{seed}")
    options = make_options(game, seats)
    header = Header(game, tuple(map(str, range(seats))), options, seed)
    original, rotated, names = Match(header), Match(replace(header, seed=seed + 1)), rotate_names(game, seats, rng)
    own_seat = rng.randrange(seats)
    players = [
        make_player(game, player if seat == own_seat else OTHER_PLAYER, seat, Random(seat)) for seat in range(seats)
    ]
    events: list[Event] = []
    rotated_events: list[Event] = []
    while not original.state.is_over:
        if original.state.pending_chance():
            step = original.draw_chance()
        else:
            active_seat = original.state.active_seats()[0]
            legal = original.state.legal_actions(active_seat)
            if active_seat == own_seat and len(legal) > 1:
                state, rotated_state = original.state.copy(), rotated.state.copy()
                yield Moment(names, own_seat, state, tuple(events), rotated_state, tuple(rotated_events))
            step = original.apply_entry(players[active_seat].decide(original.state.view(active_seat), legal))
        events += _show_events(step.events, players, own_seat)
        rotated_events += [
            redact(event, names.seats[own_seat]) for event in rotated.apply_entry(names.rename_entry(step.entry)).events
        ]


def _show_events(events: Sequence[Event], players: Sequence[Player], own_seat: int) -> list[Event]:
    for event in events:
        for seat, player in enumerate(players):
            player.see(redact(event, seat))
    return [redact(event, own_seat) for event in events]


def measure_surprise(first_counts: Counter[Hashable], second_counts: Counter[Hashable]) -> float:
    """Return how unusual two samples of the same distribution would be.

    The result is the number of standard deviations of their chi-square.

    They are above what is usual, by Wilson and Hilferty's formula. Choices that
    occur fewer than ten times in both samples together are counted together.
    """
    rare = [key for key in first_counts | second_counts if first_counts[key] + second_counts[key] < 10]
    cells = [(first_counts[key], second_counts[key]) for key in first_counts | second_counts if key not in rare]
    cells.append((sum(first_counts[key] for key in rare), sum(second_counts[key] for key in rare)))
    share = first_counts.total() / (first_counts.total() + second_counts.total())
    chi = 0.0
    for first, second in cells:
        for observed, expected in ((first, (first + second) * share), (second, (first + second) * (1 - share))):
            chi += (observed - expected) ** 2 / expected if expected else 0.0
    freedom = max(1, sum(first + second > 0 for first, second in cells) - 1)
    spread = 2 / (9 * freedom)
    return ((chi / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
