"""The roles of the cards of a hand and the choice among them, as pure functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grenade_salad.app.ui.picks import Pick
from grenade_salad.app.ui.playing_cards import picture_name
from grenade_salad.app.ui.theme import SEATS
from grenade_salad.core import Action, Reason
from grenade_salad.games.live_grenade.actions import Cancel, CardPlay, Pair, Reverse, Skip, Steal, Theft
from grenade_salad.games.live_grenade.cards import PAIR_RANKS
from grenade_salad.text import Message, Words, m

Role: TypeAlias = Literal["friend", "pair", "half", "steal", "skip", "reverse", "cancel", "grenade"]
"""The role of a card in a hand."""
_RANK_ROLES: dict[str, Role] = {
    "2": "friend",
    "3": "friend",
    "10": "steal",
    "J": "skip",
    "Q": "reverse",
    "K": "cancel",
    "A": "grenade",
}
ROLE_NAMES: dict[Role, Message] = {
    # Translators: a name of a card
    "friend": m("Best Friend"),
    "pair": m("Pair", context="a card of Live Grenade"),
    "half": m("Single", context="a card of Live Grenade: one of a rank that makes pairs"),
    "steal": m("Steal", context="a card of Live Grenade"),
    "skip": m("Skip", context="a card of Live Grenade"),
    "reverse": m("Reverse", context="a card of Live Grenade"),
    "cancel": m("Cancel", context="a card of Live Grenade"),
    "grenade": m("Grenade", context="a card of Live Grenade"),
}
SHORT_ROLE_NAMES: dict[Role, Message] = {
    "friend": m("Friend", context="a card of Live Grenade, where there is little room"),
    "pair": m("Pair", context="a card of Live Grenade, where there is little room"),
    "half": m("Sin\u00adgle", context="a card of Live Grenade, where there is little room"),
    "steal": m("Steal", context="a card of Live Grenade, where there is little room"),
    "skip": m("Skip", context="a card of Live Grenade, where there is little room"),
    "reverse": m("Re\u00adverse", context="a card of Live Grenade, where there is little room"),
    "cancel": m("Can\u00adcel", context="a card of Live Grenade, where there is little room"),
    "grenade": m("Gre\u00adnade", context="a card of Live Grenade, where there is little room"),
}
"""Short names; a soft hyphen (U+00AD) marks a possible line break."""
PLAY_NAMES: dict[str, Message] = {
    "pair": ROLE_NAMES["pair"],
    "steal": ROLE_NAMES["steal"],
    "skip": ROLE_NAMES["skip"],
    "reverse": ROLE_NAMES["reverse"],
    "cancel": ROLE_NAMES["cancel"],
}
"""The name of each kind of play."""
# Translators: what a card does, below its name
ROLE_EFFECTS: dict[Role, Message] = {
    "friend": m("Saves you from one Live Grenade automatically. You never play it yourself."),
    "pair": m("Two of the same rank: steal a random card from a player of your choice."),
    "half": m("Pair it with another of its rank to steal a card. Others may steal it from you, too."),
    "steal": m("Steal a random card from a player of your choice."),
    "skip": m("Ends your turn at once, without a draw."),
    "reverse": m("Ends your turn without a draw, and reverses the order of play."),
    "cancel": m("Undoes what somebody else has just played. You can't use it on your own cards."),
    "grenade": m("A Live Grenade."),
}
"""The effect of each role, in one line."""
PLAY_BUTTONS: dict[Role, Message] = {
    "skip": m("Play the Skip"),
    "reverse": m("Play the Reverse"),
    "cancel": m("Play the Cancel"),
}
"""Texts of the buttons for plays that need no target."""
_PLAY_TYPES: dict[str, Callable[[int, tuple[str, ...]], CardPlay]] = {"J": Skip, "Q": Reverse, "K": Cancel}
"""The plays without a target, by the rank of their card."""
_NO_TARGET = -1
"""The target of a play that needs none: it is ignored."""


def find_role(card: str, hand: Sequence[str] = ()) -> Role:
    """Return the role of the card in this hand.

    >>> find_role("10S"), find_role("6H"), find_role("6H", ("6H", "6S"))
    ('steal', 'half', 'pair')
    """
    rank = card[:-1]
    if rank in PAIR_RANKS:
        return "pair" if sum(held[:-1] == rank for held in hand) > 1 else "half"
    return _RANK_ROLES[rank]


def toggle_card(hand: Sequence[str], index: int, chosen: Sequence[int]) -> tuple[int, ...]:
    """Return the chosen indices after a card was pressed.

    A pair takes its second card by itself; pressing a chosen card puts the choice back.

    >>> hand = ("6C", "6H", "10S")
    >>> toggle_card(hand, 1, ()), toggle_card(hand, 1, (0, 1)), toggle_card(("6C", "10S"), 1, (0,))
    ((0, 1), (), (1,))
    """
    if index in chosen:
        return ()
    rank = hand[index][:-1]
    if rank not in PAIR_RANKS:
        return (index,)
    same = [position for position, card in enumerate(hand) if card[:-1] == rank and position != index]
    chosen_partners = [position for position in same if position in chosen]
    return tuple(sorted((index, *(chosen_partners[-1:] or same[:1]))))


def make_play(seat: int, cards: Sequence[str], target: int = _NO_TARGET) -> CardPlay:
    """Return the play of these cards; only a pair and a steal use the target."""
    played, rank = tuple(cards), cards[0][:-1]
    if rank == "10":
        return Steal(seat, played, target)
    if make := _PLAY_TYPES.get(rank):
        return make(seat, played)
    return Pair(seat, played, target)


def is_theft(cards: Sequence[str]) -> bool:
    """True if these cards steal, so that a victim must be chosen."""
    return bool(cards) and cards[0][:-1] in ("10", *PAIR_RANKS)


def theft_targets(legal: Sequence[Action], cards: Sequence[str]) -> tuple[int, ...]:
    """Return the seats that these cards could steal from."""
    return tuple(
        action.target for action in legal if isinstance(action, Theft) and sorted(action.cards) == sorted(cards)
    )


def why_no_play(
    seat: int, cards: Sequence[str], legal: Sequence[Action], why_not: Callable[[Action], Reason | None]
) -> Words:
    """Return why these cards cannot be played now, or an empty text."""
    rank = cards[0][:-1]
    if rank in ("2", "3"):
        return m("A Best Friend is never played by choice: it saves you by itself when you draw a Live Grenade")
    if is_theft(cards):
        if theft_targets(legal, cards):
            return ""
        if rank in PAIR_RANKS and len(cards) < 2:
            return m("You hold only one {rank}, and a pair takes two of the same rank", rank=rank)
        reasons = [why_not(make_play(seat, cards, target)) for target in range(SEATS) if target != seat]
        return next((reason.message() for reason in reasons if reason is not None), "")
    reason = why_not(make_play(seat, cards))
    return reason.message() if reason is not None else ""


@dataclass(frozen=True)
class HandChoice:
    """A choice under the cover: the cards, and how they are shown."""

    cards: tuple[str, ...]
    """One card, or the two of a pair."""
    pick: Pick


# Translators: a button, and its tooltip: draw a card
DRAW_PICK = Pick(m("Draw"), (picture_name(None),))
"""The pick under the cover that only draws."""


def list_choices(
    seat: int, hand: Sequence[str], legal: Sequence[Action], why_not: Callable[[Action], Reason | None]
) -> list[HandChoice]:
    """Return all cards of a hand as choices, with pairs put together.

    All cards that cannot be played get the same text, since the other players may see a refusal.
    """
    choices = []
    remaining = list(hand)
    while remaining:
        first = remaining.pop(0)
        cards: tuple[str, ...] = (first,)
        if first[:-1] in PAIR_RANKS and remaining and remaining[0][:-1] == first[:-1]:
            cards = (first, remaining.pop(0))
        refused = why_no_play(seat, cards, legal, why_not)
        # Translators: {rank} is a number, 4 to 9: a pair of that rank
        pair = m("{rank}s: steal a card", rank=cards[0][:-1])
        words = pair if len(cards) > 1 else ROLE_NAMES[find_role(first)]
        pictures = tuple(picture_name(card) for card in cards)
        choices.append(HandChoice(cards, Pick(words, pictures, m("You can't play this now.") if refused else "")))
    return choices
