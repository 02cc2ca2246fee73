"""Grenade Salad in plain words for one seat, and its table for a small picture."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.core import Action, Json
from grenade_salad.games.salad.moves import Arrow, Footpath, Hammers
from grenade_salad.games.salad.reasons import CARDS, NAMES
from grenade_salad.games.salad.view import SaladView
from grenade_salad.phone.words import Card, Choice, Told, counted, over

_BUTTONS = {
    "drop": "Drop the soldiers",
    "keep": "Keep this drop",
    "move": "Move a soldier",
    "pointer": "Pointer: place a new soldier",
    "circles": "Three Circles: drop three soldiers",
    "hammers": "Hammers: close combat",
    "arrow": "Arrow: shoot",
    "explosion": "Explosion: throw a grenade",
    "end": "End the turn",
    "footpath": "Footpath: it was a mine",
    "pass": "Let it pass",
}
_CONTINUOUS = ("to", "at", "angle", "height")


def told(view: SaladView, legal: Sequence[Action], names: Sequence[str]) -> Told:
    """What the seat of the view is told."""
    hand = view.hands[view.seat] if view.seat is not None and view.step != "drop" else ()
    cards = () if isinstance(hand, int) else hand
    return Told(
        status=_status(view, names),
        public=_public(view),
        facts=tuple(_facts(view, seat) for seat in range(len(names))),
        question=_question(view, names) if view.step == "mines" else "",
        hand=tuple(Card(NAMES[card], NAMES[card], CARDS[card]) for card in cards),
        hand_title="Your cards",
        choices=tuple(_choice(view, action, names) for action in legal),
        pass_words=_BUTTONS["pass"],
        picture=_picture(view),
    )


def _choice(view: SaladView, action: Action, names: Sequence[str]) -> Choice:
    owners = {soldier.id: soldier.seat for soldier in view.soldiers}
    path = [_BUTTONS[action.do]]
    needs = tuple(part for part in _CONTINUOUS if getattr(action, part, 0) is None)
    if isinstance(action, Footpath):
        path.append(f"under {names[owners[action.soldier]]}'s soldier {action.soldier}")
    elif isinstance(soldier := getattr(action, "soldier", None), int):
        path.append(f"with your soldier {soldier}")
    if isinstance(action, Hammers | Arrow):
        path.append(f"at {names[owners[action.target]]}'s soldier {action.target}")
    return Choice(tuple(path), action, needs)


def _status(view: SaladView, names: Sequence[str]) -> str:
    if view.over:
        return over(view, names)
    if view.step == "drop":
        return "The set-up drop: drop the soldiers until all of you like how they lie, then keep it."
    own = view.turn == view.seat
    who = "It is your turn." if own else f"It is {names[view.turn]}'s turn."
    if view.step == "mines":
        return f"{who} Was there a mine?"
    left = f"{'You' if own else 'They'} may play {counted(view.cards_left, 'card')}."
    moved = f" {'You' if own else 'They'} may move one soldier first." if view.step == "move" else ""
    return f"{who}{moved} {left}"


def _question(view: SaladView, names: Sequence[str]) -> str:
    asked = " and ".join(names[seat] for seat in view.to_act)
    which = " or ".join(f"soldier {soldier}" for soldier in view.triggers)
    return f"{names[view.turn]}'s {which} stopped. {asked}, was there a mine under it?"


def _facts(view: SaladView, seat: int) -> str:
    if view.step == "drop":
        return ""
    here = sum(soldier.seat == seat for soldier in view.soldiers)
    hand = view.hands[seat]
    cards = counted(hand if isinstance(hand, int) else len(hand), "card")
    return f"{counted(view.scores[seat], 'point')}: {here} on the table, {view.reserve[seat]} in reserve, {cards}"


def _public(view: SaladView) -> tuple[str, ...]:
    deck = view.deck if isinstance(view.deck, int) else len(view.deck)
    if view.step == "drop":
        return (f"{counted(view.attempts, 'attempt')} so far.",)
    lines = [f"The deck has {counted(deck, 'card')}." if deck else "The deck is empty: this is the end phase."]
    if view.discard:
        lines.append(f"Last played: {NAMES[view.discard[-1]]}.")
    return tuple(lines)


def _picture(view: SaladView) -> Json:
    """All that lies on the table, in mm; the origin is the lower left corner."""
    measures = view.options.measures()
    soldiers: list[Json] = [
        {"id": one.id, "seat": one.seat, "x": round(one.x, 2), "y": round(one.y, 2), "angle": round(one.angle, 4)}
        for one in view.soldiers
    ]
    wide, high = measures.table
    sizes: dict[str, Json] = {"wide": wide, "high": high, "cube": measures.cube, "tile": measures.tile}
    return {**sizes, "blast": round(measures.blast_radius, 2), "soldiers": soldiers}
