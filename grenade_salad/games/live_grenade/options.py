"""The house rules of Live Grenade, named as in records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import ceil
from typing import Literal, Self

from grenade_salad.core import Options, Reason
from grenade_salad.core.reasons import WrongOption
from grenade_salad.games.live_grenade import reasons
from grenade_salad.games.live_grenade.cards import PAIR_RANKS, PLAIN_RANKS, SUITS
from grenade_salad.text import Message, m

MAX_SEATS = 13
MAX_DECKS = 3
SHORT_SETS = {2: 2, 3: 1}
"""Number of ranks removed in the short game, by the number of players (LG-31)."""
_MAX_FRIENDS = 22
"""Best Friends that three decks have for two players, besides those dealt (LG-05)."""


def format_ranks(ranks: Iterable[str]) -> Message:
    """Return the words for all cards of these ranks, as in "4s and 7s"."""
    # Translators: a list of ranks, as in "7s and 9s"
    return m("{ranks}", ranks=[m("{rank}s", context="all cards of a rank", rank=rank) for rank in ranks])


_SHORT_CHOICES: tuple[tuple[tuple[str, ...] | None, Message], ...] = (
    (None, m("Drawn at random")),
    *((ranks, format_ranks(ranks)) for sets in (1, 2) for ranks in combinations(PAIR_RANKS, sets)),
)


@dataclass(frozen=True)
class LiveGrenadeOptions(Options):
    """House rules; the defaults are the rules of LG-01 to LG-27."""

    decks: int = field(
        default=1,
        metadata={
            # Translators: a house rule, and what it does
            "label": m("Decks"),
            "help": m("One deck is enough for 5 players, two for 9, three for 13."),
            "range": (1, MAX_DECKS, 1),
        },
    )
    best_friends: int | None = field(
        default=None,
        metadata={
            "label": m("Best Friends in the deck"),
            "help": m("How many Best Friends are in the deck, besides the one dealt to each player."),
            # Translators: the default of "Best Friends in the deck"
            "choices": ((None, m("2 for each deck")), *((count, str(count)) for count in range(_MAX_FRIENDS + 1))),
        },
    )
    extra_cards: int = field(
        default=2,
        metadata={
            "label": m("Extra cards"),
            "help": m("How many cards everybody gets at the start, besides a Best Friend."),
            "range": (0, 8, 1),
        },
    )
    starter: int | None = field(
        default=None,
        # Translators: a house rule
        metadata={"label": m("Who starts"), "seat": True, "help": m("Who takes the first turn.")},
    )
    added: Literal["decks", "needed"] = field(
        default="decks",
        metadata={
            "label": m("For more players"),
            "help": m("Add whole decks, or only the aces, 2s and 3s that this many players need."),
            # Translators: a choice of "For more players"
            "choices": (("decks", m("Whole decks")), ("needed", m("Only the cards needed"))),
        },
    )
    short: bool = field(
        default=False,
        metadata={
            "label": m("Short game"),
            "help": m("For two or three players: with three, one rank from 4 to 9 is taken out; with two, two ranks."),
        },
    )
    short_ranks: tuple[str, ...] | None = field(
        default=None,
        metadata={
            "label": m("Ranks taken out"),
            "help": m("For the short game: which ranks are taken out, one with three players, two with two."),
            "choices": _SHORT_CHOICES,
        },
    )

    @classmethod
    def presets(cls, seats: int) -> Sequence[tuple[Message, Self]]:
        extra_cards = 1 if seats in SHORT_SETS else 2
        quick_options = cls(short=seats in SHORT_SETS, best_friends=None if seats == 2 else 0, extra_cards=extra_cards)
        if seats > max_seats(quick_options):
            quick_options = cls(best_friends=0, extra_cards=2, added="needed")
        wild_options = cls(best_friends=0, extra_cards=6)
        return (m("Quick", context="house rules"), quick_options), (m("Wild", context="house rules"), wild_options)

    def for_seats(self, seats: int) -> Self:
        """Return the same house rules with at least as many decks as the seats need.

        Rules: LG-01, LG-30.
        """
        options = super().for_seats(seats)
        while seats > max_seats(options) and options.decks < MAX_DECKS:
            options = replace(options, decks=options.decks + 1)
        return options


def max_seats(options: LiveGrenadeOptions) -> int:
    """Return the maximum number of players with these house rules (LG-01, LG-30).

    There is one ace fewer than players.
    """
    special_set_count = options.decks + 1 if options.added == "needed" else options.decks
    return len(SUITS) * min(MAX_DECKS, special_set_count) + 1


def count_special_sets(seats: int, options: LiveGrenadeOptions) -> int:
    """Return the number of sets of aces, 2s and 3s.

    These are those of whole decks; with LG-30 only as many as the players need.
    """
    if options.added == "needed":
        return max(options.decks, ceil((seats - 1) / len(SUITS)))
    return options.decks


@dataclass(frozen=True)
class FriendCounts:
    """Best Friends in the deck besides the dealt ones, in the order of use (LG-05)."""

    clubs_diamonds: int
    """The 3s of clubs and of diamonds."""
    hearts: int
    """The 3s of hearts."""
    spades: int
    """The 3s of spades."""
    twos: int

    @property
    def total(self) -> int:
        """The sum of all kinds."""
        return self.clubs_diamonds + self.hearts + self.spades + self.twos


def requested_friends(seats: int, options: LiveGrenadeOptions) -> int:
    """Return the number of Best Friends wanted in the deck besides the dealt ones.

    Rules: LG-05, LG-31.
    """
    if options.short and seats == 2:
        return 2
    return 2 * options.decks if options.best_friends is None else options.best_friends


def available_friends(seats: int, options: LiveGrenadeOptions) -> FriendCounts:
    """Return the Best Friends that the deck could have besides the dealt ones.

    Rules: LG-04, LG-05.
    """
    special_set_count = count_special_sets(seats, options)
    return FriendCounts(
        2 * special_set_count, special_set_count - 1, special_set_count, len(SUITS) * special_set_count - (seats - 1)
    )


def friends_in_deck(seats: int, options: LiveGrenadeOptions) -> FriendCounts:
    """Return the Best Friends that are in the deck besides the dealt ones (LG-05).

    The options must have been checked.
    """
    available = available_friends(seats, options)
    remaining = requested_friends(seats, options)
    counts = []
    for count in (available.clubs_diamonds, available.hearts, available.spades, available.twos):
        counts.append(min(remaining, count))
        remaining -= counts[-1]
    return FriendCounts(*counts)


def why_not_options(seats: int, options: LiveGrenadeOptions) -> Reason | None:
    """Return why these house rules cannot be played, or None."""
    if not 1 <= options.decks <= MAX_DECKS:
        # Translators: what a house rule must be; follows "it must be "
        return WrongOption("decks", options.decks, m("1 to {most}", most=MAX_DECKS))
    if options.added not in ("decks", "needed"):
        return WrongOption("added", options.added, m("'decks' or 'needed'"))
    if not 2 <= seats <= max_seats(options):
        return reasons.WrongPlayers(seats, max_seats(options), options.decks)
    if options.starter is not None and not 0 <= options.starter < seats:
        return WrongOption("starter", options.starter, m("a seat, 0 to {last}", last=seats - 1))
    return _check_short(seats, options) or _check_cards(seats, options)


def _check_short(seats: int, options: LiveGrenadeOptions) -> Reason | None:
    if not options.short:
        if options.short_ranks is not None:
            return WrongOption("short_ranks", options.short_ranks, m("given only in the short game"))
        return None
    if seats not in SHORT_SETS:
        return WrongOption("short", True, m("for two or three players, not for {n}", n=seats))
    ranks, rank_count = options.short_ranks, SHORT_SETS[seats]
    if ranks is None:
        return None
    if len(ranks) != rank_count or len(set(ranks)) != rank_count or not set(ranks) <= set(PAIR_RANKS):
        wants = m("one rank of 4 to 9") if rank_count == 1 else m("two different ranks of 4 to 9")
        return WrongOption("short_ranks", ranks, wants)
    return None


def _check_cards(seats: int, options: LiveGrenadeOptions) -> Reason | None:
    max_friends = available_friends(seats, options).total
    requested = requested_friends(seats, options)
    if not 0 <= requested <= max_friends:
        wants = m("0 to {most} with {n} players and these decks", most=max_friends, n=seats)
        return WrongOption("best_friends", requested, wants)
    rank_count = len(PLAIN_RANKS) - (SHORT_SETS[seats] if options.short else 0)
    max_extra_cards = (rank_count * len(SUITS) * options.decks + requested) // seats
    if not 0 <= options.extra_cards <= max_extra_cards:
        wants = m("0 to {most}: there are no more cards", most=max_extra_cards)
        return WrongOption("extra_cards", options.extra_cards, wants)
    return None
