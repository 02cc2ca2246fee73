"""Every sentence of a machine's explanation holds in the position.

Each has a check of what it claims. A check plays the action on the real table, or counts again by its own arithmetic;
it shares no code with the explanations. Judgements, such as "is worth more", are checked for what they presuppose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import cos, dist, hypot, inf, sin
from random import Random
from typing import Any

import pytest

from grenade_salad import players
from grenade_salad.core import Action, Event, State, View, derive_rng
from grenade_salad.games.live_grenade.actions import Draw, Pass
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.games.salad import Circles, Drop, End, Explosion, Move, Pointer, ThrowAway
from grenade_salad.games.salad.events import Killed
from grenade_salad.games.salad.physics import blast_victims, cast_sights, largest_blast
from grenade_salad.games.salad.pieces import MAX_HEIGHT, Measures, Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.games.wheel.events import Exploded, Raised
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.lab.playout import make_options, make_players, show_steps
from grenade_salad.match.match import Header, Match
from grenade_salad.text import Message, Reader, Seat, say
from tests.kinds import expect_type
from tests.marks import for_each
from tests.playing import random_match

DECISIONS = 2_000
"""Number of decisions of each game in the slow test.

The default run has a twentieth of them.
"""
_LEVELS = ("normal", "normal", "casual", "easy", "random")


@dataclass(frozen=True)
class Decision:
    """A seat's decision in a match.

    The true `state` is known here and never changed.
    """

    state: State
    seat: int
    action: Action
    viewer: int
    """The seat from whose view the explanation is made.

    It is the seat itself, or another that does not see its hand.
    """

    @cached_property
    def after(self) -> State:
        """The state after the action, before anybody reacts."""
        after = self.state.copy()
        after.apply(self.action)
        return after

    @cached_property
    def events(self) -> list[Event]:
        """The events of the action itself."""
        return self.state.copy().apply(self.action)

    @cached_property
    def settled(self) -> State:
        """The state when everybody has passed and pending chance is resolved."""
        return _settle(self.after)

    @property
    def position(self) -> View:
        """The full view, with hidden cards."""
        return self.state.full_view()


def _settle(state: State) -> State:
    state = state.copy()
    while not state.is_over:
        if state.pending_chance():
            state.apply_chance(state.sample_chance(Random(0)))
        elif passes := [
            action
            for seat in state.active_seats()
            for action in state.legal_actions(seat)
            if action.is_pass and action.do == "pass"
        ]:
            state.apply(passes[0])
        else:
            break
    return state


Check = Callable[[Decision, Message], bool]


def get_seat(message: Message, name: str = "whom") -> int:
    """The seat that the message names."""
    return int(expect_type(Seat, message.fields[name]))


def get_parts(message: Message, name: str) -> list[Any]:
    """Return the items of a list in the message."""
    value = message.fields[name]
    assert isinstance(value, list | tuple)
    return list(value)


# Grenade Salad


def _salad_view(decision: Decision) -> SaladView:
    return expect_type(SaladView, decision.position)


Square = tuple[float, float, float]


def _corners(square: Square, cube: float) -> list[tuple[float, float]]:
    x, y, angle = square
    half = cube / 2
    return [
        (x + a * half * cos(angle) - b * half * sin(angle), y + a * half * sin(angle) + b * half * cos(angle))
        for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    ]


def _measure_distance(point: tuple[float, float], square: Square, cube: float) -> float:
    """Return the distance from a point to the nearest part of a square, in mm."""
    x, y, angle = square
    across = (point[0] - x) * cos(angle) + (point[1] - y) * sin(angle)
    up = (point[1] - y) * cos(angle) - (point[0] - x) * sin(angle)
    return hypot(max(0.0, abs(across) - cube / 2), max(0.0, abs(up) - cube / 2))


def _measure_gap(square: Square, other_square: Square, cube: float) -> float:
    """Return the gap between the edges of two squares that do not overlap, in mm."""
    distances = [_measure_distance(corner, other_square, cube) for corner in _corners(square, cube)]
    return min(distances + [_measure_distance(corner, square, cube) for corner in _corners(other_square, cube)])


def _can_hit(thrower: Square, soldier: Soldier, measures: Measures) -> bool:
    """True if a grenade from there hits the soldier.

    It is thrown at the soldier, or by a tile towards it.
    """
    path = dist(thrower[:2], (soldier.x, soldier.y))
    share = min(1.0, measures.tile / path) if path else 0.0
    target = (thrower[0] + (soldier.x - thrower[0]) * share, thrower[1] + (soldier.y - thrower[1]) * share)
    return soldier.id in blast_victims(measures, [soldier], target)


def _find_squares(view: SaladView, is_wanted: Callable[[int], bool], without: int = -1) -> list[Square]:
    return [
        (soldier.x, soldier.y, soldier.angle)
        for soldier in view.soldiers
        if is_wanted(soldier.seat) and soldier.id != without
    ]


def _new_square(decision: Decision) -> Square:
    """Return the square where a soldier is placed."""
    action = decision.action
    assert isinstance(action, Move | Pointer)
    assert action.to is not None
    assert action.angle is not None
    return (*action.to, action.angle)


def _old_square(decision: Decision) -> Square:
    """Return the square from which a soldier is moved."""
    action = expect_type(Move, decision.action)
    (soldier,) = (candidate for candidate in _salad_view(decision).soldiers if candidate.id == action.soldier)
    return soldier.x, soldier.y, soldier.angle


def _count_killed(decision: Decision) -> Counter[int]:
    """Return how many soldiers of each seat the action kills."""
    return Counter(owner for event in decision.events if isinstance(event, Killed) for _, owner in event.soldiers)


def _score_changes(decision: Decision) -> list[int]:
    """Return by how many points each seat's score changes."""
    assert decision.after.scores is not None
    assert decision.state.scores is not None
    return [new - old for new, old in zip(decision.after.scores, decision.state.scores, strict=True)]


def _measure_enemy_distance(decision: Decision, spot: Square, seat: int | None = None) -> float:
    """Return the distance to the nearest soldier of a seat, or of any opponent.

    It is measured from middle to middle, in mm.
    """
    enemy_squares = _find_squares(
        _salad_view(decision), lambda owner: owner == seat if seat is not None else owner != decision.seat
    )
    return min((dist(spot[:2], square[:2]) for square in enemy_squares), default=inf)


def _can_strike(decision: Decision, spot: Square, is_target: Callable[[int], bool]) -> bool:
    view = _salad_view(decision)
    cube = view.options.cube
    return any(_measure_gap(spot, square, cube) < cube for square in _find_squares(view, is_target))


def _can_throw(decision: Decision, spot: Square, is_target: Callable[[int], bool]) -> bool:
    view = _salad_view(decision)
    return any(_can_hit(spot, soldier, view.measures()) for soldier in view.soldiers if is_target(soldier.seat))


def _can_strike_from_new_square(decision: Decision, message: Message) -> bool:
    return _can_strike(decision, _new_square(decision), lambda seat: seat != decision.seat)


def _can_throw_from_new_square(decision: Decision, message: Message) -> bool:
    return _can_throw(decision, _new_square(decision), lambda seat: seat != decision.seat)


def _is_out_of_reach(decision: Decision, message: Message) -> bool:
    view, (x, y, angle) = _salad_view(decision), _new_square(decision)
    target = Soldier(-1, decision.seat, x, y, angle)
    enemy_squares = _find_squares(view, lambda seat: seat != decision.seat)
    return not any(_can_hit(square, target, view.measures()) for square in enemy_squares)


def _gets_next_to(decision: Decision, message: Message) -> bool:
    def is_target(seat: int) -> bool:
        return seat == get_seat(message)

    could_strike = _can_strike(decision, _old_square(decision), is_target)
    return not could_strike and _can_strike(decision, _new_square(decision), is_target)


def _gets_in_reach(decision: Decision, message: Message) -> bool:
    def is_target(seat: int) -> bool:
        return seat == get_seat(message)

    could_throw = _can_throw(decision, _old_square(decision), is_target)
    return not could_throw and _can_throw(decision, _new_square(decision), is_target)


def _hides(decision: Decision, message: Message) -> bool:
    view, action = _salad_view(decision), expect_type(Move, decision.action)
    after = expect_type(SaladView, decision.after.full_view())

    def sees(view: SaladView, seat: int) -> bool:
        pairs = [(soldier.id, action.soldier) for soldier in view.soldiers if soldier.seat == seat]
        return bool(list(cast_sights(view.measures(), view.soldiers, pairs, view.options.sight)))

    seats = [int(expect_type(Seat, seat)) for seat in get_parts(message, "all")]
    return bool(seats) and all(sees(view, seat) and not sees(after, seat) for seat in seats)


def _can_be_in_one_blast(view: SaladView, seat: int, within: int | None = None) -> bool:
    """True if a single grenade could hit two soldiers of the seat.

    `within` is one that must be among them.
    """
    own_soldiers = [soldier for soldier in view.soldiers if soldier.seat == seat]
    measures = view.measures()
    limit = measures.tile * 2**0.5 if measures.blast == "tile" else 2 * measures.blast_radius
    return any(
        _measure_gap(
            (soldier.x, soldier.y, soldier.angle),
            (other_soldier.x, other_soldier.y, other_soldier.angle),
            measures.cube,
        )
        < limit
        for index, soldier in enumerate(own_soldiers)
        for other_soldier in own_soldiers[:index]
        if within is None or within in (soldier.id, other_soldier.id)
    )


def _is_safe(decision: Decision, message: Message) -> bool:
    after = expect_type(SaladView, decision.after.full_view())
    moved = expect_type(Move, decision.action).soldier
    return _can_be_in_one_blast(_salad_view(decision), decision.seat, moved) and not _can_be_in_one_blast(
        after, decision.seat
    )


def _spreads_out(decision: Decision, message: Message) -> bool:
    after, moved = expect_type(SaladView, decision.after.full_view()), expect_type(Move, decision.action).soldier
    return _can_be_in_one_blast(_salad_view(decision), decision.seat, moved) and not _can_be_in_one_blast(
        after, decision.seat, moved
    )


def _gets_away(decision: Decision, message: Message) -> bool:
    enemy = get_seat(message)
    return _measure_enemy_distance(decision, _new_square(decision), enemy) > _measure_enemy_distance(
        decision, _old_square(decision), enemy
    )


def _gets_nearer(decision: Decision, message: Message) -> bool:
    enemy = get_seat(message)
    return _measure_enemy_distance(decision, _new_square(decision), enemy) < _measure_enemy_distance(
        decision, _old_square(decision), enemy
    )


def _may_meet_mine(decision: Decision, message: Message) -> bool:
    view = expect_type(SaladView, decision.state.view(decision.viewer))
    visible_cards = [*(_hand(decision) if decision.viewer == decision.seat else ()), *view.discard]
    others_have_cards = any(bool(cards) for seat, cards in enumerate(view.hands) if seat != decision.seat)
    return others_have_cards and visible_cards.count("footpath") < 9 and _gets_nearer(decision, message)


def _hits(decision: Decision, message: Message) -> bool:
    """True if the own number, and those of others in the message, are all that die."""
    killed = _count_killed(decision)
    other_victims = {get_seat(part): part.fields["n"] for part in get_parts(message, "others")}
    return other_victims == {seat: n for seat, n in killed.items() if seat != decision.seat} and killed[
        decision.seat
    ] == message.fields.get("n", 0)


def _makes_room_for_card(decision: Decision, message: Message) -> bool:
    after = decision.after.copy()
    card_count = len(after.full_view().hands[decision.seat])  # type: ignore[attr-defined]
    after.apply(End(decision.seat))
    return len(after.full_view().hands[decision.seat]) > card_count  # type: ignore[attr-defined]


def _prevents_end(decision: Decision, message: Message) -> bool:
    ended, played = decision.state.copy(), decision.after.copy()
    ended.apply(End(decision.seat))
    played.apply(End(decision.seat))
    return ended.is_over and not played.is_over


def _must_play(decision: Decision, message: Message) -> bool:
    return decision.state.why_not(End(decision.seat)) is not None


def _takes_one(decision: Decision, message: Message) -> bool:
    victim = get_seat(message)
    changes = [0] * decision.state.seats
    changes[decision.seat], changes[victim] = 1, -3
    return victim != decision.seat and _score_changes(decision) == changes


def _leads(decision: Decision, message: Message) -> bool:
    scores, leader = decision.state.scores, get_seat(message)
    assert scores is not None
    max_score = max(score for seat, score in enumerate(scores) if seat != decision.seat)
    return scores[leader] == max_score and _takes_one(decision, message)


def _takes_last(decision: Decision, message: Message) -> bool:
    victim = get_seat(message)
    after = expect_type(SaladView, decision.after.full_view())
    return any(soldier.seat == victim for soldier in _salad_view(decision).soldiers) and not _find_squares(
        after, lambda seat: seat == victim
    )


def _own_mines_hurt(decision: Decision, message: Message) -> bool:
    """True if every mine that could be laid now would hit an own soldier.

    This is so whoever has the mine.
    """
    view = _salad_view(decision)
    own_ids = {soldier.id for soldier in view.soldiers if soldier.seat == decision.seat}
    mines = [(soldier.x, soldier.y) for soldier in view.soldiers if soldier.id in view.triggers]
    return bool(mines) and all(own_ids & {*blast_victims(view.measures(), view.soldiers, mine)} for mine in mines)


def _hand(decision: Decision) -> tuple[str, ...]:
    cards: tuple[str, ...] = _salad_view(decision).hands[decision.seat]  # type: ignore[assignment]
    return cards


def _keeps(decision: Decision, message: Message) -> bool:
    after = expect_type(SaladView, decision.after.full_view()).hands[decision.seat]
    held = Counter(_hand(decision))
    return 0 < len(_hand(decision)) == message.fields["n"] and not held - Counter(expect_type(tuple, after))


def _wins_at_once(decision: Decision, message: Message) -> bool:
    return decision.after.is_over and decision.after.ranking()[0] == (decision.seat,)


def _more_soldiers(decision: Decision, message: Message) -> bool:
    """True if each of three drops adds the stated soldiers, at three points each."""
    soldier_count = len(_find_squares(_salad_view(decision), lambda seat: seat == decision.seat))
    for seed in range(3):
        landed = decision.after.copy()
        landed.apply_chance(landed.sample_chance(Random(seed)))
        new_count = len(_find_squares(expect_type(SaladView, landed.full_view()), lambda seat: seat == decision.seat))
        if new_count - soldier_count != message.fields["n"]:
            return False
    return message.fields["points"] == 3 * expect_type(int, message.fields["n"])


def _worth_points(decision: Decision, message: Message) -> bool:
    if isinstance(decision.action, Circles):
        return _more_soldiers(decision, message)
    return _score_changes(decision)[decision.seat] == message.fields["points"] == 3


def _drop_again(decision: Decision, height: float) -> Iterator[SaladView]:
    """Yield the table after some drops from there."""
    for seed in range(3):
        dropped = decision.state.copy()
        dropped.apply(Drop(height))
        dropped.apply_chance(dropped.sample_chance(Random(seed)))
        yield expect_type(SaladView, dropped.full_view())


def _measure_spread(decision: Decision, height: float) -> float:
    """Return the mean distance from their middle of soldiers that are dropped there."""
    distances = []
    for view in _drop_again(decision, height):
        places = [(soldier.x, soldier.y) for soldier in view.soldiers]
        mean_place = [sum(values) / len(places) for values in zip(*places, strict=True)]
        distances += [dist(mean_place, place) for place in places]
    return sum(distances) / len(distances)


def _spread_grows(decision: Decision, share: float) -> bool:
    """True if soldiers are farther apart from the greater of two heights.

    The heights are the usual one and `share` times that.
    """
    height = expect_type(float, expect_type(Drop, decision.action).height)
    usual = _salad_view(decision).measures().default_height(decision.state.seats)
    lower, higher = sorted((usual, min(MAX_HEIGHT, usual * share)))
    return (height < usual) == (share < 1) and _measure_spread(decision, lower) < _measure_spread(decision, higher)


def _is_no_heap(decision: Decision, message: Message) -> bool:
    """True if one grenade could not hit all of them."""
    dropped = _drop_again(decision, expect_type(float, expect_type(Drop, decision.action).height))
    return all(largest_blast(view.measures(), view.soldiers)[1] < len(view.soldiers) for view in dropped)


def always(decision: Decision, message: Message) -> bool:
    """Accept a judgement that presupposes nothing."""
    return True


SALAD: Mapping[str, Check] = {
    "the higher they fall, the farther apart they lie": lambda decision, _: _spread_grows(decision, 1.5),
    "the lower they fall, the closer together they lie": lambda decision, _: _spread_grows(decision, 0.5),
    "close together, but not all in one heap": _is_no_heap,
    "the soldiers lie well enough": always,
    "no card is worth playing now, and this one is missed least": lambda decision, _: isinstance(
        decision.action, ThrowAway
    ),
    "a mine here would hit your soldiers too": _own_mines_hurt,
    "you have no mine": lambda decision, _: "footpath" not in _hand(decision),
    "a mine is not worth it now": lambda d, _: d.viewer != d.seat or "footpath" in _hand(d),
    "both cards of this turn are played": lambda decision, _: not _salad_view(decision).cards_left,
    "ends the game with the most points": _wins_at_once,
    "no card can be played, or none that helps": lambda decision, _: not _salad_view(decision).deck,
    "keeps one card for a better moment": _keeps,
    "{harm}, but {use}": lambda decision, _: isinstance(decision.action, Explosion),
    "hits nobody": lambda decision, _: not _count_killed(decision),
    "hits only one soldier of yours": lambda decision, message: (
        _count_killed(decision) == {decision.seat: message.fields["n"]}
    ),
    "hits {others:,} and none of yours": _hits,
    "hits {others:,} and one of yours": _hits,
    "one of {whom}'s soldiers": lambda decision, message: (
        _count_killed(decision)[get_seat(message)] == message.fields["n"]
    ),
    "makes room for a new card": _makes_room_for_card,
    "the match goes on": _prevents_end,
    "a card must be played": _must_play,
    "leaves one card fewer to play": lambda decision, _: not _salad_view(decision).deck,
    "takes the last soldier that {whom} has on the table": _takes_last,
    "{whom} has the most points of all your opponents, and loses three while you get one": _leads,
    "{whom} loses three points, and you get one": _takes_one,
    "one more soldier on the table, worth {points} points": _worth_points,
    "one more soldier on the table, near enough to strike": _can_strike_from_new_square,
    "one more soldier on the table, near enough to throw": _can_throw_from_new_square,
    "one more soldier on the table, far from all grenades": _is_out_of_reach,
    "gets next to one of {whom}'s soldiers, near enough to strike": _gets_next_to,
    "gets near enough to {whom}'s soldiers for a grenade": _gets_in_reach,
    "gets out of {all}'s line of sight": _hides,
    "gets away from your other soldiers, so that no grenade hits two at once": _is_safe,
    "spreads out": _spreads_out,
    "looks for a better place": always,
    "gets away from {whom}'s soldiers": _gets_away,
    "gets nearer to {whom}'s soldiers": _gets_nearer,
    "gets nearer to {whom}'s soldiers, though there may be a mine": _may_meet_mine,
}


# Live Grenade


def _live_grenade_view(decision: Decision) -> LiveGrenadeView:
    return expect_type(LiveGrenadeView, decision.position)


def _find_hand(decision: Decision, seat: int | None = None) -> tuple[str, ...]:
    """Return the true hand of a seat, by default that of the decision."""
    cards: tuple[str, ...] = _live_grenade_view(decision).hands[decision.seat if seat is None else seat]  # type: ignore[assignment]
    return cards


def _is_friend(card: str) -> bool:
    return card[:-1] in ("2", "3")


def _has(decision: Decision, kinds: str) -> bool:
    """True if the hand has a card of these ranks; F means a Best Friend."""
    return any(card[:-1] in kinds or ("F" in kinds and _is_friend(card)) for card in _find_hand(decision))


def _counts_aces(decision: Decision, message: Message) -> bool:
    deck = expect_type(tuple, _live_grenade_view(decision).deck)
    aces = sum(card[0] == "A" for card in deck)
    return (aces, len(deck)) == (message.fields.get("n", 1), message.fields["deck"])


def _grenade_is_next(decision: Decision) -> bool:
    return all(card[0] == "A" for card in expect_type(tuple, _live_grenade_view(decision).deck))


def _draws_first(decision: Decision, message: Message) -> bool:
    victim, after = get_seat(message), expect_type(LiveGrenadeView, decision.settled.full_view())
    return after.turn == victim and victim != decision.seat and not after.stack


def _in_play(state: State) -> bool:
    """True if the play that waits for answers counts at the moment.

    Then an even number of Kings is on it.
    """
    return len(expect_type(LiveGrenadeView, state.full_view()).stack) % 2 == 1


def _find_percentage(decision: Decision, kinds: str) -> float:
    """Return the percentage of these ranks among cards that others may hold.

    None of these cards is an ace; Best Friends always count.
    """
    view = _live_grenade_view(decision)
    hidden = [card for card in expect_type(tuple, view.deck) if card[0] != "A"]
    hidden += [
        card for seat, hand in enumerate(view.hands) if seat != decision.seat for card in expect_type(tuple, hand)
    ]
    good = [card for card in hidden if _is_friend(card) or card[:-1] in kinds]
    return 100 * len(good) / max(1, len(hidden))


def _play_goes_on(decision: Decision, message: Message) -> bool:
    """True if the own, cancelled play counts again after the King, if all pass."""
    view = _live_grenade_view(decision)
    return view.stack[0].seat == decision.seat and not _in_play(decision.state) and _in_play(decision.after)


def _is_still_on_turn(decision: Decision, message: Message) -> bool:
    """True if the turn would be over without the King, and continues with it."""
    player = get_seat(message)
    without_king = decision.state.copy()
    without_king.apply(Pass(decision.seat))
    turns = [
        expect_type(LiveGrenadeView, state.full_view()).turn for state in (_settle(without_king), decision.settled)
    ]
    return turns[0] != player == turns[1] and decision.settled.active_seats() == (player,)


def _saves_card(decision: Decision, message: Message) -> bool:
    play = _live_grenade_view(decision).stack[0]
    seats = {"thief": play.seat, "whom": play.target}
    return _in_play(decision.state) and all(get_seat(message, name) == seat for name, seat in seats.items())


def _is_target(decision: Decision) -> bool:
    play = _live_grenade_view(decision).stack[0]
    return _in_play(decision.state) and play.target == decision.seat


def _has_no_effect(do: str) -> Check:
    return lambda decision, _: _live_grenade_view(decision).stack[0].do == do and not _in_play(decision.state)


def _own_play_is_cancelled(do: str) -> Check:
    """Return a check that the own play is cancelled and the hand has a King for it."""

    def check(decision: Decision, message: Message) -> bool:
        play = _live_grenade_view(decision).stack[0]
        is_own = play.seat == decision.seat and play.do == do
        return is_own and not _in_play(decision.state) and _has(decision, "K")

    return check


def _costs_only(do: str) -> Check:
    def check(decision: Decision, message: Message) -> bool:
        play = _live_grenade_view(decision).stack[0]
        is_theirs = play.do == do and play.seat == get_seat(message) != decision.seat
        return is_theirs and _in_play(decision.state) and _has(decision, "K")

    return check


LIVE: Mapping[str, Check] = {
    "one card in {deck} is a grenade": _counts_aces,
    "the next card is a grenade for certain": lambda decision, _: _grenade_is_next(decision),
    "{aces}: {whom} draws first": _draws_first,
    "it is {whom}'s last card": lambda decision, message: len(_find_hand(decision, get_seat(message))) == 1,
    "{whom} has one card fewer": lambda decision, message: bool(_find_hand(decision, get_seat(message))),
    "then it is still {whom}'s turn: {aces}": _is_still_on_turn,
    "the next card is a grenade for certain, and only a stolen card can save you": lambda decision, _: (
        _grenade_is_next(decision) and not _has(decision, "FJQ")
    ),
    "{whom} holds {n} cards, and {share:.0f}% of the cards that they may be are Best Friends": lambda d, m: (
        len(_find_hand(d, get_seat(m))) == m.fields["n"]
        and abs(_find_percentage(d, "") - expect_type(float, m.fields["share"])) < 1e-9
    ),
    "{whom} has one card fewer, and {share:.0f}% of the cards that it may be help you": lambda d, m: (
        bool(_find_hand(d, get_seat(m)))
        and abs(_find_percentage(d, "JQK") - expect_type(float, m.fields["share"])) < 1e-9
    ),
    "{aces}, and a Best Friend would save you": lambda decision, _: _has(decision, "F"),
    "{aces}, so cards that avoid a draw are kept for later": lambda decision, _: (
        isinstance(decision.action, Draw) and _has(decision, "JQ")
    ),
    "{aces}, and the next player would face worse odds": lambda decision, _: (
        isinstance(decision.action, Draw) and not _grenade_is_next(decision)
    ),
    "{aces}, and nothing in your hand avoids the draw": lambda decision, _: not _has(decision, "JQ"),
    "{aces}, and a Best Friend is worth more than this card": lambda decision, _: _has(decision, "F"),
    "{aces}, and no Best Friend is left in the match: {whom} draws first": lambda d, m: (
        _draws_first(d, m) and not _has(d, "F") and _find_percentage(d, "") == 0
    ),
    "{aces}, and you have no Best Friend: {whom} draws first": lambda d, m: _draws_first(d, m) and not _has(d, "F"),
    "your Pair counts again": _play_goes_on,
    "your Steal counts again": _play_goes_on,
    "your Skip counts again": _play_goes_on,
    "your Reverse counts again": _play_goes_on,
    "{play}: {aces}": always,
    "then {thief} gets no card from {whom}": _saves_card,
    "{n} card is worth keeping": lambda d, m: _is_target(d) and m.fields["n"] == len(_find_hand(d)) - 1 > 0,
    "{n} of your {size} cards is a Best Friend": lambda d, m: (
        _is_target(d)
        and m.fields["n"] == sum(map(_is_friend, _find_hand(d))) > 0
        and m.fields["size"] == len(_find_hand(d))
    ),
    "you have no King": lambda decision, _: not _has(decision, "K"),
    "a King now would only cost {whom} a Skip: {aces}": _costs_only("skip"),
    "a King now would only cost {whom} a Reverse: {aces}": _costs_only("reverse"),
    "what may be stolen is worth less than a King": lambda decision, _: (
        _is_target(decision) and _has(decision, "K") and any(card[0] != "K" for card in _find_hand(decision))
    ),
    "it takes nothing of yours, and the King is worth more later": lambda decision, _: (
        not _is_target(decision) and _has(decision, "K") and _in_play(decision.state)
    ),
    "the pair has no effect as things stand": _has_no_effect("pair"),
    "the Steal has no effect as things stand": _has_no_effect("steal"),
    "the Skip has no effect as things stand": _has_no_effect("skip"),
    "the Reverse has no effect as things stand": _has_no_effect("reverse"),
    "the King is worth more than your pair": _own_play_is_cancelled("pair"),
    "the King is worth more than your Steal": _own_play_is_cancelled("steal"),
    "the King is worth more than your Skip": _own_play_is_cancelled("skip"),
    "the King is worth more than your Reverse": _own_play_is_cancelled("reverse"),
}


# The wheel


def _wheel_view(decision: Decision) -> WheelView:
    return expect_type(WheelView, decision.position)


def _own_cards(decision: Decision) -> set[str]:
    """Return the spades that would hurt the seat."""
    view = _wheel_view(decision)
    held = set(expect_type(tuple, view.hearts[decision.seat])) - set(view.shown[decision.seat])
    return {f"{heart[:-1]}S" for heart in held}


def _find_card(message: Message) -> str:
    card = message.fields["card"]
    return "AS" if isinstance(card, Message) else f"{card}S"


def _find_explosions(decision: Decision, action: Action | None = None) -> list[Exploded]:
    events = decision.events if action is None else decision.state.copy().apply(action)
    return [event for event in events if isinstance(event, Exploded)]


def _other_actions(decision: Decision) -> list[Action]:
    return [action for action in decision.state.legal_actions(decision.seat) if action != decision.action]


def _removes_card(decision: Decision, card: str) -> bool:
    return any(blast.card == card and blast.takes for blast in _find_explosions(decision))


def _find_holders(decision: Decision, card: str) -> list[int]:
    """Return the seats in play that have the heart of that card, in truth.

    It is not yet shown.
    """
    view, heart = _wheel_view(decision), f"{card[:-1]}H"
    return [
        seat
        for seat, hearts in enumerate(view.hearts)
        if view.alive[seat] and heart in expect_type(tuple, hearts) and heart not in view.shown[seat]
    ]


def _find_possible_cards(decision: Decision, seat: int) -> set[str]:
    """Return the cards that may be a seat's for the viewer, by many worlds."""
    cards: set[str] = set()
    for index in range(60):
        world = decision.state.resample(decision.viewer, derive_rng(index, 0))
        hearts = expect_type(tuple, expect_type(WheelView, world.full_view()).hearts[seat])
        cards |= {f"{heart[:-1]}S" for heart in set(hearts) - set(_wheel_view(decision).shown[seat])}
    return cards


def _could_be(decision: Decision, message: Message) -> bool:
    card = _find_card(message)
    possible = _find_possible_cards(decision, get_seat(message))
    left = message.fields.get("left")
    return _removes_card(decision, card) and card in possible and (left is None or len(possible) == left)


def _read_dice(state: State) -> list[tuple[int, int]]:
    return [(die.at, die.pips) for die in expect_type(WheelView, state.full_view()).dice]


def _find_cards_ahead(decision: Decision, start: int, state: State | None = None) -> list[str]:
    """Return the cards that a die on that place may touch with its next roll."""
    view = expect_type(WheelView, (state or decision.state).full_view())
    counted = view.options.face_down == "counted"
    order = [place for place in range(len(view.ring)) if counted or place not in view.face_down]
    order.sort(key=lambda place: (place - start - 1) % len(view.ring))
    return [view.ring[place] for place in (order * 6)[:6]]


def _moved_die(decision: Decision) -> tuple[int, int]:
    """Return the place of the moved die, and its pips."""
    return _read_dice(decision.after)[expect_type(Advance, decision.action).die]


def _old_place(decision: Decision) -> int:
    return _read_dice(decision.state)[expect_type(Advance, decision.action).die][0]


def _nothing_explodes(decision: Decision) -> bool:
    return not _find_explosions(decision) and not any(isinstance(event, Raised) for event in decision.events)


def _find_ready_places(decision: Decision, action: Action) -> list[int]:
    """Return the places of dice that show one less than it takes, after the action."""
    after = decision.state.copy()
    after.apply(action)
    return [place for place, pips in _read_dice(after) if pips == 5]


def _has_same_result(decision: Decision, action: Action) -> bool:
    """True if the action has the same result as that of the decision."""
    after = decision.state.copy()
    after.apply(action)
    return sorted(_read_dice(after)) == sorted(_read_dice(decision.after))


def _only_safe(decision: Decision, message: Message) -> bool:
    alternatives = [action for action in _other_actions(decision) if not _has_same_result(decision, action)]
    return (
        not _find_ready_places(decision, decision.action)
        and bool(alternatives)
        and all(_find_ready_places(decision, alternative) for alternative in alternatives)
    )


def _threatens_own_cards(decision: Decision, action: Action) -> bool:
    after = decision.state.copy()
    after.apply(action)
    own_cards = _own_cards(decision)
    return any(
        own_cards & set(_find_cards_ahead(decision, place, after)) for place in _find_ready_places(decision, action)
    )


def _own_card_is_ahead(decision: Decision) -> bool:
    return bool(_own_cards(decision) & set(_find_cards_ahead(decision, _moved_die(decision)[0], decision.after)))


def _passes_own(decision: Decision, message: Message) -> bool:
    """True if the card is between the old place of the die and its new one."""
    view, card = _wheel_view(decision), _find_card(message)
    start, end = _old_place(decision), _moved_die(decision)[0]
    size = len(view.ring)
    steps = (end - start - 1) % size + 1
    return (
        card in _own_cards(decision)
        and 0 < (view.ring.index(card) - start) % size < steps
        and not _own_card_is_ahead(decision)
        and view.ring[end] != card
    )


WHEEL: Mapping[str, Check] = {
    "raises all dice: {blasts}": lambda decision, _: (
        any(isinstance(event, Raised) for event in decision.events) and bool(_find_explosions(decision))
    ),
    "the joker raises all dice, and none blows up": lambda decision, _: (
        any(isinstance(event, Raised) for event in decision.events) and not _find_explosions(decision)
    ),
    "{blasts}": lambda decision, message: len(_find_explosions(decision)) == len(get_parts(message, "blasts")),
    "brings dice back to 1": lambda decision, _: any(not blast.takes for blast in _find_explosions(decision)),
    "blows up the joker": lambda decision, _: _removes_card(decision, "joker"),
    "blows up the {card}, which is your own": lambda d, m: (
        _removes_card(d, _find_card(m))
        and f"{_find_card(m)[:-1]}H" in expect_type(tuple, _wheel_view(d).hearts[d.seat])
    ),
    "blows up the {card}, which is {whom}'s": lambda d, m: (
        _removes_card(d, _find_card(m)) and _find_holders(d, _find_card(m)) == [get_seat(m)]
    ),
    "blows up the {card}, which is nobody's": lambda d, m: (
        _removes_card(d, _find_card(m)) and not _find_holders(d, _find_card(m))
    ),
    "blows up the {card}, one of only {left} cards that could be {whom}'s": _could_be,
    "blows up the {card}, which could be {whom}'s": _could_be,
    "blows up the {card}, which could be somebody's": lambda d, m: (
        _removes_card(d, _find_card(m))
        and sum(_find_card(m) in _find_possible_cards(d, seat) for seat in range(d.state.seats)) > 1
    ),
    "nothing blows up": lambda decision, _: _nothing_explodes(decision),
    "spares your {card}": lambda d, m: (
        _find_card(m) in _own_cards(d)
        and not _find_explosions(d)
        and any(blast.card == _find_card(m) for action in _other_actions(d) for blast in _find_explosions(d, action))
    ),
    "the only move that leaves no die ready to blow up": _only_safe,
    "the only move that leaves no die ready with one of your cards ahead of it": lambda d, m: (
        _only_safe(d, m)
        and all(_threatens_own_cards(d, action) for action in _other_actions(d) if not _has_same_result(d, action))
    ),
    "takes a die off your {card}": lambda d, m: (
        _wheel_view(d).ring[_old_place(d)] == _find_card(m) in _own_cards(d) and _moved_die(d)[0] != _old_place(d)
    ),
    "makes a die ready to blow up": lambda decision, _: _moved_die(decision)[1] == 5,
    "makes a die ready to blow up, with none of your cards ahead of it": lambda decision, _: (
        _moved_die(decision)[1] == 5 and not _own_card_is_ahead(decision)
    ),
    "rests a die on your {card}, where it shows only {pips}": lambda d, m: (
        _wheel_view(d).ring[_moved_die(d)[0]] == _find_card(m) in _own_cards(d) and _moved_die(d)[1] == m.fields["pips"]
    ),
    "this die is still {n} move from blowing up": lambda d, m: _moved_die(d)[1] + expect_type(int, m.fields["n"]) == 6,
    "this die is still {n} moves from blowing up": lambda d, m: _moved_die(d)[1] + expect_type(int, m.fields["n"]) == 6,
    "leads a die past your {card}": _passes_own,
    "moves this die away from your cards": lambda decision, _: (
        not _own_card_is_ahead(decision) and not _own_cards(decision)
    ),
    "ace": always,
}

CHECKS: Mapping[str, Mapping[str, Check]] = {"grenade-salad": SALAD, "live-grenade": LIVE, "wheel": WHEEL}


def find_claims(message: Message) -> Iterator[Message]:
    """Yield the message, and all messages in it."""
    yield message
    for value in message.fields.values():
        for part in value if isinstance(value, list | tuple) else [value]:
            if isinstance(part, Message) and part.context != "a number":
                yield from find_claims(part)


def play_decisions(game: str, wanted: int, seed: int) -> Iterator[Decision]:
    """Yield decisions of machines of random levels in random matches.

    Seat counts and house rules are random, too.
    """
    match_rng, count, seed_number = derive_rng(seed, 0), 0, seed
    while count < wanted:
        seed_number += 1
        match = random_match(game, seed_number)
        if seed_number % 2:
            header = match.header
            match = Match(Header(game, header.seats, make_options(game, len(header.seats)), seed_number))
        players = make_players(game, [match_rng.choice(_LEVELS) for _ in match.header.seats], seed_number)
        show_steps(players, match.resolve_chance())
        while not match.state.is_over and not match.state.is_stalled and count < wanted:
            seat = match.state.active_seats()[0]
            action = players[seat].decide(match.state.view(seat), match.state.legal_actions(seat))
            if len(match.state.legal_actions(seat)) > 1 or match_rng.random() < 0.1:
                count += 1
                viewer = seat if match_rng.random() < 0.7 else (seat + 1) % match.state.seats
                yield Decision(match.state.copy(), seat, action, viewer)
            show_steps(players, match.act(action))


def explain_decision(game: str, decision: Decision) -> Message:
    """Return the explanation of a decision."""
    view = decision.state.view(decision.viewer)
    return expect_type(Message, players.explain(game, decision.seat, view, decision.action))


def find_false_claims(game: str, decision: Decision) -> list[str]:
    """Return the sentences of a decision's explanation that do not hold."""
    words = explain_decision(game, decision)
    reader = Reader(tuple("ABCDEFGHIJ"[: decision.state.seats]), decision.seat)
    return [
        f"{say(words, reader)} [{claim.one}], after {decision.action.to_line()}"
        for claim in find_claims(words)
        if not CHECKS[game][claim.one](decision, claim)
    ]


@for_each("game", [*CHECKS])
def test_explanations_of_machines_hold_in_the_position(game: str) -> None:
    wrong = [
        words for decision in play_decisions(game, DECISIONS // 20, 1) for words in find_false_claims(game, decision)
    ]
    assert not wrong, wrong[:5]


@pytest.mark.slow
@for_each("game", [*CHECKS])
def test_explanations_of_machines_hold_in_many_positions(game: str) -> None:
    wrong, sentence_counts = list[str](), Counter[str]()
    for decision in play_decisions(game, DECISIONS, 2):
        wrong += find_false_claims(game, decision)
        sentence_counts.update(claim.one for claim in find_claims(explain_decision(game, decision)))
    assert not wrong, wrong[:5]
    assert len(sentence_counts) > len(CHECKS[game]) / 2, "most of the sentences are told in so many decisions"
