"""Puzzles in the window: chosen, solved right and wrong by the game's own means, by mouse and by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import pygame
import pytest

from grenade_salad import puzzles
from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.games.wheel.board import WheelScene
from grenade_salad.app.puzzles import puzzles_scene
from grenade_salad.app.puzzles.puzzle_scene import PuzzleScene
from grenade_salad.app.puzzles.puzzles_scene import PuzzlesScene
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Action
from grenade_salad.games.live_grenade.actions import CardPlay, Draw, Theft
from grenade_salad.games.salad import End, Pointer
from grenade_salad.games.wheel import Advance
from grenade_salad.players.salad.puzzles import spots as spots_of
from grenade_salad.puzzles import Puzzle, progress
from grenade_salad.text import say
from tests.app.conftest import at_home, click, frames, key, pad, post, until
from tests.app.history import button, press, press_by_keys
from tests.app.salad_table import choose
from tools.tables import journal_of, on_top

GAMES = ("grenade-salad", "live-grenade", "wheel")
DAY = date(2026, 11, 22)


def playable(action: Action) -> bool:
    """Whether the hands below know how to do it."""
    if isinstance(action, Pointer | End):
        return True
    single = isinstance(action, CardPlay) and not isinstance(action, Theft) and len(action.cards) == 1
    return isinstance(action, Advance | Draw) or single or action.do in ("pass", "footpath")


def suited(game: str) -> Puzzle:
    """A puzzle of the game whose best and next best choices tests can do with widgets."""
    return next(one for one in puzzles.load(game) if all(playable(kind.action) for kind in one.kinds[:2]))


def shown(app: App, puzzle: Puzzle, following: Callable[[], Puzzle | None] = lambda: None) -> PuzzleScene:
    """The puzzle on its table; what was told of the first try is in `chance_outcomes`."""
    at_home(app)
    outcomes: list[str] = []

    def tried(_: Puzzle, outcome: str) -> str:
        outcomes.append(outcome)
        return f"first try: {outcome}"

    scene = PuzzleScene(app, puzzle, "Puzzle", tried, following)
    scene.outcomes = outcomes  # type: ignore[attr-defined]
    app.push(scene)
    frames(app, 8, 0.1)
    return scene


def _on_table(app: App, scene: PuzzleScene, action: Action) -> bool:
    """Put a soldier with a click where the Pointer says; whether that was it."""
    table = scene.shown.scene
    if not isinstance(action, Pointer) or not isinstance(table, SaladScene):
        return False
    assert action.to is not None
    choose(app, table, "pointer")
    frames(app, 2)
    while table.controls.farther.enabled:
        click(app, table.controls.farther.on_screen().center)
        frames(app, 2)
    click(app, table.shown.camera.to_screen(action.to))
    frames(app, 2)
    return True


def _widgets(scene: PuzzleScene, action: Action) -> list[Widget]:
    """What is to be pressed for an action, one after another."""
    table = scene.shown
    if table.reaction is not None:
        buttons = table.reaction._buttons
        return [buttons[-1] if action.is_pass else buttons[0]]
    shown = table.scene
    if isinstance(shown, SaladScene):
        assert isinstance(action, End)
        return [shown.controls.end]
    if isinstance(shown, WheelScene):
        assert isinstance(action, Advance)
        return [shown.dice[action.die]] * 2
    assert isinstance(shown, LiveGrenadeScene)
    if isinstance(action, Draw):
        return [shown.shown.draw_button]
    assert isinstance(action, CardPlay)
    return [shown.shown.cards[shown.shown.hand.index(action.cards[0])]] * 2


def by_mouse(app: App, scene: PuzzleScene, action: Action) -> None:
    """Do it with clicks."""
    if _on_table(app, scene, action):
        return
    for widget in _widgets(scene, action):
        click(app, widget.on_screen().center)
    frames(app, 2)


def by_keys(app: App, scene: PuzzleScene, action: Action) -> None:
    """Do it with Tab and Enter."""
    for widget in _widgets(scene, action):
        for _ in scene.widgets.items:
            if scene.widgets.focus is widget:
                break
            key(app, pygame.K_TAB)
        assert scene.widgets.focus is widget
        key(app, pygame.K_RETURN)
    frames(app, 2)


def by_pad(app: App, scene: PuzzleScene, action: Action) -> None:
    """Do it with a gamepad."""
    for widget in _widgets(scene, action):
        for _ in scene.widgets.items:
            if scene.widgets.focus is widget:
                break
            pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
        pad(app, pygame.CONTROLLER_BUTTON_A)
    frames(app, 2)


def by_touch(app: App, scene: PuzzleScene, action: Action) -> None:
    """Do it with a finger."""
    for widget in _widgets(scene, action):
        x, y = widget.on_screen().center
        at = {"x": x / app.size[0], "y": y / app.size[1], "dx": 0.0, "dy": 0.0}
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            post(app, kind, finger_id=0, touch_id=1, pressure=1.0, **at)
    frames(app, 2)


def outcomes(scene: PuzzleScene) -> list[str]:
    """What was told of the first try."""
    found: list[str] = scene.outcomes  # type: ignore[attr-defined]
    return found


def hands(*ways: Callable[[App, PuzzleScene, Action], None]) -> list[Any]:
    """Each way in each game; places on the table of Grenade Salad by mouse alone: tests of its scene have the rest."""
    return [
        pytest.param(game, do, id=f"{do.__name__}-{game}")
        for do in ways
        for game in GAMES
        if game != "grenade-salad" or do is by_mouse
    ]


@pytest.mark.quick("by_mouse-grenade-salad", "by_keys-wheel", "by_pad-live-grenade", "by_touch-wheel")
@pytest.mark.parametrize(("game", "do"), hands(by_mouse, by_keys, by_pad, by_touch))
def test_a_puzzle_is_solved_by_the_games_own_means(
    app: App, game: str, do: Callable[[App, PuzzleScene, Action], None]
) -> None:
    puzzle = suited(game)
    scene = shown(app, puzzle)
    do(app, scene, puzzle.best.action)
    assert scene.at == "right"
    assert outcomes(scene) == ["solved"]
    assert scene.told.title == "Right!"
    assert any("matches from here" in line for line in scene.told.said)
    assert scene.told.said[-1] == "first try: solved"
    until(app, lambda: not scene.playing)
    assert len(scene.shown.match.entries) > puzzle.line, "the choice is shown on the table"
    assert journal_of(app).count() == 0, "a puzzle is no match"


@pytest.mark.quick("by_keys-wheel", "by_mouse-live-grenade", "by_mouse-grenade-salad")
@pytest.mark.parametrize(("game", "do"), hands(by_mouse, by_keys))
def test_a_wrong_choice_is_played_on_and_tried_again(
    app: App, game: str, do: Callable[[App, PuzzleScene, Action], None]
) -> None:
    puzzle = suited(game)
    scene = shown(app, puzzle)
    before = scene.shown.view
    do(app, scene, puzzle.kinds[1].action)
    assert scene.at == "wrong"
    assert outcomes(scene) == ["missed"]
    said = scene.told.said
    assert "there is a choice that wins" in said[0]
    assert said[0].startswith(say(puzzles.label(puzzle, puzzle.kinds[1]), scene.told.reader, begin=True))
    assert said[1].startswith("To be exact: ")
    assert said[2].startswith("With the same luck, your choice ends like this: ")
    until(app, lambda: not scene.playing)
    assert scene.shown.view != before, "what comes of it is shown"
    press_by_keys(app, "Try again")
    frames(app, 8, 0.1)
    assert scene.at == "asked"
    assert scene.shown.view == before
    do(app, scene, puzzle.best.action)
    assert scene.at == "right"
    assert outcomes(scene) == ["missed"], "only the first try counts"


def placed() -> Puzzle:
    """A puzzle that asks where to put a soldier, in whose place the turn could end as well."""
    there = [one for one in puzzles.load("grenade-salad") if one.place and one.best.action.do == "pointer"]
    return next(one for one in there if puzzles.match(one).state.why_not(End(one.seat)) is None)


def test_a_place_is_asked_and_any_spot_as_good_is_right(app: App) -> None:
    """The answer speaks of the spot that was taken, not of the one that is stored."""
    puzzle = placed()
    scene = shown(app, puzzle)
    assert scene.told.title == "You are " + scene.name + ": where does the Pointer put a soldier?"
    spots = [one for one in spots_of(puzzle.view, puzzle.best.action)[puzzle.best.key] if one != puzzle.best.action]
    told = say(puzzles.label(puzzle, puzzle.best), scene.told.reader)
    labels = {say(puzzles.label(puzzle, replace(puzzle.best, action=one)), scene.told.reader): one for one in spots}
    label = next((other for other in labels if other != told), told)
    by_mouse(app, scene, labels[label])
    assert scene.at == "right"
    assert outcomes(scene) == ["solved"]
    assert label in scene.told.said[0]
    assert "next best spot" in scene.told.said[1]


def test_what_was_not_asked_is_no_try(app: App) -> None:
    puzzle = placed()
    scene = shown(app, puzzle)
    by_keys(app, scene, End(puzzle.seat))
    assert scene.at == "asked"
    assert outcomes(scene) == []
    assert any("This puzzle asks: where does the Pointer put a soldier?" in words for words in app.messages.words)
    by_mouse(app, scene, puzzle.best.action)
    assert outcomes(scene) == ["solved"]


def test_what_is_played_on_has_the_same_world_for_both(app: App) -> None:
    puzzle = suited("live-grenade")
    scene = shown(app, puzzle)
    by_mouse(app, scene, puzzle.kinds[1].action)
    assert scene.found is not None
    one, other = (scene.place.begin(scene.found.world) for _ in range(2))
    assert one.state.full_view() == other.state.full_view()
    assert one.header.seed == other.header.seed
    for match, course in ((one, scene.found.mine), (other, scene.found.best)):
        for entry in course.entries:
            match.add(entry)
        assert match.state.ranking() == course.ranking


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_drawn_or_said_that_the_seat_may_not_know(app: App, game: str) -> None:
    """With everything hidden drawn anew, the window and what is heard stay the same."""
    puzzle = suited(game)
    scene = shown(app, puzzle)
    app.draw()
    picture, heard = pygame.image.tobytes(app.screen, "RGB"), list(app.tree().lines())
    state = scene.moment.state
    scene.moment.state = state.resample(puzzle.seat, Random(3))
    assert scene.moment.state.view(puzzle.seat) == state.view(puzzle.seat)
    scene.ask()
    frames(app, 8, 0.1)
    app.draw()
    assert list(app.tree().lines()) == heard
    assert pygame.image.tobytes(app.screen, "RGB") == picture


def test_hints_come_by_steps_and_are_told(app: App) -> None:
    puzzle = suited("wheel")
    scene = shown(app, puzzle)
    many = len(puzzles.hints(puzzle))
    for number in range(many):
        assert len(scene.told.said) == 1 + number
        key(app, pygame.K_h)
    assert not scene.hint_button.visible
    assert any(scene.told.said[-1] in line for line in app.tree().lines()), "hints are heard"
    by_keys(app, scene, puzzle.best.action)
    assert outcomes(scene) == ["helped"]


def test_the_solution_is_shown_with_its_reason_and_the_next_puzzle_follows(app: App) -> None:
    first, second = puzzles.load("wheel")[:2]
    rest = [second]
    scene = shown(app, first, lambda: rest.pop() if rest else None)
    press(app, "Solution")
    assert scene.at == "solution"
    assert outcomes(scene) == ["missed"]
    until(app, lambda: not scene.playing)
    assert len(scene.shown.match.entries) > first.line
    press(app, "Next puzzle")
    scene = app.scene  # type: ignore[assignment]
    assert isinstance(scene, PuzzleScene)
    assert scene.puzzle is second
    frames(app, 8, 0.1)
    by_keys(app, scene, second.best.action)
    press_by_keys(app, "Next puzzle")
    assert isinstance(app.scene, HomeScene), "there are no more"


def test_undo_and_the_menu_of_a_match_are_not_there(app: App) -> None:
    scene = shown(app, suited("wheel"))
    assert not scene.shown.undo_button.visible
    assert not scene.shown.menu_button.visible
    key(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, HomeScene)


# choosing, and what is kept


def opened(app: App) -> PuzzlesScene:
    """From the first screen, with the mouse."""
    at_home(app)
    frames(app, 2)
    press(app, "Puzzles")
    return on_top(app, PuzzlesScene)


def test_the_way_from_the_first_screen_and_back_counts_what_was_solved(app: App) -> None:
    app.settings.people = {"Ann": app.settings.look("Ann"), "Bo": app.settings.look("Bo")}
    scene = opened(app)
    scene.widgets.set_focus(scene.game_choice)
    while scene.game != "wheel":
        key(app, pygame.K_RIGHT)
    before = scene.solver.value
    press_by_keys(app, "Next puzzle")
    table = on_top(app, PuzzleScene)
    frames(app, 8, 0.1)
    by_keys(app, table, table.puzzle.best.action)
    key(app, pygame.K_ESCAPE)
    assert app.scene is scene
    assert scene.solver.tried == {table.puzzle.number: "solved"}
    assert scene.solver.value > before
    kept = progress.load(app.data_folder)
    assert kept.of("Ann", "wheel") == scene.solver
    scene.widgets.set_focus(scene.person_choice)
    key(app, pygame.K_RIGHT)
    assert scene.person == "Bo"
    assert scene.solver.tried == {}, "everybody has a rating of their own"
    app.pop()
    press(app, "Puzzles")
    again = on_top(app, PuzzlesScene)
    again.game_choice.choose(again.games.index("wheel"))
    assert again.solver.value == kept.of("Ann", "wheel").value


class Today(date):
    """The day of these tests, also when midnight is near."""

    @classmethod
    def today(cls) -> Today:
        return cls(DAY.year, DAY.month, DAY.day)


def test_the_puzzle_of_the_day_is_the_same_for_all(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles_scene, "date", Today)
    scene = opened(app)
    press(app, "Puzzle of the day")
    table = on_top(app, PuzzleScene)
    assert table.puzzle == puzzles.daily(scene.game, DAY)
    key(app, pygame.K_ESCAPE)
    assert "Today's puzzle is waiting for you" in scene.lines()
    press(app, "Puzzle of the day")
    press(app, "Solution")
    key(app, pygame.K_ESCAPE)
    assert scene.solver.days == {DAY.isoformat(): "missed"}
    assert "Not solved today" in scene.lines()


def test_next_puzzles_fit_the_rating_and_the_theme_and_never_come_again() -> None:
    there = puzzles.load("live-grenade")
    weak, strong = progress.Solver(value=700.0), progress.Solver(value=2300.0)
    for solver, least in ((weak, min), (strong, max)):
        found = progress.nearest(there, solver, Random(1))
        assert found is not None
        assert puzzles.rating_of(found) == least(puzzles.rating_of(one) for one in there)
    theme = there[-1].theme
    solver = progress.Solver()
    while (found := progress.nearest(there, solver, Random(1), theme)) is not None:
        assert found.theme == theme
        assert found.number not in solver.tried
        solver.note(found, "solved")
    assert set(solver.tried) == {one.number for one in there if one.theme == theme}


def test_puzzles_that_are_no_more_leave_progress_valid(app: App) -> None:
    """A number of an earlier version is kept, and neither waits to be solved nor is counted as to go."""
    there = puzzles.load("wheel")
    gone = next(number for number in range(1, 1000) if number not in {one.number for one in there})
    kept = progress.Solvers()
    kept.of("Guest", "wheel").tried = {gone: "solved", there[0].number: "missed"}
    progress.save(kept, app.data_folder)
    scene = opened(app)
    scene.game_choice.choose(scene.games.index("wheel"))
    assert f"{len(there) - 1} to go" in scene.lines()
    assert "1 of 2 solved on the first try" in scene.lines()
    found = progress.nearest(there, scene.solver, Random(1))
    assert found is not None
    assert found.number not in (gone, there[0].number)


def test_what_was_kept_and_cannot_be_read_is_nobody(app: App) -> None:
    (app.data_folder / progress.FILE).write_text("{")
    assert progress.load(app.data_folder) == progress.Solvers()
    scene = opened(app)
    assert scene.solver.tried == {}


def test_somebody_with_another_name_keeps_what_was_solved(app: App) -> None:
    puzzle = puzzles.load("wheel")[0]
    kept = progress.Solvers()
    kept.of("Ann", "wheel").note(puzzle, "solved", DAY)
    progress.save(kept, app.data_folder)
    progress.rename(app.data_folder, "Ann", "Anna")
    found = progress.load(app.data_folder)
    assert "Ann" not in found.people
    assert found.of("Anna", "wheel") == kept.of("Ann", "wheel")
    progress.forget(app.data_folder, "Anna")
    assert progress.load(app.data_folder).people == {}


def test_buttons_that_cannot_be_used_are_not_there(app: App) -> None:
    scene = shown(app, suited("wheel"))
    assert {item.words for item in scene.buttons if item.visible} == {"Hint", "Solution", "Back"}
    assert button(app, "Hint") is scene.hint_button
