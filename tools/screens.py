"""Pictures of all screens, at all sizes that matter, to look at: `python -m tools.screens [FOLDER] [--only WORD]`.

Games and machines are in tools/screens_*.py, each with `SCREENS`: a dictionary from names to functions that show a
screen.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from functools import partial
from importlib import import_module
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from grenade_salad import puzzles
from grenade_salad.app.games.live_grenade.position_editor import SetUpLiveScene
from grenade_salad.app.games.salad.position_editor import SetUpPositionScene
from grenade_salad.app.games.wheel.position_editor import SetUpWheelScene
from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.history.import_scene import ImportScene
from grenade_salad.app.history.replay import ReplayScene, watch
from grenade_salad.app.history.statistics import StatisticsScene
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.puzzles.puzzle_scene import PuzzleScene
from grenade_salad.app.puzzles.puzzles_scene import PuzzlesScene
from grenade_salad.app.scenarios import playing
from grenade_salad.app.scenarios.scenarios_scene import ScenariosScene
from grenade_salad.app.setup import start_lesson
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.sharing.record_files import import_folder
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Key
from grenade_salad.app.ui.picks import Pick, Who
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import registry
from grenade_salad.journal.queries import Wanted
from grenade_salad.scenarios import Attempt, Scenario, shipped
from grenade_salad.scenarios.scenario import Outcome
from grenade_salad.session.worker_process import AtOnce
from tools.evenings import fill
from tools.tables import Show, journal_of, on_top, set_up

SIZES = {
    "1280x720": ((1280, 720), 100),
    "960x540": ((960, 540), 100),
    "3840x2160": ((3840, 2160), 100),
    "1280x720-200": ((1280, 720), 200),
    "720x1280": ((720, 1280), 100),
}
"""Window in pixels, and scale in per cent."""

_BOX = ("grenade-salad", "live-grenade", "wheel")
_SALAD = (
    "grenade-salad; seats 2; block 420,300 30 60,20; a0 250,190 10; a1 282,150; b20 340,230; b21 362,190 20;"
    " hand a Arrow Explosion Footpath; hand b ?3; turn a"
)
_LIVE = "live-grenade; seats Ann, Bo, Cy; hand a 2C 4H; deck AS ?; discard 9C 10D; turn b; steal 10D from c; asked c a"
_WHEEL = "wheel; seats 7; hearts a 4H; turn c; roll 4"
"""Positions that are set up, as their lines."""


def _home(app: App) -> None:
    """Already there."""


def _refused(app: App) -> None:
    scene = SetupScene(app, "live-grenade")
    scene.names[1] = scene.names[0]
    scene._build()
    app.push(scene)


def _settings(app: App) -> None:
    app.push(SettingsScene(app))


def _rules(page: str) -> Show:
    return lambda app: app.open_rules(page)


def _dialog(app: App) -> None:
    answers = [Answer("Stay", nothing, "main", back=True), Answer("Leave", nothing, "danger")]
    app.push(Dialog(app, "Leave the match?", "The match is kept: you can go on from the first screen.", answers))
    app.say("That soldier is 61 mm away: it may move 50 mm at most.", refused=True)


def _hand(canvas: Canvas, box: Rect) -> None:
    each = min(150.0, box.width / 6)
    for index, name in enumerate(("2H", "5C", "5S", "KD", "10H")):
        card = Rect(box.centerx + (index - 2.5) * each, box.y, each - 12, box.height)
        canvas.picture(f"cards/playing/{name}.svg", card)


class _Clock:
    """The time of a window, standing still."""

    share, timed, paused = 0.6, True, ""

    def update(self, dt: float) -> None:
        """It stands."""

    def pause(self) -> None:
        """It stands already."""


def _cover(app: App, opened: bool) -> None:
    choices = [Pick("Cancel", ("cards/playing/KD.svg",)), Pick("Cancel", ("cards/playing/KS.svg",), "not yours")]
    title = "Bo plays a pair of sevens against Ann. Does anybody cancel it?"
    cover = Cover(app, Who(1, "Bo"), _hand, choices, title=title, without="Pass", clock=_Clock())
    app.push(cover)
    if opened:
        cover.handle(Key(pygame.K_2))


def _history(app: App) -> None:
    fill(journal_of(app), "normal")
    app.push(HistoryScene(app))


def _match(app: App) -> None:
    _history(app)
    scene = on_top(app, HistoryScene)
    scene.rows[2].accept()


def _import(app: App) -> None:
    folder = import_folder(app)
    folder.mkdir(parents=True)
    for name in ("wheel-2026-11-12-Ann-Bo.jsonl", "the game where Dee won with one card.jsonl"):
        Path(folder / name).write_text("{}" * 4000)
    app.push(ImportScene(app))


def _replay(app: App, game: str, share: float, eyes: int) -> None:
    """A finished match of the game, at a share of its lines, with the eyes of that index."""
    fill(journal_of(app), "normal")
    match = journal_of(app).matches(Wanted(game, None, True))[0]
    watch(app, match.id)
    scene = on_top(app, ReplayScene)
    scene.eyes_choice.chosen = eyes % len(scene.views)
    scene.eyes_choice.changed(scene.eyes_choice.chosen)
    scene.go(round(scene.bar.last * share))


def _statistics(app: App, page: int) -> None:
    fill(journal_of(app), "normal")
    scene = StatisticsScene(app)
    app.push(scene)
    scene.page_choice.chosen = page
    scene.page_choice.changed(page)


def _play_on(app: App) -> None:
    _replay(app, "grenade-salad", 0.4, 0)
    scene = on_top(app, ReplayScene)
    scene.play_on.accept()


def _lesson(game: str, app: App) -> None:
    app.settings.speed = "off"
    start_lesson.begin(app, game)
    for _ in range(60):
        app.frame(0.1)


def _puzzle(app: App, game: str, state: str) -> None:
    """The first puzzle of a game: asked, with hints, tried wrong, or solved."""
    app.thinker = AtOnce
    app.settings.speed = "off"
    puzzle = puzzles.load(game)[0]
    scene = PuzzleScene(app, puzzle, "Puzzle", lambda puzzle, outcome: "", lambda: None)
    app.push(scene)
    if state == "hint":
        scene.hint()
        scene.hint()
    elif state != "asked":
        scene.shown.act(puzzle.kinds[0 if state == "right" else -1].action)
    for _ in range(200):
        app.frame(0.1)


def _named(name: str) -> Scenario:
    return next(one for one in shipped() if one.name == name)


def _scenario(name: str, app: App) -> None:
    playing.show(app, _named(name), "Ann")


def _try(name: str, app: App) -> None:
    app.settings.speed = "off"
    playing.play(app, _named(name), "Ann")
    for _ in range(60):
        app.frame(0.1)


def _over(outcome: Outcome, app: App) -> None:
    """A try that is over: as machines stop here, its end is told to the quest alone."""
    _try("four-at-once", app)
    scene = on_top(app, Table)
    assert scene.quest is not None
    assert isinstance(scene.quest.attempt, Attempt)
    scene.quest.attempt.outcome = outcome
    app.frame(0.1)


def general() -> dict[str, Show]:
    """All screens but those of the files of games and machines."""
    return {
        "home": _home,
        "settings": _settings,
        "refused": _refused,
        "dialog": _dialog,
        **{f"setup-{name}": partial(set_up, game=name) for name in _BOX},
        **{f"rules-{name}": _rules(name) for name in (*_BOX, "screen")},
        "rules-rule": _rules("grenade-salad#GS-17"),
        "cover": partial(_cover, opened=False),
        "cover-open": partial(_cover, opened=True),
        "history": _history,
        "history-empty": lambda app: app.push(HistoryScene(app)),
        "history-match": _match,
        "history-import": _import,
        "statistics": partial(_statistics, page=0),
        "statistics-evening": partial(_statistics, page=1),
        "statistics-empty": lambda app: app.push(StatisticsScene(app)),
        "replay-play-on": _play_on,
        "replay-start": partial(_replay, game="live-grenade", share=0.0, eyes=-1),
        "replay-salad": partial(_replay, game="grenade-salad", share=0.6, eyes=0),
        "replay-salad-all": partial(_replay, game="grenade-salad", share=0.8, eyes=-1),
        "replay-cards": partial(_replay, game="live-grenade", share=0.5, eyes=1),
        "replay-cards-all": partial(_replay, game="live-grenade", share=0.3, eyes=-1),
        "replay-wheel": partial(_replay, game="wheel", share=0.7, eyes=0),
        "replay-wheel-all": partial(_replay, game="wheel", share=0.5, eyes=-1),
        **{f"lesson-{game}": partial(_lesson, game) for game in registry.names() if start_lesson.is_there(game)},
        "puzzles": lambda app: app.push(PuzzlesScene(app)),
        **{
            f"puzzle-{game}-{state}": partial(_puzzle, game=game, state=state)
            for game in registry.names()
            for state in ("asked", "hint", "wrong", "right")
            if puzzles.load(game)
        },
        "position-salad": lambda app: app.push(SetUpPositionScene(app, _SALAD)),
        "position-live-grenade": lambda app: app.push(SetUpLiveScene(app, _LIVE)),
        "position-wheel": lambda app: app.push(SetUpWheelScene(app, _WHEEL)),
        "position-wheel-new": lambda app: app.push(SetUpWheelScene(app, "")),
        "scenarios": lambda app: app.push(ScenariosScene(app)),
        "scenario-sheet": partial(_scenario, "two-left"),
        "scenario-sheet-cards": partial(_scenario, "hot-potato"),
        **{
            f"scenario-table-{name}": partial(_try, name)
            for name in ("four-at-once", "the-wall", "hot-potato", "short-fuse")
        },
        "scenario-reached": partial(_over, "reached"),
        "scenario-failed": partial(_over, "failed"),
    }


def all_screens() -> dict[str, Show]:
    """The general screens, and those of the games."""
    screens = general()
    for file in sorted(Path(__file__).parent.glob("screens_*.py")):
        screens |= import_module(f"tools.{file.stem}").SCREENS
    return screens


def take(show: Show, file: Path, window: tuple[int, int], scale: int) -> None:
    """One picture of a fresh app."""
    with tempfile.TemporaryDirectory() as data:
        app = App(Path(data), window)
        try:
            app.settings.scale = scale
            app.push(HomeScene(app))
            show(app)
            app.frame()
            app.draw()
            pygame.image.save(app.screen, file)
        finally:
            app.close()


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default="build/screens", type=Path)
    parser.add_argument("--only", default="", help="only screens with this in their name")
    parser.add_argument("--size", default="", help=f"only one of {', '.join(SIZES)}")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for name, show in all_screens().items():
        if args.only not in name:
            continue
        for label, (window, scale) in SIZES.items():
            if not args.size or args.size == label:
                take(show, args.folder / f"{name}@{label}.png", window, scale)


if __name__ == "__main__":
    main()
