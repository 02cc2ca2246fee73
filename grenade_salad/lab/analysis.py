"""The graph of a match: for every decision, what a strong player would have done, and what the played one cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import TypeAlias

from grenade_salad import bots
from grenade_salad.core import Action, Event, State, TurnBegan, View, redact, registry, rng
from grenade_salad.core.puzzling import puzzling
from grenade_salad.lab import judge
from grenade_salad.match.match import Step
from grenade_salad.match.record import Record
from grenade_salad.match.replay import replay, start
from grenade_salad.text import Message, Reader, Seat, Words, m, say

PLAYER = "expert:0.2"
"""The player who is asked what it would have done: the strongest, with this many seconds per decision."""
NOISE = 0.02
"""Differences in the chance to win that are no more than this are not told from luck: they cost nothing."""
MOST = 6
"""How many decisions of a match are judged, those that the player thinks cost most."""
WORLDS = 96
"""In how many worlds a decision is judged."""
_AGAIN = 100
"""How often in a match a player is asked once more that could not tell a chance in its time: some get further then."""


@dataclass(frozen=True)
class Point:
    """A decision of a match.

    `line` is its line in the file of the record (the header is 1), `best` what the player would have done. `chance`
    is that of the seat to win after `best`, from 0 to 1, and `claim` how much less it was after what was `played`, both
    as the player thinks; they are None where it does not ask itself. Claims are worth little by themselves: `found` is
    what the judge found of one, None until it was asked. `turn` is how many turns had begun by then.
    """

    line: int
    seat: int
    played: Action
    best: Action
    chance: float | None
    claim: float | None
    did: Message
    would: Message
    reason: Words
    turn: int = 0
    found: judge.Difference | None = None
    judged: bool = True
    alike: bool = False

    @property
    def cost(self) -> float | None:
        """What was lost, in chance to win, where player and judge agree; None where nobody can say for certain."""
        if not self.claim:
            return self.claim
        return self.found.gain if self.found is not None and self.found.low > 0 else None

    @property
    def same(self) -> bool:
        """Whether the player would have done the same, or what is as good as that."""
        return self.alike


def sentence(point: Point, names: Sequence[str], player: str) -> str:
    """A point in one line: what was done, what the player would have done, what that cost, and why."""
    who, did, would, why = Seat(point.seat), point.did, point.would, point.reason
    if point.same:
        # Translators: {did} is what was played; {player} is a machine player who would have played the same
        told = m("{who}: {did}; {player} too", who=who, did=did, player=player)
    elif point.cost and point.found:
        told = m(
            "{who}: {did}; {player}: {would} (-{cost:.0f}%, {low:.0f} to {high:.0f}): {why}",
            who=who,
            did=did,
            player=player,
            would=would,
            cost=point.cost * 100,
            low=point.found.low * 100,
            high=point.found.high * 100,
            why=why,
        )
    elif point.cost:
        # Translators: {did} is what was played, {would} what the machine player would have played, and why
        told = m(
            "{who}: {did}; {player}: {would} (-{cost:.0f}%): {why}",
            who=who,
            did=did,
            player=player,
            would=would,
            cost=point.cost * 100,
            why=why,
        )
    else:
        told = m("{who}: {did}; {player}: {would}: {why}", who=who, did=did, player=player, would=would, why=why)
    return say(told, Reader(names))


def decisions(record: Record) -> int:
    """How many points the record has. Raises RecordError for one that cannot be played."""
    return sum(line is not None for line, _, _ in _moments(record))


def analyst(game: str) -> str | None:
    """Who says in this game what it would have done: a name as in `bots.kind`; None if nobody plays it on purpose."""
    name = bots.nearest(game, PLAYER)
    return None if bots.kind(name).level == "random" else name


def analyse(record: Record, name: str) -> Iterator[Point]:
    """The points of the record, as they are found; `name` is the player's, as in `bots.kind`. See `judged` for costs.

    The player of a seat is handed what that seat could know at the time, and nothing else. Decisions that are none,
    because there was one thing to do, and those that the table takes together are left out. What was done later in the
    same turn is no better for being done at once: that claims nothing. Raises RecordError.
    """
    header = record.header
    name = bots.nearest(header.game, name)
    players = [bots.make(header.game, name, seat, rng(header.seed, -1 - seat)) for seat in range(len(header.seats))]
    again = repeat(None, _AGAIN if bots.kind(name).level in bots.THINKING else 0)
    moments = list(_moments(record))
    turn = 0
    for number, (line, state, step) in enumerate(moments):
        if line is not None:
            assert isinstance(step.entry, Action)
            point = _point(header.game, line, state, step.entry, players[step.entry.seat or 0], again)
            if point.claim and _only_later(header.game, point, state, moments[number:]):
                point = replace(point, claim=0.0)
            yield replace(point, turn=turn)
        turn += sum(isinstance(event, TurnBegan) for event in step.events)
        for seat, player in enumerate(players):
            for event in step.events:
                _see(player, event, seat)


def _only_later(game: str, point: Point, state: State, moments: Sequence[_Moment]) -> bool:
    """Whether the seat did what the player would have done after all in the same turn, if that does not end it."""
    after = state.resample(point.seat, rng(point.line, 0))
    if after.over or any(isinstance(event, TurnBegan) for event in after.do(point.best)):
        return False
    for _, before, step in moments:
        played = step.entry
        if (
            isinstance(played, Action)
            and played.seat == point.seat
            and _alike(game, played, point.best, before.view(point.seat))
        ):
            return True
        if any(isinstance(event, TurnBegan) for event in step.events):
            return False
    return False


def judged(record: Record, points: Sequence[Point], seed: int = 0) -> Iterator[Point]:
    """The points that are said to have cost most, one of a turn, with what the judge finds; none that has been found.

    With another `seed` it finds it in other worlds. Each takes up to some ten seconds. Raises RecordError.
    """
    asked = {point.line: point for point in dearest(points) if point.found is None}
    if not asked:
        return
    header, events = record.header, list[Event]()
    make = puzzling(header.game).worlds
    for line, state, step in _moments(record):
        if line is not None and (point := asked.get(line)):
            luck, seat = rng(header.seed + seed, line).getrandbits(32), point.seat
            worlds = make(state, seat, [redact(event, seat) for event in events]) if make else None
            found = judge.compare(header, state, seat, point.played, point.best, luck, WORLDS, worlds)
            yield replace(point, found=found)
        events += step.events


def dearest(points: Sequence[Point]) -> list[Point]:
    """The points whose costs are judged: the largest claims, and of those of a seat in one turn the largest alone."""
    found: dict[tuple[int, int], Point] = {}
    claims = [point for point in points if point.judged and point.claim]
    for point in sorted(claims, key=lambda point: -(point.claim or 0.0)):
        found.setdefault((point.turn, point.seat), point)
    return list(found.values())[:MOST]


def updated(points: Sequence[Point], point: Point) -> list[Point]:
    """The points with another one: in place of that of its line, or as the last."""
    if any(one.line == point.line for one in points):
        return [point if one.line == point.line else one for one in points]
    return [*points, point]


def work(record: Record, name: str, known: Sequence[Point] = ()) -> Iterator[Point]:
    """All points as they are found, then again those that the judge was asked about; `known` is what was found before.

    They are to be put together with `updated`. Raises RecordError.
    """
    points = list(known)
    if len(points) < decisions(record):
        for number, point in enumerate(analyse(record, name)):
            if number >= len(known):
                points.append(point)
                yield point
    yield from judged(record, points)


def _alike(game: str, one: Action, other: Action, view: View) -> bool:
    """Whether two actions are equivalent."""
    rules = registry.load(game)
    return rules.describe(one, view) == rules.describe(other, view) if rules.alike is None else rules.alike(one, other)


def _see(player: bots.Player, event: Event, seat: int) -> None:
    player.see(redact(event, seat))


_Moment: TypeAlias = tuple[int | None, State, Step]


def _moments(record: Record) -> Iterator[_Moment]:
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
    describe = registry.load(game).describe
    did, would = describe(played, view), describe(advice.action, view)
    claim = None
    alike = _alike(game, played, advice.action, view)
    if alike:
        claim = 0.0
    elif advice.chance is not None and advice.played is not None:
        lost = advice.chance - advice.played
        claim = lost if lost > NOISE else 0.0
    why = bots.reason(game, played.seat, view, advice.action)
    judged = not bots.players_of(game).remember or puzzling(game).worlds is not None
    return Point(
        line, played.seat, played, advice.action, advice.chance, claim, did, would, why, judged=judged, alike=alike
    )
