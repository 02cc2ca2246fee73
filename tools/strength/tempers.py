"""What players of each level and style do at the table: how soon and how often they play, and what they risk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import product
from statistics import median
from time import process_time
from typing import TypeAlias

from grenade_salad import players as machine_players
from grenade_salad.core import Action, Event, State, TurnBegan
from grenade_salad.games.live_grenade.actions import Cancel, CardPlay, Theft
from grenade_salad.games.salad.actions import Arrow, Circles, Explosion, Footpath, Hammers, Pointer
from grenade_salad.games.salad.events import Killed
from grenade_salad.games.wheel import Advance, WheelView
from grenade_salad.games.wheel.cards import spade_of
from grenade_salad.games.wheel.preview import preview
from grenade_salad.lab.playout import house_rules, make_players, show
from grenade_salad.lab.workers import each
from grenade_salad.match.match import Header, Match

MATCHES = {False: 200, True: 40}
"""How many matches of a player, of those who do not think and of those who do."""
SEATS = {"grenade-salad": 2, "live-grenade": 3, "wheel": 3}
_CARD = (CardPlay, Pointer, Circles, Hammers, Arrow, Explosion, Footpath)
_NEVER = 99
"""Own turns before the first card of who never played one."""
Counts: TypeAlias = dict[str, float]


@dataclass(frozen=True)
class Temper:
    """How one player behaves among Normal: what it does in words, how often; `first` is the median of its own turns
    before its first card, None where nobody plays cards. `seconds` are those of the processor, for all of the match.
    """

    game: str
    player: str
    matches: int
    first: float | None
    rates: dict[str, float]
    seconds: float


@dataclass(frozen=True)
class Sat:
    """One match of the player: its own turns, those before its first card, and what was counted."""

    turns: int
    first: int | None
    counts: Counts
    seconds: float


def _live_grenade(before: State, action: Action, happened: Sequence[Event]) -> Iterator[tuple[str, float]]:
    legal = before.legal_actions(action.seat or 0)
    if any(isinstance(one, Cancel) for one in legal):
        yield "asked with a King", 1
        yield "Kings", isinstance(action, Cancel)
    elif not action.is_pass:
        yield "cards", isinstance(action, CardPlay)
        yield "thefts", isinstance(action, Theft)


def _salad(before: State, action: Action, happened: Sequence[Event]) -> Iterator[tuple[str, float]]:
    seat = action.seat
    yield "cards", isinstance(action, _CARD)
    yield "grenades", isinstance(action, Explosion)
    for event in happened:
        if isinstance(event, Killed) and event.by == seat:
            own = sum(owner == seat for _, owner in event.soldiers)
            yield "own men hit", own
            yield "others hit", len(event.soldiers) - own


def _wheel(before: State, action: Action, happened: Sequence[Event]) -> Iterator[tuple[str, float]]:
    view = before.view(action.seat)
    assert isinstance(view, WheelView)
    assert isinstance(action, Advance)
    seen, hearts = preview(view, action.die), view.hearts[action.seat or 0]
    own = {spade_of(heart) for heart in hearts} if isinstance(hearts, tuple) else set[str]()
    yield "explosions", len(seen.explosions)
    yield "own cards blown up", sum(view.ring[one.at] in own and one.takes for one in seen.explosions)
    yield "jokers", seen.joker
    after = seen.after
    yield (
        "pips on own cards",
        sum(
            pips
            for at, pips in zip(after.at, after.pips, strict=True)
            if after.ring[at] in own and not after.is_down(at)
        ),
    )


_COUNTED = {"live-grenade": _live_grenade, "grenade-salad": _salad, "wheel": _wheel}


def sat(game: str, player: str, seed: int) -> Sat:
    """One match of the player with Normal in all other seats."""
    begun, seats = process_time(), SEATS[game]
    seat = seed % seats
    names = ["normal"] * seats
    names[seat] = player
    match = Match(Header(game, tuple(names), house_rules(game, seats), seed))
    players = make_players(game, names, seed)
    counts: Counts = {}
    turns, first = 0, None
    steps = match.settle()
    while True:
        show(players, steps)
        turns += sum(isinstance(one, TurnBegan) and one.seat == seat for step in steps for one in step.events)
        if match.state.is_over:
            return Sat(turns, first, counts, process_time() - begun)
        acts = match.state.active_seats()[0]
        action = players[acts].decide(match.state.view(acts), match.state.legal_actions(acts))
        before = match.state.copy()
        steps = match.act(action)
        if acts != seat or action.seat is None:
            continue
        if first is None and isinstance(action, _CARD):
            first = max(0, turns - 1)
        for what, more in _COUNTED[game](before, action, [one for step in steps for one in step.events]):
            counts[what] = counts.get(what, 0.0) + more


def played(game: str, player: str, matches: int, seed: int, executor: Executor | None) -> Iterator[Sat]:
    """The matches with the seeds from `seed` on, as they are done."""
    return each(partial(sat, game, player), range(seed, seed + matches), executor)


def tempered(game: str, player: str, matches: Sequence[Sat]) -> Temper:
    """What came of the matches of a player."""
    turns = max(1, sum(one.turns or 0 for one in matches))
    sums: Counts = {}
    for one in matches:
        for what, more in one.counts.items():
            sums[what] = sums.get(what, 0.0) + more
    asked = sums.pop("asked with a King", 0.0)
    kings = sums.pop("Kings", 0.0)
    rates = {f"{what} a turn": more / turns for what, more in sorted(sums.items())}
    if asked:
        rates["Kings, of those it could play"] = kings / asked
    firsts = [_NEVER if one.first is None else one.first for one in matches]
    first = median(firsts) if any(one.first is not None for one in matches) else None
    return Temper(game, player, len(matches), first, rates, sum(one.seconds for one in matches))


def players(game: str) -> list[str]:
    """Every level of the game, and every style of those that have one."""
    levels = [level for level in machine_players.levels(game) if level != "random"]
    styled = {(level, style) for level, style in product(machine_players.STYLED, ("careful", "reckless"))}
    return [
        f"{level}-{style}" if style else level
        for level in levels
        for style in ("", "careful", "reckless")
        if not style or (level, style) in styled
    ]
