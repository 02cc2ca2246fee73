"""The wheel game in plain words for one seat, and what moves on a television: dice, cards that blow up, hearts."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.core import Action, Event, Json, View
from grenade_salad.games.wheel import events
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.games.wheel.cards import HEARTS, listed, spade_of, words
from grenade_salad.games.wheel.notebook import certain
from grenade_salad.games.wheel.preview import preview
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.sheets.animations import Beat, blast, call, fly, hop, seat_spot, tumble
from grenade_salad.sheets.sheet import Choice, Sheet, Told, art, over, playing_card, short
from grenade_salad.text import Message, Reader, Seat, m, say

_ROLLS = tuple(f"dice/black{pips}" for pips in range(1, 7))


def show(happened: Sequence[Event], before: View, after: View) -> Sequence[Beat]:
    """The beats of a step, one after another."""
    assert isinstance(after, WheelView)
    beats: list[Beat] = []
    at = 0.0
    for event in happened:
        new = _beats(event, after, at)
        beats += new
        at = max((beat.at + beat.seconds * 0.8 for beat in new), default=at)
    return beats


def _beats(event: Event, after: WheelView, at: float) -> list[Beat]:
    match event:
        case events.Dealt():
            return [fly(art(None), "middle", seat_spot(event.seat), at + 0.12 * n) for n in range(event.number)]
        case events.Rolled():
            return [tumble(_ROLLS, f"dice/black{event.pips}", "roll", at)]
        case events.Moved():
            return [hop(f"die {event.die}", [f"ring {one}" for one in event.path], f"dice/white{event.pips}", at)]
        case events.Exploded():
            return [blast(f"ring {event.at}", at=at)]
        case events.Reset():
            return [hop(f"die {die}", [f"ring {event.to}"], "dice/white1", at, step=0.4) for die in event.dice]
        case events.Out():
            return [*_shown(event.seat, event.hearts, at), call(event.message(), event.seat, at + 0.3, "lose")]
        case events.HeartLost():
            return [*_shown(event.seat, (event.heart,), at), call(event.message(), event.seat, at + 0.3, "lose")]
        case events.Won():
            return [call(event.message(), event.seat, at, "win")]
    return []


def _shown(seat: int, hearts: Sequence[str], at: float) -> list[Beat]:
    return [fly(art(card), seat_spot(seat), "middle", at + 0.2 * n, "flip", 1.2) for n, card in enumerate(hearts)]


def told(view: View, legal: Sequence[Action], reader: Reader) -> Told:
    """What the seat of the view is told."""
    assert isinstance(view, WheelView)
    hand = view.hearts[view.seat] if view.seat is not None else ()
    own = () if isinstance(hand, int) else hand
    blown = {view.ring[at] for at in view.face_down}
    return Told(
        status=_status(view),
        public=_ring(view),
        facts=tuple(_facts(view, seat) for seat in range(len(view.hearts))),
        hand=tuple(playing_card(card, words(card), _BLOWN_UP if spade_of(card) in blown else "") for card in own),
        hand_title=m("Your hearts"),
        covered="",
        choices=tuple(_choice(view, action) for action in legal if isinstance(action, Advance)),
        picture=_picture(view),
        notebook=_notebook(view, reader) if view.seat is not None and view.turn is not None else None,
        rule="WH-14" if view.is_over else "WH-06",
    )


# Translators: of a card of one's hand
_BLOWN_UP = m("blown up")


def _picture(view: WheelView) -> Json:
    """The ring clockwise from the top, the white dice on it, the black one in its middle."""
    down = set(view.face_down)
    ring: list[Json] = [{"art": art(card), "down": at in down} for at, card in enumerate(view.ring)]
    dice: list[Json] = [{"at": die.at, "pips": die.pips} for die in view.dice]
    return {"kind": "ring", "ring": ring, "back": art(None), "dice": dice, "roll": view.roll, "turn": view.turn}


def _status(view: WheelView) -> Message:
    if view.is_over:
        return over(view)
    if view.turn is None:
        return m("The cards are being dealt.")
    who = Seat(view.turn)
    if view.roll is None:
        return m("It is {who}'s turn.", who=who, you=m("It is your turn."))
    return m(
        "It is {who}'s turn. The black die shows {pips}.",
        who=who,
        pips=view.roll,
        you=m("It is your turn. The black die shows {pips}."),
    )


def _facts(view: WheelView, seat: int) -> Message:
    if not view.alive[seat]:
        shown = view.shown[seat]
        return m("out: {hearts}", hearts=listed(shown)) if shown else m("out", context="of the game")
    hand = view.hearts[seat]
    return m("{n} heart", "{n} hearts", n=hand if isinstance(hand, int) else len(hand))


def _ring(view: WheelView) -> tuple[Message, ...]:
    """The ring clockwise, a line a card."""
    lines = []
    for at, card in enumerate(view.ring):
        # Translators: of a card, in a list after its name
        facts = [m("face down")] if at in view.face_down else []
        for number, die in enumerate(view.dice, 1):
            if die.at == at:
                facts.append(m("white die {number} shows {pips}", number=number, pips=die.pips))
        name = words(card)
        lines.append(m("{card}: {facts:,}.", card=name, facts=facts) if facts else m("{card}.", card=name))
    return tuple(lines)


def _choice(view: WheelView, action: Advance) -> Choice:
    """The button says what everybody can foresee."""
    seen = preview(view, action.die)
    number, to = action.die + 1, words(view.ring[seen.to])
    # Translators: of a die, as in "White die 1 to the ace of spades: shows 3 there"; of a die that ends on the joker
    then = m("raises all dice") if seen.joker else m("shows {pips} there", pips=seen.pips[action.die])
    if not seen.explosions:
        return Choice((m("White die {number} to {card}: {then}", number=number, card=to, then=then),), action)
    blows = [words(view.ring[blast.at]) for blast in seen.explosions]
    told = m(
        "White die {number} to {card}: {then}; it blows up on {blows:then}",
        number=number,
        card=to,
        then=then,
        blows=blows,
    )
    return Choice((told,), action)


def _notebook(view: WheelView, reader: Reader) -> Json:
    """What is certain about the others' hearts. The ring tells the phone which of its own marks belong to the match."""
    marks = certain(view)
    others = [seat for seat in marks if seat != view.seat]
    rows: list[Json] = [
        {
            "code": heart,
            "short": say(short(heart), reader),
            "words": say(words(heart), reader),
            "marks": [marks[seat][heart] for seat in others],
        }
        for heart in HEARTS
    ]
    return {
        "match": "-".join(view.ring),
        "seats": list[Json](others),
        "names": [reader.names[seat] for seat in others],
        "rows": rows,
    }


SHEET = Sheet(told, rules={"advance": "WH-06"}, beside={"heart": "hand", "notebook": "hand", "die": "do"}, show=show)
