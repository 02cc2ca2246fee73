"""Normal player of Live Grenade: rules of thumb, and a memory of events."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.core import Action, Event, View
from grenade_salad.games.live_grenade import Cancel, LiveGrenadeView, Pass
from grenade_salad.games.live_grenade.actions import Theft
from grenade_salad.games.live_grenade.cards import FRIENDS, PAIR_RANKS
from grenade_salad.games.live_grenade.events import Dealt, Drew, Grenade, Out, Played, Stolen
from grenade_salad.games.live_grenade.options import requested_friends

WORTH = {"K": 0.45, "Q": 0.25, "J": 0.25, "1": 0.2}
"""Worth of a card in the own hand by its first letter; a last Best Friend is 1."""
FURTHER_FRIEND_WORTH = 0.65
"""Worth of each Best Friend in a hand with several."""
ANY_CARD_WORTH = 0.1
"""Worth of any stolen card."""
CANCEL_STAKE = {"": 0.15, "careful": 0.2, "reckless": 0.1}
"""Minimum stake for which a King is played, by style."""
OWN_THEFT_WORTH = 2.0
"""Worth of a Best Friend that this seat steals: its victim loses it, too."""
SKIP_RISK_ALONE = {"": 0.35, "careful": 0.3, "reckless": 0.35}
SKIP_RISK_WITH_FRIEND = {"": 0.65, "careful": 0.65, "reckless": 1.1}
"""Risk of drawing an ace from which a turn ends with a Skip, by style.

Without and with a Best Friend in hand.
"""
STEAL_RISK = 0.5
"""Risk of drawing an ace from which a player with a Best Friend steals.

A player without one steals at once.
"""
SPARE_THEFTS = {"": 6, "careful": 9, "reckless": 1}
"""Number of Pairs and 10s in hand from which one is played at once, by style.

The last ones are kept for when they save.
"""
RESTLESS_RATE = {"": 0.35, "careful": 0.0, "reckless": 1.0}
"""Probability that a player who would rather wait still plays a 10, by style.

People leave if they only see others draw. A 10 brings a card for a card, so it costs little; a Pair costs two.
"""
CHANCE_TOLERANCE = 1e-9
"""Chances that differ by less are equal: equal victims are robbed equally often."""
ESCAPE_COST = 0.8
"""Cost when another player escapes an ace without a Best Friend; drawing it is 1."""
NEXT_DRAW_COST = 0.3
"""Cost of drawing an ace with a Best Friend, who is lost; without one it is 1."""
OWN_ESCAPE_WORTH = 0.1
"""Worth of escaping an ace with a Best Friend; without one it is 1."""


class Memory:
    """Sizes of all hands and the Best Friends expected in them, by what a seat saw."""

    def __init__(self) -> None:
        self._sizes: dict[int, int] = {}
        self._friends: dict[int, float] = {}

    def see(self, event: Event) -> None:
        """Observe an event."""
        match event:
            case Dealt():
                self._sizes[event.seat] = event.number
                self._friends[event.seat] = 1.0
            case Drew():
                self._change_hand(event.seat, 1, 0.0)
            case Played():
                self._change_hand(event.seat, -len(event.cards), 0.0)
            case Grenade() if event.friend:
                self._change_hand(event.seat, -1, -1.0)
            case Out():
                self._sizes[event.seat] = 0
                self._friends[event.seat] = 0.0
            case Stolen():
                share = self._friends.get(event.victim, 0.0) / max(1, self._sizes.get(event.victim, 1))
                worth = share if event.card is None else float(event.card in FRIENDS)
                self._change_hand(event.victim, -1, -worth)
                self._change_hand(event.thief, 1, worth)

    def _change_hand(self, seat: int, cards: int, friends: float) -> None:
        self._sizes[seat] = max(0, self._sizes.get(seat, 0) + cards)
        self._friends[seat] = min(max(0.0, self._friends.get(seat, 0.0) + friends), self._sizes[seat])

    def expected_friends(self, view: LiveGrenadeView, seat: int) -> list[float]:
        """Return the expected number of Best Friends of each player, as the seat sees it.

        Those that no player was seen to get are spread over all hidden cards.
        """
        own_cards = view.hands[seat]
        assert isinstance(own_cards, tuple)
        assert isinstance(view.deck, int)
        sizes = [hand if isinstance(hand, int) else 0 for hand in view.hands]
        expected = [min(self._friends.get(owner, 0.0), size) for owner, size in enumerate(sizes)]
        total = len(view.hands) + requested_friends(len(view.hands), view.options)
        hidden = total - sum(card in FRIENDS for card in (*own_cards, *view.discard)) - sum(expected)
        places = sum(sizes) + view.deck - view.grenades - sum(expected)
        share = min(1.0, max(0.0, hidden / places)) if places > 0 else 0.0
        friends = [
            known_friends + (size - known_friends) * share for known_friends, size in zip(expected, sizes, strict=True)
        ]
        friends[seat] = float(sum(card in FRIENDS for card in own_cards))
        return friends


class NormalPlayer:
    """A player by rules of thumb.

    It steals where Best Friends are likely, but not while there is nothing to fear; it keeps Skips for when the draw
    is dangerous, and Kings for what hurts.
    """

    def __init__(self, seat: int, rng: Random, style: str = "") -> None:
        self._seat = seat
        self._rng = rng
        self._cancel_stake = CANCEL_STAKE[style]
        self._skip_risk_alone, self._skip_risk_with_friend = SKIP_RISK_ALONE[style], SKIP_RISK_WITH_FRIEND[style]
        self._spare_thefts, self._restless_rate = SPARE_THEFTS[style], RESTLESS_RATE[style]
        self._memory = Memory()

    def see(self, event: Event) -> None:
        """Observe an event."""
        self._memory.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return an action: a play or the draw, or the answer to a play."""
        assert isinstance(view, LiveGrenadeView)
        friends = self._memory.expected_friends(view, self._seat)
        if view.stack:
            return self._answer(view, legal, friends)
        thefts = [action for action in legal if isinstance(action, Theft)]
        if thefts and self._would_steal(view, friends):
            chances = {theft.target: _friend_chance(view, theft.target, friends) for theft in thefts}
            best_victims = [
                victim for victim, chance in chances.items() if chance > max(chances.values()) - CHANCE_TOLERANCE
            ]
            victim = self._rng.choice(best_victims)
            return next(theft for theft in thefts if theft.target == victim)
        enders = [action for action in legal if action.do in ("skip", "reverse")]
        bearable = self._skip_risk_with_friend if friends[self._seat] else self._skip_risk_alone
        return self._rng.choice(enders) if enders and draw_risk(view) >= bearable else legal[0]

    def _would_steal(self, view: LiveGrenadeView, friends: Sequence[float]) -> bool:
        """True if it should steal now.

        A player who waits knows better from whom to steal, and loses a stolen Best Friend to thieves less often. With
        two players left, there is no other thief to fear.
        """
        hand = view.hands[self._seat]
        assert isinstance(hand, tuple)
        is_needed = not friends[self._seat] or draw_risk(view) >= STEAL_RISK or sum(view.alive) == 2
        tens = sum(card[:-1] == "10" for card in hand)
        is_restless = self._rng.random() < self._restless_rate and tens > 0
        return is_needed or is_restless or tens + _count_pairs(hand) >= self._spare_thefts

    def _answer(self, view: LiveGrenadeView, legal: Sequence[Action], friends: Sequence[float]) -> Action:
        """Return a King, if it helps enough.

        With an even number of Kings on it, the play is carried out as things are.
        """
        harm = self._harm(view, friends)
        if len(view.stack) % 2 == 0:
            harm = -harm
        kind = Cancel if harm >= self._cancel_stake else Pass
        return next((action for action in legal if isinstance(action, kind)), legal[0])

    def _harm(self, view: LiveGrenadeView, friends: Sequence[float]) -> float:
        """Return the seat's loss if the play at the bottom of the stack is carried out.

        A gain is below 0.
        """
        play = view.stack[0]
        if play.target is not None:
            return self._theft_harm(view, play.seat, play.target, friends)
        risk = draw_risk(view)
        is_alone = not friends[self._seat]
        if play.seat == self._seat:
            return -risk if is_alone else -OWN_ESCAPE_WORTH * risk
        escaped = ESCAPE_COST * risk * max(0.0, 1.0 - friends[play.seat]) / (sum(view.alive) - 1)
        is_next = next_seat(view, play.seat, play.do) == self._seat
        return escaped + (risk * (1.0 if is_alone else NEXT_DRAW_COST) if is_next else 0.0)

    def _theft_harm(self, view: LiveGrenadeView, thief: int, victim: int, friends: Sequence[float]) -> float:
        hand = view.hands[victim]
        if isinstance(hand, int):
            return (
                -OWN_THEFT_WORTH * _friend_chance(view, victim, friends) - ANY_CARD_WORTH
                if thief == self._seat and hand
                else 0.0
            )
        friend = FURTHER_FRIEND_WORTH if friends[self._seat] > 1 else 1.0
        worth = sum(friend if card in FRIENDS else WORTH.get(card[0], 0.0) for card in hand)
        return worth / len(hand) if hand else 0.0


def _friend_chance(view: LiveGrenadeView, victim: int, friends: Sequence[float]) -> float:
    """Return the chance that a card stolen from the victim is a Best Friend."""
    size = view.hands[victim]
    return friends[victim] / size if isinstance(size, int) and size else 0.0


def _count_pairs(hand: Sequence[str]) -> int:
    """Return the number of Pairs in a hand."""
    ranks = [card[:-1] for card in hand]
    return sum(ranks.count(rank) // 2 for rank in PAIR_RANKS)


def draw_risk(view: LiveGrenadeView) -> float:
    """Return the chance that the next card is an ace (LG-27)."""
    assert isinstance(view.deck, int)
    return view.grenades / view.deck


def next_seat(view: LiveGrenadeView, seat: int, do: str) -> int:
    """Return the seat whose turn follows after a Skip or Reverse of the seat."""
    direction = -view.direction if do == "reverse" and sum(view.alive) > 2 else view.direction
    seat = (seat + direction) % len(view.alive)
    while not view.alive[seat]:
        seat = (seat + direction) % len(view.alive)
    return seat
