"""Facts of one match of machine players, with the same meaning in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from grenade_salad.core import Action, Event, Options, State, TurnBegan, registry
from grenade_salad.core.stats import NO_STATS, Stats
from grenade_salad.lab.encoding import make_encoding
from grenade_salad.lab.playout import find_end_reason, make_players, play, show_steps
from grenade_salad.lab.turnless import require_turns
from grenade_salad.match.match import Header, Match, Step

QUARTERS = (0.25, 0.5, 0.75)
"""Shares of the turns after which the leaders are recorded."""


@dataclass(frozen=True)
class Facts:
    """The facts of one match.

    What has a number for each seat is a tuple by seats. For matches at many tables at once (`lab.batch.arena`) there
    are fewer facts: no turns, no statistics, and actions have the names that learners see.
    """

    seed: int
    players: tuple[int, ...]
    """The index of the player who sat in each seat."""
    wins: tuple[float, ...]
    """A shared first place is a share of a win for each."""
    first: int
    """The seat that acted first."""
    turns: int | None
    decisions: int
    leads: int | None
    """The number of times that the lead changed hands; None in a game without points."""
    watched: tuple[float, ...]
    """The share of the decisions that came after a seat's last one."""
    uses: dict[str, tuple[int, float]]
    """The uses of each kind of action, and the win shares of the seats that did it.

    The shares are added.
    """
    counted: dict[str, int]
    """The game's own statistics."""
    known: tuple[float, ...] | None
    """The win share of those who led after each of QUARTERS of the turns.

    None in a game without points.
    """
    settled: float | None
    """The share of the turns after which the final leader led for good.

    None in a game without points.
    """
    sat_through: dict[str, float]
    """The liveliness, in the game's own numbers."""
    ended: str
    """The reason why it was over, as positions give it."""
    mattered: bool | None
    """True if another choice at one random decision would have changed who won.

    None if no seat had a choice, or if it was not tried.
    """


@dataclass
class _Moment:
    """A decision that is tried again later."""

    state: State
    chance_count: int
    seat: int
    chosen: Action
    alternative: Action


class _Watcher:
    """Collects facts while a match is played."""

    def __init__(self, match: Match, rng: Random | None) -> None:
        target = registry.plugin(match.header.game).stats
        self._stats = registry.load_object(target, Stats) if target else NO_STATS
        self._match = match
        self._rng = rng
        self._encoding = make_encoding(match.header.game, match.state.seats, match.header.options)
        self._choices = 0
        self._previous_leaders: tuple[int, ...] = ()
        self.leads = 0
        self.turns: list[list[Event]] = []
        """The events of each turn."""
        self.leading: list[tuple[int, ...]] = []
        """The seats that led at the start of each turn."""
        self.decisions: list[tuple[int, str]] = []
        """The seat and the `do` of each decision."""
        self.counted = Counter[str]()
        self.moment: _Moment | None = None

    def watch(self, step: Step) -> None:
        """Record one entry and its events."""
        seat = step.entry.seat if isinstance(step.entry, Action) else None
        self._count(step.events, seat)
        scores = self._match.state.scores
        for event in step.events:
            if isinstance(event, TurnBegan):
                self.turns.append([])
                self.leading.append(_find_leaders(scores) if scores is not None else ())
            elif self.turns:
                self.turns[-1].append(event)
        if scores is not None and len(leaders := _find_leaders(scores)) == 1:
            self.leads += bool(self._previous_leaders) and leaders != self._previous_leaders
            self._previous_leaders = leaders

    def leaders_win_shares(self, wins: Sequence[float]) -> tuple[float, ...]:
        """Return the win share of those who lead after each of QUARTERS of the turns."""
        leading = self.leading or [()]
        leaders_then = [leading[min(len(leading) - 1, int(share * len(leading)))] for share in QUARTERS]
        return tuple(sum(wins[seat] for seat in seats) / max(1, len(seats)) for seats in leaders_then)

    def settled_share(self, last: Sequence[int]) -> float:
        """Return the share of the turns after which only the final leaders led."""
        unsettled = [turn for turn, seats in enumerate(self.leading, 1) if seats != tuple(last)]
        return unsettled[-1] / len(self.leading) if unsettled else 0.0

    def liveliness(self) -> dict[str, float]:
        """Return how lively it was, in the game's own numbers."""
        return dict(self._stats.measure_match(self.turns, self._match.state.view(None)))

    def _count(self, events: Sequence[Event], seat: int | None) -> None:
        for _, fact, amount in self._stats.count(events, seat):
            self.counted[fact] = (
                max(self.counted[fact], amount) if fact in self._stats.maximum_facts else self.counted[fact] + amount
            )

    def record_decision(self, state: State, seat: int, action: Action) -> None:
        """Record that the seat is about to do this action."""
        self.decisions.append((seat, action.do))
        if self._rng is None:
            return
        try:
            choices = self._encoding.encode(state.view(seat), state.legal_actions(seat)).choices
        except ValueError:
            return
        alternatives = [choice for choice in choices if choice is not None and choice != action]
        if alternatives:
            self._choices += 1
            # Each of all decisions is selected with the same probability, without a list of all.
            if self._rng.randrange(self._choices) == 0:
                alternative = self._rng.choice(alternatives)
                self.moment = _Moment(state.copy(), self._match.chance_count, seat, action, alternative)


def _find_leaders(scores: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, points in enumerate(scores) if points == max(scores))


def collect_facts(
    game: str, levels: Sequence[str], options: Options, seed: int, rotation: int = 0, look: bool = True
) -> Facts:
    """Play the match with this seed, and return its facts.

    Player k sits in seat (k + rotation). With `look`, one decision is tried again. Raises `Illegal` for a game without
    turns.
    """
    require_turns(game)
    seats = len(levels)
    players = tuple((seat - rotation) % seats for seat in range(seats))
    seat_levels = [levels[player] for player in players]
    match = Match(Header(game, tuple(f"Player {player + 1}" for player in players), options, seed))
    watcher = _Watcher(match, Random(f"facts/{seed}") if look else None)
    machines = make_players(game, seat_levels, seed)
    steps = match.resolve_chance()
    while True:
        show_steps(machines, steps)
        for step in steps:
            watcher.watch(step)
        state = match.state
        if state.is_over:
            break
        seat = state.active_seats()[0]
        action = machines[seat].decide(state.view(seat), state.legal_actions(seat))
        watcher.record_decision(state, seat, action)
        steps = match.act(action)
    winners = match.state.ranking()[0]
    wins = tuple((seat in winners) / len(winners) for seat in range(seats))
    uses: dict[str, tuple[int, float]] = {}
    for seat, do in watcher.decisions:
        count, share = uses.get(do, (0, 0.0))
        uses[do] = count + 1, share + wins[seat]
    last = {seat: index for index, (seat, _) in enumerate(watcher.decisions, 1)}
    scores = match.state.scores
    return Facts(
        seed=seed,
        players=players,
        wins=wins,
        first=watcher.decisions[0][0],
        turns=len(watcher.turns),
        decisions=len(watcher.decisions),
        leads=None if scores is None else watcher.leads,
        watched=tuple(1 - last.get(seat, 0) / len(watcher.decisions) for seat in range(seats)),
        uses=dict(sorted(uses.items())),
        counted=dict(sorted(watcher.counted.items())),
        known=None if scores is None else watcher.leaders_win_shares(wins),
        settled=None if scores is None else watcher.settled_share(_find_leaders(scores)),
        sat_through=watcher.liveliness(),
        ended=find_end_reason(match.state),
        mattered=_changes_winners(match.header, seat_levels, watcher.moment),
    )


def _changes_winners(header: Header, levels: Sequence[str], moment: _Moment | None) -> bool | None:
    """True if another choice changes who wins; None if there is no such choice.

    Both are played on with the same chance, by players who have not seen the match before.
    """
    if moment is None:
        return None
    ends = []
    for action in (moment.chosen, moment.alternative):
        match = Match(header)
        match.state, match.chance_count = moment.state.copy(), moment.chance_count
        if match.state.why_not(action) is not None:
            return None
        match.act(action)
        play(match, make_players(header.game, levels, header.seed))
        ends.append(match.state.ranking()[0])
    return ends[0] != ends[1]
