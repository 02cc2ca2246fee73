"""An evening: a series of matches with people who wait.

It is stored in the header's `meta["evening"]` of each match:

    {"waiting": [["Dee", "person"], ["Eve", "bot normal"]], "leaving": "two", "results": [["Ann", "Bo", "Cy"], ...]}

`results` has the names of each finished match, the winner first. Values that cannot be read count as absent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import get_args

from grenade_salad.core import Json
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.match.match import Controller, Header
from grenade_salad.match.series import LeavingRule, SeatChange, rotate
from grenade_salad.text import Message, m


@dataclass(frozen=True)
class Guest:
    """A player or a person who waits, and the controller that decides for them."""

    name: str
    controller: Controller = field(default_factory=Controller)


@dataclass(frozen=True)
class Evening:
    """The guests who wait, the rule for leaving after a match, and the results so far."""

    waiting: tuple[Guest, ...] = ()
    """In the order in which they get seats."""
    leaving: LeavingRule = "two"
    results: tuple[tuple[str, ...], ...] = ()
    """The names of each finished match, the winner first."""


@dataclass(frozen=True)
class Standing:
    """A guest's places in the matches of the evening."""

    name: str
    places: tuple[int | None, ...]
    """The place in each match, from 1; None where they did not play."""

    @property
    def wins(self) -> int:
        """The number of matches that they won."""
        return sum(place == 1 for place in self.places)


def read_evening(header: Header) -> Evening:
    """Return the evening that is stored in the header."""
    stored = header.meta.get("evening")
    if not isinstance(stored, dict):
        return Evening()
    waiting, leaving, results = stored.get("waiting"), stored.get("leaving"), stored.get("results")
    guests = [_read_guest(entry) for entry in waiting] if isinstance(waiting, list) else []
    rows = (
        [tuple(str(name) for name in row) for row in results if isinstance(row, list)]
        if isinstance(results, list)
        else []
    )
    rule: LeavingRule = "losers" if leaving == "losers" else "two"
    return Evening(tuple(guest for guest in guests if guest is not None), rule, tuple(rows))


def _read_guest(entry: Json) -> Guest | None:
    if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[0], str):
        return None
    kind, *level = str(entry[1]).split() or ["person"]
    return Guest(entry[0], Controller("bot", level[0] if level else "normal") if kind == "bot" else Controller())


def encode_evening(evening: Evening) -> dict[str, Json]:
    """Return the evening as JSON for a header's meta."""
    waiting: list[Json] = [[guest.name, guest.controller.to_word()] for guest in evening.waiting]
    results: list[Json] = [list(row) for row in evening.results]
    return {"waiting": waiting, "leaving": evening.leaving, "results": results}


def add_result(evening: Evening, names: Sequence[str], ranking: Sequence[Sequence[int]]) -> Evening:
    """Return the evening with the result of one more finished match."""
    row = tuple(names[seat] for place in ranking for seat in place)
    return replace(evening, results=(*evening.results, row))


def rank_guests(evening: Evening) -> list[Standing]:
    """Return all guests of the evening: the most wins first, then the better places.

    >>> [(standing.name, standing.places) for standing in rank_guests(Evening(results=(("Bo", "Ann"),)))]
    [('Bo', (1,)), ('Ann', (2,))]
    """
    names = list(
        dict.fromkeys([name for row in evening.results for name in row] + [guest.name for guest in evening.waiting])
    )
    standings = [
        Standing(name, tuple(row.index(name) + 1 if name in row else None for row in evening.results)) for name in names
    ]
    return sorted(standings, key=lambda standing: (-standing.wins, _mean_place(standing.places)))


def _mean_place(places: Sequence[int | None]) -> float:
    """Return the mean of the places; without any, infinity, which is the last."""
    played = [place for place in places if place is not None]
    return sum(played) / len(played) if played else inf


def rotate_guests(
    header: Header, controllers: Sequence[Controller], ranking: Sequence[Sequence[int]]
) -> tuple[Evening, SeatChange[Guest]]:
    """Return the evening with a match's result and new queue, and the next seating.

    See LG-28 and LG-29.
    """
    evening = add_result(read_evening(header), header.seats, ranking)
    seats = [Guest(name, controller) for name, controller in zip(header.seats, controllers, strict=True)]
    change = rotate(seats, evening.waiting, ranking, evening.leaving)
    return replace(evening, waiting=change.waiting), change


def next_header(header: Header, evening: Evening, seats: Sequence[Guest], starter: int, seed: int) -> Header:
    """Return the header of the next match; the winner has chosen its starter (LG-08)."""
    options = header.options
    assert isinstance(options, LiveGrenadeOptions)
    meta = {**header.meta, "evening": encode_evening(evening)}
    names = tuple(guest.name for guest in seats)
    return Header(header.game, names, replace(options, starter=starter), seed, None, meta)


# Translators: a choice of "Who leaves the table" after each game
LEAVING_RULES: tuple[tuple[LeavingRule, Message], ...] = (
    ("two", m("The first two to go out")),
    ("losers", m("Everybody but the winner")),
)
"""The rules for leaving, in words (LG-28, LG-29)."""
assert {rule for rule, _ in LEAVING_RULES} == set(get_args(LeavingRule))
