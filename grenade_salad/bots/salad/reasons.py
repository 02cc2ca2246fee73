"""Why somebody might do that in Grenade Salad, in a few words, by what the seat knows. Players are {SEAT}."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import numpy as np

from grenade_salad.bots.salad import geometry
from grenade_salad.bots.salad.board import Board, board_of, mine_chance
from grenade_salad.bots.salad.steps import changes_of, enemies, own
from grenade_salad.core import Action, View
from grenade_salad.games.salad import Arrow, Circles, Drop, End, Explosion, Footpath, Hammers, Keep, Move, Pass, Pointer
from grenade_salad.games.salad.view import SaladView

_NUMBERS = ("none", "one", "two", "three", "four", "five", "six")
_MUCH = 0.5
"""How likely a mine is from where on it is called likely."""


def reason(seat: int, view: View, action: Action) -> str:
    """What the action brings, without a full stop."""
    assert isinstance(view, SaladView)
    match action:
        case Drop():
            return "scatters the soldiers more" if (action.height or 0) > 150 else "keeps the soldiers close together"
        case Keep():
            return "the soldiers lie well enough"
        case Pass():
            return "it is not worth a mine now"
        case End():
            return _end(view, seat)
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
            return f"{_count(number, 'more soldier')} on the table, {_points(3 * number)}"
        case Move():
            return _move(view, seat, board, action)
    raise TypeError(f"no action of this game: {action}")


def _count(number: int, what: str) -> str:
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} {what}{'' if number == 1 else 's'}"


def _points(number: int) -> str:
    return f"worth {number} points"


def _end(view: SaladView, seat: int) -> str:
    if not view.cards_left:
        return "both cards of this turn are played"
    if view.end_phase:
        return "no card can be played any more, or none that helps"
    hand = view.hands[seat]
    kept = hand if isinstance(hand, int) else len(hand)
    return f"keeps {_count(kept, 'card')} for a better moment"


def _blast(view: SaladView, seat: int, board: Board, action: Action) -> str:
    """Whom a grenade or a mine hits."""
    (change,) = changes_of(board, action)
    hit = [(board.who[one] + seat) % board.seats for one in change.killed]
    others = [_whose(hit.count(other), other) for other in sorted(set(hit)) if other != seat]
    if not others:
        harm = "hits nobody" if seat not in hit else f"hits only {_count(hit.count(seat), 'soldier')} of yours"
        return f"{harm}, but makes room for a new card" if isinstance(action, Explosion) else harm
    mine = hit.count(seat)
    return f"hits {', '.join(others)} and {_NUMBERS[min(mine, 6)]} of yours"


def _whose(number: int, seat: int) -> str:
    """So many soldiers of somebody."""
    return f"{_NUMBERS[min(number, 6)]} of {{{seat}}}'s soldiers"


def _shot(view: SaladView, seat: int, action: Arrow | Hammers) -> str:
    owner = next(soldier.seat for soldier in view.soldiers if soldier.id == action.target)
    number = sum(soldier.seat == owner for soldier in view.soldiers)
    if number == 1:
        return f"takes the last soldier that {{{owner}}} has on the table"
    how = "in close combat" if isinstance(action, Hammers) else "from afar"
    leads = view.scores[owner] == max(score for other, score in enumerate(view.scores) if other != seat)
    leading = ", who has the most points of the others" if leads and len(view.scores) > 2 else ""
    return f"takes one of {{{owner}}}'s soldiers {how}{leading}"


def _place(view: SaladView, seat: int, board: Board, action: Pointer) -> str:
    assert action.to is not None
    far = min((dist(action.to, (one.x, one.y)) for one in view.soldiers if one.seat != seat), default=1e9)
    if far < 2.5 * board.measures.cube:
        return "one more soldier on the table, near enough to strike"
    if far < 2 * board.measures.tile:
        return "one more soldier on the table, near enough to throw"
    return "one more soldier on the table, far from all grenades"


def _move(view: SaladView, seat: int, board: Board, action: Move) -> str:
    """What is better where the soldier goes: whom it gets away from, whom it comes near."""
    assert action.to is not None
    soldier = board.ids.index(action.soldier)
    before, after = board.xy[soldier], np.array(action.to)
    rest = _without(board, soldier)
    near = board.xy[enemies(board)]
    if not len(near):
        return "spreads out" if _spreads(rest, before, after) else "looks for a better place"
    nearest = int(np.hypot(*(near - after).T).argmin())
    owner = (int(board.who[enemies(board)[nearest]]) + seat) % board.seats
    gap, reach = 2.2 * board.measures.cube, board.measures.tile + board.measures.blast_radius
    was, comes = float(np.hypot(*(near - before).T).min()), float(np.hypot(*(near - after).T).min())
    if comes < gap <= was:
        return f"gets next to one of {{{owner}}}'s soldiers, near enough to strike"
    if comes < reach <= was:
        return f"gets near enough to {{{owner}}}'s soldiers for a grenade"
    if hidden := _hides(board, soldier, after):
        return f"gets out of the sight line of {' and '.join(f'{{{(one + seat) % board.seats}}}' for one in hidden)}"
    if _spreads(rest, before, after):
        return "gets away from your own, so that no grenade hits both"
    if comes > was:
        return f"gets away from {{{owner}}}'s soldiers"
    mined = ", though there may be a mine" if mine_chance(board) > _MUCH else ""
    return f"gets nearer to {{{owner}}}'s soldiers{mined}"


def _without(board: Board, soldier: int) -> geometry.Floats:
    """Where the other own soldiers are."""
    return board.xy[[one for one in own(board) if one != soldier]]


def _spreads(rest: geometry.Floats, before: geometry.Floats, after: geometry.Floats) -> bool:
    """Whether it leaves an own soldier that one blast could hit with it."""
    limit = 40.0
    return bool(len(rest)) and bool(np.hypot(*(rest - before).T).min() < limit <= np.hypot(*(rest - after).T).min())


def _hides(board: Board, soldier: int, to: geometry.Floats) -> Sequence[int]:
    """Opponents who saw the soldier and see it no more, numbered from the own seat on."""
    nine = board.options.sight == "nine"
    theirs, target = enemies(board), np.array([soldier])
    seen = geometry.sights(theirs, target, board.xy, board.angle, board.measures.cube, nine)[:, 0]
    moved = board.xy.copy()
    moved[soldier] = to
    sees = geometry.sights(theirs, target, moved, board.angle, board.measures.cube, nine)[:, 0]
    who = board.who[theirs]
    return [int(one) for one in np.unique(who) if seen[who == one].any() and not sees[who == one].any()]
