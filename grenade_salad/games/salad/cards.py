"""The cards of Grenade Salad in words: the only place with texts about a card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grenade_salad.games.salad.pieces import Card
from grenade_salad.text import Message, Words, m


@dataclass(frozen=True)
class CardWords:
    """The texts about a card."""

    name: Message
    does: Message
    """Everything that it does, in one line."""
    on_phone: Message
    """The button of a phone."""
    instruction: Words = ""
    """The task of the player once the card is chosen."""
    button: Words = ""
    """The button that plays it."""


CARDS: dict[Card, CardWords] = {
    "pointer": CardWords(
        name=m("Pointer", context="a card of Grenade Salad"),
        does=m("Put a soldier from your reserve on any free spot."),
        on_phone=m("Pointer: place a new soldier"),
        instruction=m("put a new soldier anywhere"),
        # Translators: a button: put the soldier down
        button=m("Put down"),
    ),
    "circles": CardWords(
        name=m("Three Circles", context="a card of Grenade Salad"),
        does=m("Drop three soldiers from your reserve onto the middle."),
        on_phone=m("Three Circles: drop three soldiers"),
        instruction=m("choose a height, drop three soldiers"),
        button=m("Drop", context="a button: drop the soldiers"),
    ),
    "hammers": CardWords(
        name=m("Hammers", context="a card of Grenade Salad"),
        does=m("One of your soldiers kills an enemy less than a cube width away."),
        on_phone=m("Hammers: close combat"),
        instruction=m("strike an enemy beside your soldier"),
        # Translators: a button, an order: close combat
        button=m("Strike"),
    ),
    "arrow": CardWords(
        name=m("Arrow", context="a card of Grenade Salad"),
        does=m("One of your soldiers kills an enemy in its line of sight, at any distance."),
        on_phone=m("Arrow: shoot"),
        instruction=m("shoot an enemy in sight"),
        # Translators: a button, an order
        button=m("Shoot"),
    ),
    "explosion": CardWords(
        name=m("Explosion", context="a card of Grenade Salad"),
        does=m("Throw a grenade up to a tile width away: everybody in the blast dies, your own too."),
        on_phone=m("Explosion: throw a grenade"),
        instruction=m("throw at most a tile away"),
        # Translators: a button, an order: throw the grenade
        button=m("Throw"),
    ),
    "footpath": CardWords(
        name=m("Footpath", context="a card of Grenade Salad"),
        does=m("A mine, for other players' turns: right after a soldier was moved, placed or dropped."),
        on_phone=m("Footpath: it was a mine"),
    ),
}


def card_names(cards: Iterable[Card]) -> list[Message]:
    """Return the names of cards, as the value of a placeholder of a message.

    >>> from grenade_salad.text import say
    >>> say(m("{cards}", cards=card_names(("arrow", "circles"))))
    'Arrow and Three Circles'
    """
    return [CARDS[card].name for card in cards]


def name_with_count(card: Card, count: int) -> Message:
    """Return the name of a card that is held `count` times.

    >>> from grenade_salad.text import say
    >>> say(name_with_count("arrow", 1)), say(name_with_count("arrow", 3))
    ('Arrow', '3 × Arrow')
    """
    return CARDS[card].name if count < 2 else m("{n} × {what}", n=count, what=CARDS[card].name)


RULES = {
    "drop": "GS-06",
    "move": "GS-11",
    "cards": "GS-10",
    "mines": "GS-21",
    "over": "GS-27",
    "pointer": "GS-13",
    "circles": "GS-14",
    "hammers": "GS-16",
    "arrow": "GS-17",
    "explosion": "GS-18",
    "footpath": "GS-21",
    "keep": "GS-06",
    "end": "GS-10",
    "throw_away": "GS-36",
    "pass": "GS-21",
}
"""The rule that matters in each step, and for each action."""
