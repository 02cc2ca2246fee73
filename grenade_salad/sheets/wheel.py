"""Sheets and animations of the wheel game."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.core import Action, Event, Json, View
from grenade_salad.games.wheel import events
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.games.wheel.cards import HEARTS, card_name, card_names, matching_spade
from grenade_salad.games.wheel.notebook import deduce_marks
from grenade_salad.games.wheel.preview import preview
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.sheets.animations import Animation, animate_in_turn, blast, call, fly, hop, seat_spot, tumble
from grenade_salad.sheets.sheet import Choice, Sheet, SheetWriter, card_art, describe_end, playing_card, short_name
from grenade_salad.text import Message, Reader, Seat, m, say

_ROLLS = tuple(f"dice/black{pips}" for pips in range(1, 7))


def animate(step_events: Sequence[Event], old_view: View, new_view: View) -> Sequence[Animation]:
    """Return the animations of a step, one after another."""
    assert isinstance(new_view, WheelView)
    return animate_in_turn(step_events, lambda event, delay: _animate_event(event, delay), 0.8)


def _animate_event(event: Event, delay: float) -> list[Animation]:
    match event:
        case events.Dealt():
            return [fly(card_art(None), "middle", seat_spot(event.seat), delay + 0.12 * n) for n in range(event.number)]
        case events.Rolled():
            return [tumble(_ROLLS, f"dice/black{event.pips}", "roll", delay)]
        case events.Moved():
            return [
                hop(
                    f"die {event.die}",
                    [f"ring {position}" for position in event.path],
                    f"dice/white{event.pips}",
                    delay,
                )
            ]
        case events.Exploded():
            return [blast(f"ring {event.at}", delay=delay)]
        case events.Reset():
            return [hop(f"die {die}", [f"ring {event.to}"], "dice/white1", delay, step=0.4) for die in event.dice]
        case events.Out():
            return [
                *_show_hearts(event.seat, event.hearts, delay),
                call(event.message(), event.seat, delay + 0.3, "lose"),
            ]
        case events.HeartLost():
            return [
                *_show_hearts(event.seat, (event.heart,), delay),
                call(event.message(), event.seat, delay + 0.3, "lose"),
            ]
        case events.Won():
            return [call(event.message(), event.seat, delay, "win")]
    return []


def _show_hearts(seat: int, hearts: Sequence[str], delay: float) -> list[Animation]:
    return [
        fly(card_art(card), seat_spot(seat), "middle", delay + 0.2 * n, "flip", 1.2) for n, card in enumerate(hearts)
    ]


def write_sheet(view: View, legal: Sequence[Action], reader: Reader) -> Sheet:
    """Write the sheet for the seat of the view."""
    assert isinstance(view, WheelView)
    hand = view.hearts[view.seat] if view.seat is not None else ()
    own_hearts = () if isinstance(hand, int) else hand
    blown = {view.ring[position] for position in view.face_down}
    return Sheet(
        status=_describe_status(view),
        public=_describe_ring(view),
        facts=tuple(_describe_seat(view, seat) for seat in range(len(view.hearts))),
        hand=tuple(
            playing_card(card, card_name(card), _BLOWN_UP if matching_spade(card) in blown else "")
            for card in own_hearts
        ),
        hand_title=m("Your hearts"),
        cover_label="",
        choices=tuple(_make_choice(view, action) for action in legal if isinstance(action, Advance)),
        picture=_describe_table(view),
        notebook=_describe_notebook(view, reader) if view.seat is not None and view.turn is not None else None,
        rule="WH-14" if view.is_over else "WH-06",
    )


# Translators: of a card of one's hand
_BLOWN_UP = m("blown up")


def _describe_table(view: WheelView) -> Json:
    """Describe the ring clockwise from the top, the white dice and the black one."""
    down = set(view.face_down)
    ring: list[Json] = [{"art": card_art(card), "down": position in down} for position, card in enumerate(view.ring)]
    dice: list[Json] = [{"at": die.at, "pips": die.pips} for die in view.dice]
    return {"kind": "ring", "ring": ring, "back": card_art(None), "dice": dice, "roll": view.roll, "turn": view.turn}


def _describe_status(view: WheelView) -> Message:
    if view.is_over:
        return describe_end(view)
    if view.turn is None:
        return m("The cards are being dealt.")
    player = Seat(view.turn)
    if view.roll is None:
        return m("It is {who}'s turn.", who=player, you=m("It is your turn."))
    return m(
        "It is {who}'s turn. The black die shows {pips}.",
        who=player,
        pips=view.roll,
        you=m("It is your turn. The black die shows {pips}."),
    )


def _describe_seat(view: WheelView, seat: int) -> Message:
    if not view.alive[seat]:
        shown_hearts = view.shown[seat]
        return m("out: {hearts}", hearts=card_names(shown_hearts)) if shown_hearts else m("out", context="of the game")
    hand = view.hearts[seat]
    return m("{n} heart", "{n} hearts", n=hand if isinstance(hand, int) else len(hand))


def _describe_ring(view: WheelView) -> tuple[Message, ...]:
    """Describe the ring clockwise, a line a card."""
    lines = []
    for position, card in enumerate(view.ring):
        # Translators: of a card, in a list after its name
        facts = [m("face down")] if position in view.face_down else []
        for die_number, die in enumerate(view.dice, 1):
            if die.at == position:
                facts.append(m("white die {number} shows {pips}", number=die_number, pips=die.pips))
        name = card_name(card)
        lines.append(m("{card}: {facts:,}.", card=name, facts=facts) if facts else m("{card}.", card=name))
    return tuple(lines)


def _make_choice(view: WheelView, action: Advance) -> Choice:
    """Make a choice whose button says what everybody can foresee."""
    move_preview = preview(view, action.die)
    die_number, target = action.die + 1, card_name(view.ring[move_preview.to])
    # Translators: of a die, as in "White die 1 to the ace of spades: shows 3 there"; of a die that ends on the joker
    then = m("raises all dice") if move_preview.joker else m("shows {pips} there", pips=move_preview.pips[action.die])
    if not move_preview.explosions:
        return Choice((m("White die {number} to {card}: {then}", number=die_number, card=target, then=then),), action)
    blows = [card_name(view.ring[blast.card_index]) for blast in move_preview.explosions]
    label = m(
        "White die {number} to {card}: {then}; it blows up on {blows:then}",
        number=die_number,
        card=target,
        then=then,
        blows=blows,
    )
    return Choice((label,), action)


def _describe_notebook(view: WheelView, reader: Reader) -> Json:
    """Describe what is certain about the hearts of others.

    The ring tells the phone which of its own marks belong to the match.
    """
    marks = deduce_marks(view)
    rivals = [seat for seat in marks if seat != view.seat]
    rows: list[Json] = [
        {
            "code": heart,
            "short": say(short_name(heart), reader),
            "words": say(card_name(heart), reader),
            "marks": [marks[seat][heart] for seat in rivals],
        }
        for heart in HEARTS
    ]
    return {
        "match": "-".join(view.ring),
        "seats": list[Json](rivals),
        "names": [reader.names[seat] for seat in rivals],
        "rows": rows,
    }


SHEET = SheetWriter(
    write_sheet,
    rules={"advance": "WH-06"},
    tip_parts={"heart": "hand", "notebook": "hand", "die": "do"},
    animate=animate,
)
