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


# Text


def new_draft(seats: int) -> LiveGrenadeDraft:
    """Return a draft in which all hold as many unknown cards as at the start."""
    options = LiveGrenadeOptions()
    hands: dict[int, Cards] = dict.fromkeys(range(seats), ((), options.extra_cards + 1))
    return core.PositionDraft((), options, LiveGrenadePositionBuilder(seats, options, hands=hands, turn=0))


def parse_draft(text: str) -> LiveGrenadeDraft:
    """Return the draft that a line describes, even if there is no such position.

    Raises `Unreadable`.
    """
    parsed = GAME.parse_draft(text)
    assert isinstance(parsed.options, LiveGrenadeOptions)
    assert isinstance(parsed.draft, LiveGrenadePositionBuilder)
    return core.PositionDraft(parsed.names, parsed.options, parsed.draft)


def format_draft(draft: LiveGrenadeDraft) -> str:
    """Return the line of the draft; `parse_draft` returns the same draft from it."""
    return core.format_draft(GAME, draft)


def with_options(draft: LiveGrenadeDraft, options: LiveGrenadeOptions) -> LiveGrenadeDraft:
    """Return the draft with other house rules."""
    return replace(draft, options=options, draft=replace(draft.draft, options=options))


# Players


def with_seats(draft: LiveGrenadeDraft, seats: int) -> LiveGrenadeDraft:
    """Return the draft with this number of players.

    Players who leave take their cards along; new ones hold as many as at the start.
    """
    builder = draft.draft
    options = draft.options.for_seats(seats)
    hands = {seat: builder.hands.get(seat, ((), None)) for seat in range(seats)}
    draft_of_seats = replace(
        _without_plays(builder),
        seats=seats,
        options=options,
        hands=hands,
        turn=min(turn_seat(draft), seats - 1),
        out=tuple(seat for seat in builder.out if seat < seats),
        early_out=tuple(seat for seat in builder.early_out if seat < seats),
    )
    return core.PositionDraft((), options, draft_of_seats)


def turn_seat(draft: LiveGrenadeDraft) -> int:
    """Return the seat whose turn it is, by default the first seat that is not out."""
    seat_on_turn = draft.draft.turn
    return (
        next((seat for seat in range(draft.seats) if is_alive(draft, seat)), 0)
        if seat_on_turn is None
        else seat_on_turn
    )


def with_turn(draft: LiveGrenadeDraft, seat: int) -> LiveGrenadeDraft:
    """Return the draft with that seat's turn; no play waits for reactions."""
    return replace(draft, draft=replace(_without_plays(draft.draft), turn=seat))


def set_direction(draft: LiveGrenadeDraft, direction: int) -> LiveGrenadeDraft:
    """Return the draft with that direction of play: 1 clockwise, -1 anticlockwise."""
    return replace(draft, draft=replace(draft.draft, direction=direction))


def is_alive(draft: LiveGrenadeDraft, seat: int) -> bool:
    """True if the player is still in the match."""
    return seat not in (*draft.draft.out, *draft.draft.early_out)


def toggle_out(draft: LiveGrenadeDraft, seat: int) -> LiveGrenadeDraft:
    """Put the player out as the last of all, or back in; in both cases without cards."""
    builder = _without_plays(draft.draft)
    out, early_out = (
        tuple(out_seat for out_seat in seats if out_seat != seat) for seats in (builder.out, builder.early_out)
    )
    if is_alive(draft, seat):
        out = (*out, seat)
    return replace(draft, draft=replace(builder, out=out, early_out=early_out, hands={**builder.hands, seat: ((), 0)}))


# Cards


def add_card(draft: LiveGrenadeDraft, place: CardPlace, card: str | None) -> LiveGrenadeDraft:
    """Add a card to a hand, the known deck or the discard pile; None is unknown.

    Once an unknown card was added to the deck, the deck has all remaining cards below its known ones.
    """
    builder = draft.draft
    if place == "discard":
        return replace(
            draft, draft=replace(_without_plays(builder), discard=(*builder.discard, *((card,) if card else ())))
        )
    if place == "deck":
        known_cards, hidden_count = builder.deck
        return replace(
            draft, draft=replace(builder, deck=((*known_cards, card), hidden_count) if card else (known_cards, None))
        )
    return _with_hand(draft, place, with_card(hand(draft, place), card, draft.options.extra_cards + 1))


def remove_card(draft: LiveGrenadeDraft, place: CardPlace, index: int) -> LiveGrenadeDraft:
    """Remove a card of a hand, of the deck or of the discard pile.

    Indexes count the known cards first, then the unknown ones.
    """
    builder = draft.draft
    if place == "discard":
        discard = (*builder.discard[:index], *builder.discard[index + 1 :])
        return replace(draft, draft=replace(_without_plays(builder), discard=discard))
    if place == "deck":
        return replace(draft, draft=replace(builder, deck=without_card(builder.deck, index)))
    return _with_hand(draft, place, without_card(hand(draft, place), index))


def with_hidden_deck(draft: LiveGrenadeDraft, hidden_count: int | None) -> LiveGrenadeDraft:
    """Return the draft with this number of unknown cards in the deck.

    None means all remaining ones.
    """
    return replace(draft, draft=replace(draft.draft, deck=(draft.draft.deck[0], hidden_count)))


def hand(draft: LiveGrenadeDraft, seat: int) -> tuple[tuple[str, ...], int]:
    """Return the known cards of a hand and the number of unknown ones."""
    known_cards, hidden_count = draft.draft.hands.get(seat, ((), 0))
    return known_cards, draft.options.extra_cards + 1 if hidden_count is None else hidden_count


def _with_hand(draft: LiveGrenadeDraft, seat: int, cards: Cards) -> LiveGrenadeDraft:
    return replace(draft, draft=replace(draft.draft, hands={**draft.draft.hands, seat: cards}))


# The play that waits for reactions (LG-17 to LG-24)


def _without_plays(builder: LiveGrenadePositionBuilder) -> LiveGrenadePositionBuilder:
    return replace(builder, stack=[], asked=())


def possible_plays(draft: LiveGrenadeDraft) -> tuple[Play, ...]:
    """Return the plays that the cards on top of the discard pile can have been.

    They are plays of the seat whose turn it is, below any Kings on them.
    """
    king_count = len(tuple(takewhile(lambda card: card[0] == "K", reversed(draft.draft.discard))))
    below_kings, seat = draft.draft.discard[: len(draft.draft.discard) - king_count], turn_seat(draft)
    victims = [victim for victim in range(draft.seats) if victim != seat and is_alive(draft, victim)]
    result: list[Play] = []
    for do, fitting_cards in PLAYABLE_CARDS.items():
        cards = tuple(sorted(below_kings[-1 - (do == "pair") :]))
        if do != "cancel" and cards in fitting_cards:
            targets: Sequence[int | None] = victims if do in THEFTS else [None]
            result += [Play(-1, do, cards, target) for target in targets]
    return tuple(result)


def with_play(draft: LiveGrenadeDraft, play: Play | None) -> LiveGrenadeDraft:
    """Return the draft in which the play waits for reactions; None: no play does.

    All Kings on top of the discard pile are on the play, each by the next seat that could have played it. The cards of
    a pair are sorted, as they are in records.
    """
    builder = _without_plays(draft.draft)
    if play is None:
        return replace(draft, draft=builder)
    kings = list(takewhile(lambda card: card[0] == "K", reversed(builder.discard)))[::-1]
    bottom = builder.discard[: len(builder.discard) - len(kings) - len(play.cards)]
    stack = [play]
    for card in kings:
        player = next(
            (seat for seat in clockwise(_find_player(draft, stack[-1]), draft.seats) if is_alive(draft, seat)), 0
        )
        stack.append(Play(player, "cancel", (card,)))
    result = replace(draft, draft=replace(builder, stack=stack, discard=(*bottom, *play.cards, *kings)))
    return replace(result, draft=replace(result.draft, asked=seats_to_ask(result)))


def set_king_player(draft: LiveGrenadeDraft, index: int, seat: int) -> LiveGrenadeDraft:
    """Return the draft in which the King of the stack (from 1) is that seat's."""
    stack = list(draft.draft.stack)
    stack[index] = replace(stack[index], seat=seat)
    result = replace(draft, draft=replace(draft.draft, stack=stack))
    return replace(result, draft=replace(result.draft, asked=seats_to_ask(result)))


def seats_to_ask(draft: LiveGrenadeDraft) -> tuple[int, ...]:
    """Return the seats that can be asked about the last play, in order of reaction.

    They are all other seats that hold cards.
    """
    if not draft.draft.stack:
        return ()
    player = _find_player(draft, draft.draft.stack[-1])
    return tuple(seat for seat in clockwise(player, draft.seats) if is_alive(draft, seat) and any(hand(draft, seat)))


def _find_player(draft: LiveGrenadeDraft, play: Play) -> int:
    """Return the seat of a play: a King's own, else the seat whose turn it is."""
    return play.seat if play.do == "cancel" else turn_seat(draft)


def set_asked(draft: LiveGrenadeDraft, seat: int, is_asked: bool) -> LiveGrenadeDraft:
    """Return the draft in which the seat still has to react, or has not."""
    wanted = {*draft.draft.asked, seat} if is_asked else {*draft.draft.asked} - {seat}
    asked_seats = tuple(asked_seat for asked_seat in seats_to_ask(draft) if asked_seat in wanted)
    return replace(draft, draft=replace(draft.draft, asked=asked_seats))


# Problems


def find_problems(draft: LiveGrenadeDraft) -> tuple[Problem, ...]:
    """Return the first reason why the position is impossible; empty if it is not."""
    return core.find_problems(GAME, draft)


def start(draft: LiveGrenadeDraft, rng: Random) -> Start:
    """Return the start of a match from the draft; `rng` draws what is not known.

    Raises `Illegal`.
    """
    return core.make_start(GAME, draft, rng)
