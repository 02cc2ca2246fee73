"""Deal: the cards of the game, random deals, and checks of deals and setups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain, product
from random import Random

from grenade_salad.core import Reason, clockwise
from grenade_salad.games.live_grenade import reasons
from grenade_salad.games.live_grenade.actions import THEFTS
from grenade_salad.games.live_grenade.cards import (
    CARDS,
    FRIENDS,
    GRENADES,
    PAIR_RANKS,
    PLAIN_RANKS,
    PLAYABLE_CARDS,
    SUITS,
    sort_cards,
)
from grenade_salad.games.live_grenade.chance import LiveGrenadeSetup, Play
from grenade_salad.games.live_grenade.options import (
    SHORT_SETS,
    FriendCounts,
    LiveGrenadeOptions,
    count_special_sets,
    friends_in_deck,
    requested_friends,
)
from grenade_salad.text import Seat, m


def _cards(ranks: tuple[str, ...], suits: tuple[str, ...], copies: int) -> list[str]:
    return [rank + suit for _ in range(copies) for rank in ranks for suit in suits]


def sample_deal(seats: int, options: LiveGrenadeOptions, rng: Random) -> LiveGrenadeSetup:
    """Draw a random deal (LG-03 to LG-08).

    Each seat gets one Best Friend and the extra cards, then the aces go into the deck.
    """
    sets = count_special_sets(seats, options)
    friends = friends_in_deck(seats, options)
    twos = _cards(("2",), SUITS, sets)
    rng.shuffle(twos)
    dealt = ["3H", *twos[: seats - 1]]
    rng.shuffle(dealt)

    removed_ranks = options.short_ranks or ()
    if options.short and not removed_ranks:
        removed_ranks = tuple(rng.sample(PAIR_RANKS, SHORT_SETS[seats]))
    deck = _cards(tuple(rank for rank in PLAIN_RANKS if rank not in removed_ranks), SUITS, options.decks)
    deck += _cards(("3",), ("C", "D"), sets)[: friends.clubs_diamonds]
    deck += ["3H"] * friends.hearts + ["3S"] * friends.spades + twos[seats - 1 :][: friends.twos]
    rng.shuffle(deck)

    hands = [[friend] for friend in dealt]
    for hand in hands:
        hand += [deck.pop() for _ in range(options.extra_cards)]
    for ace in rng.sample(_cards(("A",), SUITS, sets), seats - 1):
        deck.insert(rng.randrange(len(deck) + 1), ace)
    turn = rng.randrange(seats) if options.starter is None else options.starter
    return LiveGrenadeSetup(tuple(sort_cards(hand) for hand in hands), tuple(deck), turn)


def short_ranks(options: LiveGrenadeOptions, dealt: LiveGrenadeSetup) -> tuple[str, ...]:
    """Return the ranks that were taken out of a dealt game (LG-31)."""
    if not options.short:
        return ()
    if options.short_ranks is not None:
        return options.short_ranks
    present = {card[:-1] for hand in dealt.hands for card in hand} | {card[:-1] for card in dealt.deck}
    return tuple(rank for rank in PAIR_RANKS if rank not in present)


def why_not_deal(seats: int, options: LiveGrenadeOptions, deal: LiveGrenadeSetup) -> Reason | None:
    """Return the reason why the cards cannot have been dealt like this, or None."""
    if reason := why_not_setup(seats, options, deal):
        return reason
    if deal.direction != 1:
        # Translators: what a deal must be; follows "the deal cannot be so (LG-10): "
        return reasons.WrongDeal("LG-10", m("play begins clockwise"))
    if deal.discard or deal.stack or deal.asked or not all(deal.alive or ()):
        return reasons.WrongDeal("LG-06", m("nothing is discarded yet, and nobody is out"))
    if options.starter not in (None, deal.turn):
        return reasons.WrongDeal("LG-08", m("{who} must start", who=Seat(options.starter or 0)))
    if any(len(hand) != 1 + options.extra_cards for hand in deal.hands):
        return reasons.WrongDeal(
            "LG-06", m("everybody gets {n} card", "everybody gets {n} cards", n=1 + options.extra_cards)
        )
    if not _has_one_friend_each(deal.hands):
        return reasons.WrongDeal("LG-04", m("one player gets the 3 of hearts, and all others get a 2"))
    return _why_wrong_cards(seats, options, deal)


def _has_one_friend_each(hands: tuple[tuple[str, ...], ...]) -> bool:
    """True if one seat can have the 3 of hearts and all others a 2 (LG-04)."""
    without_two = [hand for hand in hands if not any(card[0] == "2" for card in hand)]
    if len(without_two) == 1:
        return "3H" in without_two[0]
    return not without_two and any("3H" in hand for hand in hands)


def _why_wrong_cards(seats: int, options: LiveGrenadeOptions, deal: LiveGrenadeSetup) -> Reason | None:
    """Return the reason why these are not exactly the cards of the game, or None.

    `why_not_setup` has already checked that no card is there too often.
    """
    present = Counter(chain(deal.deck, *deal.hands))
    friends = friends_in_deck(seats, options)
    twos = sum(present["2" + suit] for suit in SUITS)
    deck_friends = FriendCounts(present["3C"] + present["3D"], present["3H"] - 1, present["3S"], twos - (seats - 1))
    if deck_friends != friends:
        return reasons.WrongDeal(
            "LG-05",
            m(
                "besides those dealt, there is {n} Best Friend in the deck, taken in the fixed order",
                "besides those dealt, there are {n} Best Friends in the deck, taken in the fixed order",
                n=requested_friends(seats, options),
            ),
        )
    removed_ranks = short_ranks(options, deal)
    if options.short and len(removed_ranks) != SHORT_SETS[seats]:
        return reasons.WrongDeal(
            "LG-31",
            m(
                "all cards of {n} rank from 4 to 9 are taken out",
                "all cards of {n} ranks from 4 to 9 are taken out",
                n=SHORT_SETS[seats],
            ),
        )
    for rank, suit in product(PLAIN_RANKS, SUITS):
        card, copies = rank + suit, 0 if rank in removed_ranks else options.decks
        if present[card] != copies:
            return reasons.WrongDeal(
                "LG-02",
                m(
                    "it has {n} copy of {card}, not {times}",
                    "it has {n} copies of {card}, not {times}",
                    card=card,
                    n=present[card],
                    times=copies,
                ),
            )
    return None


@cache
def card_counts(seats: int, options: LiveGrenadeOptions) -> Mapping[str, int]:
    """Return the number of copies of each card, for a setup.

    Rules: LG-02, LG-05, LG-30, LG-31.
    """
    sets = count_special_sets(seats, options)
    copies = dict.fromkeys(CARDS, options.decks) | dict.fromkeys(GRENADES | FRIENDS, sets)
    copies["3S"] = friends_in_deck(seats, options).spades
    for rank in options.short_ranks or ():
        for suit in SUITS:
            copies[rank + suit] = 0
    return copies


def sample_unseen(seats: int, options: LiveGrenadeOptions, known_counts: Mapping[str, int], rng: Random) -> list[str]:
    """Draw all cards that are not known, shuffled, with all aces (LG-02 to LG-05)."""
    sets = count_special_sets(seats, options)
    friends = friends_in_deck(seats, options)
    counts = Counter(
        _cards(tuple(rank for rank in PLAIN_RANKS if rank not in (options.short_ranks or ())), SUITS, options.decks)
    )
    counts.update(_cards(("3",), ("C", "D"), sets)[: friends.clubs_diamonds])
    counts.update({"3H": friends.hearts + 1, "3S": friends.spades})
    counts.update(_cards(("A",), SUITS, sets))
    rest = list((counts - Counter(known_counts)).elements())
    twos = list((Counter(_cards(("2",), SUITS, sets)) - Counter(known_counts)).elements())
    known_twos = sum(known_counts.get("2" + suit, 0) for suit in SUITS)
    rest += rng.sample(twos, min(len(twos), max(0, seats - 1 + friends.twos - known_twos)))
    rng.shuffle(rest)
    return rest


def why_not_setup(seats: int, options: LiveGrenadeOptions, setup: LiveGrenadeSetup) -> Reason | None:
    """Return the reason why this position is impossible, or None."""
    alive = (True,) * seats if setup.alive is None else setup.alive
    if len(setup.hands) != seats:
        # Translators: what a part of a set-up must be; follows "setup: hands must be "
        return reasons.WrongSetup("hands", m("{n} lists of cards, one for each player", n=seats))
    if len(alive) != seats:
        return reasons.WrongSetup("alive", m("{n} values, each true or false, one for each player", n=seats))
    if not any(alive):
        return reasons.WrongSetup("alive", m("true for at least one player"))
    if setup.direction not in (1, -1):
        return reasons.WrongSetup("direction", m("1 (clockwise) or -1 (anticlockwise)"))
    if not 0 <= setup.turn < seats:
        return reasons.WrongSetup("turn", m("a seat, 0 to {last}", last=seats - 1))
    if not alive[setup.turn]:
        return reasons.OutOnTurn(setup.turn)
    return (
        _check_box(seats, options, setup)
        or _check_invariants(setup, alive)
        or _check_out(setup, alive)
        or _check_stack(seats, setup, alive)
    )


def _check_out(setup: LiveGrenadeSetup, alive: tuple[bool, ...]) -> Reason | None:
    out = setup.out or ()
    if len(set(out)) == len(out) and all(0 <= seat < len(alive) and not alive[seat] for seat in out):
        return None
    return reasons.WrongSetup("out", m("seats that are out, each once"))


def _check_stack(seats: int, setup: LiveGrenadeSetup, alive: tuple[bool, ...]) -> Reason | None:
    """Check the plays that wait for reactions (LG-17 to LG-24).

    They are a play of the seat whose turn it is, Kings of other seats on it, and the seats asked about the last.
    """
    stack, asked_seats = setup.stack or (), setup.asked or ()
    if not stack and not asked_seats:
        return None
    if not stack or not _is_chain(setup.turn, stack, alive):
        return reasons.WrongStack()
    cards = [card for play in stack for card in play.cards]
    if list(setup.discard or ())[-len(cards) :] != cards:
        return reasons.NotDiscarded()
    last = stack[-1].seat
    able_seats = tuple(seat for seat in clockwise(last, seats) if setup.hands[seat])
    if not asked_seats or asked_seats != tuple(seat for seat in able_seats if seat in asked_seats):
        return reasons.WrongAsked()
    return None


def _is_chain(turn: int, stack: Sequence[Play], alive: tuple[bool, ...]) -> bool:
    for index, play in enumerate(stack):
        previous_seat = stack[index - 1].seat if index else -1
        if not (0 <= play.seat < len(alive) and alive[play.seat]) or play.cards not in PLAYABLE_CARDS.get(play.do, ()):
            return False
        if (play.do == "cancel") != bool(index) or play.seat == previous_seat or (not index and play.seat != turn):
            return False
        if (play.target is not None) != (play.do in THEFTS):
            return False
        if play.target is not None and not (0 <= play.target < len(alive) and alive[play.target]):
            return False
        if play.target == play.seat:
            return False
    return True


def _check_box(seats: int, options: LiveGrenadeOptions, setup: LiveGrenadeSetup) -> Reason | None:
    counts = Counter(chain(setup.deck, setup.discard or (), *setup.hands))
    limits = card_counts(seats, options)
    for card, count in counts.items():
        if count > limits.get(card, 0):
            return reasons.NotInBox(card, count, limits.get(card, 0))
    return None


def _check_invariants(setup: LiveGrenadeSetup, alive: tuple[bool, ...]) -> Reason | None:
    for seat, hand in enumerate(setup.hands):
        if not GRENADES.isdisjoint(hand):
            return reasons.GrenadeInHand(seat)
        if hand and not alive[seat]:
            return reasons.OutWithCards(seat)
    grenades = sum(card in GRENADES for card in setup.deck)
    if grenades != sum(alive) - 1:
        return reasons.WrongGrenades(grenades, sum(alive) - 1)
    return None
