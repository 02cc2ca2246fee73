"""Why somebody might do that in Grenade Salad, in a few words, by what the seat knows."""

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
from grenade_salad.games.salad.pieces import CARDS_A_TURN
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players.salad.known_position import Board, board_of, ends_without_a_card, mine_chance, standing
from grenade_salad.players.salad.move_generation import changes_of, enemies, own
from grenade_salad.text import Message, Seat, m
from grenade_salad.text.numbers import in_words

_SURE = 0.02
"""Millimetres within a reach in which a blow or a throw counts as sure."""
_MUCH = 0.5
"""How likely a mine is from where on it is called likely."""


def reason(seat: int, view: View, action: Action) -> Message:
    """What the action brings, read by the one who asked; without a full stop."""
    assert isinstance(view, SaladView)
    match action:
        case Drop():
            return _drop(view, action.height or 0.0)
        case Keep():
            return m("the soldiers lie well enough")
        case Pass():
            return _pass(view, seat)
        case End():
            return _end(view, seat)
        case ThrowAway():
            return m("no card is worth playing now, and this one is missed least")
    board = board_of(view, seat)
    match action:
        case Footpath() | Explosion():
            return _blast(view, seat, board, action)
        case Arrow() | Hammers():
            return _shot(view, seat, action)
        case Pointer():
            return _place(view, seat, board, action)
        case Circles():
            return _more_soldiers(min(3, view.reserve[seat]))
        case Move():
            return _move(view, seat, board, action)
    raise TypeError(f"no action of this game: {action}")


def _more_soldiers(number: int) -> Message:
    return m(
        "one more soldier on the table, worth {points} points",
        "{number} more soldiers on the table, worth {points} points",
        n=number,
        number=in_words(number),
        points=3 * number,
    )


def _drop(view: SaladView, height: float) -> Message:
    """Why it drops from there: compared with the default height (GS-03)."""
    usual = view.measures().default_height(len(view.hands))
    # Translators: why a machine drops the soldiers from this height
    if height > usual:
        return m("the higher they fall, the farther apart they lie")
    if height < usual:
        return m("the lower they fall, the closer together they lie")
    return m("close together, but not all in one heap")


def _pass(view: SaladView, seat: int) -> Message:
    hand = view.hands[seat]
    if not isinstance(hand, int) and "footpath" not in hand:
        return m("you have no mine")
    board = board_of(view, seat)
    mines = [changes_of(board, Footpath(seat, soldier))[0].killed for soldier in view.triggers]
    if mines and all(any(not board.who[one] for one in killed) for killed in mines):
        return m("a mine here would hit your soldiers too")
    return m("a mine is not worth it now")


def _end(view: SaladView, seat: int) -> Message:
    if not view.cards_left:
        return m("both cards of this turn are played")
    if ends_without_a_card(view) and standing(view, seat) > 0:
        return m("ends the game with the most points")
    if view.end_phase:
        return m("no card can be played, or none that helps")
    hand = view.hands[seat]
    kept = hand if isinstance(hand, int) else len(hand)
    return m(
        "keeps one card for a better moment",
        "keeps {number} cards for a better moment",
        n=kept,
        number=in_words(kept),
    )


def _blast(view: SaladView, seat: int, board: Board, action: Action) -> Message:
    """Whom a grenade or a mine hits."""
    (change,) = changes_of(board, action)
    hit = [(board.who[one] + seat) % board.seats for one in change.killed]
    others = [_whose(hit.count(other), other) for other in sorted(set(hit)) if other != seat]
    mine = hit.count(seat)
    if not others:
        # Translators: what a grenade would do
        harm = _hits_only(mine) if mine else m("hits nobody")
        # Translators: two reasons, against and for a move, as in "hits one of yours, but takes Bo's last soldier"
        return m("{harm}, but {use}", harm=harm, use=_use(view)) if isinstance(action, Explosion) else harm
    if not mine:
        return m("hits {others:,} and none of yours", others=others)
    return m(
        "hits {others:,} and one of yours",
        "hits {others:,} and {number} of yours",
        others=others,
        n=mine,
        number=in_words(mine),
    )


def _hits_only(mine: int) -> Message:
    return m(
        "hits only one soldier of yours",
        "hits only {number} soldiers of yours",
        n=mine,
        number=in_words(mine),
    )


def _use(view: SaladView) -> Message:
    """What a card that brings nothing is played for."""
    if not view.end_phase:
        return m("the match goes on") if ends_without_a_card(view) else m("makes room for a new card")
    return m("a card must be played") if view.cards_left == CARDS_A_TURN else m("leaves one card fewer to play")


def _whose(number: int, seat: int) -> Message:
    """So many soldiers of somebody."""
    # Translators: after a verb: hits, takes
    return m(
        "one of {whom}'s soldiers",
        "{number} of {whom}'s soldiers",
        n=number,
        number=in_words(number),
        whom=Seat(seat),
    )


def _shot(view: SaladView, seat: int, action: Arrow | Hammers) -> Message:
    owner = next(soldier.seat for soldier in view.soldiers if soldier.id == action.target)
    whom, number = Seat(owner), sum(soldier.seat == owner for soldier in view.soldiers)
    if number == 1:
        return m("takes the last soldier that {whom} has on the table", whom=whom)
    leads = view.scores[owner] == max(score for other, score in enumerate(view.scores) if other != seat)
    if leads and len(view.scores) > 2:
        return m("{whom} has the most points of all your opponents, and loses three while you get one", whom=whom)
    return m("{whom} loses three points, and you get one", whom=whom)


def _place(view: SaladView, seat: int, board: Board, action: Pointer) -> Message:
    assert action.to is not None
    at, angle = np.array(action.to), action.angle or 0.0
    if _strikes(board, at, angle).any():
        return m("one more soldier on the table, near enough to strike")
    if _throws(board, at).any():
        return m("one more soldier on the table, near enough to throw")
    gaps = np.hypot(*(board.xy[enemies(board)] - at).T)
    measures = board.measures
    # An enemy may move before it throws.
    if gaps.min(initial=np.inf) > 2 * measures.tile + measures.blast_reach + 2 * measures.cube:
        return m("one more soldier on the table, far from all grenades")
    return _more_soldiers(1)


def _move(view: SaladView, seat: int, board: Board, action: Move) -> Message:
    """What is better where the soldier goes: whom it gets away from, whom it comes near."""
    assert action.to is not None
    soldier = board.ids.index(action.soldier)
    before, after = board.xy[soldier], np.array(action.to)
    start, angle = float(board.angle[soldier]), float(board.angle[soldier] if action.angle is None else action.angle)
    spreads = _spreads(board, soldier, after, angle)
    theirs = enemies(board)
    if not len(theirs):
        # Translators: why a machine moves a soldier
        return m("spreads out") if spreads else m("looks for a better place")
    was, comes = (np.hypot(*(board.xy[theirs] - at).T) for at in (before, after))

    def whose(reached: vector_geometry.Bools, gaps: vector_geometry.Floats) -> Seat:
        """The owner of the nearest of those opponents."""
        nearest = int(np.where(reached, gaps, np.inf).argmin())
        return Seat((int(board.who[theirs][nearest]) + seat) % board.seats)

    everybody = np.ones(len(theirs), dtype=bool)
    strikes, throws = _strikes(board, after, angle), _throws(board, after)
    if strikes.any() and not _strikes(board, before, start).any():
        return m("gets next to one of {whom}'s soldiers, near enough to strike", whom=whose(strikes, comes))
    if throws.any() and not _throws(board, before).any():
        return m("gets near enough to {whom}'s soldiers for a grenade", whom=whose(throws, comes))
    if hidden := _hides(board, soldier, after, angle):
        # Translators: {all} is a list of players
        return m("gets out of {all}'s line of sight", all=[Seat((one + seat) % board.seats) for one in hidden])
    if spreads and _is_safe(board, soldier, after, angle):
        return m("gets away from your other soldiers, so that no grenade hits two at once")
    if comes.min() > was.min():
        return m("gets away from {whom}'s soldiers", whom=whose(everybody, was))
    if spreads or comes.min() == was.min():
        return m("spreads out") if spreads else m("looks for a better place")
    whom = whose(everybody, comes)
    if mine_chance(board) > _MUCH:
        return m("gets nearer to {whom}'s soldiers, though there may be a mine", whom=whom)
    return m("gets nearer to {whom}'s soldiers", whom=whom)


def _strikes(board: Board, at: vector_geometry.Floats, angle: float) -> vector_geometry.Bools:
    """Which opponents' soldiers are in reach of a blow from there (GS-16)."""
    theirs, cube = enemies(board), board.measures.cube
    gaps = vector_geometry.gaps(at[None], np.array([angle]), board.xy[theirs], board.angle[theirs], cube)[0]
    reached: vector_geometry.Bools = gaps < cube - _SURE
    return reached


def _throws(board: Board, at: vector_geometry.Floats) -> vector_geometry.Bools:
    """Which opponents' soldiers a grenade from there can hit: it flies towards them, a tile at most (GS-18)."""
    theirs, tile = enemies(board), board.measures.tile
    paths = board.xy[theirs] - at
    shares = np.minimum(1.0, (tile - _SURE) / np.maximum(np.hypot(*paths.T), _SURE))
    hits = vector_geometry.hits(at + paths * shares[:, None], board.measures, board.xy[theirs], board.angle[theirs])
    reached: vector_geometry.Bools = hits.diagonal()
    return reached


def _own_gaps(board: Board, soldier: int) -> vector_geometry.Floats:
    """From the soldier to each other own soldier, from edge to edge."""
    others = [index for index in own(board) if index != soldier]
    cube, one = board.measures.cube, [soldier]
    gaps: vector_geometry.Floats = vector_geometry.gaps(
        board.xy[one], board.angle[one], board.xy[others], board.angle[others], cube
    )[0]
    return gaps


def _blast_width(board: Board) -> float:
    """How far apart two soldiers may be at most, from edge to edge, that a single blast hits (GS-19)."""
    diagonal = board.measures.tile * sqrt(2)
    return diagonal if board.measures.blast == "tile" else 2 * board.measures.blast_radius


def _moved(board: Board, soldier: int, to: vector_geometry.Floats, angle: float) -> Board:
    """The position with the soldier there."""
    xy, angles = board.xy.copy(), board.angle.copy()
    xy[soldier], angles[soldier] = to, angle
    return replace(board, xy=xy, angle=angles)


def _spreads(board: Board, soldier: int, to: vector_geometry.Floats, angle: float) -> bool:
    """True if the soldier leaves all own soldiers that one blast could hit with it."""
    width = _blast_width(board)
    before, after = _own_gaps(board, soldier), _own_gaps(_moved(board, soldier, to, angle), soldier)
    return bool(before.min(initial=np.inf) < width < after.min(initial=np.inf))


def _is_safe(board: Board, soldier: int, to: vector_geometry.Floats, angle: float) -> bool:
    """True if no blast can hit two own soldiers once this one is there."""
    after, width = _moved(board, soldier, to, angle), _blast_width(board)
    return all(_own_gaps(after, int(one)).min(initial=np.inf) > width for one in own(after))


def _hides(board: Board, soldier: int, to: vector_geometry.Floats, angle: float) -> Sequence[int]:
    """Opponents who saw the soldier and see it no more, numbered from the own seat on."""
    from grenade_salad.games.salad import physics

    theirs, target = enemies(board), np.array([soldier])

    def sees(board: Board) -> vector_geometry.Bools:
        free = physics.visible(board.measures, theirs, target, board.xy, board.angle, board.options.sight)
        return free[:, 0]

    before, after = sees(board), sees(_moved(board, soldier, to, angle))
    who = board.who[theirs]
    return [int(one) for one in np.unique(who) if before[who == one].any() and not after[who == one].any()]
