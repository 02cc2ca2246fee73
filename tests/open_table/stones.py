"""Go and carrom as people play them at the open table, from the first screen to the last."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from math import dist, hypot
from random import Random

from grenade_salad.games.open_table.placed_pieces import Lying
from tests.open_table.people import People

Point = tuple[float, float]
Stone = tuple[int, int]


class Go:
    """What two people know of go: groups, their free points, ko, and that nobody fills an eye of their own."""

    def __init__(self, size: int = 13) -> None:
        self.size, self.stones = size, dict[Stone, int]()
        self.ko: Stone | None = None

    def beside(self, at: Stone) -> Iterator[Stone]:
        for across, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if 0 <= at[0] + across < self.size and 0 <= at[1] + up < self.size:
                yield at[0] + across, at[1] + up

    def group(self, at: Stone) -> tuple[set[Stone], set[Stone]]:
        """The stones joined with this one, and the points that are free beside them."""
        found, free, waiting = {at}, set[Stone](), [at]
        while waiting:
            for one in self.beside(waiting.pop()):
                if one not in self.stones:
                    free.add(one)
                elif self.stones[one] == self.stones[at] and one not in found:
                    found.add(one)
                    waiting.append(one)
        return found, free

    def play(self, at: Stone, who: int) -> list[Stone] | None:
        """What it takes; None if it cannot be, and then nothing has changed."""
        if at in self.stones or at == self.ko:
            return None
        self.stones[at] = who
        taken = {
            stone
            for one in self.beside(at)
            if self.stones.get(one) == 1 - who and not (group := self.group(one))[1]
            for stone in group[0]
        }
        for stone in taken:
            del self.stones[stone]
        if not taken and not self.group(at)[1]:
            del self.stones[at]
            return None
        self.ko = next(iter(taken)) if len(taken) == 1 and len(self.group(at)[0]) == 1 else None
        return sorted(taken)

    def eye(self, at: Stone, who: int) -> bool:
        return all(self.stones.get(one) == who for one in self.beside(at))

    def points(self, who: int) -> int:
        """Free points that only stones of that colour surround."""
        seen, found = set[Stone](), 0
        for at in product(range(self.size), range(self.size)):
            if at in self.stones or at in seen:
                continue
            area, edge, waiting = {at}, set[int](), [at]
            while waiting:
                for one in self.beside(waiting.pop()):
                    if one in self.stones:
                        edge.add(self.stones[one])
                    elif one not in area:
                        area.add(one)
                        waiting.append(one)
            seen |= area
            found += len(area) if edge == {who} else 0
        return found


def go(people: People, luck: int = 1) -> int:
    """Until both pass; who has more points."""
    people.sit_down("Go, 13 lines")
    known, rng, prisoners, passed = Go(), Random(luck), [0, 0], 0
    for turn in count():
        who = turn % 2
        assert people.turn == who
        at, heap = _wanted(known, who, rng), _heap(people, who)
        if at is None or heap is None:
            passed += 1
            if passed == 2:
                break
            people.pass_on()
            continue
        passed = 0
        taken = known.play(at, who)
        assert taken is not None
        people.move(heap, _line(at))
        for stone in taken:
            people.carry(_line(stone), f"taken {who}")
        prisoners[who] += len(taken)
        if turn < 3 or turn % 30 == 0:
            people.picture(f"turn {turn}")
        people.pass_on()
    people.picture("two passes")
    assert {
        one.at for one in people.things(lambda one: one.holder is None and one.count == 1 and one.shape == "disc")
    } >= {_line(at) for at in known.stones}
    points = [known.points(who) + prisoners[who] + 6.5 * who for who in (0, 1)]
    winner = points.index(max(points))
    people.finish(f"{people.name(winner)} won")
    return winner


def _line(at: Stone) -> Point:
    """A crossing in mm."""
    return 136.0 + 24 * at[0], 46.0 + 24 * at[1]


def _heap(people: People, who: int) -> Lying | None:
    """The stones that one has left, beside the board."""
    found = people.called(f"a {('black', 'white')[who]} stone", None)
    return next((one for one in found if not 120 < one.at[0] < 440), None)


def _wanted(known: Go, who: int, rng: Random) -> Stone | None:
    """A stone that takes; else one that saves; else one near others; None: there is nothing to gain."""
    size = range(known.size)
    can = []
    for at in product(size, size):
        trial = Go(known.size)
        trial.stones, trial.ko = dict(known.stones), known.ko
        if at in known.stones or known.eye(at, who):
            continue
        taken = trial.play(at, who)
        if taken is not None and (taken or len(trial.group(at)[1]) > 1):
            can.append((len(taken), rng.random(), at))
    return max(can)[2] if can else None


def carrom(people: People, most: int = 120) -> int:
    """Until one has pocketed all of a colour, or nobody likes to go on; who has pocketed more."""
    people.sit_down("Carrom")
    pocketed = [0, 0]
    for shot in range(most):
        who = people.turn
        start, target, hard = _best(people, who)
        _striker(people, start)
        if shot < 4:
            people.picture(f"shot {shot} put")
        (striker,) = people.called("the striker", None)
        people.shoot(striker, target, hard)
        if shot < 4 or shot % 20 == 0:
            people.picture(f"shot {shot} done")
        own = _fallen(people, who, pocketed)
        if not people.called(f"a {('white', 'black')[who]} man", None):
            break
        if not own:
            people.pass_on()
    people.picture("the board is over")
    winner = pocketed.index(max(pocketed))
    people.finish(f"{people.name(winner)} won")
    return winner


_BASES = (217.4, 722.6)
_POCKETS = ((122.5, 122.5), (817.5, 122.5), (122.5, 817.5), (817.5, 817.5))


def _striker(people: People, start: Point) -> None:
    """Back on the base line, wherever it is."""
    (striker,) = people.called("the striker")
    if dist(striker.at, start) > 1:
        people.move(striker, start)


def _best(people: People, who: int) -> tuple[Point, Point, float]:
    """Where to put the striker, what point to aim at, how hard: the straightest way of a man to a pocket."""
    men = people.called(f"a {('white', 'black')[who]} man", None)
    others = [one.at for one in people.things(lambda one: one.holder is None and one.shape == "disc")]
    found = []
    for man, pocket, step in product(men, _POCKETS, range(9)):
        start = 270.0 + 50 * step, _BASES[who]
        if any(dist(start, at) < 45 for at in others if at != man.at and at[1] != _BASES[who]):
            continue
        far = dist(man.at, pocket)
        ghost = (
            man.at[0] - (pocket[0] - man.at[0]) / far * 36.5,
            man.at[1] - (pocket[1] - man.at[1]) / far * 36.5,
        )
        run = dist(start, ghost)
        straight = sum((ghost[i] - start[i]) * (pocket[i] - man.at[i]) for i in (0, 1)) / max(run * far, 1)
        blocked = sum(_near(start, ghost, at) < 37 or _near(man.at, pocket, at) < 33 for at in others if at != man.at)
        found.append((blocked, -straight + far / 2000, start, ghost))
    blocked, _, start, ghost = min(found)
    return start, ghost, 0.55 if not blocked else 0.8


def _near(start: Point, end: Point, at: Point) -> float:
    """How far a point is from a way."""
    wide, high = end[0] - start[0], end[1] - start[1]
    share = ((at[0] - start[0]) * wide + (at[1] - start[1]) * high) / max(wide**2 + high**2, 1e-9)
    share = min(max(share, 0.0), 1.0)
    return hypot(at[0] - start[0] - share * wide, at[1] - start[1] - share * high)


def _fallen(people: People, who: int, pocketed: list[int]) -> bool:
    """Take out of the pockets what fell in; whether it was one of one's own, and not the striker."""
    own = foul = False
    for one in reversed(people.things(lambda one: one.holder is not None and one.holder.endswith("pocket"))):
        front = people.front(one)
        if front == "the striker":
            foul = True
            people.move(one, (470.0, _BASES[1 - who]))
        elif front == "the queen":
            people.move(one, (470.0, 470.0))
        else:
            whose = ("a white man", "a black man").index(front)
            pocketed[whose] += 1
            own = own or whose == who
            people.move(one, f"taken {whose}")
    return own and not foul
