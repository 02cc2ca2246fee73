"""Position drafts of Live Grenade: pure functions that edit them and find faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from random import Random
from typing import TypeAlias

from grenade_salad.core import clockwise
from grenade_salad.core import position_draft as core
from grenade_salad.core.position_draft import CardPlace, Problem, with_card, without_card
from grenade_salad.core.position_notation import Start
from grenade_salad.core.position_tokens import Cards
from grenade_salad.games.live_grenade.actions import THEFTS
from grenade_salad.games.live_grenade.cards import PLAYABLE_CARDS
from grenade_salad.games.live_grenade.chance import Play
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.games.live_grenade.position_notation import LiveGrenadePositionBuilder
from grenade_salad.games.live_grenade.rules import GAME

LiveGrenadeDraft: TypeAlias = core.PositionDraft[LiveGrenadeOptions, LiveGrenadePositionBuilder]


# from and to text


def new_draft(seats: int) -> LiveGrenadeDraft:
    """Return a draft in which all hold as many unknown cards as at the start."""
    options = LiveGrenadeOptions()
    hands: dict[int, Cards] = dict.fromkeys(range(seats), ((), options.extra_cards + 1))
    return core.PositionDraft((), options, LiveGrenadePositionBuilder(seats, options, hands=hands, turn=0))


def parse_draft(text: str) -> LiveGrenadeDraft:
    """Return the draft that a line describes, even if there is no such position.

    Raises `Unreadable`.
    """
    result = GAME.parse_draft(text)
    assert isinstance(result.options, LiveGrenadeOptions)
    assert isinstance(result.draft, LiveGrenadePositionBuilder)
    return core.PositionDraft(result.names, result.options, result.draft)


def format_draft(setup: LiveGrenadeDraft) -> str:
    """Return the line of the draft; `read` returns the same draft from it."""
    return core.format_draft(GAME, setup)


def with_options(setup: LiveGrenadeDraft, options: LiveGrenadeOptions) -> LiveGrenadeDraft:
    """Return the draft with other house rules."""
    return replace(setup, options=options, draft=replace(setup.draft, options=options))


# who plays


def with_seats(setup: LiveGrenadeDraft, seats: int) -> LiveGrenadeDraft:
    """Return the draft with this number of players.

    Players who leave take their cards along; new ones hold as many as at the start.
    """
    draft = setup.draft
    options = setup.options.for_seats(seats)
    hands = {seat: draft.hands.get(seat, ((), None)) for seat in range(seats)}
    draft_of_seats = replace(
        _without_plays(draft),
        seats=seats,
        options=options,
        hands=hands,
        turn=min(turn_seat(setup), seats - 1),
        out=tuple(seat for seat in draft.out if seat < seats),
        early_out=tuple(seat for seat in draft.early_out if seat < seats),
    )
    return core.PositionDraft((), options, draft_of_seats)


def turn_seat(setup: LiveGrenadeDraft) -> int:
    """Return the seat whose turn it is, by default the first seat that is not out."""
    seat_on_turn = setup.draft.turn
    return (
        next((seat for seat in range(setup.seats) if is_alive(setup, seat)), 0)
        if seat_on_turn is None
        else seat_on_turn
    )


def with_turn(setup: LiveGrenadeDraft, seat: int) -> LiveGrenadeDraft:
    """Return the draft with that seat's turn; no play waits for reactions."""
    return replace(setup, draft=replace(_without_plays(setup.draft), turn=seat))


def set_direction(setup: LiveGrenadeDraft, direction: int) -> LiveGrenadeDraft:
    """Return the draft with that direction of play: 1 clockwise, -1 anticlockwise."""
    return replace(setup, draft=replace(setup.draft, direction=direction))


def is_alive(setup: LiveGrenadeDraft, seat: int) -> bool:
    """True if the player is still in the match."""
    return seat not in (*setup.draft.out, *setup.draft.early_out)


def toggle_out(setup: LiveGrenadeDraft, seat: int) -> LiveGrenadeDraft:
    """Put the player out as the last of all, or back in; in both cases without cards."""
    draft = _without_plays(setup.draft)
    early_out = tuple(early_seat for early_seat in draft.early_out if early_seat != seat)
    out = (*draft.out, seat) if is_alive(setup, seat) else tuple(out_seat for out_seat in draft.out if out_seat != seat)
    return replace(setup, draft=replace(draft, out=out, early_out=early_out, hands={**draft.hands, seat: ((), 0)}))


# cards


def add_card(setup: LiveGrenadeDraft, place: CardPlace, card: str | None) -> LiveGrenadeDraft:
    """Add a card to a hand, the known deck or the discard pile; None is unknown.

    Once an unknown card was added to the deck, the deck has all remaining cards below its known ones.
    """
    draft = setup.draft
    if place == "discard":
        return replace(
            setup, draft=replace(_without_plays(draft), discard=(*draft.discard, *((card,) if card else ())))
        )
    if place == "deck":
        known_cards, hidden_count = draft.deck
        return replace(
            setup, draft=replace(draft, deck=((*known_cards, card), hidden_count) if card else (known_cards, None))
        )
    return _with_hand(setup, place, with_card(hand(setup, place), card, setup.options.extra_cards + 1))


def remove_card(setup: LiveGrenadeDraft, place: CardPlace, index: int) -> LiveGrenadeDraft:
    """Remove a card of a hand, of the deck or of the discard pile.

    Indexes count the known cards first, then the unknown ones.
    """
    draft = setup.draft
    if place == "discard":
        discard = (*draft.discard[:index], *draft.discard[index + 1 :])
        return replace(setup, draft=replace(_without_plays(draft), discard=discard))
    if place == "deck":
        return replace(setup, draft=replace(draft, deck=without_card(draft.deck, index)))
    return _with_hand(setup, place, without_card(hand(setup, place), index))


def with_hidden_deck(setup: LiveGrenadeDraft, hidden_count: int | None) -> LiveGrenadeDraft:
    """Return the draft with this number of unknown cards in the deck.

    None means all remaining ones.
    """
    return replace(setup, draft=replace(setup.draft, deck=(setup.draft.deck[0], hidden_count)))


def hand(setup: LiveGrenadeDraft, seat: int) -> tuple[tuple[str, ...], int]:
    """Return the known cards of a hand and the number of unknown ones."""
    known_cards, hidden_count = setup.draft.hands.get(seat, ((), 0))
    return known_cards, setup.options.extra_cards + 1 if hidden_count is None else hidden_count


def _with_hand(setup: LiveGrenadeDraft, seat: int, cards: Cards) -> LiveGrenadeDraft:
    return replace(setup, draft=replace(setup.draft, hands={**setup.draft.hands, seat: cards}))


# a play that waits for answers (LG-17 to LG-24)


def _without_plays(draft: LiveGrenadePositionBuilder) -> LiveGrenadePositionBuilder:
    return replace(draft, stack=[], asked=())


def possible_plays(setup: LiveGrenadeDraft) -> tuple[Play, ...]:
    """Return the plays that the cards on top of the discard pile can have been.

    They are plays of the seat whose turn it is, below any Kings on them.
    """
    king_count = len(tuple(takewhile(lambda card: card[0] == "K", reversed(setup.draft.discard))))
    below_kings, seat = setup.draft.discard[: len(setup.draft.discard) - king_count], turn_seat(setup)
    victims = [victim for victim in range(setup.seats) if victim != seat and is_alive(setup, victim)]
    result: list[Play] = []
    for do, fitting_cards in PLAYABLE_CARDS.items():
        cards = tuple(sorted(below_kings[-1 - (do == "pair") :]))
        if do != "cancel" and cards in fitting_cards:
            targets: Sequence[int | None] = victims if do in THEFTS else [None]
            result += [Play(-1, do, cards, target) for target in targets]
    return tuple(result)


def with_play(setup: LiveGrenadeDraft, play: Play | None) -> LiveGrenadeDraft:
    """Return the draft in which the play waits for reactions; None: no play does.

    All Kings on top of the discard pile are on the play, each by the next seat that could have played it. The cards of
    a pair are sorted, as they are in records.
    """
    draft = _without_plays(setup.draft)
    if play is None:
        return replace(setup, draft=draft)
    kings = list(takewhile(lambda card: card[0] == "K", reversed(draft.discard)))[::-1]
    bottom = draft.discard[: len(draft.discard) - len(kings) - len(play.cards)]
    stack = [play]
    for card in kings:
        player = next(
            (seat for seat in clockwise(_player_of(setup, stack[-1]), setup.seats) if is_alive(setup, seat)), 0
        )
        stack.append(Play(player, "cancel", (card,)))
    result = replace(setup, draft=replace(draft, stack=stack, discard=(*bottom, *play.cards, *kings)))
    return replace(result, draft=replace(result.draft, asked=seats_to_ask(result)))


def set_king_player(setup: LiveGrenadeDraft, index: int, seat: int) -> LiveGrenadeDraft:
    """Return the draft in which the King of the stack (from 1) is that seat's."""
    stack = list(setup.draft.stack)
    stack[index] = replace(stack[index], seat=seat)
    result = replace(setup, draft=replace(setup.draft, stack=stack))
    return replace(result, draft=replace(result.draft, asked=seats_to_ask(result)))


def seats_to_ask(setup: LiveGrenadeDraft) -> tuple[int, ...]:
    """Return the seats that can be asked about the last play, in order of reaction.

    They are all other seats that hold cards.
    """
    if not setup.draft.stack:
        return ()
    player = _player_of(setup, setup.draft.stack[-1])
    return tuple(seat for seat in clockwise(player, setup.seats) if is_alive(setup, seat) and any(hand(setup, seat)))


def _player_of(setup: LiveGrenadeDraft, play: Play) -> int:
    """Return the seat of a play: a King's own, else the seat whose turn it is."""
    return play.seat if play.do == "cancel" else turn_seat(setup)


def set_asked(setup: LiveGrenadeDraft, seat: int, is_asked: bool) -> LiveGrenadeDraft:
    """Return the draft in which the seat still has to react, or has not."""
    asked_seats = {*setup.draft.asked, seat} if is_asked else {*setup.draft.asked} - {seat}
    return replace(
        setup,
        draft=replace(
            setup.draft, asked=tuple(asked_seat for asked_seat in seats_to_ask(setup) if asked_seat in asked_seats)
        ),
    )


# faults


def find_troubles(setup: LiveGrenadeDraft) -> tuple[Problem, ...]:
    """Return the first reason why the position is impossible; empty if it is not."""
    return core.find_problems(GAME, setup)


def start(setup: LiveGrenadeDraft, rng: Random) -> Start:
    """Return the start of a match from the draft; `rng` draws what is not known.

    Raises `Illegal`.
    """
    return core.make_start(GAME, setup, rng)
