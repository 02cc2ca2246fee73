"""What the scene says, in plain words, from what may be seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grenade_salad.app.scenes.live_grenade.hand import DOES, role, steals
from grenade_salad.core import Action, Event, redact
from grenade_salad.games.live_grenade import events
from grenade_salad.games.live_grenade.cards import FRIENDS, listed, words
from grenade_salad.games.live_grenade.moves import CardPlay, Theft
from grenade_salad.games.live_grenade.view import LiveGrenadeView, Play

_PLAYS = {
    "pair": "steals from {target} with a pair of {rank}s",
    "steal": "steals from {target} with a 10",
    "skip": "skips the draw with a Jack",
    "reverse": "turns the order round with a Queen",
}
_NOUNS = {"pair": "pair", "steal": "Steal", "skip": "Skip", "reverse": "Reverse", "cancel": "Cancel"}


def card_count(number: int) -> str:
    """So many cards.

    >>> card_count(1), card_count(3)
    ('1 card', '3 cards')
    """
    return "1 card" if number == 1 else f"{number} cards"


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


def in_per_cent(share: float) -> str:
    """Rounded, but never to nothing or all.

    >>> in_per_cent(2 / 23), in_per_cent(0.001), in_per_cent(0.999), in_per_cent(1.0)
    ('9 %', '< 1 %', '> 99 %', '100 %')
    """
    if 0 < share < 0.005:
        return "< 1 %"
    if 0.995 <= share < 1:
        return "> 99 %"
    return f"{share * 100:.0f} %"


def what_if_drawn(hand: Sequence[str]) -> str:
    """What a draw would do, for somebody who may see the hand."""
    friends = sum(card in FRIENDS for card in hand)
    saved = {
        0: "You have no Best Friend: a grenade puts you out.",
        1: "Your Best Friend would save you from a grenade.",
    }
    return saved.get(friends, f"One of your {friends} Best Friends would save you from a grenade.")


def play_words(play: Play, names: Sequence[str]) -> str:
    """A play that is not a King, as something that somebody does."""
    target = "" if play.target is None else names[play.target]
    return f"{names[play.seat]} {_PLAYS[play.do].format(target=target, rank=play.cards[0][:-1])}"


def stack_words(stack: Sequence[Play], names: Sequence[str]) -> str:
    """The last play, and the question: does anybody cancel it (LG-22, LG-23)?"""
    if len(stack) == 1:
        return f"{play_words(stack[0], names)}. Does anybody cancel it?"
    under, last = stack[-2:]
    return f"{names[last.seat]} cancels {names[under.seat]}'s {_NOUNS[under.do]}. Does anybody cancel that?"


def caption(play: Play, names: Sequence[str]) -> str:
    """A few words for the cards of a play."""
    what = _NOUNS[play.do].capitalize()
    return f"{what}, from {names[play.target]}" if play.target is not None else what


def seat_facts(view: LiveGrenadeView, seat: int, outs: Sequence[int]) -> Sequence[str]:
    """What everybody may know of a seat. `outs`: who is out, the first to go out first."""
    if not view.alive[seat]:
        place = len(view.alive) - outs.index(seat) if seat in outs else len(view.alive)
        return (f"out, place {place}",)
    if view.due == "deal":
        return ()
    return (card_count(hand_size(view, seat)),)


def question(view: LiveGrenadeView, names: Sequence[str]) -> str:
    """What a reaction window asks."""
    return stack_words(view.stack, names)


@dataclass(frozen=True)
class Moment:
    """What the words depend on besides the view: who acts at this screen, who is its only person, what is chosen."""

    actor: int | None
    viewer: int | None
    chosen: tuple[str, ...] = ()
    busy: bool = False
    window: bool = False


def status(view: LiveGrenadeView, names: Sequence[str], now: Moment) -> str:
    """Whose turn it is, and what can be done now."""
    if view.over:
        return "The game is over"
    if view.due == "deal":
        return "The cards are dealt …"
    if now.window and view.stack:
        return f"{names[view.turn]}'s turn: a card was played. Cancel it, or let it pass?"
    if now.actor is None:
        return f"{names[view.turn]}'s turn" + ("" if now.busy else " …")
    who = "Your turn" if now.actor == now.viewer else f"{names[now.actor]}'s turn"
    if steals(now.chosen):
        return f"{who}: choose whom to steal from"
    if now.chosen:
        return f"{who}: play the {_role(now.chosen)}, or put it back"
    return f"{who}: play cards if you like, then draw"


def hint(action: Action, names: Sequence[str]) -> str:
    """What somebody would do in their turn."""
    if not isinstance(action, CardPlay):
        return "Draw a card"
    victim = f", and steal from {names[action.target]}" if isinstance(action, Theft) else ""
    return f"{_role(action.cards)}: play {listed(action.cards)}{victim}"


def _role(cards: Sequence[str]) -> str:
    return role(cards[0], cards)


def note(view: LiveGrenadeView, names: Sequence[str], now: Moment) -> tuple[str, str]:
    """A title and a few words for the panel beside the hand."""
    if view.over:
        return "The game is over", ""
    if now.actor is None:
        return _waiting(view, names, now)
    if now.chosen:
        kind = _role(now.chosen)
        lit = " The lit players can be chosen." if steals(now.chosen) else ""
        covered = now.viewer is None and steals(now.chosen)
        return ("Steal a card", f"From whom?{lit}") if covered else (kind, (DOES[kind] + lit))
    if now.viewer is None:
        return f"{names[now.actor]}'s turn", "Look at your cards, and play some if you like. Then draw."
    hand = view.hands[now.viewer]
    return "Your turn", what_if_drawn(hand if isinstance(hand, tuple) else ())


def _waiting(view: LiveGrenadeView, names: Sequence[str], now: Moment) -> tuple[str, str]:
    if view.due == "deal":
        return "Dealing", ""
    if view.stack:
        return f"{names[view.turn]}'s turn", stack_words(view.stack, names)
    more = "" if now.viewer is not None else "Press your number, or your panel, to look at your own cards."
    if now.viewer is not None and not view.alive[now.viewer]:
        more = "You are out: watch how the others fare."
    elif now.viewer is not None and next_seat(view) == now.viewer and view.turn != now.viewer:
        more = "You are next."
    return f"{names[view.turn]}'s turn", more


_PAGES = {"Pair": "LG-17", "Steal": "LG-18", "Skip": "LG-20", "Reverse": "LG-21"}


def rules_page(view: LiveGrenadeView, now: Moment) -> str:
    """The rule that matters now."""
    if view.over:
        return "live-grenade#LG-16"
    if now.window or view.stack:
        return "live-grenade#LG-22"
    return f"live-grenade#{_PAGES.get(_role(now.chosen), 'LG-09') if now.chosen else 'LG-09'}"


def secrets(happened: Iterable[Event], seat: int) -> list[str]:
    """What a seat alone has learnt of cards: drawn, stolen, lost; in its own words."""
    said = []
    for event in happened:
        match redact(event, seat):
            case events.Drew(card=str(card), seat=who) if who == seat:
                said.append(f"you drew {words(card)}")
            case events.Stolen(card=str(card), thief=thief):
                verb = "you stole" if thief == seat else "you lost"
                said.append(f"{verb} {words(card)}")
    return said


def how_out(steps: Iterable[Sequence[Event]], names: Sequence[str]) -> dict[int, str]:
    """How each seat went out, in a line."""
    found: dict[int, str] = {}
    ace = ""
    for happened in steps:
        for event in happened:
            if isinstance(event, events.Grenade):
                ace = words(event.card)
            elif isinstance(event, events.Out):
                held = (
                    f"with {card_count(len(event.cards))} in hand, none a Best Friend"
                    if event.cards
                    else "empty-handed"
                )
                found[event.seat] = f"drew {ace} {held}"
            elif isinstance(event, events.Won):
                found[event.seat] = "the last one left"
    return found
