"""Frames of everything that moves on the screen, cold starts included.

These are soldiers, cards, the camera, drops and a whole match. Each line has the mean frame as a multiple
of the floor's of `frames` at that size, the 95th percentile and the worst frame, and where there is a goal,
whether it is met. Times are processor time of the window's thread. It can measure only some of it: `python
-m tools.bench.motion [soldiers] [cards] [camera] [drop] [match]`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from time import perf_counter, sleep, thread_time

from grenade_salad.app.games.effects import FlyingCard
from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.match import start_match
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.ui.inputs import ScrollInput
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.match.match import Controller, Header, Match
from tools.bench.figures import format_verdict, percentile
from tools.bench.frames import LARGE, NAMES, WINDOW, make_floor, open_busiest, turn_all
from tools.offscreen import open_window
from tools.tables import sit_down

SIZES = {"720p": (1280, 720), "1080p": WINDOW, "4K": LARGE}
SEATS = (3, 6, 9)
NINE = (*NAMES, "Eve", "Finn", "Gus", "Hal", "Ida")
SEED = 1
MAX_FRAME_MS = 33.0
"""Limit of the worst frame at 1080p."""
_ROUNDS = 120
"""Frames that are measured when all is cached."""
_WARM = 240
"""Frames from the first one on, until all is cached."""
_MAX_SECONDS = 900.0
"""Seconds of the clock that a match may take."""
_ROUND_TRIPS = 8
"""The number of times that the camera moves in or out."""


def measure_frame(app: App, prepare: Callable[[], None] | None = None) -> float | None:
    """Return the seconds of this thread for one frame; None if nothing was drawn.

    `prepare` is called first and counts: it stands for what a person does in that frame.
    """
    begun, drawn = thread_time(), app.frames_drawn
    if prepare is not None:
        prepare()
    app.frame()
    return thread_time() - begun if app.frames_drawn > drawn else None


def measure_frames_until_end(app: App) -> list[float | None]:
    """Let a match of machines go on to its end, and measure each frame."""
    costs: list[float | None] = []
    begun = perf_counter()
    while not isinstance(app.scene, EndScene):
        costs.append(measure_frame(app))
        if costs[-1] is None:
            sleep(0.001)
        if perf_counter() - begun > _MAX_SECONDS:
            raise TimeoutError(f"no end after {_MAX_SECONDS:.0f} seconds")
    return costs


def measure_floor_ms(app: App) -> float:
    """Return what the floor costs in this window, in ms."""
    draw, costs = make_floor(app), []
    for _ in range(_ROUNDS // 2):
        begun = thread_time()
        draw()
        costs.append(thread_time() - begun)
    return 1000 * median(costs)


def print_costs(name: str, size: str, costs: Sequence[float | None], floor: float, **max_values: float) -> None:
    """Print a line; costs are in seconds, the floor in ms.

    `max_values` are goals at 1080p: the mean in floors, the mean in ms, or the worst frame in ms.
    """
    ms = sorted(1000 * cost for cost in costs if cost is not None)
    mean, worst = sum(ms) / len(ms), ms[-1]
    words = f"motion: {name} at {size}: {mean / floor:.3g} x the floor ({floor:.2f} ms), {mean:.1f} ms a frame, "
    words += f"p95 {percentile(ms, 0.95):.1f}, worst {worst:.1f} of {len(ms)}, "
    words += f"{sum(cost > 1000 / 60 for cost in ms)} over 16.7"
    values = {"floors": (mean / floor, "x"), "mean": (mean, "ms"), "worst": (worst, "ms at worst")}
    for kind, limit in max_values.items() if size == "1080p" else ():
        value, unit = values[kind]
        words += f"; goal {limit:g} {unit}: {format_verdict(value <= limit)}"
    print(words, flush=True)


def measure_soldiers() -> None:
    """Measure all 80 soldiers as they move and turn."""
    for size_name, size in SIZES.items():
        app, board = open_busiest(size)
        board.table.motion.play(1e9, lambda _: None)
        floor, count = measure_floor_ms(app), iter(range(10**6))
        cold = [measure_frame(app, lambda: turn_all(board, next(count))) for _ in range(_WARM)]  # noqa: B023
        warm = [measure_frame(app, lambda: turn_all(board, next(count))) for _ in range(_ROUNDS)]  # noqa: B023
        print_costs("all soldiers, cold", size_name, cold, floor, worst=MAX_FRAME_MS)
        print_costs("all soldiers", size_name, warm, floor, floors=2.0)
        app.close()


def measure_cards() -> None:
    """Measure a deal from its first frame, and then a flying card for each seat."""
    for size_name, size in SIZES.items():
        for seats in SEATS:
            with open_window(size) as app:
                header = Header("live-grenade", NINE[:seats], LiveGrenadeOptions(decks=2 if seats > 5 else 1), SEED)
                board = sit_down(app, Match(header), LiveGrenadeBoard, 1)
                cold = [measure_frame(app) for _ in range(_WARM)]
                while board.table.motion.is_busy:
                    app.frame()
                floor = measure_floor_ms(app)
                _deal_forever(board, seats)
                for _ in range(_ROUNDS):
                    app.frame()
                warm = [measure_frame(app) for _ in range(_ROUNDS)]
            print_costs(f"a deal to {seats}, cold,", size_name, cold, floor, worst=MAX_FRAME_MS)
            print_costs(f"{seats} cards in the air", size_name, warm, floor, floors=2.5)


def _deal_forever(board: LiveGrenadeBoard, seats: int) -> None:
    board_view, places = board.board_view, board.board_view.card_places
    flying_cards = [
        FlyingCard("AS" if seat == 0 else None, places.deck, places.find_card_box(seat, 0, 1)) for seat in range(seats)
    ]
    flying_cards[0].turned = (0.0, 1.0)
    steps = iter(range(10**6))

    def fly(_: float) -> None:
        step = next(steps)
        board_view.display.flying = flying_cards
        for seat, card in enumerate(flying_cards):
            card.share = (step + seat * 3) % 13 / 13

    board.table.motion.play(1e9, fly)


def measure_camera() -> None:
    """Measure glides of the camera in and out, and zooming by the mouse wheel.

    The person at the wheel rests now and then.
    """
    for size_name, size in SIZES.items():
        app, board = open_busiest(size)
        floor, camera_rig = measure_floor_ms(app), board.battlefield.camera_rig
        overview, close_up = (
            camera_rig.camera.overview,
            camera_rig.camera.with_scale(camera_rig.camera.scale * 2.4, (200.0, 150.0)),
        )
        glides: list[float | None] = []
        for is_return in (False, True) * _ROUND_TRIPS:
            camera_rig.glance(overview if is_return else close_up)
            while camera_rig.is_gliding:
                glides.append(measure_frame(app))
            for _ in range(20):
                app.frame()
        by_hand = [measure_frame(app, turned) for turned in _scroll_steps(board)]
        print_costs("the camera glides", size_name, glides, floor, mean=2.0, worst=MAX_FRAME_MS)
        print_costs("zoom by hand", size_name, by_hand, floor, mean=5.0, worst=MAX_FRAME_MS)
        app.close()


def _scroll_steps(board: SaladBoard) -> Iterator[Callable[[], None] | None]:
    """Yield what a hand does in each frame: eight notches in, rest, and the same out.

    There is a notch in every third frame.
    """
    center = board.battlefield.camera.rect.center
    for times in range(_ROUND_TRIPS):
        for _ in range(8):
            yield lambda: board.table.handle(ScrollInput(center, -1.0 if times % 2 else 1.0))  # noqa: B023
            yield None
            yield None
        for _ in range(20):
            yield None


def measure_drops() -> None:
    """Measure a drop from the first frame of the match on, and then the next drop.

    Nothing was drawn before the first.
    """
    for size_name, size in SIZES.items():
        with open_window(size) as app:
            board = sit_down(app, Match(Header("grenade-salad", NAMES, SaladOptions(), SEED)), SaladBoard, 4)
            costs: list[list[float | None]] = []
            for _ in range(2):
                while board.controller.actor is None:
                    app.frame()
                costs.append([measure_frame(app, board.drop)])
                while board.controller.actor is None:
                    costs[-1].append(measure_frame(app))
                    sleep(0.001)
                costs[-1] += [measure_frame(app) for _ in range(30)]
            floor = measure_floor_ms(app)
        for name, drop_costs in zip(("the first drop", "the next drop"), costs, strict=True):
            print_costs(name, size_name, drop_costs, floor, worst=MAX_FRAME_MS)


def measure_match() -> None:
    """Measure a whole match of three machines at the usual speed.

    It begins at the first screen: everything else is cold.
    """
    with open_window(WINDOW) as app:
        app.push(HomeScene(app))
        for _ in range(30):
            app.frame()
        names = NAMES[:3]
        header = Header("grenade-salad", names, SaladOptions(), SEED)
        start_match.begin(app, header, [Controller("bot", "easy") for _ in names], on_top=True)
        costs = measure_frames_until_end(app)
        costs += [measure_frame(app) for _ in range(120)]
        floor = measure_floor_ms(app)
    print_costs("a whole match", "1080p", costs, floor, worst=MAX_FRAME_MS)
    late = sorted(((cost, index) for index, cost in enumerate(costs) if cost), reverse=True)[:5]
    slowest = ", ".join(f"{1000 * cost:.1f} ms in frame {index}" for cost, index in late)
    print(f"motion: the worst frames of the match: {slowest}")


PARTS: dict[str, Callable[[], None]] = {
    "soldiers": measure_soldiers,
    "cards": measure_cards,
    "camera": measure_camera,
    "drop": measure_drops,
    "match": measure_match,
}


def run(*names: str) -> None:
    """Print all lines, or those of some parts."""
    for name in names or PARTS:
        PARTS[name]()


if __name__ == "__main__":
    run(*sys.argv[1:])
