"""What happened in one match of machines, in numbers that mean the same in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from grenade_salad.core import Action, Event, Options, State, TurnBegan, registry
from grenade_salad.core.stats import NO_STATS, Stats
from grenade_salad.lab.encoding import encoding_of
from grenade_salad.lab.playout import make_players, play, show, why_over
from grenade_salad.lab.turnless import needs_turns
from grenade_salad.match.match import Header, Match, Step

QUARTERS = (0.25, 0.5, 0.75)
"""After which shares of the turns it is looked who leads."""


@dataclass(frozen=True)
class Facts:
    """One match. What has a number for each seat is a tuple by seats; a shared first place is a part of a win for each.

    `players[seat]` is which of the players sat there. `first` is who acted first. `leads` is how often the lead changed
    hands, None in a game without points. `watched` is the share of the decisions that came after a seat's last one.
    `uses` has for each kind of action how often it was done, and the shares of the win, summed up, of those who did it.
    `counted` are the game's own statistics. `known` is the part of the win of those who lead on points after each of
    QUARTERS of the turns, `settled` the share of the turns after which who leads in the end led for good; both None
    in a game without points. `sat_through` is how lively it was, in the game's own numbers. `mattered` says whether
    another choice at one decision that was drawn would have changed who won; None if nobody had a choice, or nobody
    looked. Of matches at many tables at once (`lab.batch.sweep`) less is known: no turns, no statistics, and actions
    are called as learners call them.
    """

    seed: int
    players: tuple[int, ...]
    wins: tuple[float, ...]
    first: int
    turns: int | None
    decisions: int
    leads: int | None
    watched: tuple[float, ...]
    uses: dict[str, tuple[int, float]]
    counted: dict[str, int]
    known: tuple[float, ...] | None
    settled: float | None
    sat_through: dict[str, float]
    ended: str
    mattered: bool | None


@dataclass
class _Moment:
    """A decision to come back to."""

    state: State
    chances: int
    seat: int
    chosen: Action
    other: Action


class _Watcher:
    """Looks on while a match is played."""

    def __init__(self, match: Match, rng: Random | None) -> None:
        target = registry.plugin(match.header.game).stats
        self._stats = registry.load_object(target, Stats) if target else NO_STATS
        self._match = match
        self._rng = rng
        self._encoding = encoding_of(match.header.game, match.state.seats, match.header.options)
        self._choices = 0
        self._leaders: tuple[int, ...] = ()
        self.leads = 0
        self.turns: list[list[Event]] = []
        self.leading: list[tuple[int, ...]] = []
        self.done: list[tuple[int, str]] = []
        self.counted = Counter[str]()
        self.moment: _Moment | None = None

    def saw(self, step: Step) -> None:
        """One line and what came of it."""
        seat = step.entry.seat if isinstance(step.entry, Action) else None
        self._count(step.events, seat)
        scores = self._match.state.scores
        for event in step.events:
            if isinstance(event, TurnBegan):
                self.turns.append([])
                self.leading.append(_leaders(scores) if scores is not None else ())
            elif self.turns:
                self.turns[-1].append(event)
        if scores is not None and len(leaders := _leaders(scores)) == 1:
            self.leads += bool(self._leaders) and leaders != self._leaders
            self._leaders = leaders

    def known(self, wins: Sequence[float]) -> tuple[float, ...]:
        """The part of the win of those who lead after each of QUARTERS of the turns."""
        leading = self.leading or [()]
        then = [leading[min(len(leading) - 1, int(share * len(leading)))] for share in QUARTERS]
        return tuple(sum(wins[seat] for seat in seats) / max(1, len(seats)) for seats in then)

    def settled(self, last: Sequence[int]) -> float:
        """The share of the turns after which nobody else led any more than in the end."""
        others = [number for number, seats in enumerate(self.leading, 1) if seats != tuple(last)]
        return others[-1] / len(self.leading) if others else 0.0

    def sat_through(self) -> dict[str, float]:
        """How lively it was, in the game's own numbers."""
        return dict(self._stats.sat_through(self.turns, self._match.state.view(None)))

    def _count(self, events: Sequence[Event], seat: int | None) -> None:
        for _, fact, more in self._stats.count(events, seat):
            self.counted[fact] = (
                max(self.counted[fact], more) if fact in self._stats.most else self.counted[fact] + more
            )

    def decided(self, state: State, seat: int, action: Action) -> None:
        """The seat is about to do that."""
        self.done.append((seat, action.do))
        if self._rng is None:
            return
        try:
            choices = self._encoding.encode(state.view(seat), state.legal_actions(seat)).choices
        except ValueError:
            return
        others = [choice for choice in choices if choice is not None and choice != action]
        if others:
            self._choices += 1
            # Of all decisions each is the one that is kept with the same chance, without a list of all.
            if self._rng.randrange(self._choices) == 0:
                other = self._rng.choice(others)
                self.moment = _Moment(state.copy(), self._match.chances, seat, action, other)


def _leaders(scores: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, points in enumerate(scores) if points == max(scores))


def facts_of(
    game: str, levels: Sequence[str], options: Options, seed: int, turned: int = 0, look: bool = True
) -> Facts:
    """Play the match with this seed; player k sits in seat (k + turned); with `look`, one decision is retried.

    Raises Illegal for a game without turns.
    """
    needs_turns(game)
    seats = len(levels)
    players = tuple((seat - turned) % seats for seat in range(seats))
    sitting = [levels[player] for player in players]
    match = Match(Header(game, tuple(f"Player {player + 1}" for player in players), options, seed))
    watcher = _Watcher(match, Random(f"facts/{seed}") if look else None)
    bots = make_players(game, sitting, seed)
    steps = match.settle()
    while True:
        show(bots, steps)
        for step in steps:
            watcher.saw(step)
        state = match.state
        if state.is_over:
            break
        seat = state.active_seats()[0]
        action = bots[seat].decide(state.view(seat), state.legal_actions(seat))
        watcher.decided(state, seat, action)
        steps = match.act(action)
    winners = match.state.ranking()[0]
    wins = tuple((seat in winners) / len(winners) for seat in range(seats))
    uses: dict[str, tuple[int, float]] = {}
    for seat, do in watcher.done:
        many, share = uses.get(do, (0, 0.0))
        uses[do] = many + 1, share + wins[seat]
    last = {seat: number for number, (seat, _) in enumerate(watcher.done, 1)}
    scores = match.state.scores
    return Facts(
        seed=seed,
        players=players,
        wins=wins,
        first=watcher.done[0][0],
        turns=len(watcher.turns),
        decisions=len(watcher.done),
        leads=None if scores is None else watcher.leads,
        watched=tuple(1 - last.get(seat, 0) / len(watcher.done) for seat in range(seats)),
        uses=dict(sorted(uses.items())),
        counted=dict(sorted(watcher.counted.items())),
        known=None if scores is None else watcher.known(wins),
        settled=None if scores is None else watcher.settled(_leaders(scores)),
        sat_through=watcher.sat_through(),
        ended=why_over(match.state),
        mattered=_mattered(match.header, sitting, watcher.moment),
    )


def _mattered(header: Header, levels: Sequence[str], moment: _Moment | None) -> bool | None:
    """Whether others win after another choice: both are played on with the same luck, by players new at the table."""
    if moment is None:
        return None
    ends = []
    for action in (moment.chosen, moment.other):
        match = Match(header)
        match.state, match.chances = moment.state.copy(), moment.chances
        if match.state.why_not(action) is not None:
            return None
        match.act(action)
        play(match, make_players(header.game, levels, header.seed))
        ends.append(match.state.ranking()[0])
    return ends[0] != ends[1]
