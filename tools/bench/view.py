"""The automatic camera of Grenade Salad over whole matches, at several sizes.

Machines at Normal play each match without a window. Then people who sit at one screen do the same in the real scene.
What the camera shows is noted as a turn begins (the first look), when a soldier or a card is chosen (the second), and
while players decide on a drop. Exits with 1 if a soldier is hidden where none may be.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import dist, log
from statistics import median

from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.ui.camera import Camera
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.view import SaladView
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Header, Match
from tools.bench.figures import format_verdict
from tools.offscreen import open_window
from tools.salad_looks import Entries, Look, let_all_answer, list_actions, show_match
from tools.tables import sit_down

SIZES = {"720p": (1280, 720), "1080p": (1920, 1080), "4K": (3840, 2160), "portrait": (1080, 1920)}
SEATS = (2, 3, 4)
NAMES = ("Ann", "Bo", "Cyril", "Dora")
SEED = 1
_LOOKS: tuple[tuple[Look, str, bool], ...] = (
    ("drop", "after a drop", True),
    ("first", "first look", True),
    ("second", "second look", False),
)
"""The looks with their words, and True if no soldier may be hidden."""
_LEVEL = "normal"


@dataclass
class Looks:
    """What a camera showed."""

    soldiers: int = 0
    hidden: int = 0
    looks: int = 0
    incomplete: int = 0
    """Looks in which any soldier was hidden."""
    widths: list[float] = field(default_factory=list)
    """Widths of a soldier, in pixels of the screen."""

    def add(self, board: SaladBoard, spots: list[tuple[float, float]]) -> None:
        """Note which of these soldiers are in the view."""
        camera = board.battlefield.camera_rig.goal
        hidden = sum(not camera.shows(spot, board.options.cube / 2) for spot in spots)
        self.soldiers, self.hidden = self.soldiers + len(spots), self.hidden + hidden
        self.looks, self.incomplete = self.looks + 1, self.incomplete + (hidden > 0)
        self.widths.append(camera.scale * board.options.cube * board.table.app.canvas().factor)

    def describe(self) -> str:
        """Return the figures in words."""
        if not self.looks:
            return "none"
        share = 100 * self.hidden / max(1, self.soldiers)
        words = f"{self.hidden} of {self.soldiers} hidden ({share:.1f} %), in {self.incomplete} of {self.looks} looks"
        return f"{words}, {median(self.widths):.0f} pixels wide ({min(self.widths):.0f} to {max(self.widths):.0f})"


@dataclass
class Travel:
    """The way of a camera through a match."""

    moves: int = 0
    widths: float = 0.0
    """Distance, in widths of the view."""
    zooms: float = 0.0
    """Doublings and halvings of the scale."""
    last: Camera | None = None

    def add(self, camera: Camera) -> None:
        """Note where the camera goes."""
        last, self.last = self.last, camera
        if last is None or camera == last:
            return
        self.moves += 1
        self.widths += dist(camera.middle, last.middle) * min(camera.scale, last.scale) / camera.rect.width
        self.zooms += abs(log(camera.scale / last.scale, 2))


@lru_cache
def _play_match(seats: int) -> tuple[Header, Entries]:
    """Return a match of machines, and what they did."""
    header = Header("grenade-salad", NAMES[:seats], SaladOptions().for_seats(seats), SEED)
    match = Match(header)
    play(match, make_players("grenade-salad", [_LEVEL] * seats, seed=SEED))
    return header, list_actions(match)


def measure(size: tuple[int, int], seats: int) -> tuple[dict[Look, Looks], Travel]:
    """Return the looks of a match, and the way of the camera."""
    header, entries = _play_match(seats)
    looks: dict[Look, Looks] = {"drop": Looks(), "first": Looks(), "second": Looks()}
    travel = Travel()
    with open_window(size) as app:
        let_all_answer(app)
        board = sit_down(app, Match(header), SaladBoard, seats)
        board.controller.have_looked.update(range(seats))
        for look, seat in show_match(app, board, entries, lambda: travel.add(board.battlefield.camera_rig.goal)):
            looks[look].add(board, _list_spots(board.board_view.view, seat))
    return looks, travel


def _list_spots(view: SaladView, seat: int | None) -> list[tuple[float, float]]:
    """Return the soldiers of a seat, or of all."""
    return [(soldier.x, soldier.y) for soldier in view.soldiers if seat is None or soldier.seat == seat]


def _list_lines() -> Iterator[tuple[str, bool]]:
    for seats in SEATS:
        for name, size in SIZES.items():
            looks, travel = measure(size, seats)
            for look, words, has_goal in _LOOKS:
                is_met = not has_goal or looks[look].hidden == 0
                goal = f"; goal 0 hidden: {format_verdict(is_met)}" if has_goal else ""
                yield f"view: {seats} players, {name}, {words}: {looks[look].describe()}{goal}", is_met
            words = f"{travel.moves} moves, {travel.widths:.0f} widths of the view, {travel.zooms:.0f} zooms by two"
            yield f"view: {seats} players, {name}, the camera: {words}", True


def run() -> None:
    """Print all lines. Exits with 1 if a goal is missed."""
    has_missed = False
    for line, is_met in _list_lines():
        print(line, flush=True)
        has_missed |= not is_met
    if has_missed:
        sys.exit(1)
