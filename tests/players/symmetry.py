"""Matches told with other names: the table is rotated, and soldiers have other numbers. Nothing else is different."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random

from grenade_salad import games
from grenade_salad import players as machine_players
from grenade_salad.core import Action, Chance, Event, Json, State, redact
from grenade_salad.lab.playout import house_rules
from grenade_salad.match.lines import entry
from grenade_salad.match.match import Header, Match

SEATS = {"live-grenade": ("seat", "turn", "target"), "wheel": ("seat", "turn"), "grenade-salad": ("seat", "turn")}
SOLDIERS = {"grenade-salad": ("id", "soldier", "target")}
BY_SEAT = ("hands", "hearts")
"""The parts of lines that are seats, soldiers, and lists by seat."""
OTHERS = "casual"
"""Who sits in all other seats."""


@dataclass(frozen=True)
class Names:
    """How seats and soldiers are called at the other table."""

    game: str
    seats: tuple[int, ...]
    soldiers: dict[int, int]

    def line(self, line: Json, coarse: float = 0.0) -> Json:
        """A line with its seats and soldiers named anew, and lengths and angles as multiples of `coarse`, if any."""
        return self._named(line, "", coarse)

    def _named(self, thing: Json, key: str, coarse: float) -> Json:
        if isinstance(thing, dict):
            return {part: self._named(value, part, coarse) for part, value in thing.items()}
        if isinstance(thing, list):
            parts = [self._named(one, "", coarse) for one in thing]
            return [parts[self.seats.index(seat)] for seat in range(len(parts))] if key in BY_SEAT else parts
        if isinstance(thing, float) and coarse:
            return round(thing / coarse)
        if isinstance(thing, int) and key in SEATS[self.game]:
            return self.seats[thing]
        if isinstance(thing, int) and key in SOLDIERS.get(self.game, ()):
            return self.soldiers.get(thing, thing)
        return thing

    def entry(self, one: Action | Chance) -> Action | Chance:
        """The same action or luck at the other table."""
        line = self.line(one.to_line())
        assert isinstance(line, dict)
        return entry(games.load(self.game), line)


def same(game: str, seats: int) -> Names:
    """Everything is called as it is."""
    return Names(game, tuple(range(seats)), {})


def other(game: str, seats: int, rng: Random) -> Names:
    """The table rotated by some seats; who came with the set-up drop (five each, by seat) has another number."""
    by = rng.randrange(1, seats)
    turned = tuple((seat + by) % seats for seat in range(seats))
    soldiers = {}
    for seat in range(seats):
        numbers = [turned[seat] * 5 + number for number in range(5)]
        rng.shuffle(numbers)
        soldiers |= {seat * 5 + number: new for number, new in enumerate(numbers)}
    return Names(game, turned, soldiers)


@dataclass(frozen=True)
class Moment:
    """A decision of a seat: the state, and what the seat saw up to now; and both at the other table, by `names`."""

    names: Names
    seat: int
    state: State
    saw: tuple[Event, ...]
    there: State
    saw_there: tuple[Event, ...]

    def here_chosen(self, player: str, seed: int, coarse: float) -> Hashable:
        """What a player who comes now does, named as at the other table."""
        return _key(self.names.line(_chosen(self, player, seed, False).to_line(), coarse))

    def there_chosen(self, player: str, seed: int, coarse: float) -> Hashable:
        """What a player who comes now does at the other table."""
        plain = same(self.names.game, len(self.names.seats))
        return _key(plain.line(_chosen(self, player, seed, True).to_line(), coarse))


def _chosen(moment: Moment, player: str, seed: int, there: bool) -> Action:
    names = moment.names
    seat = names.seats[moment.seat] if there else moment.seat
    state, saw = (moment.there, moment.saw_there) if there else (moment.state, moment.saw)
    bot = machine_players.make(names.game, player, seat, Random(seed))
    for event in saw:
        bot.see(event)
    return bot.decide(state.view(seat), state.legal_actions(seat))


def _key(thing: Json) -> Hashable:
    if isinstance(thing, dict):
        return tuple(sorted((part, _key(value)) for part, value in thing.items()))
    return tuple(map(_key, thing)) if isinstance(thing, list) else thing


def moments(game: str, seats: int, player: str, seed: int) -> Iterator[Moment]:
    """The decisions of one seat in a match against others, where there is something to decide."""
    rng = Random(f"symmetry/{game}/{seed}")
    options = house_rules(game, seats)
    header = Header(game, tuple(map(str, range(seats))), options, seed)
    here, there, names = Match(header), Match(replace(header, seed=seed + 1)), other(game, seats, rng)
    mine = rng.randrange(seats)
    players = [
        machine_players.make(game, player if seat == mine else OTHERS, seat, Random(seat)) for seat in range(seats)
    ]
    saw: list[Event] = []
    saw_there: list[Event] = []
    while not here.state.is_over:
        if here.state.pending_chance():
            step = here.draw()
        else:
            acts = here.state.active_seats()[0]
            legal = here.state.legal_actions(acts)
            if acts == mine and len(legal) > 1:
                state, after = here.state.copy(), there.state.copy()
                yield Moment(names, mine, state, tuple(saw), after, tuple(saw_there))
            step = here.add(players[acts].decide(here.state.view(acts), legal))
        saw += _seen(step.events, players, mine)
        saw_there += [redact(event, names.seats[mine]) for event in there.add(names.entry(step.entry)).events]


def _seen(events: Sequence[Event], players: Sequence[machine_players.Bot], mine: int) -> list[Event]:
    for event in events:
        for seat, player in enumerate(players):
            player.see(redact(event, seat))
    return [redact(event, mine) for event in events]


def surprise(one: Counter[Hashable], two: Counter[Hashable]) -> float:
    """How many standard deviations the chi-square of two samples is above what is usual, if both are of the same luck.

    Choices that are rarer than five times in either sample are counted together. (Wilson and Hilferty's formula.)
    """
    rare = [key for key in one | two if one[key] + two[key] < 10]
    cells = [(one[key], two[key]) for key in one | two if key not in rare]
    cells.append((sum(one[key] for key in rare), sum(two[key] for key in rare)))
    share = one.total() / (one.total() + two.total())
    chi = 0.0
    for first, second in cells:
        for found, expected in ((first, (first + second) * share), (second, (first + second) * (1 - share))):
            chi += (found - expected) ** 2 / expected if expected else 0.0
    freedom = max(1, sum(first + second > 0 for first, second in cells) - 1)
    spread = 2 / (9 * freedom)
    return ((chi / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
