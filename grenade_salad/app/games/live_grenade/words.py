"""What the scene says, in plain words, from what may be seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grenade_salad.app.games.live_grenade.hand import DOES, KINDS, ROLES, Role, role, steals
from grenade_salad.app.match.text_view import is_turn_of, turn_of
from grenade_salad.core import Action, Event, redact
from grenade_salad.games.live_grenade import events
from grenade_salad.games.live_grenade.actions import CardPlay, Theft
from grenade_salad.games.live_grenade.cards import FRIENDS, listed, words
from grenade_salad.games.live_grenade.describe import play_words
from grenade_salad.games.live_grenade.view import LiveGrenadeView, Play
from grenade_salad.text import Message, Words, m

CANCELS = {
    "C": m("Cancel: King of clubs"),
    "D": m("Cancel: King of diamonds"),
    "H": m("Cancel: King of hearts"),
    "S": m("Cancel: King of spades"),
}
"""The Kings as they are chosen, by suit."""


def in_a_row(parts: Sequence[Words]) -> Words:
    """What somebody has learnt, one after another."""
    said, *rest = parts
    for part in rest:
        said = m("{first}; {then}", context="what one has learnt of cards", first=said, then=part)
    return said


def card_count(number: int) -> Message:
    """So many cards.

    >>> from grenade_salad.text import say
    >>> say(card_count(1)), say(card_count(3))
    ('1 card', '3 cards')
    """
    return m("{n} card", "{n} cards", n=number)


def hand_size(view: LiveGrenadeView, seat: int) -> int:
    """How many cards the seat holds."""
    hand = view.hands[seat]
    return hand if isinstance(hand, int) else len(hand)


def deck_size(view: LiveGrenadeView) -> int:
    """How many cards the deck has."""
    return view.deck if isinstance(view.deck, int) else len(view.deck)


def next_seat(view: LiveGrenadeView) -> int:
    """Whose turn comes after this one, as things stand (LG-10)."""
    seat = (view.turn + view.direction) % len(view.alive)
    while not view.alive[seat]:
        seat = (seat + view.direction) % len(view.alive)
    return seat


def risk(view: LiveGrenadeView) -> float:
    """How likely the next card is a Live Grenade: 0.0 to 1.0 (LG-27)."""
    return min(1.0, view.grenades / max(1, deck_size(view)))


def in_per_cent(share: float) -> Message:
    """Rounded, but never to nothing or all.

    >>> from grenade_salad.text import say
    >>> say(in_per_cent(2 / 23)), say(in_per_cent(0.001)), say(in_per_cent(0.999)), say(in_per_cent(1.0))
    ('9%', '< 1%', '> 99%', '100%')
    """
    if 0 < share < 0.005:
        return m("< 1%")
    if 0.995 <= share < 1:
        return m("> 99%")
    return m("{share:.0f}%", share=share * 100)


def what_if_drawn(hand: Sequence[str]) -> Message:
    """What a draw would do, for somebody who may see the hand."""
    friends = sum(card in FRIENDS for card in hand)
    if not friends:
        return m("You have no Best Friend: a grenade puts you out.")
    return m(
        "Your Best Friend would save you from a grenade.",
        "One of your {n} Best Friends would save you from a grenade.",
        n=friends,
    )


def stack_words(stack: Sequence[Play], names: Sequence[str]) -> Message:
    """The last play, and the question: does anybody cancel it (LG-22, LG-23)?"""
    if len(stack) == 1:
        # Translators: {play} is a sentence, as in "Ann skips the draw with a Jack"
        return m("{play}. Does anybody cancel it?", play=play_words(stack[0], names))
    under, last = stack[-2:]
    who, whom = names[last.seat], names[under.seat]
    match under.do:
        case "pair":
            return m("{who} cancels {whom}'s pair. Does anybody cancel that?", who=who, whom=whom)
        case "steal":
            return m("{who} cancels {whom}'s Steal. Does anybody cancel that?", who=who, whom=whom)
        case "skip":
            return m("{who} cancels {whom}'s Skip. Does anybody cancel that?", who=who, whom=whom)
        case "reverse":
            return m("{who} cancels {whom}'s Reverse. Does anybody cancel that?", who=who, whom=whom)
    return m("{who} cancels {whom}'s Cancel. Does anybody cancel that?", who=who, whom=whom)


def caption(play: Play, names: Sequence[str]) -> Message:
    """A few words for the cards of a play."""
    if play.target is None:
        return KINDS[play.do]
    whom = names[play.target]
    if play.do == "pair":
        return m("Pair, from {whom}", context="caption of stolen cards", whom=whom)
    return m("Steal, from {whom}", context="caption of stolen cards", whom=whom)


def seat_facts(view: LiveGrenadeView, seat: int, outs: Sequence[int]) -> Sequence[Message]:
    """What everybody may know of a seat. `outs`: who is out, the first to go out first."""
    if not view.alive[seat]:
        place = len(view.alive) - outs.index(seat) if seat in outs else sum(view.alive) + 1
        # Translators: {place} is a number, the rank at the end
        return (m("out, place {place}", place=place),)
    if view.due == "deal":
        return ()
    return (card_count(hand_size(view, seat)),)


def question(view: LiveGrenadeView, names: Sequence[str]) -> Message:
    """What a reaction window asks."""
    return stack_words(view.stack, names)


@dataclass(frozen=True)
class Moment:
    """What the words depend on besides the view: who acts at this screen, who is its only person, what is chosen, and
    whether the match is only looked at."""

    actor: int | None
    viewer: int | None
    chosen: tuple[str, ...] = ()
    busy: bool = False
    window: bool = False
    watched: bool = False


def status(view: LiveGrenadeView, names: Sequence[str], now: Moment) -> Message:
    """Whose turn it is, and what can be done now."""
    if view.is_over and view.ranking:
        return m("The game is over: {who} wins", who=names[view.ranking[0][0]])
    if view.due == "deal":
        return m("Dealing the cards…")
    if now.window and view.stack:
        return m("{who}'s turn: a card was played. Cancel it, or let it pass?", who=names[view.turn])
    if now.actor is None:
        return is_turn_of(names[view.turn])
    # Translators: a title
    return _to_do(m("Your turn") if now.actor == now.viewer else turn_of(names[now.actor]), now)


def _to_do(turn: Message, now: Moment) -> Message:
    if steals(now.chosen):
        # Translators: where {turn} is "Your turn" or "Ann's turn"
        return m("{turn}: choose whom to steal from", turn=turn)
    if now.chosen:
        # Translators: where {turn} is "Your turn" or "Ann's turn"; {card} is Skip, Reverse or Cancel
        return m("{turn}: play the {card}, or take it back", turn=turn, card=ROLES[_role(now.chosen)])
    # Translators: where {turn} is "Your turn" or "Ann's turn"
    return m("{turn}: play cards if you like, then draw", turn=turn)


def hint(action: Action, names: Sequence[str]) -> Message:
    """What somebody would do in their turn, or answer to a card."""
    if action.is_pass:
        return m("Let it pass")
    if not isinstance(action, CardPlay):
        return m("Draw a card")
    kind, cards = ROLES[_role(action.cards)], listed(action.cards)
    if isinstance(action, Theft):
        whom = names[action.target]
        # Translators: a hint; {kind} is Pair or Steal
        return m("{kind}: play {cards} and steal from {whom}", kind=kind, cards=cards, whom=whom)
    # Translators: a hint; {kind} is Skip, Reverse or Cancel
    return m("{kind}: play {cards}", kind=kind, cards=cards)


def _role(cards: Sequence[str]) -> Role:
    return role(cards[0], cards)


def note(view: LiveGrenadeView, names: Sequence[str], now: Moment) -> tuple[Words, Words]:
    """A title and a few words for the panel beside the hand."""
    if view.is_over:
        return m("The game is over"), ""
    if now.actor is None:
        return _waiting(view, names, now)
    if now.chosen:
        kind = _role(now.chosen)
        if steals(now.chosen) and now.viewer is None:
            return m("Steal a card"), m("From whom? Choose one of the highlighted players.")
        return ROLES[kind], DOES[kind]
    if now.viewer is None:
        return turn_of(names[now.actor]), m("Look at your cards, and play some if you like. Then draw.")
    hand = view.hands[now.viewer]
    return m("Your turn"), what_if_drawn(hand if isinstance(hand, tuple) else ())


def _waiting(view: LiveGrenadeView, names: Sequence[str], now: Moment) -> tuple[Words, Words]:
    if view.due == "deal":
        # Translators: a title
        return m("Dealing"), ""
    turn = turn_of(names[view.turn])
    if view.stack:
        return turn, stack_words(view.stack, names)
    if now.watched:
        return turn, ""
    if now.viewer is None:
        return turn, m("Press your key or your panel to look at your own cards.")
    if not view.alive[now.viewer]:
        return turn, m("You are out: watch how the others fare.")
    if next_seat(view) == now.viewer and view.turn != now.viewer:
        # Translators: your turn comes next
        return turn, m("You are next.")
    return turn, ""


_PAGES: dict[Role, str] = {"pair": "LG-17", "steal": "LG-18", "skip": "LG-20", "reverse": "LG-21"}


def rules_page(view: LiveGrenadeView, now: Moment) -> str:
    """The rule that matters now."""
    if view.is_over:
        return "live-grenade#LG-16"
    if now.window or view.stack:
        return "live-grenade#LG-22"
    return f"live-grenade#{_PAGES.get(_role(now.chosen), 'LG-09') if now.chosen else 'LG-09'}"


def secrets(happened: Iterable[Event], seat: int) -> list[Message]:
    """List what a seat alone has learnt of cards (drawn, stolen, lost), in the order in which it happened.

    Draws in a row are one entry.
    """
    learnt: list[Message] = []
    drawn: list[Message] = []

    def add_draws() -> None:
        if drawn:
            learnt.append(m("you drew {card}", card=[*drawn]))
            drawn.clear()

    for event in happened:
        match redact(event, seat):
            case events.Drew(card=str(card), seat=who) if who == seat:
                drawn.append(words(card))
            case events.Stolen(card=str(card), thief=thief):
                add_draws()
                # Translators: in a short list of what one knows of others' cards
                stole = m("you stole {card}", card=words(card))
                learnt.append(stole if thief == seat else m("you lost {card}", card=words(card)))
    add_draws()
    return learnt


def how_out(steps: Iterable[Sequence[Event]]) -> dict[int, Message]:
    """How each seat went out, in a line."""
    found: dict[int, Message] = {}
    ace: Words = ""
    for happened in steps:
        for event in happened:
            if isinstance(event, events.Grenade):
                ace = words(event.card)
            elif isinstance(event, events.Out) and event.cards:
                # Translators: at the end, what is said of a player who went out
                found[event.seat] = m(
                    "drew {card} with {n} card in hand and no Best Friend",
                    "drew {card} with {n} cards in hand and no Best Friend",
                    card=ace,
                    n=len(event.cards),
                )
            elif isinstance(event, events.Out):
                # Translators: at the end, what is said of a player who went out
                found[event.seat] = m("drew {card} empty-handed", card=ace)
            elif isinstance(event, events.Won):
                # Translators: at the end, what is said of the winner
                found[event.seat] = m("the last one left")
    return found
