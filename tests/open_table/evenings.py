"""Whole games as people play them at the open table, by the rules that they know, each from the first screen on."""

from __future__ import annotations

from itertools import count
from random import Random

import pygame

from tests.open_table.people import People


def crazy_eights(people: People) -> int:
    """Two at one screen, five cards each; who won."""
    people.sit_down("Cards")
    people.press("Deal 5")
    people.move("draw", "discard")
    turn = 0
    while True:
        who, [top] = people.turn, people.top("discard")
        people.hold(pygame.K_SPACE)
        hand = people.hand()
        fits = [card for card in hand if card[:-1] in ("8", top[:-1]) or card[-1] == top[-1]]
        if turn < 4:
            people.picture(f"turn {turn} looks")
        if fits:
            people.play(hand.index(fits[0]), "discard")
        people.let_go(pygame.K_SPACE)
        if not fits:
            people.draw_to_hand("draw")
        if turn < 4:
            people.picture(f"turn {turn} did")
        if hand == fits[:1]:
            break
        people.pass_on()
        turn += 1
    people.finish(f"{people.name(who)} won")
    return who


def square(column: int, row: int) -> tuple[float, float]:
    """The middle of a square in mm, a1 at the lower left."""
    return 145.0 + 50 * column, 125.0 + 50 * row


class Draughts:
    """What two people know of draughts: men go one step forward, kings both ways, and whoever can take must."""

    def __init__(self) -> None:
        self.men = {(column, row): 0 for row in range(3) for column in range(8) if (column + row) % 2 == 0}
        self.men |= {(column, row): 1 for row in range(5, 8) for column in range(8) if (column + row) % 2 == 0}
        self.kings: set[tuple[int, int]] = set()

    def steps(self, at: tuple[int, int], takes: bool) -> list[tuple[int, int]]:
        """Where a man can go, or take to."""
        colour, far = self.men[at], 2 if takes else 1
        found = []
        for across in (-1, 1):
            for up in (-1, 1) if at in self.kings else ((1, -1)[colour],):
                to, over = (at[0] + far * across, at[1] + far * up), (at[0] + across, at[1] + up)
                if (
                    to not in self.men
                    and min(to) >= 0
                    and max(to) < 8
                    and (not takes or self.men.get(over) == 1 - colour)
                ):
                    found.append(to)
        return found

    def moves(self, colour: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """All that a colour can do now."""
        own = [at for at, who in self.men.items() if who == colour]
        taking, going = ([(at, to) for at in own for to in self.steps(at, takes)] for takes in (True, False))
        return taking or going


def draughts(people: People, luck: int = 3) -> int:
    """Until one cannot move; who won."""
    people.sit_down("Draughts")
    known, rng, who = Draughts(), Random(luck), 0
    for turn in count():
        can = known.moves(who)
        if not can:
            break
        at, to = rng.choice(can)
        while True:
            people.carry(square(*at), square(*to))
            known.men[to] = known.men.pop(at)
            known.kings = {to if one == at else one for one in known.kings}
            jumped = abs(to[0] - at[0]) == 2
            if jumped:
                over = (at[0] + to[0]) // 2, (at[1] + to[1]) // 2
                people.carry(square(*over), f"taken {who}")
                del known.men[over]
                known.kings.discard(over)
            if to[1] == (7, 0)[who] and to not in known.kings:
                known.kings.add(to)
                people.click(people.at(*square(*to)))
                people.key(pygame.K_f)
                people.rest()
                people.picture("a king")
                break
            if not jumped or not (more := known.steps(to, True)):
                break
            at, to = to, more[0]
        if turn < 4 or turn % 20 == 0:
            people.picture(f"turn {turn}")
        people.pass_on()
        who = 1 - who
        assert people.turn == who
        assert people.squares() == {square(*one) for one in known.men}
    people.finish(f"{people.name(1 - who)} won")
    return 1 - who


MATE = "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5xf7"
"""The scholar's mate."""


def chess_by_keys(people: People) -> int:
    """No mouse, from the first screen to the last; White wins."""
    people.sit_down_by_keys("Chess")
    for number, move in enumerate(MATE.split()):
        at, to = (square(ord(one[0]) - ord("a"), int(one[1]) - 1) for one in (move[:2], move[-2:]))
        if "x" in move:
            people.carry_by_keys(to, people.area(f"taken {people.turn}"))
        people.carry_by_keys(at, to)
        people.picture(f"move {number} {move}")
        assert people.on(to) is not None
        assert people.on(at) is None
        if number < 6:
            people.pass_on()
            assert people.turn == (number + 1) % 2
    people.finish_by_keys("Ann won")
    return 0
