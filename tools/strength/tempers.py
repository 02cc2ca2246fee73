"""The behaviour of each level and style: when they play and what they risk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import TypeAlias

from grenade_salad.core import Action, Event, State, TurnBegan
from grenade_salad.games.live_grenade.actions import Cancel, CardPlay, Theft
from grenade_salad.games.salad.actions import Arrow, Circles, Explosion, Footpath, Hammers, Pointer
from grenade_salad.games.salad.events import Killed
from grenade_salad.games.wheel import Advance, WheelView
from grenade_salad.games.wheel.cards import matching_spade
from grenade_salad.games.wheel.preview import preview
from grenade_salad.lab.playout import make_options, make_players, show_steps
from grenade_salad.match.match import Header, Match
from grenade_salad.players import STYLED_LEVELS, levels

MATCHES = {False: 200, True: 40}
"""Matches of a player; the key is True for players that think."""
SEATS = {"grenade-salad": 2, "live-grenade": 3, "wheel": 3}
_CARD = (CardPlay, Pointer, Circles, Hammers, Arrow, Explosion, Footpath)
_NEVER_PLAYED = 99
"""Own turns before the first card, for a player that never played one."""
Counts: TypeAlias = dict[str, float]


@dataclass(frozen=True)
class Temper:
    """The behaviour of one player among Normal players."""

    game: str
    player: str
    matches: int
    first: float | None
    """The median of its own turns before its first card; None if it plays no cards."""
    rates: dict[str, float]
    """Rates by their label."""
    seconds: float
    """Processor time of all its matches."""


@dataclass(frozen=True)
class TemperMatch:
    """One match of the player."""

    turns: int
    first: int | None
    """Its turns before its first card; None if it played none."""
    counts: Counts
    """Events that `_COUNTERS` counts, by their label."""
    seconds: float


def _count_live_grenade(previous: State, action: Action, events: Sequence[Event]) -> Iterator[tuple[str, float]]:
    legal = previous.legal_actions(action.seat or 0)
    if any(isinstance(option, Cancel) for option in legal):
        yield "asked with a King", 1
        yield "Kings", isinstance(action, Cancel)
    elif not action.is_pass:
        yield "cards", isinstance(action, CardPlay)
        yield "thefts", isinstance(action, Theft)


def _count_salad(previous: State, action: Action, events: Sequence[Event]) -> Iterator[tuple[str, float]]:
    seat = action.seat
    yield "cards", isinstance(action, _CARD)
    yield "grenades", isinstance(action, Explosion)
    for event in events:
        if isinstance(event, Killed) and event.by == seat:
            own_count = sum(owner == seat for _, owner in event.soldiers)
            yield "own men hit", own_count
            yield "others hit", len(event.soldiers) - own_count


def _count_wheel(previous: State, action: Action, events: Sequence[Event]) -> Iterator[tuple[str, float]]:
    view = previous.view(action.seat)
    assert isinstance(view, WheelView)
    assert isinstance(action, Advance)
    outcome, hearts = preview(view, action.die), view.hearts[action.seat or 0]
    own_spades = {matching_spade(heart) for heart in hearts} if isinstance(hearts, tuple) else set[str]()
    yield "explosions", len(outcome.explosions)
    yield (
        "own cards blown up",
        sum(view.ring[explosion.card_index] in own_spades and explosion.takes for explosion in outcome.explosions),
    )
    yield "jokers", outcome.joker
    after = outcome.after
    yield (
        "pips on own cards",
        sum(
            pips
            for position, pips in zip(after.die_positions, after.pips, strict=True)
            if after.ring[position] in own_spades and not after.is_down(position)
        ),
    )


_COUNTERS = {"live-grenade": _count_live_grenade, "grenade-salad": _count_salad, "wheel": _count_wheel}


def play_temper_match(game: str, player: str, seed: int) -> TemperMatch:
    """Play one match of the player with Normal in all other seats."""
    begun, seats = process_time(), SEATS[game]
    seat = seed % seats
    names = ["normal"] * seats
    names[seat] = player
    match = Match(Header(game, tuple(names), make_options(game, seats), seed))
    players = make_players(game, names, seed)
    counts: Counts = {}
    turns, first = 0, None
    steps = match.resolve_chance()
    while True:
        show_steps(players, steps)
        turns += sum(isinstance(event, TurnBegan) and event.seat == seat for step in steps for event in step.events)
        if match.state.is_over:
            return TemperMatch(turns, first, counts, process_time() - begun)
        active = match.state.active_seats()[0]
        action = players[active].decide(match.state.view(active), match.state.legal_actions(active))
        previous = match.state.copy()
        steps = match.act(action)
        if active != seat or action.seat is None:
            continue
        if first is None and isinstance(action, _CARD):
            first = max(0, turns - 1)
        for label, amount in _COUNTERS[game](previous, action, [event for step in steps for event in step.events]):
            counts[label] = counts.get(label, 0.0) + amount


def summarize_temper(game: str, player: str, matches: Sequence[TemperMatch]) -> Temper:
    """Return the behaviour of a player in its matches."""
    turns = max(1, sum(match.turns or 0 for match in matches))
    sums: Counts = {}
    for match in matches:
        for label, amount in match.counts.items():
            sums[label] = sums.get(label, 0.0) + amount
    king_chances = sums.pop("asked with a King", 0.0)
    kings = sums.pop("Kings", 0.0)
    rates = {f"{label} a turn": amount / turns for label, amount in sorted(sums.items())}
    if king_chances:
        rates["Kings, of those it could play"] = kings / king_chances
    firsts = [_NEVER_PLAYED if match.first is None else match.first for match in matches]
    first = median(firsts) if any(match.first is not None for match in matches) else None
    return Temper(game, player, len(matches), first, rates, sum(match.seconds for match in matches))


def players(game: str) -> list[str]:
    """Return every level of the game, and every style of the levels that have styles."""
    names = []
    for level in levels(game):
        if level != "random":
            styled = level in STYLED_LEVELS
            names += [level, *((f"{level}-careful", f"{level}-reckless") if styled else ())]
    return names
