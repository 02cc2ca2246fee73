"""What the scene says in words: what can be done, what a choice would do, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.ui.accessible import sentences
from grenade_salad.games.wheel.cards import JOKER, listed, words
from grenade_salad.games.wheel.preview import Preview, preview
from grenade_salad.games.wheel.ring import Explosion
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Message, m, say


def would(seen: Preview, ring: Sequence[str]) -> tuple[Message, str]:
    """What a move would do: where the die would be and what it would show, then all that follows in its order."""
    title = m("To {card}: it shows {pips}", card=words(ring[seen.to]), pips=seen.pips[seen.die])
    if seen.joker:
        title = m("To the joker, which raises all dice: {pips}", pips=seen.pips)
    if not seen.explosions:
        return title, say(m("Nothing blows up."))
    lines = [_would_blow_up(blast, ring) for blast in seen.explosions]
    if len(lines) == 1:
        return title, say(lines[0], begin=True)
    # Translators: a numbered line
    numbered = [m("{number}. {what}", number=number, what=line) for number, line in enumerate(lines, 1)]
    return title, "\n".join(say(line) for line in numbered)


def doom(seen: Preview | None, view: WheelView, own: Sequence[str]) -> Message | str:
    """What a move would do to one's own spades, of those that are in play; nothing if they are safe.

    Only for the eyes of whose hearts they are (WH-15).
    """
    ring = view.ring
    lost = [ring[blast.at] for blast in (seen.explosions if seen else ()) if blast.takes and ring[blast.at] in own]
    if not lost:
        return ""
    if view.options.last_heart and len(lost) < len(own):
        return m("This blows up {cards}, and that one is yours!", cards=listed(lost))
    return m("This blows up {cards}: you would be out!", cards=listed(lost))


def foreseen(seen: Preview | None, view: WheelView, own: Sequence[str] = ()) -> str:
    """The same in one, and what it would do to one's own spades; nothing for nothing."""
    if seen is None:
        return ""
    lost = doom(seen, view, own)
    return sentences(*(say(part) for part in would(seen, view.ring)), say(lost) if lost else "")


def die(view: WheelView, number: int, acting: bool) -> tuple[str, str]:
    """What a white die shows and where, and what it would do for whose turn it is, if they may act."""
    if number >= len(view.dice):
        return "", ""
    one = view.dice[number]
    # Translators: of a die; {pips} is a number, 1 to 6
    shows = say(m("shows {pips} on {card}", pips=one.pips, card=words(view.ring[one.at])))
    return shows, foreseen(preview(view, number), view) if acting and view.roll is not None else ""


def _would_blow_up(blast: Explosion, ring: Sequence[str]) -> Message:
    card, to = words(ring[blast.at]), words(ring[blast.to])
    if not blast.takes:
        return m("a die blows up on {card}, but the card stays; the die starts again at {to}.", card=card, to=to)
    match len(blast.dice):
        case 1:
            return m("{card} blows up; the die starts again at {to}.", card=card, to=to)
        case 2:
            return m("{card} blows up; both dice on it start again at {to}.", card=card, to=to)
    return m("{card} blows up; all three dice on it start again at {to}.", card=card, to=to)


def choosing(view: WheelView, name: str, chosen: bool) -> Message:
    """Whose turn it is, and what they can do now."""
    if chosen:
        return m("{who}: click the die again or press Enter to move it; Esc cancels", who=name)
    return m(
        "{who}, choose a white die: it moves {n} card",
        "{who}, choose a white die: it moves {n} cards",
        who=name,
        n=view.roll or 0,
    )


def hint(view: WheelView, die: int) -> Message:
    """A move that somebody would make."""
    moved = view.dice[die]
    card = words(view.ring[moved.at])
    if len({other.pips for other in view.dice if other.at == moved.at}) > 1:
        # Translators: a button: the die that shows {pips}
        return m("Move the {pips} on {card}", pips=moved.pips, card=card)
    return m("Move the die on {card}", card=card)


def why_no_card(view: WheelView, at: int) -> Message:
    """Why no die can be moved to a card now."""
    if at in view.face_down and view.options.face_down == "skipped":
        return m("{card} is out of play", card=words(view.ring[at]))
    return m("With a {pips}, no die reaches {card}", pips=view.roll or 0, card=words(view.ring[at]))


def why_not_now(over: bool, whose: str | None, rolled: bool) -> Message:
    """Why nobody at the screen can choose a die; `whose` turn it is instead, if it is somebody's."""
    if over:
        return m("the game is over")
    if whose is None:
        # Translators: why a die cannot be chosen
        return m("not now")
    return m("it is {who}'s turn", who=whose) if rolled else m("{who} is rolling the black die", who=whose)


def place_of(seat: int, ranking: Sequence[Sequence[int]] | None) -> int | None:
    """The place of a seat, if there are any."""
    return next((number for number, seats in enumerate(ranking or (), 1) if seat in seats), None)


def seat_facts(alive: bool, hidden: int, place: int | None) -> Message | str:
    """What is known of a seat, in a word or two."""
    if place is not None:
        # Translators: in a panel: the rank of a player at the end
        return m("Winner") if place == 1 else m("Place {number}", number=place)
    if not alive:
        return m("Out", context="of the game")
    return m("{n} heart", "{n} hearts", n=hidden) if hidden else ""


def seat_tip(name: str, alive: bool, count: int, shown: Sequence[str]) -> Message:
    """All that everybody may know of a seat."""
    hidden = count - len(shown)
    parts = [m("{who} is in the game", who=name) if alive else m("{who} is out", who=name)]
    if shown:
        # Translators: a part of "Ann is out, showed the 4 of hearts"
        parts.append(m("showed {hearts}", hearts=listed(shown)))
    if hidden:
        parts.append(m("has one secret heart", "has {n} secret hearts", n=hidden))
    return m("{parts:,}.", parts=parts)


def card_tip(view: WheelView, at: int) -> Message:
    """What a card of the ring is."""
    card = view.ring[at]
    if at in view.face_down:
        return m("{card} is out of play.", card=words(card))
    if card == JOKER:
        return m("The joker: a die that ends here raises all three dice by one.")
    return m("{card}: when it blows up, whoever has the heart with its number is out.", card=words(card))


def page(seen: Preview | None, over: bool) -> str:
    """The page of the rules that matters now."""
    if over:
        return "wheel#WH-14"
    if seen is None:
        return "wheel"
    if seen.explosions:
        return "wheel#WH-11" if len(seen.explosions) > 1 else "wheel#WH-08"
    return "wheel#WH-10" if seen.joker else "wheel#WH-06"
