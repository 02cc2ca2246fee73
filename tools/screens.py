"""Take pictures of all screens at all sizes: `python -m tools.screens [FOLDER]`.

`--only WORD` chooses screens by their name. Screens of games and machine players are in tools/screens_*.py, each with
`SCREENS`: a dictionary from names to functions that show a screen.
"""

from __future__ import annotations

import argparse
from functools import partial
from importlib import import_module
from pathlib import Path

import pygame

from grenade_salad import puzzles
from grenade_salad.app.games.live_grenade.position_editor import SetUpLiveScene
from grenade_salad.app.games.salad.position_editor import SetUpPositionScene
from grenade_salad.app.games.wheel.position_editor import SetUpWheelScene
from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.history.import_scene import ImportScene
from grenade_salad.app.history.replay import ReplayScene, watch
from grenade_salad.app.history.statistics import StatisticsScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.puzzles.puzzle_scene import PuzzleScene
from grenade_salad.app.puzzles.puzzles_scene import PuzzlesScene
from grenade_salad.app.scenarios import playing
from grenade_salad.app.scenarios.scenarios_scene import ScenariosScene
from grenade_salad.app.setup import start_lesson
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.sharing.record_files import import_folder
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import KeyInput
from grenade_salad.app.ui.picks import NamedSeat, Pick
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import registry
from grenade_salad.journal.queries import MatchFilter
from grenade_salad.scenarios import Attempt, Scenario, load_shipped
from grenade_salad.scenarios.scenario import Outcome
from grenade_salad.session.worker_process import ImmediateExecutor
from tools.evenings import fill_journal
from tools.offscreen import open_window
from tools.tables import ShowScreen, get_journal, get_top_scene, open_setup, run_frames

SIZES = {
    "1280x720": ((1280, 720), 100),
    "960x540": ((960, 540), 100),
    "3840x2160": ((3840, 2160), 100),
    "1280x720-200": ((1280, 720), 200),
    "720x1280": ((720, 1280), 100),
}
"""Window in pixels, and scale in per cent."""

_GAMES = ("grenade-salad", "live-grenade", "wheel")
_SALAD_POSITION = (
    "grenade-salad; seats 2; block 420,300 30 60,20; a0 250,190 10; a1 282,150; b20 340,230; b21 362,190 20;"
    " hand a Arrow Explosion Footpath; hand b ?3; turn a"
)
_LIVE_GRENADE_POSITION = (
    "live-grenade; seats Ann, Bo, Cy; hand a 2C 4H; deck AS ?; discard 9C 10D; turn b; steal 10D from c; asked c a"
)
_WHEEL_POSITION = "wheel; seats 7; hearts a 4H; turn c; roll 4"
"""Positions for the position editors."""


def _show_refused_setup(app: App) -> None:
    scene = SetupScene(app, "live-grenade")
    scene.names[1] = scene.names[0]
    scene._build()
    app.push(scene)


def _show_dialog(app: App) -> None:
    answers = [Answer("Stay", do_nothing, "main", back=True), Answer("Leave", do_nothing, "danger")]
    app.push(Dialog(app, "Leave the match?", "The match is kept: you can go on from the first screen.", answers))
    app.say("That soldier is 61 mm away: it may move 50 mm at most.", refused=True)


def _draw_hand(canvas: Canvas, box: Rect) -> None:
    card_width = min(150.0, box.width / 6)
    for index, name in enumerate(("2H", "5C", "5S", "KD", "10H")):
        card = Rect(box.centerx + (index - 2.5) * card_width, box.y, card_width - 12, box.height)
        canvas.picture(f"cards/playing/{name}.svg", card)


class _Clock:
    """The clock of a reaction window, standing still."""

    share, timed, paused = 0.6, True, ""

    def update(self, dt: float) -> None:
        """Do nothing."""

    def pause(self) -> None:
        """Do nothing."""


def _show_cover(app: App, opened: bool) -> None:
    choices = [Pick("Cancel", ("cards/playing/KD.svg",)), Pick("Cancel", ("cards/playing/KS.svg",), "not yours")]
    title = "Bo steals from Ann. Cancel?"
    cover = Cover(app, NamedSeat(1, "Bo"), _draw_hand, choices, title=title, without="Pass", clock=_Clock())
    app.push(cover)
    if opened:
        cover.handle(KeyInput(pygame.K_2))


def _show_history(app: App) -> None:
    fill_journal(get_journal(app), "normal")
    app.push(HistoryScene(app))


def _show_match(app: App) -> None:
    _show_history(app)
    get_top_scene(app, HistoryScene).rows[2].activate()


def _show_import(app: App) -> None:
    folder = import_folder(app)
    folder.mkdir(parents=True)
    for name in ("wheel-2026-11-12-Ann-Bo.jsonl", "the game where Dee won with one card.jsonl"):
        Path(folder / name).write_text("{}" * 4000)
    app.push(ImportScene(app))


def _show_replay(app: App, game: str, share: float, view_index: int) -> None:
    """Show a finished match at a share of its lines, through one of its views."""
    fill_journal(get_journal(app), "normal")
    match = get_journal(app).matches(MatchFilter(game, None, True))[0]
    watch(app, match.id)
    scene = get_top_scene(app, ReplayScene)
    scene.view_choice.chosen = view_index % len(scene.views)
    scene.view_choice.on_change(scene.view_choice.chosen)
    scene.go_to(round(scene.bar.last * share))


def _show_statistics(app: App, page: int) -> None:
    fill_journal(get_journal(app), "normal")
    scene = StatisticsScene(app)
    app.push(scene)
    scene.page_choice.chosen = page
    scene.page_choice.on_change(page)


def _show_play_on(app: App) -> None:
    _show_replay(app, "grenade-salad", 0.4, view_index=0)
    get_top_scene(app, ReplayScene).play_on.activate()


def _show_lesson(game: str, app: App) -> None:
    app.settings.speed = "off"
    start_lesson.begin(app, game)
    run_frames(app, 60, 0.1)


def _show_puzzle(app: App, game: str, state: str) -> None:
    """Show the first puzzle of a game: asked, with hints, tried wrong, or solved."""
    app.thinker = ImmediateExecutor
    app.settings.speed = "off"
    puzzle = puzzles.load(game)[0]
    scene = PuzzleScene(app, puzzle, "Puzzle", lambda puzzle, outcome: "", lambda: None)
    app.push(scene)
    if state == "hint":
        scene.hint()
        scene.hint()
    elif state != "asked":
        scene.table.controller.act(puzzle.kinds[0 if state == "right" else -1].action)
    run_frames(app, 200, 0.1)


def _find_scenario(name: str) -> Scenario:
    return next(scenario for scenario in load_shipped() if scenario.name == name)


def _show_scenario(name: str, app: App) -> None:
    playing.show(app, _find_scenario(name), "Ann")


def _show_attempt(name: str, app: App) -> None:
    app.settings.speed = "off"
    playing.play(app, _find_scenario(name), "Ann")
    run_frames(app, 60, 0.1)


def _show_scenario_end(outcome: Outcome, app: App) -> None:
    """Show an attempt that is over.

    Machine players stop here, so only the goal is told the outcome.
    """
    _show_attempt("four-at-once", app)
    scene = get_top_scene(app, TableScene)
    assert scene.scenario_goal is not None
    assert isinstance(scene.scenario_goal.attempt, Attempt)
    scene.scenario_goal.attempt.outcome = outcome
    app.frame(0.1)


def all_screens() -> dict[str, ShowScreen]:
    """Return all screens, with those in the files of games and machine players."""
    screens: dict[str, ShowScreen] = {
        "home": lambda app: None,  # It is there already.
        "settings": lambda app: app.push(SettingsScene(app)),
        "refused": _show_refused_setup,
        "dialog": _show_dialog,
        **{f"setup-{name}": partial(open_setup, game=name) for name in _GAMES},
        **{f"rules-{name}": partial(App.open_rules, page=name) for name in (*_GAMES, "screen")},
        "rules-rule": partial(App.open_rules, page="grenade-salad#GS-17"),
        "cover": partial(_show_cover, opened=False),
        "cover-open": partial(_show_cover, opened=True),
        "history": _show_history,
        "history-empty": lambda app: app.push(HistoryScene(app)),
        "history-match": _show_match,
        "history-import": _show_import,
        "statistics": partial(_show_statistics, page=0),
        "statistics-evening": partial(_show_statistics, page=1),
        "statistics-empty": lambda app: app.push(StatisticsScene(app)),
        "replay-play-on": _show_play_on,
        "replay-start": partial(_show_replay, game="live-grenade", share=0.0, view_index=-1),
        "replay-salad": partial(_show_replay, game="grenade-salad", share=0.6, view_index=0),
        "replay-salad-all": partial(_show_replay, game="grenade-salad", share=0.8, view_index=-1),
        "replay-cards": partial(_show_replay, game="live-grenade", share=0.5, view_index=1),
        "replay-cards-all": partial(_show_replay, game="live-grenade", share=0.3, view_index=-1),
        "replay-wheel": partial(_show_replay, game="wheel", share=0.7, view_index=0),
        "replay-wheel-all": partial(_show_replay, game="wheel", share=0.5, view_index=-1),
        **{f"lesson-{game}": partial(_show_lesson, game) for game in registry.names() if start_lesson.has_lesson(game)},
        "puzzles": lambda app: app.push(PuzzlesScene(app)),
        **{
            f"puzzle-{game}-{state}": partial(_show_puzzle, game=game, state=state)
            for game in registry.names()
            for state in ("asked", "hint", "wrong", "right")
            if puzzles.load(game)
        },
        "position-salad": lambda app: app.push(SetUpPositionScene(app, _SALAD_POSITION)),
        "position-live-grenade": lambda app: app.push(SetUpLiveScene(app, _LIVE_GRENADE_POSITION)),
        "position-wheel": lambda app: app.push(SetUpWheelScene(app, _WHEEL_POSITION)),
        "position-wheel-new": lambda app: app.push(SetUpWheelScene(app, "")),
        "scenarios": lambda app: app.push(ScenariosScene(app)),
        "scenario-sheet": partial(_show_scenario, "two-left"),
        "scenario-sheet-cards": partial(_show_scenario, "hot-potato"),
        **{
            f"scenario-table-{name}": partial(_show_attempt, name)
            for name in ("four-at-once", "the-wall", "hot-potato", "short-fuse")
        },
        "scenario-reached": partial(_show_scenario_end, "reached"),
        "scenario-failed": partial(_show_scenario_end, "failed"),
    }
    for file in sorted(Path(__file__).parent.glob("screens_*.py")):
        screens |= import_module(f"tools.{file.stem}").SCREENS
    return screens


def take_picture(show: ShowScreen, file: Path, window: tuple[int, int], scale: int) -> None:
    """Take one picture of a new app."""
    with open_window(window) as app:
        app.settings.scale = scale
        app.push(HomeScene(app))
        show(app)
        app.frame()
        app.draw()
        pygame.image.save(app.screen, file)


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
                take_picture(show, args.folder / f"{name}@{label}.png", window, scale)


if __name__ == "__main__":
    main()
