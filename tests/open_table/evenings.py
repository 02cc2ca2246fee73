"""Whole games as people play them at the open table, by the rules that they know, each from the first screen on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pygame

from tests.open_table.people import People
from tests.web.phones import Phone


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


class OnPhone:
    """Somebody with a phone at the open table: they know what their sheet shows, and press its buttons."""

    def __init__(self, phone: Phone) -> None:
        assert phone.seat is not None
        self.phone, self.seat = phone, phone.seat

    @property
    def hand(self) -> list[str]:
        """What the cards of the hand are called, such as "the 9 of hearts"."""
        return [card["words"].lower() for card in self.phone.sheet["hand"]]

    def top(self, place: str) -> str:
        """What lies on top there, as the phone says it."""
        (line,) = [one for one in self.phone.sheet["public"] if one.startswith(f"{place}:")]
        words: str = line.partition(" top ")[2]
        return words

    def press(self, *path: str, of: int | None = None, **more: Any) -> None:
        """The button behind these buttons, for a card of the hand if one is named; what it asks for is `more`."""
        found = [one for one in self.phone.sheet["choices"] if tuple(one["path"]) == path]
        line = next(one["line"] for one in found if of is None or one["line"]["at"] == [of])
        self._act(line | more)

    def do(self, verb: str, thing: str) -> None:
        """A verb of something that was tapped on the small table."""
        tools = self.phone.sheet["tools"]
        assert verb in tools["of"][thing]
        line = tools["verbs"][verb]["line"]
        self._act({part: thing if value == "@" else value for part, value in line.items()})

    def _act(self, line: dict[str, Any]) -> None:
        before = self.phone.sheet["moment"]
        self.phone.act(line)
        self.phone.network.until(lambda: self.phone.sheet["moment"] > before, dt=0.2)


def crazy_eights_of_four(people: People, seated: Callable[[int], Phone]) -> int:
    """Two at the screen and two on phones, five cards each; who won."""
    phones: dict[int, OnPhone] = {}
    people.sit_down("Cards", 4, lambda: phones.update({seat: OnPhone(seated(seat)) for seat in (1, 3)}))
    people.press("Deal 5")
    people.move("draw", "discard")
    for turn in count():
        who = turn % 4
        if who in phones:
            done = _eights_on_phone(people, phones[who])
        else:
            done = _eights_at_screen(people)
        if done:
            break
    people.finish(f"{people.name(who)} won")
    return who


def _eights_at_screen(people: People) -> bool:
    """One turn of whoever has the mouse; whether the hand is empty then."""
    [top] = people.top("discard")
    people.hold(pygame.K_SPACE)
    hand = people.hand()
    fits = [card for card in hand if card[:-1] in ("8", top[:-1]) or card[-1] == top[-1]]
    if fits:
        people.play(hand.index(fits[0]), "discard")
    people.let_go(pygame.K_SPACE)
    if not fits:
        people.draw_to_hand("draw")
    if hand == fits[:1]:
        return True
    people.pass_on()
    return False


def _eights_on_phone(people: People, one: OnPhone) -> bool:
    """One turn of a phone; whether its hand is empty then."""
    one.phone.network.until(
        lambda: f"{people.name(one.seat)}'s turn" in str(one.phone.sheet) or "your turn" in str(one.phone.sheet)
    )
    hand, top = one.hand, one.top("Discard pile").lower().split(" of ")
    fits = [
        card
        for card in hand
        if "8" in card or set(card.removeprefix("the ").split(" of ")) & {top[0].removeprefix("the "), top[1]}
    ]
    if fits:
        one.press("Play face up", of=hand.index(fits[0]), to="discard")
    else:
        one.do("draw", "draw")
    if hand == fits[:1]:
        people.rest()
        return True
    one.press("Pass the turn")
    people.rest()
    return False


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
            people.carry_by_keys(to, f"taken {people.turn}")
        people.carry_by_keys(at, to)
        people.picture(f"move {number} {move}")
        assert people.on(to) is not None
        assert people.on(at) is None
        if number < 6:
            people.pass_on()
            assert people.turn == (number + 1) % 2
    people.finish_by_keys("Ann won")
    return 0


class Line:
    """One end of a line of dominoes: at the edge of the table it goes back, a row farther from the middle."""

    def __init__(self, x: float, way: int) -> None:
        self.x, self.y, self.way = x, 210.0, way
        self.out = way

    def next(self, wide: float) -> tuple[tuple[float, float], int]:
        """The middle of what is laid there, in mm, and which way the line goes."""
        if not 25 < self.x + self.way * wide < 615:
            self.y, self.way = self.y - 60 * self.out, -self.way
        middle, self.x = self.x + self.way * wide / 2, self.x + self.way * (wide + 1)
        return (middle, self.y), self.way


def dominoes(people: People) -> int:
    """Seven each, laid to the ends of a line that goes to and fro; who has none left, or fewest pips."""
    people.sit_down("Dominoes")
    people.press("Deal 7")
    ends: list[int] = []
    lines = Line(320.0, -1), Line(320.0, 1)
    passed, turn = 0, 0
    while True:
        who = people.turn
        people.hold(pygame.K_SPACE)
        hand = people.hand()
        found = _fitting(hand, ends)
        if turn < 6:
            people.picture(f"turn {turn} looks")
        if found is not None:
            place, side, pips = found
            first = not ends or pips[0] == ends[side]
            ends = ends or [pips[1], pips[0]]
            spot, way = lines[side].next(25 if pips[0] == pips[1] else 50)
            # Upright the first number is on top; turned to the left by a quarter it is at the left.
            quarters = 0 if pips[0] == pips[1] else 1 if (way > 0) == first else 3
            people.play(place, spot, turned=2 * quarters)
            ends[side] = pips[1] if first else pips[0]
        people.let_go(pygame.K_SPACE)
        if turn < 6:
            people.picture(f"turn {turn} did")
        if found is None and people.count("boneyard"):
            people.draw_to_hand("boneyard")
            continue
        passed = 0 if found is not None else passed + 1
        if len(hand) == 1 and found is not None:
            break
        if passed == 2:
            break
        people.pass_on()
        turn += 1
    people.picture("the line")
    people.finish(f"{people.name(who)} won")
    return who


def _fitting(hand: list[str], ends: list[int]) -> tuple[int, int, tuple[int, int]] | None:
    """The first domino that fits an end: its place, the end, its pips."""
    for place, front in enumerate(hand):
        one, other = (int(pip) for pip in front.split("-"))
        for side in (0, 1):
            if not ends or ends[side] in (one, other):
                return place, side, (one, other)
    return None


def crokinole(people: People, shots: int = 4) -> int:
    """So many discs each, shot at those of the other, else at the hole; points by the lines; who has more."""
    people.sit_down("Crokinole")
    rings = ((102.0, 15), (203.0, 10), (305.0, 5))
    twenties = [0, 0]
    for shot in range(2 * shots):
        who = people.turn
        colour = ("white", "black")[who]
        # Each shoots from the side of the own heap, across the hole.
        start = (440.0, 97.6) if who == 0 else (360.0, 702.4)
        people.move(f"{colour} discs", start)
        disc = people.on(start)
        assert disc is not None, "it lies on the outer line"
        on_board = [one for one in people.called(f"a {('black', 'white')[who]} disc", None) if one.at != disc.at]
        target = on_board[0].at if on_board else (400.0, 400.0)
        people.picture(f"shot {shot} put")
        people.shoot(disc, target, 0.55)
        people.picture(f"shot {shot} done")
        for one in people.things(lambda one: one.holder == "hole"):
            twenties[("a white disc", "a black disc").index(people.front(one))] += 1
            people.move(one, "counted")
        people.pass_on()
    points = [20 * number for number in twenties]
    for seat, colour in enumerate(("white", "black")):
        for one in people.called(f"a {colour} disc", None):
            far = ((one.at[0] - 400) ** 2 + (one.at[1] - 400) ** 2) ** 0.5 + 16
            points[seat] += next((worth for radius, worth in rings if far < radius), 0)
    for seat, number in enumerate(points):
        people.key(pygame.K_1 + seat)
        for _ in range(number // 5):
            people.press(f"{people.name(people.turn)}'s points: one more")
    people.picture("counted")
    winner = points.index(max(points))
    people.finish(f"{people.name(winner)} won" if points[0] != points[1] else "Just clear")
    return winner


def salad_by_hand(people: People) -> int:
    """Grenade Salad without its rules: soldiers dropped, cards drawn, one strike, a tile as measure; who took more."""
    people.sit_down("Grenade Salad by hand")
    people.press("Deal 5")
    spots = [(270.0 + 60 * number, 180.0 + 40 * (number % 3)) for number in range(6)]
    for number, (x, y) in enumerate(spots):
        colour = ("red", "blue")[number % 2]
        soldier = people.things(lambda one, where=f"{colour} reserve": one.holder == where)[0]  # type: ignore[misc]
        people.move(soldier, (x, y))
        people.pass_on()
    people.picture("set up")
    for turn in range(4):
        who = people.turn
        other = ("blue", "red")[who]
        people.hold(pygame.K_SPACE)
        hand = people.hand()
        people.picture(f"turn {turn} looks")
        people.play(0, "discard")
        people.let_go(pygame.K_SPACE)
        assert people.count(f"hand {who}") == len(hand) - 1 if people.scene.desk.area(f"hand {who}") else True
        enemies = people.called(f"a {other} soldier", None)
        tile = people.called("a tile", None)[-1]
        people.move(tile, enemies[0].at)
        people.picture(f"turn {turn} measured")
        people.move(people.called("a tile", None)[-1], (830.0, 300.0))
        people.move(people.called(f"a {other} soldier", None)[0], f"taken {who}")
        people.draw_to_hand("draw")
        people.pass_on()
    people.picture("taken")
    people.finish("Just clear")
    return 0
