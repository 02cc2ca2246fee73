"""The house rules of Live Grenade, named as in records."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from grenade_salad.core import Options, Reason
from grenade_salad.games.live_grenade import reasons
from grenade_salad.games.live_grenade.cards import PAIR_RANKS, PLAIN_RANKS, SUITS

MOST_SEATS = 9
MOST_DECKS = 2
SHORT_SETS = {2: 2, 3: 1}
"""LG-31: how many ranks are taken out, by the number of players."""


def _ranks_in_words(ranks: tuple[str, ...]) -> str:
    return " and ".join(f"{rank}s" for rank in ranks)


_SHORT_CHOICES: tuple[tuple[tuple[str, ...] | None, str], ...] = (
    (None, "Drawn at random"),
    *((ranks, _ranks_in_words(ranks)) for sets in (1, 2) for ranks in combinations(PAIR_RANKS, sets)),
)


@dataclass(frozen=True)
class LiveGrenadeOptions(Options):
    """House rules; the defaults are the rules of LG-01 to LG-27."""

    decks: int = field(
        default=1,
        metadata={
            "label": "Decks",
            "help": "One deck is for up to 5 players, two are for up to 9.",
            "range": (1, MOST_DECKS, 1),
        },
    )
    best_friends: int | None = field(
        default=None,
        metadata={
            "label": "Best Friends in the deck",
            "help": "How many Best Friends there are besides those that are dealt, one to each player.",
            "choices": ((None, "2 for each deck"), *((number, str(number)) for number in range(13))),
        },
    )
    extra_cards: int = field(
        default=2,
        metadata={
            "label": "Extra cards",
            "help": "How many cards everybody gets at the start besides a Best Friend.",
            "range": (0, 8, 1),
        },
    )
    starter: int | None = field(
        default=None,
        metadata={
            "label": "Who starts",
            "help": "Whose turn is the first.",
            "choices": ((None, "Drawn at random"), *((seat, f"Seat {seat + 1}") for seat in range(MOST_SEATS))),
        },
    )
    added: Literal["decks", "needed"] = field(
        default="decks",
        metadata={
            "label": "For more players",
            "help": "Add whole decks, or to one deck only the aces and 2s and 3s that up to 9 players need.",
            "choices": (("decks", "Whole decks"), ("needed", "Only the cards needed")),
        },
    )
    short: bool = field(
        default=False,
        metadata={
            "label": "Short game",
            "help": "For two or three players: one set of pairs less for three, two sets less for two.",
        },
    )
    short_ranks: tuple[str, ...] | None = field(
        default=None,
        metadata={
            "label": "Ranks taken out",
            "help": "For the short game: which pairs are taken out, one rank for three players, two ranks for two.",
            "choices": _SHORT_CHOICES,
        },
    )


def most_seats(options: LiveGrenadeOptions) -> int:
    """How many can play with these house rules (LG-01, LG-30)."""
    sets = options.decks + 1 if options.added == "needed" else options.decks
    return min(MOST_SEATS, 4 * sets + 1)


def special_sets(seats: int, options: LiveGrenadeOptions) -> int:
    """How many sets of aces, 2s and 3s there are: whole decks, and with LG-30 those that the players need."""
    if options.added == "needed":
        return max(options.decks, (seats + 2) // 4)
    return options.decks


@dataclass(frozen=True)
class Friends:
    """The Best Friends that are in the deck besides those dealt, in the order in which they are taken (LG-05)."""

    clubs_diamonds: int
    hearts: int
    spades: int
    twos: int

    @property
    def total(self) -> int:
        """How many there are in all."""
        return self.clubs_diamonds + self.hearts + self.spades + self.twos


def friends_asked(seats: int, options: LiveGrenadeOptions) -> int:
    """How many Best Friends are to be in the deck besides those dealt (LG-05, LG-31)."""
    if options.short and seats == 2:
        return 2
    return 2 * options.decks if options.best_friends is None else options.best_friends


def friends_there(seats: int, options: LiveGrenadeOptions) -> Friends:
    """All that could be in the deck besides those dealt (LG-04, LG-05)."""
    sets = special_sets(seats, options)
    return Friends(2 * sets, sets - 1, sets, len(SUITS) * sets - (seats - 1))


def friends_in_deck(seats: int, options: LiveGrenadeOptions) -> Friends:
    """Those that are in the deck besides those dealt (LG-05). The options have been checked."""
    there = friends_there(seats, options)
    left = friends_asked(seats, options)
    taken = []
    for number in (there.clubs_diamonds, there.hearts, there.spades, there.twos):
        taken.append(min(left, number))
        left -= taken[-1]
    return Friends(*taken)


def check_options(seats: int, options: LiveGrenadeOptions) -> Reason | None:
    """Why nobody can play so, or None."""
    if not 1 <= options.decks <= MOST_DECKS:
        return reasons.WrongOption("decks", options.decks, f"1 to {MOST_DECKS}")
    if options.added not in ("decks", "needed"):
        return reasons.WrongOption("added", options.added, "'decks' or 'needed'")
    if not 2 <= seats <= most_seats(options):
        return reasons.WrongPlayers(seats, most_seats(options), options.decks)
    if options.starter is not None and not 0 <= options.starter < seats:
        return reasons.WrongOption("starter", options.starter, f"a seat, 0 to {seats - 1}")
    return _check_short(seats, options) or _check_cards(seats, options)


def _check_short(seats: int, options: LiveGrenadeOptions) -> Reason | None:
    if not options.short:
        if options.short_ranks is not None:
            return reasons.WrongOption("short_ranks", options.short_ranks, "given in the short game only")
        return None
    if seats not in SHORT_SETS:
        return reasons.WrongOption("short", True, f"for two or three players, not for {seats}")
    ranks, sets = options.short_ranks, SHORT_SETS[seats]
    if ranks is None:
        return None
    if len(ranks) != sets or len(set(ranks)) != sets or not set(ranks) <= set(PAIR_RANKS):
        wants = "one rank of 4 to 9" if sets == 1 else "two different ranks of 4 to 9"
        return reasons.WrongOption("short_ranks", ranks, wants)
    return None


def _check_cards(seats: int, options: LiveGrenadeOptions) -> Reason | None:
    most = friends_there(seats, options).total
    asked = friends_asked(seats, options)
    if not 0 <= asked <= most:
        return reasons.WrongOption("best_friends", asked, f"0 to {most} with {seats} players and these decks")
    ranks = len(PLAIN_RANKS) - (SHORT_SETS[seats] if options.short else 0)
    enough = (ranks * len(SUITS) * options.decks + asked) // seats
    if not 0 <= options.extra_cards <= enough:
        return reasons.WrongOption("extra_cards", options.extra_cards, f"0 to {enough}: there are no more cards")
    return None
