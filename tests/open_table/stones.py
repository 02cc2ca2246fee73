"""Go and carrom played at the open table, from the home scene to the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from math import dist, hypot
from random import Random

from grenade_salad.games.open_table.placed_pieces import PlacedPiece
from tests.open_table.people import People

Point = tuple[float, float]
Stone = tuple[int, int]


class GoPosition:
    """A position of go: groups, liberties, ko and eyes."""

    def __init__(self, size: int = 13) -> None:
        self.size, self.stones = size, dict[Stone, int]()
        self.ko: Stone | None = None

    def neighbours(self, point: Stone) -> Iterator[Stone]:
        for across, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if 0 <= point[0] + across < self.size and 0 <= point[1] + up < self.size:
                yield point[0] + across, point[1] + up

    def find_group(self, stone: Stone) -> tuple[set[Stone], set[Stone]]:
        """Return the stones joined with this one, and their free neighbour points."""
        joined, free, waiting = {stone}, set[Stone](), [stone]
        while waiting:
            for neighbour in self.neighbours(waiting.pop()):
                if neighbour not in self.stones:
                    free.add(neighbour)
                elif self.stones[neighbour] == self.stones[stone] and neighbour not in joined:
                    joined.add(neighbour)
                    waiting.append(neighbour)
        return joined, free

    def play(self, point: Stone, colour: int) -> list[Stone] | None:
        """Place a stone and return the captured ones; None if that is illegal.

        An illegal stone changes nothing.
        """
        if point in self.stones or point == self.ko:
            return None
        self.stones[point] = colour
        captured = {
            stone
            for neighbour in self.neighbours(point)
            if self.stones.get(neighbour) == 1 - colour and not (group := self.find_group(neighbour))[1]
            for stone in group[0]
        }
        for stone in captured:
            del self.stones[stone]
        if not captured and not self.find_group(point)[1]:
            del self.stones[point]
            return None
        self.ko = next(iter(captured)) if len(captured) == 1 and len(self.find_group(point)[0]) == 1 else None
        return sorted(captured)

    def is_eye(self, point: Stone, colour: int) -> bool:
        return all(self.stones.get(neighbour) == colour for neighbour in self.neighbours(point))

    def count_territory(self, colour: int) -> int:
        """Count the free points that only stones of a colour surround."""
        visited, total = set[Stone](), 0
        for start in product(range(self.size), range(self.size)):
            if start in self.stones or start in visited:
                continue
            area, edge_colours, waiting = {start}, set[int](), [start]
            while waiting:
                for neighbour in self.neighbours(waiting.pop()):
                    if neighbour in self.stones:
                        edge_colours.add(self.stones[neighbour])
                    elif neighbour not in area:
                        area.add(neighbour)
                        waiting.append(neighbour)
            visited |= area
            total += len(area) if edge_colours == {colour} else 0
        return total


def play_go(people: People, seed: int = 1) -> int:
    """Play until both pass; return the seat with more points."""
    people.sit_down("Go, 13 lines")
    position, rng, prisoners, passed = GoPosition(), Random(seed), [0, 0], 0
    for turn in count():
        seat = turn % 2
        assert people.turn == seat
        chosen_point, heap = _choose_point(position, seat, rng), _find_stones_left(people, seat)
        if chosen_point is None or heap is None:
            passed += 1
            if passed == 2:
                break
            people.end_turn()
            continue
        passed = 0
        captured = position.play(chosen_point, seat)
        assert captured is not None
        people.move(heap, _crossing_point(chosen_point))
        for stone in captured:
            people.carry(_crossing_point(stone), f"taken {seat}")
        prisoners[seat] += len(captured)
        if turn < 3 or turn % 30 == 0:
            people.save_picture(f"turn {turn}")
        people.end_turn()
    people.save_picture("two passes")
    assert {
        piece.position
        for piece in people.find_pieces(
            lambda piece: piece.holder is None and piece.count == 1 and piece.shape == "disc"
        )
    } >= {_crossing_point(stone_point) for stone_point in position.stones}
    points = [position.count_territory(colour) + prisoners[colour] + 6.5 * colour for colour in (0, 1)]
    winner = points.index(max(points))
    people.finish(f"{people.player_name(winner)} won")
    return winner


def _crossing_point(crossing: Stone) -> Point:
    """Return the point of a crossing in mm."""
    return 136.0 + 24 * crossing[0], 46.0 + 24 * crossing[1]


def _find_stones_left(people: People, seat: int) -> PlacedPiece | None:
    """Return the stones that a seat has left, next to the board."""
    stones = people.find_by_front(f"a {('black', 'white')[seat]} stone", None)
    return next((stone for stone in stones if not 120 < stone.position[0] < 440), None)


def _choose_point(position: GoPosition, colour: int, rng: Random) -> Stone | None:
    """Return a random point that captures most; None if no useful point is left.

    A stone without a capture needs two liberties.
    """
    size = range(position.size)
    candidates = []
    for point in product(size, size):
        trial = GoPosition(position.size)
        trial.stones, trial.ko = dict(position.stones), position.ko
        if point in position.stones or position.is_eye(point, colour):
            continue
        captured = trial.play(point, colour)
        if captured is not None and (captured or len(trial.find_group(point)[1]) > 1):
            candidates.append((len(captured), rng.random(), point))
    return max(candidates)[2] if candidates else None


def play_carrom(people: People, max_shots: int = 120) -> int:
    """Play until a colour is pocketed or the shots are used; return the winner."""
    people.sit_down("Carrom")
    pocketed = [0, 0]
    for shot in range(max_shots):
        seat = people.turn
        start, target, strength = _choose_shot(people, seat)
        _place_striker(people, start)
        if shot < 4:
            people.save_picture(f"shot {shot} put")
        (striker,) = people.find_by_front("the striker", None)
        people.shoot(striker, target, strength)
        if shot < 4 or shot % 20 == 0:
            people.save_picture(f"shot {shot} done")
        has_scored = _clear_pockets(people, seat, pocketed)
        if not people.find_by_front(f"a {('white', 'black')[seat]} man", None):
            break
        if not has_scored:
            people.end_turn()
    people.save_picture("the board is over")
    winner = pocketed.index(max(pocketed))
    people.finish(f"{people.player_name(winner)} won")
    return winner


_BASES = (217.4, 722.6)
_POCKETS = ((122.5, 122.5), (817.5, 122.5), (122.5, 817.5), (817.5, 817.5))


def _place_striker(people: People, start: Point) -> None:
    """Put the striker back on the base line."""
    (striker,) = people.find_by_front("the striker")
    if dist(striker.position, start) > 1:
        people.move(striker, start)


def _choose_shot(people: People, seat: int) -> tuple[Point, Point, float]:
    """Return where to put the striker, the point to aim at and the strength.

    It is the straightest path of a man to a pocket.
    """
    men = people.find_by_front(f"a {('white', 'black')[seat]} man", None)
    disc_points = [
        piece.position for piece in people.find_pieces(lambda piece: piece.holder is None and piece.shape == "disc")
    ]
    shots = []
    for man, pocket, step in product(men, _POCKETS, range(9)):
        start = 270.0 + 50 * step, _BASES[seat]
        if any(
            dist(start, disc_point) < 45
            for disc_point in disc_points
            if disc_point != man.position and disc_point[1] != _BASES[seat]
        ):
            continue
        distance = dist(man.position, pocket)
        ghost = (
            man.position[0] - (pocket[0] - man.position[0]) / distance * 36.5,
            man.position[1] - (pocket[1] - man.position[1]) / distance * 36.5,
        )
        run = dist(start, ghost)
        straight = sum((ghost[i] - start[i]) * (pocket[i] - man.position[i]) for i in (0, 1)) / max(run * distance, 1)
        blocked = sum(
            _distance_to_segment(start, ghost, disc_point) < 37
            or _distance_to_segment(man.position, pocket, disc_point) < 33
            for disc_point in disc_points
            if disc_point != man.position
        )
        shots.append((blocked, -straight + distance / 2000, start, ghost))
    blocked, _, start, ghost = min(shots)
    return start, ghost, 0.55 if not blocked else 0.8


def _distance_to_segment(start: Point, end: Point, point: Point) -> float:
    """Return the distance of a point from the segment between start and end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / max(dx**2 + dy**2, 1e-9)
    share = min(max(share, 0.0), 1.0)
    return hypot(point[0] - start[0] - share * dx, point[1] - start[1] - share * dy)


def _clear_pockets(people: People, seat: int, pocketed: list[int]) -> bool:
    """Empty the pockets; True if a man is the seat's own and there is no foul.

    A foul is a fallen striker.
    """
    has_own = is_foul = False
    for piece in reversed(
        people.find_pieces(lambda piece: piece.holder is not None and piece.holder.endswith("pocket"))
    ):
        front = people.front(piece)
        if front == "the striker":
            is_foul = True
            people.move(piece, (470.0, _BASES[1 - seat]))
        elif front == "the queen":
            people.move(piece, (470.0, 470.0))
        else:
            owner = ("a white man", "a black man").index(front)
            pocketed[owner] += 1
            has_own = has_own or owner == seat
            people.move(piece, f"taken {owner}")
    return has_own and not is_foul
