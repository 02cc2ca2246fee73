"""The graph of a match: for every decision, what a strong player would have done, and what the played one cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat

from grenade_salad import bots
from grenade_salad.core import Action, Event, State, redact, rng
from grenade_salad.lab.saying import in_names, said
from grenade_salad.match.match import Step
from grenade_salad.match.record import Record
from grenade_salad.match.replay import replay, start

PLAYER = "expert:0.2"
"""Who says what it would have done: the strongest player, with so many seconds for a decision."""
NOISE = 0.02
"""Differences in the chance to win that are no more than this are not told from luck: they cost nothing."""


_AGAIN = 100
"""How often in a match a player is asked once more that could not tell a chance in its time: some get further then."""


@dataclass(frozen=True)
class Point:
    """A decision of a match.

    `line` is its line in the file of the record (the header is 1), `best` what the player would have done. `chance`
    is that of the seat to win after `best`, from 0 to 1, and `cost` how much less it was after what was `played`; both
    are None where the player does not ask itself. `did`, `would` and `reason` are words, with {SEAT} for names.
    """

    line: int
    seat: int
    played: Action
    best: Action
    chance: float | None
    cost: float | None
    did: str
    would: str
    reason: str

    @property
    def same(self) -> bool:
        """Whether the player would have done the same, or what is as good as that."""
        return self.did == self.would


def sentence(point: Point, names: Sequence[str], player: str) -> str:
    """A point in one line: what was done, what the player would have done, what that cost, and why."""
    name = names[point.seat]
    if point.same:
        return in_names(f"{name}: {point.did}; {player} too", names)
    cost = f" (-{point.cost * 100:.0f} %)" if point.cost else ""
    return in_names(f"{name}: {point.did}; {player}: {point.would}{cost}: {point.reason}", names)


def decisions(record: Record) -> int:
    """How many points the record has. Raises RecordError for one that cannot be played."""
    return sum(line is not None for line, _, _ in _moments(record))


def analyse(record: Record, name: str) -> Iterator[Point]:
    """The points of the record, as they are found; `name` is the player's, as in `bots.kind`.

    The player of a seat is handed what that seat could know at the time, and nothing else. Decisions that are none,
    because there was one thing to do, and those that the table takes together are left out. Raises RecordError.
    """
    header = record.header
    players = [bots.make(header.game, name, seat, rng(header.seed, -1 - seat)) for seat in range(len(header.seats))]
    again = repeat(None, _AGAIN if bots.kind(name).level in bots.THINKING else 0)
    for line, state, step in _moments(record):
        if line is not None:
            assert isinstance(step.entry, Action)
            point = _point(header.game, line, state, step.entry, players[step.entry.seat or 0], again)
            yield point
        for seat, player in enumerate(players):
            for event in step.events:
                _see(player, event, seat)


def _see(player: bots.Player, event: Event, seat: int) -> None:
    player.see(redact(event, seat))


def _moments(record: Record) -> Iterator[tuple[int | None, State, Step]]:
    """Each step with the state before it, and the line of a decision that counts, None for anything else."""
    match = start(record)
    for line, step in replay(record).steps:
        before = match.state.copy()
        match.add(step.entry)
        yield line if _counts(before, step) else None, before, step


def _counts(state: State, step: Step) -> bool:
    played = step.entry
    if not isinstance(played, Action) or played.seat is None or played.shared:
        return False
    return state.legal(played.seat) != [played]


def _point(game: str, line: int, state: State, played: Action, player: bots.Player, again: Iterator[None]) -> Point:
    """The point of a decision; a player that has no chances yet is asked `again`, as often as that is allowed."""
    assert played.seat is not None
    view, legal = state.view(played.seat), state.legal(played.seat)
    advice = player.advise(view, legal, played)
    while advice.chance is None and next(again, False) is None:
        advice = player.advise(view, legal, played)
    did, would = said(played, view), said(advice.action, view)
    cost = None
    if did == would:
        cost = 0.0
    elif advice.chance is not None and advice.played is not None:
        lost = advice.chance - advice.played
        cost = lost if lost > NOISE else 0.0
    why = bots.reason(game, played.seat, view, advice.action)
    return Point(line, played.seat, played, advice.action, advice.chance, cost, did, would, why)
