"""Short explanations of actions in Grenade Salad, from what the seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

import numpy as np

from grenade_salad.core import Action, View
from grenade_salad.games.salad import (
    Arrow,
    Circles,
    Drop,
    End,
    Explosion,
    Footpath,
    Hammers,
    Keep,
    Move,
    Pass,
    Pointer,
    ThrowAway,
    vector_geometry,
)
from grenade_salad.games.salad.pieces import CARDS_PER_TURN
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players.salad.known_position import (
    KnownPosition,
    compare_standing,
    ends_without_card,
    mine_chance,
    read_position,
)
from grenade_salad.players.salad.move_generation import enemies, list_changes, own_soldiers
from grenade_salad.text import Message, Seat, m
from grenade_salad.text.numbers import spell_number

_SURE_REACH = 0.02
"""Millimetres by which a blow or a throw must be in reach to count as sure."""
_LIKELY_MINE = 0.5
"""Minimum chance of a mine that is called likely."""


def reason(seat: int, view: View, action: Action) -> Message:
    """Return what the action brings, for the person who asked, without a full stop."""
    assert isinstance(view, SaladView)
    match action:
        case Drop():
            return _explain_drop(view, action.height or 0.0)
        case Keep():
            return m("the soldiers lie well enough")
        case Pass():
            return _explain_pass(view, seat)
        case End():
            return _explain_end(view, seat)
        case ThrowAway():
            return m("no card is worth playing now, and this one is missed least")
    board = read_position(view, seat)
    match action:
        case Footpath() | Explosion():
            return _explain_blast(view, seat, board, action)
        case Arrow() | Hammers():
            return _explain_shot(view, seat, action)
        case Pointer():
            return _explain_place(board, action)
        case Circles():
            return _explain_more_soldiers(min(3, view.reserve[seat]))
        case Move():
            return _explain_move(seat, board, action)
    raise TypeError(f"no action of this game: {action}")


def _explain_more_soldiers(count: int) -> Message:
    return m(
        "one more soldier on the table, worth {points} points",
        "{number} more soldiers on the table, worth {points} points",
        n=count,
        number=spell_number(count),
        points=3 * count,
    )


def _explain_drop(view: SaladView, height: float) -> Message:
    """Explain the height of a drop, compared with the default one (GS-03)."""
    default_height = view.measures().default_height(len(view.hands))
    # Translators: why a machine drops the soldiers from this height
    if height > default_height:
        return m("the higher they fall, the farther apart they lie")
    if height < default_height:
        return m("the lower they fall, the closer together they lie")
    return m("close together, but not all in one heap")


def _explain_pass(view: SaladView, seat: int) -> Message:
    hand = view.hands[seat]
    if not isinstance(hand, int) and "footpath" not in hand:
        return m("you have no mine")
    board = read_position(view, seat)
    mines = [list_changes(board, Footpath(seat, soldier))[0].killed for soldier in view.triggers]
    if mines and all(any(not board.owner[victim] for victim in killed) for killed in mines):
        return m("a mine here would hit your soldiers too")
    return m("a mine is not worth it now")


def _explain_end(view: SaladView, seat: int) -> Message:
    if not view.cards_left:
        return m("both cards of this turn are played")
    if ends_without_card(view) and compare_standing(view, seat) > 0:
        return m("ends the game with the most points")
    if view.end_phase:
        return m("no card can be played, or none that helps")
    hand = view.hands[seat]
    count = hand if isinstance(hand, int) else len(hand)
    return m(
        "keeps one card for a better moment",
        "keeps {number} cards for a better moment",
        n=count,
        number=spell_number(count),
    )


def _explain_blast(view: SaladView, seat: int, board: KnownPosition, action: Action) -> Message:
    """Explain a grenade or a mine by the soldiers that it hits."""
    (change,) = list_changes(board, action)
    hit_seats = [(board.owner[soldier] + seat) % board.seats for soldier in change.killed]
    rivals = [_describe_victims(hit_seats.count(rival), rival) for rival in sorted(set(hit_seats)) if rival != seat]
    own_count = hit_seats.count(seat)
    if not rivals:
        # Translators: what a grenade would do
        harm = _describe_own_hits(own_count) if own_count else m("hits nobody")
        # Translators: two reasons, against and for a move, as in "hits one of yours, but takes Bo's last soldier"
        return m("{harm}, but {use}", harm=harm, use=_explain_use(view)) if isinstance(action, Explosion) else harm
    if not own_count:
        return m("hits {others:,} and none of yours", others=rivals)
    return m(
        "hits {others:,} and one of yours",
        "hits {others:,} and {number} of yours",
        others=rivals,
        n=own_count,
        number=spell_number(own_count),
    )


def _describe_own_hits(own_count: int) -> Message:
    return m(
        "hits only one soldier of yours",
        "hits only {number} soldiers of yours",
        n=own_count,
        number=spell_number(own_count),
    )


def _explain_use(view: SaladView) -> Message:
    """Explain a card that brings nothing."""
    if not view.end_phase:
        return m("the match goes on") if ends_without_card(view) else m("makes room for a new card")
    return m("a card must be played") if view.cards_left == CARDS_PER_TURN else m("leaves one card fewer to play")


def _describe_victims(count: int, seat: int) -> Message:
    """Describe `count` soldiers of a seat."""
    # Translators: after a verb: hits, takes
    return m(
        "one of {whom}'s soldiers",
        "{number} of {whom}'s soldiers",
        n=count,
        number=spell_number(count),
        whom=Seat(seat),
    )


def _explain_shot(view: SaladView, seat: int, action: Arrow | Hammers) -> Message:
    owner = next(soldier.seat for soldier in view.soldiers if soldier.id == action.target)
    rival, count = Seat(owner), sum(soldier.seat == owner for soldier in view.soldiers)
    if count == 1:
        return m("takes the last soldier that {whom} has on the table", whom=rival)
    leads = view.scores[owner] == max(score for other_seat, score in enumerate(view.scores) if other_seat != seat)
    if leads and len(view.scores) > 2:
        return m("{whom} has the most points of all your opponents, and loses three while you get one", whom=rival)
    return m("{whom} loses three points, and you get one", whom=rival)


def _explain_place(board: KnownPosition, action: Pointer) -> Message:
    assert action.to is not None
    place, angle = np.array(action.to), action.angle or 0.0
    if _can_strike(board, place, angle).any():
        return m("one more soldier on the table, near enough to strike")
    if _can_throw_at(board, place).any():
        return m("one more soldier on the table, near enough to throw")
    gaps = np.hypot(*(board.xy[enemies(board)] - place).T)
    measures = board.measures
    # An enemy may move before it throws, which is counted here.
    if gaps.min(initial=np.inf) > 2 * measures.tile + measures.blast_reach + 2 * measures.cube:
        return m("one more soldier on the table, far from all grenades")
    return _explain_more_soldiers(1)


def _explain_move(seat: int, board: KnownPosition, action: Move) -> Message:
    """Explain a move: whom the soldier gets away from, and whom it gets near."""
    assert action.to is not None
    soldier = board.ids.index(action.soldier)
    old_place, new_place = board.xy[soldier], np.array(action.to)
    old_angle, new_angle = (
        float(board.angle[soldier]),
        float(board.angle[soldier] if action.angle is None else action.angle),
    )
    spreads = _spreads(board, soldier, new_place, new_angle)
    theirs = enemies(board)
    if not len(theirs):
        # Translators: why a machine moves a soldier
        return m("spreads out") if spreads else m("looks for a better place")
    old_gaps, new_gaps = (np.hypot(*(board.xy[theirs] - place).T) for place in (old_place, new_place))

    def nearest_owner(reached: vector_geometry.Bools, gaps: vector_geometry.Floats) -> Seat:
        """Return the owner of the nearest of those opponents."""
        nearest = int(np.where(reached, gaps, np.inf).argmin())
        return Seat((int(board.owner[theirs][nearest]) + seat) % board.seats)

    all_enemies = np.ones(len(theirs), dtype=bool)
    can_strike, can_throw = _can_strike(board, new_place, new_angle), _can_throw_at(board, new_place)
    if can_strike.any() and not _can_strike(board, old_place, old_angle).any():
        return m(
            "gets next to one of {whom}'s soldiers, near enough to strike", whom=nearest_owner(can_strike, new_gaps)
        )
    if can_throw.any() and not _can_throw_at(board, old_place).any():
        return m("gets near enough to {whom}'s soldiers for a grenade", whom=nearest_owner(can_throw, new_gaps))
    if hidden := _list_hidden_from(board, soldier, new_place, new_angle):
        # Translators: {all} is a list of players
        return m("gets out of {all}'s line of sight", all=[Seat((rival + seat) % board.seats) for rival in hidden])
    if spreads and _is_safe(board, soldier, new_place, new_angle):
        return m("gets away from your other soldiers, so that no grenade hits two at once")
    if new_gaps.min() > old_gaps.min():
        return m("gets away from {whom}'s soldiers", whom=nearest_owner(all_enemies, old_gaps))
    if spreads or new_gaps.min() == old_gaps.min():
        return m("spreads out") if spreads else m("looks for a better place")
    owner = nearest_owner(all_enemies, new_gaps)
    if mine_chance(board) > _LIKELY_MINE:
        return m("gets nearer to {whom}'s soldiers, though there may be a mine", whom=owner)
    return m("gets nearer to {whom}'s soldiers", whom=owner)


def _can_strike(board: KnownPosition, place: vector_geometry.Floats, angle: float) -> vector_geometry.Bools:
    """Return which enemies are in reach of a blow from the place (GS-16)."""
    theirs, cube = enemies(board), board.measures.cube
    gaps = vector_geometry.gaps(place[None], np.array([angle]), board.xy[theirs], board.angle[theirs], cube)[0]
    is_reached: vector_geometry.Bools = gaps < cube - _SURE_REACH
    return is_reached


def _can_throw_at(board: KnownPosition, place: vector_geometry.Floats) -> vector_geometry.Bools:
    """Return which enemies a grenade from the place can hit (GS-18).

    It flies towards them, a tile at most.
    """
    theirs, tile = enemies(board), board.measures.tile
    paths = board.xy[theirs] - place
    shares = np.minimum(1.0, (tile - _SURE_REACH) / np.maximum(np.hypot(*paths.T), _SURE_REACH))
    hits = vector_geometry.blast_hits(
        place + paths * shares[:, None], board.measures, board.xy[theirs], board.angle[theirs]
    )
    is_reached: vector_geometry.Bools = hits.diagonal()
    return is_reached


def _own_gaps(board: KnownPosition, soldier: int) -> vector_geometry.Floats:
    """Return the gaps from the soldier to each other own soldier, edge to edge."""
    comrades = [index for index in own_soldiers(board) if index != soldier]
    cube, indexes = board.measures.cube, [soldier]
    gaps: vector_geometry.Floats = vector_geometry.gaps(
        board.xy[indexes], board.angle[indexes], board.xy[comrades], board.angle[comrades], cube
    )[0]
    return gaps


def _blast_width(board: KnownPosition) -> float:
    """Return the maximum gap of two soldiers that a single blast hits (GS-19)."""
    diagonal = board.measures.tile * sqrt(2)
    return diagonal if board.measures.blast == "tile" else 2 * board.measures.blast_radius


def _move_soldier(board: KnownPosition, soldier: int, to: vector_geometry.Floats, angle: float) -> KnownPosition:
    """Return the position with the soldier at the new place."""
    xy, angles = board.xy.copy(), board.angle.copy()
    xy[soldier], angles[soldier] = to, angle
    return replace(board, xy=xy, angle=angles)


def _spreads(board: KnownPosition, soldier: int, to: vector_geometry.Floats, angle: float) -> bool:
    """True if the soldier leaves all own soldiers that one blast could hit with it."""
    width = _blast_width(board)
    old_gaps, new_gaps = _own_gaps(board, soldier), _own_gaps(_move_soldier(board, soldier, to, angle), soldier)
    return bool(old_gaps.min(initial=np.inf) < width < new_gaps.min(initial=np.inf))


def _is_safe(board: KnownPosition, soldier: int, to: vector_geometry.Floats, angle: float) -> bool:
    """True if no blast can hit two own soldiers after the move."""
    moved, width = _move_soldier(board, soldier, to, angle), _blast_width(board)
    return all(_own_gaps(moved, int(index)).min(initial=np.inf) > width for index in own_soldiers(moved))


def _list_hidden_from(board: KnownPosition, soldier: int, to: vector_geometry.Floats, angle: float) -> Sequence[int]:
    """Return the seats that saw the soldier and no longer do, from the own seat on."""
    from grenade_salad.games.salad import physics

    theirs, target = enemies(board), np.array([soldier])

    def can_see(board: KnownPosition) -> vector_geometry.Bools:
        is_visible = physics.visible_targets(board.measures, theirs, target, board.xy, board.angle, board.options.sight)
        return is_visible[:, 0]

    saw, sees = can_see(board), can_see(_move_soldier(board, soldier, to, angle))
    owners = board.owner[theirs]
    return [int(owner) for owner in np.unique(owners) if saw[owners == owner].any() and not sees[owners == owner].any()]
