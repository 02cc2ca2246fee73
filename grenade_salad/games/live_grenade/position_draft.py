"""A position of Live Grenade that somebody sets up: pure functions from one to the next, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from random import Random
from typing import TypeAlias

from grenade_salad.core import clockwise
from grenade_salad.core import position_draft as core
from grenade_salad.core import position_notation as lines
from grenade_salad.core.position_draft import Place, Trouble, with_card, without_card
from grenade_salad.core.position_tokens import Cards
from grenade_salad.games.live_grenade.cards import FITS
from grenade_salad.games.live_grenade.chance import Play
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.games.live_grenade.position_notation import THEFTS, LiveGrenadePositionBuilder
from grenade_salad.games.live_grenade.rules import GAME

LiveGrenadeDraft: TypeAlias = core.PositionDraft[LiveGrenadeOptions, LiveGrenadePositionBuilder]


# from and to text


def new(seats: int) -> LiveGrenadeDraft:
    """Everybody holds as many cards as at the start, and nobody knows which."""
    options = LiveGrenadeOptions()
    hands: dict[int, Cards] = dict.fromkeys(range(seats), ((), options.extra_cards + 1))
    return core.PositionDraft((), options, LiveGrenadePositionBuilder(seats, options, hands=hands, turn=0))


def read(text: str) -> LiveGrenadeDraft:
    """What a line says, also if there is no such position. Raises Unreadable."""
    found = lines.drafted(GAME, text)
    assert isinstance(found.options, LiveGrenadeOptions)
    assert isinstance(found.draft, LiveGrenadePositionBuilder)
    return core.PositionDraft(found.names, found.options, found.draft)


def line(setup: LiveGrenadeDraft) -> str:
    """The line of it; `read` gives the same again."""
    return core.line(GAME, setup)


def with_options(setup: LiveGrenadeDraft, options: LiveGrenadeOptions) -> LiveGrenadeDraft:
    """By other house rules."""
    return replace(setup, options=options, draft=replace(setup.draft, options=options))


# who plays


def with_seats(setup: LiveGrenadeDraft, seats: int) -> LiveGrenadeDraft:
    """With so many players: who goes takes the cards along, who comes has as many as at the start."""
    draft = setup.draft
    options = setup.options.for_seats(seats)
    hands = {seat: draft.hands.get(seat, ((), None)) for seat in range(seats)}
    made = replace(
        _answered(draft),
        seats=seats,
        options=options,
        hands=hands,
        turn=min(turn(setup), seats - 1),
        out=tuple(seat for seat in draft.out if seat < seats),
        gone=tuple(seat for seat in draft.gone if seat < seats),
    )
    return core.PositionDraft((), options, made)


def turn(setup: LiveGrenadeDraft) -> int:
    """Whose turn it is; the first who is in, if nobody said so."""
    found = setup.draft.turn
    return next((seat for seat in range(setup.seats) if alive(setup, seat)), 0) if found is None else found


def turn_of(setup: LiveGrenadeDraft, seat: int) -> LiveGrenadeDraft:
    """It is that seat's turn, and no play waits for answers."""
    return replace(setup, draft=replace(_answered(setup.draft), turn=seat))


def turned(setup: LiveGrenadeDraft, direction: int) -> LiveGrenadeDraft:
    """Play goes that way round: 1 clockwise, -1 the other way."""
    return replace(setup, draft=replace(setup.draft, direction=direction))


def alive(setup: LiveGrenadeDraft, seat: int) -> bool:
    """Whether the player is still in."""
    return seat not in (*setup.draft.out, *setup.draft.gone)


def put_out(setup: LiveGrenadeDraft, seat: int) -> LiveGrenadeDraft:
    """The player is out now, the last of all who are, without cards; or in again, without cards as well."""
    draft = _answered(setup.draft)
    gone = tuple(one for one in draft.gone if one != seat)
    out = (*draft.out, seat) if alive(setup, seat) else tuple(one for one in draft.out if one != seat)
    return replace(setup, draft=replace(draft, out=out, gone=gone, hands={**draft.hands, seat: ((), 0)}))


# cards


def given(setup: LiveGrenadeDraft, place: Place, card: str | None) -> LiveGrenadeDraft:
    """One more card in a hand, on top of the deck or on the discard pile; None is unknown.

    Nobody knows how many the deck has below its known cards, once an unknown one was put there: all that are left.
    """
    draft = setup.draft
    if place == "discard":
        return replace(setup, draft=replace(_answered(draft), discard=(*draft.discard, *((card,) if card else ()))))
    if place == "deck":
        known, hidden = draft.deck
        return replace(setup, draft=replace(draft, deck=((*known, card), hidden) if card else (known, None)))
    return _held(setup, place, with_card(hand(setup, place), card, setup.options.extra_cards + 1))


def taken_back(setup: LiveGrenadeDraft, place: Place, index: int) -> LiveGrenadeDraft:
    """Without a card of a hand, of the deck or of the discard pile: the known ones first, then the unknown ones."""
    draft = setup.draft
    if place == "discard":
        discard = (*draft.discard[:index], *draft.discard[index + 1 :])
        return replace(setup, draft=replace(_answered(draft), discard=discard))
    if place == "deck":
        return replace(setup, draft=replace(draft, deck=without_card(draft.deck, index)))
    return _held(setup, place, without_card(hand(setup, place), index))


def below(setup: LiveGrenadeDraft, hidden: int | None) -> LiveGrenadeDraft:
    """So many cards that nobody knows are in the deck; None: all that are left."""
    return replace(setup, draft=replace(setup.draft, deck=(setup.draft.deck[0], hidden)))


def hand(setup: LiveGrenadeDraft, seat: int) -> tuple[tuple[str, ...], int]:
    """The known cards of a hand, and how many are not known."""
    known, hidden = setup.draft.hands.get(seat, ((), 0))
    return known, setup.options.extra_cards + 1 if hidden is None else hidden


def _held(setup: LiveGrenadeDraft, seat: int, cards: Cards) -> LiveGrenadeDraft:
    return replace(setup, draft=replace(setup.draft, hands={**setup.draft.hands, seat: cards}))


# a play that waits for answers (LG-17 to LG-24)


def _answered(draft: LiveGrenadePositionBuilder) -> LiveGrenadePositionBuilder:
    return replace(draft, stack=[], asked=())


def plays(setup: LiveGrenadeDraft) -> tuple[Play, ...]:
    """What the cards on top of the discard pile can have been played as, by whose turn it is, below Kings on them."""
    kings = len(tuple(takewhile(lambda card: card[0] == "K", reversed(setup.draft.discard))))
    rest, seat = setup.draft.discard[: len(setup.draft.discard) - kings], turn(setup)
    victims = [other for other in range(setup.seats) if other != seat and alive(setup, other)]
    found: list[Play] = []
    for do, fits in FITS.items():
        cards = tuple(sorted(rest[-1 - (do == "pair") :]))
        if do != "cancel" and cards in fits:
            targets: Sequence[int | None] = victims if do in THEFTS else [None]
            found += [Play(-1, do, cards, target) for target in targets]
    return tuple(found)


def waiting(setup: LiveGrenadeDraft, play: Play | None) -> LiveGrenadeDraft:
    """That play waits for answers, with all Kings on it, the first by the next one who could; None: no play does.

    The cards of a pair are put in order, as they are in records.
    """
    draft = _answered(setup.draft)
    if play is None:
        return replace(setup, draft=draft)
    kings = list(takewhile(lambda card: card[0] == "K", reversed(draft.discard)))[::-1]
    bottom = draft.discard[: len(draft.discard) - len(kings) - len(play.cards)]
    stack = [play]
    for card in kings:
        by = next((seat for seat in clockwise(_by(setup, stack[-1]), setup.seats) if alive(setup, seat)), 0)
        stack.append(Play(by, "cancel", (card,)))
    made = replace(setup, draft=replace(draft, stack=stack, discard=(*bottom, *play.cards, *kings)))
    return replace(made, draft=replace(made.draft, asked=able(made)))


def cancelled_by(setup: LiveGrenadeDraft, number: int, seat: int) -> LiveGrenadeDraft:
    """That King of the stack (from 1) was played by another seat."""
    stack = list(setup.draft.stack)
    stack[number] = replace(stack[number], seat=seat)
    made = replace(setup, draft=replace(setup.draft, stack=stack))
    return replace(made, draft=replace(made.draft, asked=able(made)))


def able(setup: LiveGrenadeDraft) -> tuple[int, ...]:
    """Who can be asked about the last play, in the order in which answers count: all others who hold cards."""
    if not setup.draft.stack:
        return ()
    player = _by(setup, setup.draft.stack[-1])
    return tuple(seat for seat in clockwise(player, setup.seats) if alive(setup, seat) and any(hand(setup, seat)))


def _by(setup: LiveGrenadeDraft, play: Play) -> int:
    """Who played it: a King says so, and all else is played by whose turn it is."""
    return play.seat if play.do == "cancel" else turn(setup)


def asking(setup: LiveGrenadeDraft, seat: int, asked: bool) -> LiveGrenadeDraft:
    """Whether that seat is still to answer."""
    now = {*setup.draft.asked, seat} if asked else {*setup.draft.asked} - {seat}
    return replace(setup, draft=replace(setup.draft, asked=tuple(one for one in able(setup) if one in now)))


# what is wrong


def troubles(setup: LiveGrenadeDraft) -> tuple[Trouble, ...]:
    """The first reason why it cannot be."""
    return core.trouble(GAME, setup)


def start(setup: LiveGrenadeDraft, rng: Random) -> lines.Start:
    """How a match starts here; what is not known is drawn by `rng`. Raises Illegal."""
    return core.start(GAME, setup, rng)
