"""Live Grenade in plain words for one seat."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.core import Action
from grenade_salad.games.live_grenade.cards import listed as cards_listed
from grenade_salad.games.live_grenade.cards import words as card_words
from grenade_salad.games.live_grenade.moves import CardPlay, Theft
from grenade_salad.games.live_grenade.view import LiveGrenadeView, Play
from grenade_salad.phone.words import Choice, Told, capital, counted, over, playing_card

_BUTTONS = {
    "draw": "Draw a card",
    "pair": "Steal with a pair",
    "steal": "Steal with a 10",
    "skip": "Skip the draw with a Jack",
    "reverse": "Turn the order round with a Queen",
    "cancel": "Cancel it with a King",
    "pass": "Pass",
}
_PLAYS = {
    "pair": "steals from {target} with a pair",
    "steal": "steals from {target} with a 10",
    "skip": "skips the draw with a Jack",
    "reverse": "turns the order round with a Queen",
    "cancel": "cancels that with a King",
}
_NOTES = {
    "2": "Best Friend: saves you by itself",
    "3": "Best Friend: saves you by itself",
    "10": "Steal",
    "J": "Skip",
    "Q": "Reverse",
    "K": "Cancel",
}


def told(view: LiveGrenadeView, legal: Sequence[Action], names: Sequence[str]) -> Told:
    """What the seat of the view is told."""
    hand = view.hands[view.seat] if view.seat is not None else ()
    assert not isinstance(hand, int)
    return Told(
        status=_status(view, names),
        public=_public(view, names),
        facts=tuple(_facts(view, seat) for seat in range(len(names))),
        question=_question(view.stack, names) if view.stack else "",
        hand=tuple(playing_card(card, card_words(card), _NOTES.get(card[:-1], "")) for card in hand),
        hand_title="Your cards",
        choices=tuple(_choice(action, names) for action in legal),
    )


def _choice(action: Action, names: Sequence[str]) -> Choice:
    path = [_BUTTONS[action.do]]
    if isinstance(action, CardPlay):
        path.append(capital(cards_listed(action.cards)))
    if isinstance(action, Theft):
        path.append(f"from {names[action.target]}")
    return Choice(tuple(path), action)


def _facts(view: LiveGrenadeView, seat: int) -> str:
    if not view.alive[seat]:
        return "out"
    hand = view.hands[seat]
    return counted(hand if isinstance(hand, int) else len(hand), "card")


def _play(play: Play, names: Sequence[str]) -> str:
    target = "" if play.target is None else names[play.target]
    return f"{names[play.seat]} {_PLAYS[play.do].format(target=target)}"


def _question(stack: Sequence[Play], names: Sequence[str]) -> str:
    return f"{'; '.join(_play(play, names) for play in stack)}. Does anybody cancel it?"


def _public(view: LiveGrenadeView, names: Sequence[str]) -> tuple[str, ...]:
    deck = view.deck if isinstance(view.deck, int) else len(view.deck)
    grenades = "1 of them is a Live Grenade" if view.grenades == 1 else f"{view.grenades} of them are Live Grenades"
    lines = [f"The deck has {counted(deck, 'card')}; {grenades}."]
    lines.append("The order of play is clockwise." if view.direction == 1 else "The order of play is turned round.")
    if view.discard:
        lines.append(f"Last on the discard pile: {card_words(view.discard[-1])}.")
    return tuple(lines)


def _status(view: LiveGrenadeView, names: Sequence[str]) -> str:
    if view.over:
        return over(view, names)
    if view.due is not None:
        return "The cards are shuffled."
    if view.stack:
        return f"{names[view.turn]}'s turn: a card was played, and waits for answers."
    return "It is your turn." if view.turn == view.seat else f"It is {names[view.turn]}'s turn."
