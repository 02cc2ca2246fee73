"""The wheel game in plain words for one seat."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.core import Action, Json
from grenade_salad.games.wheel.cards import HEARTS, listed, words
from grenade_salad.games.wheel.moves import Advance
from grenade_salad.games.wheel.notebook import certain
from grenade_salad.games.wheel.preview import preview
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.phone.words import Choice, Told, capital, counted, over, playing_card


def told(view: WheelView, legal: Sequence[Action], names: Sequence[str]) -> Told:
    """What the seat of the view is told."""
    hand = view.hearts[view.seat] if view.seat is not None else ()
    own = () if isinstance(hand, int) else hand
    blown = {view.ring[at] for at in view.face_down}
    return Told(
        status=_status(view, names),
        public=_ring(view),
        facts=tuple(_facts(view, seat) for seat in range(len(names))),
        hand=tuple(playing_card(card, words(card), "blown up" if card[:-1] + "S" in blown else "") for card in own),
        hand_title="Your hearts",
        choices=tuple(_choice(view, action) for action in legal if isinstance(action, Advance)),
        notebook=_notebook(view, names) if view.seat is not None and view.turn is not None else None,
    )


def _status(view: WheelView, names: Sequence[str]) -> str:
    if view.over:
        return over(view, names)
    if view.turn is None:
        return "The cards are dealt."
    who = "It is your turn." if view.turn == view.seat else f"It is {names[view.turn]}'s turn."
    return who if view.roll is None else f"{who} The black die shows {view.roll}."


def _facts(view: WheelView, seat: int) -> str:
    if not view.alive[seat]:
        return f"out: {listed(view.shown[seat])}" if view.shown[seat] else "out"
    hand = view.hearts[seat]
    return counted(hand if isinstance(hand, int) else len(hand), "heart")


def _ring(view: WheelView) -> tuple[str, ...]:
    """The ring clockwise, a line a card."""
    lines = []
    for at, card in enumerate(view.ring):
        dice = [f"white die {number} shows {die.pips}" for number, die in enumerate(view.dice, 1) if die.at == at]
        down = ["face down"] if at in view.face_down else []
        lines.append(f"{capital(words(card))}{': ' if dice or down else ''}{', '.join([*down, *dice])}.")
    return tuple(lines)


def _choice(view: WheelView, action: Advance) -> Choice:
    """The button says what everybody can foresee."""
    seen = preview(view, action.die)
    to = words(view.ring[seen.to])
    blows = [words(view.ring[blast.at]) for blast in seen.explosions]
    then = f"; it blows up on {', then on '.join(blows)}" if blows else ""
    shows = "raises all dice" if seen.joker else f"shows {seen.pips[action.die]} there"
    return Choice((f"White die {action.die + 1} to {to}: {shows}{then}",), action)


def _notebook(view: WheelView, names: Sequence[str]) -> Json:
    """What is certain about the others' hearts. The ring tells the phone which of its own marks belong to the match."""
    marks = certain(view)
    others = [seat for seat in marks if seat != view.seat]
    rows: list[Json] = [
        {
            "code": heart,
            "short": playing_card(heart, "").short,
            "words": words(heart),
            "marks": [marks[seat][heart] for seat in others],
        }
        for heart in HEARTS
    ]
    return {
        "match": "-".join(view.ring),
        "seats": list[Json](others),
        "names": [names[seat] for seat in others],
        "rows": rows,
    }
