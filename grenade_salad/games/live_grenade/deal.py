"""Which cards are in the game, how they are dealt, and which deals and setups there can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from random import Random

from grenade_salad.core import Reason, clockwise
from grenade_salad.games.live_grenade import reasons
from grenade_salad.games.live_grenade.cards import CARDS, FITS, FRIENDS, GRENADES, PAIR_RANKS, PLAIN_RANKS, SUITS, tidy
from grenade_salad.games.live_grenade.chance import LiveGrenadeSetup, Play
from grenade_salad.games.live_grenade.options import (
    SHORT_SETS,
    Friends,
    LiveGrenadeOptions,
    friends_asked,
    friends_in_deck,
    special_sets,
)
from grenade_salad.text import Message, Seat, m


def _cards(ranks: tuple[str, ...], suits: tuple[str, ...], times: int) -> list[str]:
    return [rank + suit for _ in range(times) for rank in ranks for suit in suits]


def sample_deal(seats: int, options: LiveGrenadeOptions, rng: Random) -> LiveGrenadeSetup:
    """A random deal: one Best Friend and the extra cards to each, then the aces into the deck (LG-03 to LG-08)."""
    sets = special_sets(seats, options)
    friends = friends_in_deck(seats, options)
    twos = _cards(("2",), SUITS, sets)
    rng.shuffle(twos)
    dealt = ["3H", *twos[: seats - 1]]
    rng.shuffle(dealt)

    out = options.short_ranks or ()
    if options.short and not out:
        out = tuple(rng.sample(PAIR_RANKS, SHORT_SETS[seats]))
    deck = _cards(tuple(rank for rank in PLAIN_RANKS if rank not in out), SUITS, options.decks)
    deck += _cards(("3",), ("C", "D"), sets)[: friends.clubs_diamonds]
    deck += ["3H"] * friends.hearts + ["3S"] * friends.spades + twos[seats - 1 :][: friends.twos]
    rng.shuffle(deck)

    hands = [[friend] for friend in dealt]
    for hand in hands:
        hand += [deck.pop() for _ in range(options.extra_cards)]
    for ace in rng.sample(_cards(("A",), SUITS, sets), seats - 1):
        deck.insert(rng.randrange(len(deck) + 1), ace)
    turn = rng.randrange(seats) if options.starter is None else options.starter
    return LiveGrenadeSetup(tuple(tidy(hand) for hand in hands), tuple(deck), turn)


def short_ranks(seats: int, options: LiveGrenadeOptions, dealt: LiveGrenadeSetup) -> tuple[str, ...]:
    """The ranks that were taken out of a dealt game (LG-31)."""
    if not options.short:
        return ()
    if options.short_ranks is not None:
        return options.short_ranks
    there = {card[:-1] for hand in dealt.hands for card in hand} | {card[:-1] for card in dealt.deck}
    return tuple(rank for rank in PAIR_RANKS if rank not in there)


def why_not_deal(seats: int, options: LiveGrenadeOptions, deal: LiveGrenadeSetup) -> Reason | None:
    """Why the cards cannot have been dealt like this, or None."""
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
        return reasons.WrongDeal("LG-06", _each(1 + options.extra_cards))
    if not _one_friend_each(deal.hands):
        return reasons.WrongDeal("LG-04", m("one player gets the 3 of hearts, and all others get a 2"))
    return _why_wrong_cards(seats, options, deal)


def _each(cards: int) -> Message:
    return m("everybody gets {n} card", "everybody gets {n} cards", n=cards)


def _friends_wanted(number: int) -> Message:
    return m(
        "besides those dealt, there is {n} Best Friend in the deck, taken in the fixed order",
        "besides those dealt, there are {n} Best Friends in the deck, taken in the fixed order",
        n=number,
    )


def _ranks_out(number: int) -> Message:
    return m(
        "all cards of {n} rank from 4 to 9 are taken out",
        "all cards of {n} ranks from 4 to 9 are taken out",
        n=number,
    )


def _there(card: str, there: int, times: int) -> Message:
    return m(
        "it has {n} copy of {card}, not {times}",
        "it has {n} copies of {card}, not {times}",
        card=card,
        n=there,
        times=times,
    )


def _one_friend_each(hands: tuple[tuple[str, ...], ...]) -> bool:
    """Whether the 3 of hearts can be the Best Friend of one, with a 2 for everybody else (LG-04)."""
    without = [hand for hand in hands if not any(card[0] == "2" for card in hand)]
    if len(without) == 1:
        return "3H" in without[0]
    return not without and any("3H" in hand for hand in hands)


def _why_wrong_cards(seats: int, options: LiveGrenadeOptions, deal: LiveGrenadeSetup) -> Reason | None:
    """Whether exactly the cards of the game are there; why_not_setup has seen to it that none are there too often."""
    there = Counter(chain(deal.deck, *deal.hands))
    friends = friends_in_deck(seats, options)
    twos = sum(there["2" + suit] for suit in SUITS)
    counts = Friends(there["3C"] + there["3D"], there["3H"] - 1, there["3S"], twos - (seats - 1))
    if counts != friends:
        asked = friends_asked(seats, options)
        return reasons.WrongDeal("LG-05", _friends_wanted(asked))
    out = short_ranks(seats, options, deal)
    if options.short and len(out) != SHORT_SETS[seats]:
        return reasons.WrongDeal("LG-31", _ranks_out(SHORT_SETS[seats]))
    for rank in PLAIN_RANKS:
        times = 0 if rank in out else options.decks
        for suit in SUITS:
            if there[rank + suit] != times:
                return reasons.WrongDeal("LG-02", _there(rank + suit, there[rank + suit], times))
    return None


@cache
def box(seats: int, options: LiveGrenadeOptions) -> Mapping[str, int]:
    """How often each card is in the box, for a setup (LG-02, LG-05, LG-30, LG-31)."""
    sets = special_sets(seats, options)
    times = dict.fromkeys(CARDS, options.decks) | dict.fromkeys(GRENADES | FRIENDS, sets)
    times["3S"] = friends_in_deck(seats, options).spades
    for rank in options.short_ranks or ():
        for suit in SUITS:
            times[rank + suit] = 0
    return times


def unseen(seats: int, options: LiveGrenadeOptions, known: Mapping[str, int], rng: Random) -> list[str]:
    """All cards of the game that are not among the known ones, shuffled, and all aces of the box (LG-02 to LG-05)."""
    sets = special_sets(seats, options)
    friends = friends_in_deck(seats, options)
    there = Counter(
        _cards(tuple(rank for rank in PLAIN_RANKS if rank not in (options.short_ranks or ())), SUITS, options.decks)
    )
    there.update(_cards(("3",), ("C", "D"), sets)[: friends.clubs_diamonds])
    there.update({"3H": friends.hearts + 1, "3S": friends.spades})
    there.update(_cards(("A",), SUITS, sets))
    rest = list((there - Counter(known)).elements())
    twos = list((Counter(_cards(("2",), SUITS, sets)) - Counter(known)).elements())
    seen = sum(known.get("2" + suit, 0) for suit in SUITS)
    rest += rng.sample(twos, min(len(twos), max(0, seats - 1 + friends.twos - seen)))
    rng.shuffle(rest)
    return rest


def why_not_setup(seats: int, options: LiveGrenadeOptions, setup: LiveGrenadeSetup) -> Reason | None:
    """Why there is no such position, or None."""
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
        or _check_outs(setup, alive)
        or _check_stack(seats, setup, alive)
    )


def _check_outs(setup: LiveGrenadeSetup, alive: tuple[bool, ...]) -> Reason | None:
    out = setup.out or ()
    if len(set(out)) == len(out) and all(0 <= seat < len(alive) and not alive[seat] for seat in out):
        return None
    return reasons.WrongSetup("out", m("seats that are out, each once"))


def _check_stack(seats: int, setup: LiveGrenadeSetup, alive: tuple[bool, ...]) -> Reason | None:
    """LG-17 to LG-24: a play of the seat whose turn it is, Kings of others on it, and who is asked about the last."""
    stack, asked = setup.stack or (), setup.asked or ()
    if not stack and not asked:
        return None
    if not stack or not _is_chain(setup.turn, stack, alive):
        return reasons.WrongStack()
    cards = [card for play in stack for card in play.cards]
    if list(setup.discard or ())[-len(cards) :] != cards:
        return reasons.NotDiscarded()
    last = stack[-1].seat
    able = tuple(seat for seat in clockwise(last, seats) if setup.hands[seat])
    if not asked or asked != tuple(seat for seat in able if seat in asked):
        return reasons.WrongAsked()
    return None


def _is_chain(turn: int, stack: Sequence[Play], alive: tuple[bool, ...]) -> bool:
    for index, play in enumerate(stack):
        before = stack[index - 1].seat if index else -1
        theft = play.do in ("pair", "steal")
        if not (0 <= play.seat < len(alive) and alive[play.seat]) or play.cards not in FITS.get(play.do, ()):
            return False
        if (play.do == "cancel") != bool(index) or play.seat == before or (not index and play.seat != turn):
            return False
        if (play.target is not None) != theft:
            return False
        if play.target is not None and not (0 <= play.target < len(alive) and alive[play.target]):
            return False
        if play.target == play.seat:
            return False
    return True


def _check_box(seats: int, options: LiveGrenadeOptions, setup: LiveGrenadeSetup) -> Reason | None:
    there = Counter(chain(setup.deck, setup.discard or (), *setup.hands))
    times = box(seats, options)
    for card, number in there.items():
        if number > times.get(card, 0):
            return reasons.NotInBox(card, number, times.get(card, 0))
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
