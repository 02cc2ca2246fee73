"""Why somebody might do that in Grenade Salad, in a few words, by what the seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import numpy as np

from grenade_salad.bots.salad.board import Board, board_of, ends_without_a_card, mine_chance, standing
from grenade_salad.bots.salad.move_generation import changes_of, enemies, own
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
    arrays,
)
from grenade_salad.games.salad.numbers import in_words
from grenade_salad.games.salad.pieces import CARDS_A_TURN
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Message, Seat, m

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
            number = min(3, view.reserve[seat])
            return m(
                "one more soldier on the table, worth {points} points",
                "{number} more soldiers on the table, worth {points} points",
                n=number,
                number=in_words(number),
                points=3 * number,
            )
        case Move():
            return _move(view, seat, board, action)
    raise TypeError(f"no action of this game: {action}")


def _drop(view: SaladView, height: float) -> Message:
    """Why it drops from there: compared with the default height (GS-03)."""
    usual = view.measures().default_height(len(view.hands))
    # Translators: why a machine drops the soldiers from this height
    if height > usual:
        return m("far apart, so no grenade hits many")
    if height < usual:
        return m("close together, so everybody is in reach")
    return m("close together, but not all in one heap")


def _pass(view: SaladView, seat: int) -> Message:
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
    far = min((dist(action.to, (one.x, one.y)) for one in view.soldiers if one.seat != seat), default=1e9)
    if far < 2.5 * board.measures.cube:
        return m("one more soldier on the table, near enough to strike")
    if far < 2 * board.measures.tile:
        return m("one more soldier on the table, near enough to throw")
    return m("one more soldier on the table, far from all grenades")


def _move(view: SaladView, seat: int, board: Board, action: Move) -> Message:
    """What is better where the soldier goes: whom it gets away from, whom it comes near."""
    assert action.to is not None
    soldier = board.ids.index(action.soldier)
    before, after = board.xy[soldier], np.array(action.to)
    rest = _without(board, soldier)
    near = board.xy[enemies(board)]
    if not len(near):
        # Translators: why a machine moves a soldier
        return m("spreads out") if _spreads(rest, before, after) else m("looks for a better place")
    nearest = int(np.hypot(*(near - after).T).argmin())
    whom = Seat((int(board.who[enemies(board)[nearest]]) + seat) % board.seats)
    gap, reach = 2.2 * board.measures.cube, board.measures.tile + board.measures.blast_radius
    was, comes = float(np.hypot(*(near - before).T).min()), float(np.hypot(*(near - after).T).min())
    if comes < gap <= was:
        return m("gets next to one of {whom}'s soldiers, near enough to strike", whom=whom)
    if comes < reach <= was:
        return m("gets near enough to {whom}'s soldiers for a grenade", whom=whom)
    if hidden := _hides(board, soldier, after):
        # Translators: {all} is a list of players
        return m("gets out of {all}'s line of sight", all=[Seat((one + seat) % board.seats) for one in hidden])
    if _spreads(rest, before, after):
        return m("gets away from your other soldiers, so that no grenade hits two at once")
    if comes > was:
        return m("gets away from {whom}'s soldiers", whom=whom)
    if mine_chance(board) > _MUCH:
        return m("gets nearer to {whom}'s soldiers, though there may be a mine", whom=whom)
    return m("gets nearer to {whom}'s soldiers", whom=whom)


def _without(board: Board, soldier: int) -> arrays.Floats:
    """Where the other own soldiers are."""
    return board.xy[[one for one in own(board) if one != soldier]]


def _spreads(rest: arrays.Floats, before: arrays.Floats, after: arrays.Floats) -> bool:
    """Whether it leaves an own soldier that one blast could hit with it."""
    limit = 40.0
    return bool(len(rest)) and bool(np.hypot(*(rest - before).T).min() < limit <= np.hypot(*(rest - after).T).min())


def _hides(board: Board, soldier: int, to: arrays.Floats) -> Sequence[int]:
    """Opponents who saw the soldier and see it no more, numbered from the own seat on."""
    from grenade_salad.games.salad import table

    theirs, target, rays = enemies(board), np.array([soldier]), board.options.sight
    seen = table.visible(board.measures, theirs, target, board.xy, board.angle, rays)[:, 0]
    moved = board.xy.copy()
    moved[soldier] = to
    sees = table.visible(board.measures, theirs, target, moved, board.angle, rays)[:, 0]
    who = board.who[theirs]
    return [int(one) for one in np.unique(who) if seen[who == one].any() and not sees[who == one].any()]
