"""What the scene says in words: what can be done, what a choice would do, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.games.wheel import Preview
from grenade_salad.games.wheel.cards import JOKER, listed, words
from grenade_salad.games.wheel.events import Exploded, Reset
from grenade_salad.games.wheel.view import WheelView


def capital(line: str) -> str:
    """The line with a large first letter."""
    return line[:1].upper() + line[1:]


def would(seen: Preview, ring: Sequence[str]) -> tuple[str, str]:
    """What a move would do: where the die would be and what it would show, then all that follows in its order."""
    card = ring[seen.to]
    title = f"To {words(card)}: it shows {seen.pips[seen.die]}"
    if seen.joker:
        first, second, third = seen.pips
        title = f"To the joker, which raises all dice: {first}, {second} and {third}"
    lines = []
    many = len(seen.explosions) > 1
    for number, blast in enumerate(seen.explosions, 1):
        line = Exploded(blast.at, ring[blast.at], blast.dice, blast.takes).text(())
        then = Reset(blast.dice, blast.to, ring[blast.to]).text(())
        lines.append(f"{f'{number}. ' if many else ''}{line}; {then[0].lower()}{then[1:]}.")
    return title, "\n".join(lines or ["Nothing blows up."])


def choosing(view: WheelView, name: str, chosen: bool) -> str:
    """Whose turn it is, and what they can do now."""
    if chosen:
        return f"{name}: click it again, or Enter, to move it. Esc gives it up"
    many = f"{view.roll} card{'' if view.roll == 1 else 's'}"
    return f"{name}, choose a white die: it moves {many}"


def hint(view: WheelView, die: int) -> str:
    """A move that somebody would make."""
    moved = view.dice[die]
    several = len({other.pips for other in view.dice if other.at == moved.at}) > 1
    return f"Move the {moved.pips if several else 'die'} on {words(view.ring[moved.at])}"


def why_no_card(view: WheelView, at: int) -> str:
    """Why no die can be moved to a card now."""
    card = view.ring[at]
    if at in view.face_down and view.options.face_down == "skipped":
        return f"{words(card)} is out of play"
    return f"With a {view.roll}, no die gets to {words(card)}"


def seat_facts(alive: bool, hidden: int, place: int | None) -> str:
    """What is known of a seat, in a word or two."""
    if place is not None:
        return "Winner" if place == 1 else f"Place {place}"
    if not alive:
        return "Out"
    if not hidden:
        return ""
    return "1 heart" if hidden == 1 else f"{hidden} hearts"


def seat_tip(name: str, alive: bool, count: int, shown: Sequence[str]) -> str:
    """All that everybody may know of a seat."""
    hidden = count - len(shown)
    parts = [f"{name} is {'in the game' if alive else 'out'}"]
    if shown:
        parts.append(f"showed {listed(shown)}")
    if hidden:
        parts.append(f"has {'one heart that is' if hidden == 1 else f'{hidden} hearts that are'} secret")
    return ", ".join(parts) + "."


def card_tip(view: WheelView, at: int) -> str:
    """What a card of the ring is."""
    card = view.ring[at]
    if at in view.face_down:
        return f"{capital(words(card))} is out of play."
    if card == JOKER:
        return "The joker: a die that ends here raises all three dice by one."
    return f"{capital(words(card))}: when it blows up, whoever has this heart is out."


def page(seen: Preview | None, over: bool) -> str:
    """The page of the rules that matters now."""
    if over:
        return "wheel#WH-14"
    if seen is None:
        return "wheel"
    if seen.explosions:
        return "wheel#WH-11" if len(seen.explosions) > 1 else "wheel#WH-08"
    return "wheel#WH-10" if seen.joker else "wheel#WH-06"
