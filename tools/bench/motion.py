"""What moves, as people see it: frames of soldiers, cards, the camera, drops and a whole match, cold starts included.

Each line tells the mean frame as a multiple of the floor's of `frames` at that size, the 95th percentile and the worst
frame, and where there is a goal, whether it is met. All is processor time of the window's thread. By itself it measures
some of it: `python -m tools.bench.motion [soldiers] [cards] [camera] [drop] [match]`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, sleep, thread_time

from grenade_salad.app.games.effects import Flying
from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.match import start_match
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.ui.inputs import Wheel
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.match.match import Controller, Header, Match
from tools.bench.frames import LARGE, NAMES, WINDOW, floor_of, open_busiest, turn_all
from tools.tables import sit_down

SIZES = {"720p": (1280, 720), "1080p": WINDOW, "4K": LARGE}
SEATS = (3, 6, 9)
NINE = (*NAMES, "Eve", "Finn", "Gus", "Hal", "Ida")
SEED = 1
WORST = 33.0
"""The most ms of a frame at 1080p."""
_ROUNDS = 120
_WARM = 240
_MOST = 900.0
"""Seconds of the clock that a match may take."""
_RETURNS = 8
"""How often the camera goes there and back."""


@dataclass(frozen=True)
class Goal:
    """The most of the mean in floors, of the mean in ms, of the worst frame in ms; None: no goal."""

    floors: float | None = None
    mean: float | None = None
    worst: float | None = None


@contextmanager
def window(size: tuple[int, int]) -> Iterator[App]:
    """A window with nothing on it and no picture kept."""
    app = App(Path(tempfile.mkdtemp()), size)
    try:
        yield app
    finally:
        app.close()


def frame(app: App, before: Callable[[], None] | None = None) -> float | None:
    """Seconds of this thread for one frame, and for what somebody does in it; None if nothing was drawn."""
    begun, drawn = thread_time(), app.frames_drawn
    if before is not None:
        before()
    app.frame()
    return thread_time() - begun if app.frames_drawn > drawn else None


def floor_ms(app: App) -> float:
    """What the floor costs in this window, in ms."""
    draw, costs = floor_of(app), []
    for _ in range(_ROUNDS // 2):
        begun = thread_time()
        draw()
        costs.append(thread_time() - begun)
    return 1000 * median(costs)


def tell(name: str, costs: Sequence[float | None], floor: float, goal: Goal | None) -> None:
    """Print a line; costs in seconds, the floor in ms."""
    ms = sorted(1000 * cost for cost in costs if cost is not None)
    mean, most = sum(ms) / len(ms), ms[-1]
    late = ms[min(len(ms) - 1, int(len(ms) * 0.95))]
    words = f"motion: {name}: {mean / floor:.3g} x the floor ({floor:.2f} ms), {mean:.1f} ms a frame"
    words += f", p95 {late:.1f}, worst {most:.1f} of {len(ms)}, {sum(one > 1000 / 60 for one in ms)} over 16.7"
    if goal is not None:
        bars = ((mean / floor, goal.floors, "x"), (mean, goal.mean, "ms"), (most, goal.worst, "ms at worst"))
        for value, bar, unit in bars:
            if bar is not None:
                words += f"; goal {bar:g} {unit}: {'met' if value <= bar else 'MISSED'}"
    print(words, flush=True)


def soldiers() -> None:
    """All 80 move and turn."""
    for at, size in SIZES.items():
        app, scene = open_busiest(size)
        scene.table.motion.play(1e9, lambda _: None)
        floor, count = floor_ms(app), iter(range(10**6))
        cold = [frame(app, lambda: turn_all(scene, next(count))) for _ in range(_WARM)]  # noqa: B023
        warm = [frame(app, lambda: turn_all(scene, next(count))) for _ in range(_ROUNDS)]  # noqa: B023
        tell(f"all soldiers at {at}, cold", cold, floor, Goal(worst=WORST) if at == "1080p" else None)
        tell(f"all soldiers at {at}", warm, floor, Goal(floors=2.0) if at == "1080p" else None)
        app.close()


def cards() -> None:
    """A deal from its first frame, and then a card a seat in the air all the time, turning over."""
    for at, size in SIZES.items():
        for seats in SEATS:
            with window(size) as app:
                header = Header("live-grenade", NINE[:seats], LiveGrenadeOptions(decks=2 if seats > 5 else 1), SEED)
                scene = sit_down(app, Match(header), LiveGrenadeScene, 1)
                cold = [frame(app) for _ in range(_WARM)]
                while scene.table.motion.busy:
                    app.frame()
                floor = floor_ms(app)
                _deal_forever(scene, seats)
                for _ in range(_ROUNDS):
                    app.frame()
                warm = [frame(app) for _ in range(_ROUNDS)]
            goal = at == "1080p"
            tell(f"a deal to {seats} at {at}, cold", cold, floor, Goal(worst=WORST) if goal else None)
            tell(f"{seats} cards in the air at {at}", warm, floor, Goal(floors=2.5) if goal else None)


def _deal_forever(scene: LiveGrenadeScene, seats: int) -> None:
    shown = scene.shown
    air = [Flying("AS" if seat == 0 else None, shown.deck_box(), shown.place_of(seat, 0, 1)) for seat in range(seats)]
    air[0].turned = (0.0, 1.0)
    now = iter(range(10**6))

    def fly(_: float) -> None:
        step = next(now)
        shown.stage.flying = air
        for seat, card in enumerate(air):
            card.share = (step + seat * 3) % 13 / 13

    scene.table.motion.play(1e9, fly)


def camera() -> None:
    """The camera glides near and back; then somebody turns the wheel, and lets it rest now and then."""
    for at, size in SIZES.items():
        app, scene = open_busiest(size)
        floor, eye = floor_ms(app), scene.battlefield.eye
        far, near = eye.camera.overview, eye.camera.at(eye.camera.scale * 2.4, (200.0, 150.0))
        glides: list[float | None] = []
        for back in (False, True) * _RETURNS:
            eye.glance(far if back else near)
            while eye.gliding:
                glides.append(frame(app))
            for _ in range(20):
                app.frame()
        hand = [frame(app, turned) for turned in _hands(app, scene)]
        goal = at == "1080p"
        tell(f"the camera glides at {at}", glides, floor, Goal(mean=2.0, worst=WORST) if goal else None)
        tell(f"zoom by hand at {at}", hand, floor, Goal(mean=5.0, worst=WORST) if goal else None)
        app.close()


def _hands(app: App, scene: SaladScene) -> Iterator[Callable[[], None] | None]:
    """What a hand does in each frame: eight notches in, one every third frame, rest, and the same out."""
    at = scene.battlefield.camera.rect.center
    for times in range(_RETURNS):
        for _ in range(8):
            yield lambda: scene.table.handle(Wheel(at, -1.0 if times % 2 else 1.0))  # noqa: B023
            yield None
            yield None
        for _ in range(20):
            yield None


def drop() -> None:
    """A drop from the first frame of the match on: nothing was drawn before it. Then the next one."""
    for at, size in SIZES.items():
        with window(size) as app:
            scene = sit_down(app, Match(Header("grenade-salad", NAMES, SaladOptions(), SEED)), SaladScene, 4)
            costs: list[list[float | None]] = []
            for _ in range(2):
                while scene.table.actor is None:
                    app.frame()
                costs.append([frame(app, scene.drop)])
                while scene.table.actor is None:
                    costs[-1].append(frame(app))
                    sleep(0.001)
                costs[-1] += [frame(app) for _ in range(30)]
            floor = floor_ms(app)
        for name, found in zip(("the first drop", "the next drop"), costs, strict=True):
            tell(f"{name} at {at}", found, floor, Goal(worst=WORST) if at == "1080p" else None)


def match() -> None:
    """A whole match of three machines at the usual speed, begun from the first screen: all else is cold."""
    with window(WINDOW) as app:
        app.push(HomeScene(app))
        for _ in range(30):
            app.frame()
        names = NAMES[:3]
        header = Header("grenade-salad", names, SaladOptions(), SEED)
        start_match.begin(app, header, [Controller("bot", "easy") for _ in names], on_top=True)
        found: list[float | None] = []
        begun = perf_counter()
        while not isinstance(app.scene, EndScene):
            found.append(frame(app))
            if found[-1] is None:
                sleep(0.001)
            if perf_counter() - begun > _MOST:
                raise TimeoutError(f"no end after {_MOST:.0f} seconds")
        found += [frame(app) for _ in range(120)]
        floor = floor_ms(app)
    tell("a whole match at 1080p", found, floor, Goal(worst=WORST))
    late = sorted(((cost, number) for number, cost in enumerate(found) if cost), reverse=True)[:5]
    told = ", ".join(f"{1000 * cost:.1f} ms in frame {number}" for cost, number in late)
    print(f"motion: the worst frames of the match: {told}")


PARTS: dict[str, Callable[[], None]] = {
    "soldiers": soldiers,
    "cards": cards,
    "camera": camera,
    "drop": drop,
    "match": match,
}


def run() -> None:
    """Print all lines."""
    for part in PARTS.values():
        part()


if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()
