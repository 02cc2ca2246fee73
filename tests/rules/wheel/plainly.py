"""The rules once more, as somebody would carry them out with real cards: slow, and sharing nothing with the game."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.games.wheel import WheelOptions


@dataclass
class White:
    """A white die."""

    card: str
    pips: int


class Table:
    """Cards in a list, and dice; `blown` lists what blew up, in order: (card, dice, taken)."""

    def __init__(
        self, ring: list[str], down: set[str], dice: list[White], hearts: list[set[str]], options: WheelOptions
    ) -> None:
        self.ring = ring
        self.down = set(down)
        self.dice = dice
        self.hearts = hearts
        self.options = options
        self.blown: list[tuple[str, list[int], bool]] = []
        self.outs: list[int] = []

    def step(self, card: str) -> str:
        """The card to the left."""
        return self.ring[(self.ring.index(card) + 1) % len(self.ring)]

    def alive(self) -> list[int]:
        """Who is in (WH-13)."""
        gone = {card[0] + "H" for card in self.down if card != "joker"}
        hit = (lambda held: held <= gone) if self.options.last_heart else (lambda held: bool(held & gone))
        return [seat for seat, held in enumerate(self.hearts) if not hit(held)]

    def move(self, roll: int, die: int) -> None:
        """One turn (WH-06 to WH-14)."""
        moved = self.dice[die]
        counted = 0
        while counted < roll:
            moved.card = self.step(moved.card)
            if moved.card not in self.down or self.options.face_down == "counted":
                counted += 1
        if moved.card == "joker" and "joker" not in self.down:
            for one in self.dice:
                one.pips += 1
            if self.options.joker == "twice":
                moved.pips = min(6, moved.pips + 1)
        else:
            moved.pips += 1
        self._all(moved)

    def _all(self, moved: White) -> None:
        """WH-11: from the moved die's card once round the ring."""
        here = moved.card
        for _ in self.ring:
            if any(one == White(here, 6) for one in self.dice) and len(self.alive()) > 1:
                self._one(here)
            here = self.step(here)

    def _one(self, card: str) -> None:
        before = self.alive()
        safe = card == "joker" and self.options.joker_safe
        taken = card not in self.down and not safe
        if taken:
            self.down.add(card)
        to = self.step(card)
        while to in self.down or to == "joker":
            to = self.step(to)
        there = [number for number, one in enumerate(self.dice) if one.card == card]
        for number in there:
            self.dice[number] = White(to, 1)
        self.blown.append((card, there, taken))
        self.outs += [seat for seat in before if seat not in self.alive()]
