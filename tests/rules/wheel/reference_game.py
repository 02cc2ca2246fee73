"""A slow reference implementation of the rules that shares nothing with the game.

It carries the rules out as people do with real cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.games.wheel import WheelOptions


@dataclass
class WhiteDie:
    """A white die."""

    card: str
    pips: int


class ReferenceGame:
    """Cards in a list, and dice."""

    def __init__(
        self, ring: list[str], down: set[str], dice: list[WhiteDie], hearts: list[set[str]], options: WheelOptions
    ) -> None:
        self.ring = ring
        """The cards, clockwise."""
        self.down = set(down)
        """The cards that are face down."""
        self.dice = dice
        self.hearts = hearts
        self.options = options
        self.explosions: list[tuple[str, list[int], bool]] = []
        """The cards that blew up, in order, each with the dice on it and True if it was taken."""
        self.eliminated: list[int] = []
        """The seats that went out, in order."""

    def next_card(self, card: str) -> str:
        """Return the next card clockwise."""
        return self.ring[(self.ring.index(card) + 1) % len(self.ring)]

    def find_alive_seats(self) -> list[int]:
        """Return the seats that are still in the game (WH-13)."""
        lost_hearts = {card[0] + "H" for card in self.down if card != "joker"}
        is_out = (
            (lambda held: held <= lost_hearts) if self.options.last_heart else (lambda held: bool(held & lost_hearts))
        )
        return [seat for seat, held in enumerate(self.hearts) if not is_out(held)]

    def move_die(self, roll: int, die: int) -> None:
        """Play one turn (WH-06 to WH-14)."""
        moved = self.dice[die]
        counted = 0
        while counted < roll:
            moved.card = self.next_card(moved.card)
            if moved.card not in self.down or self.options.face_down == "counted":
                counted += 1
        if moved.card == "joker" and "joker" not in self.down:
            for die_on_table in self.dice:
                die_on_table.pips += 1
            if self.options.joker == "twice":
                moved.pips = min(6, moved.pips + 1)
        else:
            moved.pips += 1
        self._explode_all(moved)

    def _explode_all(self, moved: WhiteDie) -> None:
        """Blow up all sixes, from the moved die's card once round the ring (WH-11)."""
        card = moved.card
        for _ in self.ring:
            if any(die == WhiteDie(card, 6) for die in self.dice) and len(self.find_alive_seats()) > 1:
                self._explode(card)
            card = self.next_card(card)

    def _explode(self, card: str) -> None:
        """Take the card, and start its dice again on the next spade (WH-08, WH-09)."""
        alive_before = self.find_alive_seats()
        is_safe = card == "joker" and self.options.joker_safe
        is_taken = card not in self.down and not is_safe
        if is_taken:
            self.down.add(card)
        target = self.next_card(card)
        while target in self.down or target == "joker":
            target = self.next_card(target)
        dice_here = [index for index, die in enumerate(self.dice) if die.card == card]
        for die_index in dice_here:
            self.dice[die_index] = WhiteDie(target, 1)
        self.explosions.append((card, dice_here, is_taken))
        self.eliminated += [seat for seat in alive_before if seat not in self.find_alive_seats()]
