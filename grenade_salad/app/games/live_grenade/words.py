"""Texts of the board in plain words, from what may be seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grenade_salad.app.games.live_grenade.hand import PLAY_NAMES, ROLE_EFFECTS, ROLE_NAMES, Role, find_role, is_theft
from grenade_salad.app.match.text_view import turn_label, turn_sentence
from grenade_salad.core import Action, Event, redact
from grenade_salad.games.live_grenade import events
from grenade_salad.games.live_grenade.actions import CardPlay, Theft
from grenade_salad.games.live_grenade.cards import FRIENDS, name_card, name_cards
from grenade_salad.games.live_grenade.describe import describe_play
from grenade_salad.games.live_grenade.view import LiveGrenadeView, Play
from grenade_salad.text import Message, Words, m

CANCELS = {
    "C": m("Cancel: King of clubs"),
    "D": m("Cancel: King of diamonds"),
    "H": m("Cancel: King of hearts"),
    "S": m("Cancel: King of spades"),
}
"""The Kings as choices, by suit."""


def join_parts(parts: Sequence[Words]) -> Words:
    """Join the things that a player has learnt into one text."""
    joined, *rest = parts
    for part in rest:
        joined = m("{first}; {then}", context="what one has learnt of cards", first=joined, then=part)
    return joined


def card_count(count: int) -> Message:
    """Return a text with a number of cards.

    >>> from grenade_salad.text import say
    >>> say(card_count(1)), say(card_count(3))
    ('1 card', '3 cards')
    """
    return m("{n} card", "{n} cards", n=count)


def hand_size(view: LiveGrenadeView, seat: int) -> int:
    """Return the number of cards that the seat holds."""
    hand = view.hands[seat]
    return hand if isinstance(hand, int) else len(hand)


def deck_size(view: LiveGrenadeView) -> int:
    """Return the number of cards in the deck."""
    return view.deck if isinstance(view.deck, int) else len(view.deck)


def next_seat(view: LiveGrenadeView) -> int:
    """Return the seat that is next if nothing changes (LG-10)."""
    seat = (view.turn + view.direction) % len(view.alive)
    while not view.alive[seat]:
        seat = (seat + view.direction) % len(view.alive)
    return seat


def risk(view: LiveGrenadeView) -> float:
    """Return the probability that the next card is a Live Grenade (LG-27)."""
    return min(1.0, view.grenades / max(1, deck_size(view)))


def format_percent(share: float) -> Message:
    """Return a rounded percentage, but never 0% or 100% for other values.

    >>> from grenade_salad.text import say
    >>> say(format_percent(2 / 23)), say(format_percent(0.001)), say(format_percent(0.999)), say(format_percent(1.0))
    ('9%', '< 1%', '> 99%', '100%')
    """
    if 0 < share < 0.005:
        return m("< 1%")
    if 0.995 <= share < 1:
        return m("> 99%")
    return m("{share:.0f}%", share=share * 100)


def describe_draw_risk(hand: Sequence[str]) -> Message:
    """Return the effect of drawing a grenade, for a player who may see the hand."""
    friends = sum(card in FRIENDS for card in hand)
    if not friends:
        return m("You have no Best Friend: a grenade puts you out.")
    return m(
        "Your Best Friend would save you from a grenade.",
        "One of your {n} Best Friends would save you from a grenade.",
        n=friends,
    )


def caption(play: Play, names: Sequence[str]) -> Message:
    """Return a short text for the cards of a play."""
    if play.target is None:
        return PLAY_NAMES[play.do]
    victim = names[play.target]
    if play.do == "pair":
        return m("Pair, from {whom}", context="caption of stolen cards", whom=victim)
    return m("Steal, from {whom}", context="caption of stolen cards", whom=victim)


def seat_facts(view: LiveGrenadeView, seat: int, outs: Sequence[int]) -> Sequence[Message]:
    """Return the public facts about a seat.

    `outs` are the seats that are out, in the order in which they went out.
    """
    if not view.alive[seat]:
        place = len(view.alive) - outs.index(seat) if seat in outs else sum(view.alive) + 1
        # Translators: {place} is a number, the rank at the end
        return (m("out, place {place}", place=place),)
    if view.due == "deal":
        return ()
    return (card_count(hand_size(view, seat)),)


@dataclass(frozen=True)
class StatusContext:
    """The things besides the view that the texts depend on."""

    actor: int | None
    """The seat that acts at this screen."""
    viewer: int | None
    """The seat of the only person at this screen."""
    chosen: tuple[str, ...] = ()
    """The chosen cards."""
    has_reaction_window: bool = False
    is_watched: bool = False
    """True if the match is only watched."""


def status(view: LiveGrenadeView, names: Sequence[str], context: StatusContext) -> Message:
    """Return whose turn it is, and what can be done."""
    if view.is_over and view.ranking:
        return m("The game is over: {who} wins", who=names[view.ranking[0][0]])
    if view.due == "deal":
        return m("Dealing the cards…")
    if context.has_reaction_window and view.stack:
        return m("{who}'s turn: cancel the card?", who=names[view.turn])
    if context.actor is None:
        return turn_sentence(names[view.turn])
    # Translators: a title
    return _describe_turn(
        m("Your turn") if context.actor == context.viewer else turn_label(names[context.actor]), context
    )


def _describe_turn(turn: Message, context: StatusContext) -> Message:
    if is_theft(context.chosen):
        # Translators: where {turn} is "Your turn" or "Ann's turn"
        return m("{turn}: choose whom to steal from", turn=turn)
    if context.chosen:
        # Translators: where {turn} is "Your turn" or "Ann's turn"; {card} is Skip, Reverse or Cancel
        return m("{turn}: play {card}, or take it back", turn=turn, card=ROLE_NAMES[_role(context.chosen)])
    # Translators: where {turn} is "Your turn" or "Ann's turn"
    return m("{turn}: play cards or just draw", turn=turn)


def hint(action: Action, names: Sequence[str]) -> Message:
    """Return a hint in words: an action in a turn, or an answer to a card."""
    if action.is_pass:
        return m("Let it pass")
    if not isinstance(action, CardPlay):
        return m("Draw a card")
    kind, cards = ROLE_NAMES[_role(action.cards)], name_cards(action.cards)
    if isinstance(action, Theft):
        victim = names[action.target]
        # Translators: a hint; {kind} is Pair or Steal
        return m("{kind}: play {cards} and steal from {whom}", kind=kind, cards=cards, whom=victim)
    # Translators: a hint; {kind} is Skip, Reverse or Cancel
    return m("{kind}: play {cards}", kind=kind, cards=cards)


def _role(cards: Sequence[str]) -> Role:
    return find_role(cards[0], cards)


def note(view: LiveGrenadeView, names: Sequence[str], context: StatusContext) -> tuple[Words, Words]:
    """Return a title and a short text for the panel beside the hand."""
    if view.is_over:
        return m("The game is over"), ""
    if context.actor is None:
        return _waiting_note(view, names, context)
    if context.chosen:
        kind = _role(context.chosen)
        if is_theft(context.chosen) and context.viewer is None:
            return m("Steal a card"), m("From whom? Choose one of the highlighted players.")
        return ROLE_NAMES[kind], ROLE_EFFECTS[kind]
    if context.viewer is None:
        return turn_label(names[context.actor]), m("Look at your cards, and play some if you like. Then draw.")
    hand = view.hands[context.viewer]
    return m("Your turn"), describe_draw_risk(hand if isinstance(hand, tuple) else ())


def _waiting_note(view: LiveGrenadeView, names: Sequence[str], context: StatusContext) -> tuple[Words, Words]:
    if view.due == "deal":
        # Translators: a title
        return m("Dealing"), ""
    turn = turn_label(names[view.turn])
    if view.stack:
        # The question is in its window: here it would be twice, or ask somebody who cannot answer.
        return turn, "" if context.has_reaction_window else describe_play(view.stack[-1], names)
    if context.is_watched:
        return turn, ""
    if context.viewer is None:
        return turn, m("Press your key or your panel to look at your own cards.")
    if not view.alive[context.viewer]:
        return turn, m("You are out: watch how the others fare.")
    if next_seat(view) == context.viewer and view.turn != context.viewer:
        # Translators: your turn comes next
        return turn, m("You are next.")
    return turn, ""


_RULE_PAGES: dict[Role, str] = {"pair": "LG-17", "steal": "LG-18", "skip": "LG-20", "reverse": "LG-21"}


def rules_page(view: LiveGrenadeView, context: StatusContext) -> str:
    """Return the anchor of the rule that matters in this situation."""
    if view.is_over:
        return "live-grenade#LG-16"
    if context.has_reaction_window or view.stack:
        return "live-grenade#LG-22"
    return f"live-grenade#{_RULE_PAGES.get(_role(context.chosen), 'LG-09') if context.chosen else 'LG-09'}"


def secrets(history: Iterable[Event], seat: int) -> list[Message]:
    """List what a seat alone has learnt of cards (drawn, stolen, lost), oldest first.

    Consecutive draws are one entry.
    """
    learnt: list[Message] = []
    drawn: list[Message] = []

    def add_draws() -> None:
        if drawn:
            learnt.append(m("you drew {card}", card=[*drawn]))
            drawn.clear()

    for event in history:
        match redact(event, seat):
            case events.Drew(card=str(card), seat=drawer) if drawer == seat:
                drawn.append(name_card(card))
            case events.Stolen(card=str(card), thief=thief):
                add_draws()
                # Translators: in a short list of what one knows of others' cards
                stole = m("you stole {card}", card=name_card(card))
                learnt.append(stole if thief == seat else m("you lost {card}", card=name_card(card)))
    add_draws()
    return learnt


def describe_exits(steps: Iterable[Sequence[Event]]) -> dict[int, Message]:
    """Return how each seat went out, in a line."""
    exits: dict[int, Message] = {}
    ace: Words = ""
    for step_events in steps:
        for event in step_events:
            if isinstance(event, events.Grenade):
                ace = name_card(event.card)
            elif isinstance(event, events.Out) and event.cards:
                # Translators: at the end, what is said of a player who went out
                exits[event.seat] = m(
                    "drew {card} with {n} card in hand and no Best Friend",
                    "drew {card} with {n} cards in hand and no Best Friend",
                    card=ace,
                    n=len(event.cards),
                )
            elif isinstance(event, events.Out):
                # Translators: at the end, what is said of a player who went out
                exits[event.seat] = m("drew {card} empty-handed", card=ace)
            elif isinstance(event, events.Won):
                # Translators: at the end, what is said of the winner
                exits[event.seat] = m("the last one left")
    return exits
