"""Random input at the open table by mouse, scroll, keys, fingers and window.

The record says what is on the table, whatever the input was.
"""

from __future__ import annotations

from random import Random

import pygame
import pytest

from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.core import to_json
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.match.match import NOBODY, Controller, Header
from grenade_salad.match.record import replay
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import run_until
from tests.fuzz.monkey import Monkey
from tests.fuzz.test_monkey import home as home
from tests.marks import doors_but
from tools.tables import get_journal

VARIED_BOXES = ("cards", "dice", "backgammon", "carrom", "blank")
"""Boxes with hands, dice, stacks on squares, sliding discs, and blank pieces."""
KEYS = (
    *(
        pygame.K_c,
        pygame.K_o,
        pygame.K_BACKSPACE,
        pygame.K_f,
        pygame.K_r,
        pygame.K_t,
        pygame.K_d,
        pygame.K_g,
        pygame.K_v,
        pygame.K_l,
        pygame.K_m,
        pygame.K_u,
    ),
    *(pygame.K_END, pygame.K_SPACE, pygame.K_RETURN, pygame.K_1, pygame.K_2, pygame.K_z, pygame.K_q, pygame.K_e),
    *(pygame.K_LEFT, pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_TAB, pygame.K_PAGEDOWN, pygame.K_PAGEUP),
)


class TableMonkey(Monkey):
    """A monkey that stays at a table with one box and also drags pieces."""

    def __init__(self, app: App, seed: int, box: str) -> None:
        super().__init__(app, seed)
        self.box = box
        self.scene: TableScene | None = None
        self.fingers: dict[int, tuple[float, float]] = {}

    def open_random_scene(self) -> None:
        if self.scene is not None and self.scene in self.app.stack and not self.scene.controller.match.state.is_over:
            while self.app.scene is not self.scene:
                self.app.pop()
            return
        self.history.append(f"a table with {self.box}")
        setup = bundled.load_box(self.box).setup
        seats = max(setup.box.seats[0], min(3, setup.box.seats[1]))
        header = Header("open-table", ("Ann", "Bo", "Cy")[:seats], TableOptions(), self.rng.randrange(10**6), setup)
        self.app.home()
        controllers = [Controller(), *(self.rng.choice((Controller(), NOBODY)) for _ in range(seats - 1))]
        start_match.begin(self.app, header, controllers)
        assert isinstance(self.app.scene, TableScene)
        self.scene = self.app.scene

    def post_random_event(self) -> None:
        gestures = (
            self.drag_piece,
            self.post_key,
            self.scroll,
            self.move_finger,
            self.click_piece,
            super().post_random_event,
        )
        self.rng.choices(gestures, (30, 25, 4, 10, 20, 15))[0]()

    def post_key(self) -> None:
        self.press_or_release(self.rng.choice(KEYS), self.rng.choice((0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL)))

    def _point_near_piece(self) -> tuple[int, int]:
        """Return a point near a random piece, or any point."""
        desk = getattr(getattr(self.scene, "board", None), "desk", None)
        if desk is None or not desk.pieces or self.rng.random() < 0.3:
            return self._random_point()
        x, y = desk.camera.to_screen(self.rng.choice(desk.pieces).position)
        return round(x * self.app.factor), round(y * self.app.factor)

    def click_piece(self) -> None:
        """Click near a piece."""
        point, button = self._point_near_piece(), self.rng.choice((1, 1, 1, 3))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.post(kind, pos=point, button=button, touch=False)

    def drag_piece(self) -> None:
        """Drag from one piece to another, sometimes with a key or a wait in between.

        Sometimes the button is not released.
        """
        start, end, button = self._point_near_piece(), self._point_near_piece(), self.rng.choice((1, 1, 1, 1, 2, 3))
        self.post(pygame.MOUSEBUTTONDOWN, pos=start, button=button, touch=False)
        for _ in range(self.rng.choice((0, 0, 8))):
            self.frame()
        for share in (0.3, 0.7, 1.0):
            x, y = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
            self.post(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(1, 0, 0), touch=False)
            if self.rng.random() < 0.4:
                self.frame()
        if self.rng.random() < 0.2:
            self.post_key()
        if self.rng.random() < 0.9:
            self.post(pygame.MOUSEBUTTONUP, pos=end, button=button, touch=False)

    def scroll(self) -> None:
        """Scroll over a piece."""
        self.post(pygame.MOUSEMOTION, pos=self._point_near_piece(), rel=(0, 0), buttons=(0, 0, 0), touch=False)
        self.post(pygame.MOUSEWHEEL, x=0, y=self.rng.choice((-1, 1)), precise_y=0.5)

    def move_finger(self) -> None:
        """Put down, move or lift one of three fingers."""
        width, height = self.app.screen.get_size()
        x, y = self._point_near_piece()
        finger, position = self.rng.randrange(3), (x / width, y / height)
        if finger not in self.fingers:
            kind, self.fingers[finger] = pygame.FINGERDOWN, position
        elif self.rng.random() < 0.6:
            kind = pygame.FINGERMOTION
        else:
            kind = pygame.FINGERUP
            del self.fingers[finger]
        self.post(kind, finger_id=finger, touch_id=1, dx=0.0, dy=0.0, pressure=1.0, x=position[0], y=position[1])


def run_monkey(app: App, box: str, seed: int, events: int) -> int:
    """Post random events at a table, and return the number of recorded lines."""
    monkey = TableMonkey(app, seed, box)
    try:
        monkey.act(events)
        monkey.open_random_scene()
        app.forget_events()
        pygame.event.clear()
        pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
        scene = monkey.scene
        assert scene is not None
        run_until(app, lambda: scene.controller.session.is_settled and scene.controller.is_idle, 3000)
    except Exception as error:
        last = "\n  ".join(monkey.history[-14:])
        raise AssertionError(f"{box}, seed {seed}, in {app.screen.get_size()}:\n  {last}") from error
    lines = 0
    for summary in get_journal(app).matches(limit=100):
        if summary.game == "open-table":
            replayed_match = replay(get_journal(app).record(summary.id)).match
            lines += len(replayed_match.entries)
            if summary.id == max(
                match_summary.id
                for match_summary in get_journal(app).matches(limit=100)
                if match_summary.game == "open-table"
            ):
                for seat in (None, *range(len(replayed_match.header.seats))):
                    assert to_json(replayed_match.state.view(seat)) == to_json(
                        scene.controller.match.state.view(seat)
                    ), (
                        box,
                        seed,
                        seat,
                    )
    return lines


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("box", doors_but(VARIED_BOXES, bundled.names()))
def test_record_agrees_with_the_table_after_a_monkey_at_any_box(app: App, box: str) -> None:
    """More than ten lines show that the monkey did something.

    Over 16 seeds of crokinole and dice the minimum was 13 lines and the maximum 80.
    """
    assert run_monkey(app, box, Random(box).randrange(1000), 500) > 10
