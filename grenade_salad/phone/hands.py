"""Since when each hand is as it is: at a table without turns an older sheet may name its cards by wrong places."""

from __future__ import annotations

from collections.abc import Iterable

from grenade_salad.core import Action, State
from grenade_salad.phone.protocol import Decision
from grenade_salad.phone.sheet import told_of
from grenade_salad.text import Reader


class Hands:
    """What each seat's phone shows of its own hand, and since which moment. Nothing of it is told to anybody."""

    def __init__(self) -> None:
        self._held: dict[int, tuple[object, int]] = {}

    def follow(self, state: State, names: tuple[str, ...], seats: Iterable[int], moment: int) -> None:
        """The position of a moment: hands that are other ones are new since then."""
        for seat in seats:
            hand = told_of(state.view(seat), [], Reader(names, seat, "en")).hand
            if seat not in self._held or self._held[seat][0] != hand:
                self._held[seat] = hand, moment

    def since(self, decision: Decision) -> int:
        """Since which moment it means what it meant: 0, or if it names cards by place, that of the hand."""
        named = any(isinstance(one, Action) and one.by_place for one in (decision.action, *decision.more))
        return self._held[decision.seat][1] if named and decision.seat in self._held else 0
