"""Puzzles in the window: chosen, and solved right and wrong.

They are solved with the widgets of the game, by mouse and by keys alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import pygame
import pytest

from grenade_salad import puzzles
from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.wheel.board import WheelBoard
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
from tests.app.conftest import click, post, press_keys, press_pad, resize, run_frames, run_until, show_home
from tests.app.history import find_button, press, press_by_keys
from tests.app.puzzle_table import open_puzzles
from tests.app.salad_table import click_card
from tools.tables import get_journal, get_top_scene

GAMES = ("grenade-salad", "live-grenade", "wheel")
DAY = date(2026, 11, 22)


def is_playable(action: Action) -> bool:
    """True if the functions below can do the action."""
    if isinstance(action, Pointer | End):
        return True
    plays_single_card = isinstance(action, CardPlay) and not isinstance(action, Theft) and len(action.cards) == 1
    return isinstance(action, Advance | Draw) or plays_single_card or action.do in ("pass", "footpath")


def find_playable_puzzle(game: str) -> Puzzle:
    """Return a puzzle whose two best choices tests can make with widgets."""
    return next(puzzle for puzzle in puzzles.load(game) if all(is_playable(kind.action) for kind in puzzle.kinds[:2]))


def show_question(app: App) -> None:
    """Let the cards or dice of the question come to rest."""
    run_frames(app, 8, 0.1)


def open_puzzle(app: App, puzzle: Puzzle, following: Callable[[], Puzzle | None] = lambda: None) -> PuzzleScene:
    """Open a puzzle on its table; `outcomes` of the scene lists the first try."""
    show_home(app)
    outcomes: list[str] = []

    def record_try(_: Puzzle, outcome: str) -> str:
        outcomes.append(outcome)
        return f"first try: {outcome}"

    scene = PuzzleScene(app, puzzle, "Puzzle", record_try, following)
    scene.outcomes = outcomes  # type: ignore[attr-defined]
    app.push(scene)
    show_question(app)
    return scene


def _play_on_table(app: App, scene: PuzzleScene, action: Action) -> bool:
    """Put a soldier where the Pointer points, with a click.

    True if the action was such a Pointer.
    """
    board = scene.table.board
    if not isinstance(action, Pointer) or not isinstance(board, SaladBoard):
        return False
    assert action.to is not None
    click_card(app, board, "pointer")
    run_frames(app, 2)
    while board.controls.zoom_out_button.enabled:
        click(app, board.controls.zoom_out_button.on_screen().center)
        run_frames(app, 2)
    click(app, board.board_view.camera.to_screen(action.to))
    run_frames(app, 2)
    return True


def _widgets_for(scene: PuzzleScene, action: Action) -> list[Widget]:
    """Return the widgets to press for an action, in order."""
    table = scene.table
    if table.reaction is not None:
        buttons = table.reaction._buttons
        return [buttons[-1] if action.is_pass else buttons[0]]
    board = table.board
    if isinstance(board, SaladBoard):
        assert isinstance(action, End)
        return [board.controls.end_turn_button]
    if isinstance(board, WheelBoard):
        assert isinstance(action, Advance)
        return [board.dice[action.die]] * 2
    assert isinstance(board, LiveGrenadeBoard)
    if isinstance(action, Draw):
        return [board.board_view.draw_button]
    assert isinstance(action, CardPlay)
    return [board.hand_row.cards[board.hand_row.hand.index(action.cards[0])]] * 2


def by_mouse(app: App, scene: PuzzleScene, action: Action) -> None:
    """Do the action with clicks."""
    if _play_on_table(app, scene, action):
        return
    for widget in _widgets_for(scene, action):
        click(app, widget.on_screen().center)
    run_frames(app, 2)


def by_keys(app: App, scene: PuzzleScene, action: Action) -> None:
    """Do the action with Tab and Enter."""
    for widget in _widgets_for(scene, action):
        for _ in scene.widgets.items:
            if scene.widgets.focus is widget:
                break
            press_keys(app, pygame.K_TAB)
        assert scene.widgets.focus is widget
        press_keys(app, pygame.K_RETURN)
    run_frames(app, 2)


def by_pad(app: App, scene: PuzzleScene, action: Action) -> None:
    """Do the action with a gamepad."""
    for widget in _widgets_for(scene, action):
        for _ in scene.widgets.items:
            if scene.widgets.focus is widget:
                break
            press_pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
        press_pad(app, pygame.CONTROLLER_BUTTON_A)
    run_frames(app, 2)


def by_touch(app: App, scene: PuzzleScene, action: Action) -> None:
    """Do the action with a finger."""
    for widget in _widgets_for(scene, action):
        x, y = widget.on_screen().center
        touch_position = {"x": x / app.size[0], "y": y / app.size[1], "dx": 0.0, "dy": 0.0}
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            post(app, kind, finger_id=0, touch_id=1, pressure=1.0, **touch_position)
    run_frames(app, 2)


def outcomes(scene: PuzzleScene) -> list[str]:
    """Return the outcomes of the first try."""
    texts: list[str] = scene.outcomes  # type: ignore[attr-defined]
    return texts


def game_params(*input_functions: Callable[[App, PuzzleScene, Action], None]) -> list[Any]:
    """Return parameters for each input function in each game.

    Places on the table of Grenade Salad are chosen by mouse only: tests of its board cover the rest.
    """
    return [
        pytest.param(game, input_function, id=f"{input_function.__name__}-{game}")
        for input_function in input_functions
        for game in GAMES
        if game != "grenade-salad" or input_function is by_mouse
    ]


@pytest.mark.quick("by_mouse-grenade-salad", "by_keys-wheel", "by_pad-live-grenade", "by_touch-wheel")
@pytest.mark.parametrize(("game", "do"), game_params(by_mouse, by_keys, by_pad, by_touch))
def test_puzzle_is_solved_with_the_widgets_of_its_game(
    app: App, game: str, do: Callable[[App, PuzzleScene, Action], None]
) -> None:
    puzzle = find_playable_puzzle(game)
    scene = open_puzzle(app, puzzle)
    do(app, scene, puzzle.best.action)
    assert scene.phase == "right"
    assert outcomes(scene) == ["solved"]
    assert scene.text_panel.title == "Right!"
    assert any(line.startswith("It wins ") for line in scene.text_panel.paragraphs)
    assert scene.text_panel.paragraphs[-1] == "first try: solved"
    run_until(app, lambda: not scene.is_animating)
    assert len(scene.table.controller.match.entries) > puzzle.line, "the choice is shown on the table"
    assert get_journal(app).count() == 0, "a puzzle is no match"


@pytest.mark.quick("by_keys-wheel", "by_mouse-live-grenade", "by_mouse-grenade-salad")
@pytest.mark.parametrize(("game", "do"), game_params(by_mouse, by_keys))
def test_wrong_choice_is_continued_and_can_be_retried(
    app: App, game: str, do: Callable[[App, PuzzleScene, Action], None]
) -> None:
    puzzle = find_playable_puzzle(game)
    scene = open_puzzle(app, puzzle)
    previous_view = scene.table.controller.view
    do(app, scene, puzzle.kinds[1].action)
    assert scene.phase == "wrong"
    assert outcomes(scene) == ["missed"]
    texts = scene.text_panel.paragraphs
    assert "the best one" in texts[0]
    assert texts[0].startswith(
        say(puzzles.describe_choice(puzzle, puzzle.kinds[1]), scene.text_panel.reader, begin=True)
    )
    assert texts[1].startswith("With the same luck, your choice ends like this: ")
    mark = scene.text_panel.help_mark
    click(app, mark.on_screen().center)
    assert scene.widgets.tip()[0].startswith("To be exact: "), "figures are on request"
    assert mark.accessible_node().description == scene.widgets.tip()[0]
    run_until(app, lambda: not scene.is_animating)
    assert scene.table.controller.view != previous_view, "what comes of it is shown"
    press_by_keys(app, "Try again")
    show_question(app)
    assert scene.phase == "asked"
    assert scene.table.controller.view == previous_view
    do(app, scene, puzzle.best.action)
    assert scene.phase == "right"
    assert outcomes(scene) == ["missed"], "only the first try counts"


def find_place_puzzle() -> Puzzle:
    """Return a puzzle that asks for a soldier's place while the turn could end, too."""
    place_puzzles = [
        puzzle for puzzle in puzzles.load("grenade-salad") if puzzle.place and puzzle.best.action.do == "pointer"
    ]
    return next(
        puzzle for puzzle in place_puzzles if puzzles.replay_match(puzzle).state.why_not(End(puzzle.seat)) is None
    )


def test_any_equally_good_place_is_right(app: App) -> None:
    """The answer is about the spot that was chosen, not the stored one."""
    puzzle = find_place_puzzle()
    scene = open_puzzle(app, puzzle)
    assert scene.text_panel.title == "You are " + scene.name + ": where does the Pointer put a soldier?"
    spots = [spot for spot in spots_of(puzzle.view, puzzle.best.action)[puzzle.best.key] if spot != puzzle.best.action]
    stored_label = say(puzzles.describe_choice(puzzle, puzzle.best), scene.text_panel.reader)
    labels = {
        say(puzzles.describe_choice(puzzle, replace(puzzle.best, action=spot)), scene.text_panel.reader): spot
        for spot in spots
    }
    label = next((other_label for other_label in labels if other_label != stored_label), stored_label)
    by_mouse(app, scene, labels[label])
    assert scene.phase == "right"
    assert outcomes(scene) == ["solved"]
    assert label in scene.text_panel.paragraphs[0]
    assert "next best spot" in scene.text_panel.paragraphs[1]


def test_action_that_was_not_asked_is_no_try(app: App) -> None:
    puzzle = find_place_puzzle()
    scene = open_puzzle(app, puzzle)
    by_keys(app, scene, End(puzzle.seat))
    assert scene.phase == "asked"
    assert outcomes(scene) == []
    assert any("This puzzle asks: where does the Pointer put a soldier?" in words for words in app.messages.texts)
    by_mouse(app, scene, puzzle.best.action)
    assert outcomes(scene) == ["solved"]


def test_continuations_of_both_choices_share_a_world(app: App) -> None:
    puzzle = find_playable_puzzle("live-grenade")
    scene = open_puzzle(app, puzzle)
    by_mouse(app, scene, puzzle.kinds[1].action)
    assert scene.comparison is not None
    first, second = (scene.decision_point.start_world(scene.comparison.world) for _ in range(2))
    assert first.state.full_view() == second.state.full_view()
    assert first.header.seed == second.header.seed
    for match, continuation in ((first, scene.comparison.mine), (second, scene.comparison.best)):
        for entry in continuation.entries:
            match.apply_entry(entry)
        assert match.state.ranking() == continuation.ranking


@pytest.mark.parametrize("game", GAMES)
def test_puzzle_reveals_nothing_hidden_from_the_seat(app: App, game: str) -> None:
    """The window and the heard lines stay the same if everything hidden is resampled."""
    puzzle = find_playable_puzzle(game)
    scene = open_puzzle(app, puzzle)
    app.draw()
    picture, lines = pygame.image.tobytes(app.screen, "RGB"), list(app.tree().lines())
    state = scene.moment.state
    scene.moment.state = state.resample(puzzle.seat, Random(3))
    assert scene.moment.state.view(puzzle.seat) == state.view(puzzle.seat)
    scene.ask()
    show_question(app)
    app.draw()
    assert list(app.tree().lines()) == lines
    assert pygame.image.tobytes(app.screen, "RGB") == picture


def test_hints_come_in_steps_and_count_as_help(app: App) -> None:
    puzzle = find_playable_puzzle("wheel")
    scene = open_puzzle(app, puzzle)
    hint_count = len(puzzles.hints(puzzle))
    for index in range(hint_count):
        assert len(scene.text_panel.paragraphs) == 1 + index
        press_keys(app, pygame.K_h)
    assert not scene.hint_button.visible
    assert any(scene.text_panel.paragraphs[-1] in line for line in app.tree().lines()), "hints are heard"
    by_keys(app, scene, puzzle.best.action)
    assert outcomes(scene) == ["helped"]


@pytest.mark.parametrize("size", [(1280, 720), (1264, 616), (1080, 1920)])
@pytest.mark.parametrize("game", ["grenade-salad", "wheel", "live-grenade"])
def test_table_has_the_space_that_a_question_does_not_need(app: App, game: str, size: tuple[int, int]) -> None:
    """All of the question is visible, and the answer has more space."""
    scene = open_puzzle(app, find_playable_puzzle(game))
    resize(app, size)
    run_frames(app, 3)
    question, table = scene.box.height, scene.table.size[1]
    texts = [scene.text_panel.rect, *(button.rect for button in scene.buttons if button.visible)]
    assert all(scene.box.contains(box) for box in texts)
    assert not scene.text_panel.focusable, "nothing is to be scrolled"
    scene.solution_button.activate()
    run_frames(app, 3)
    assert scene.box.height >= 1.2 * question
    assert scene.table.size[1] < table


def test_solution_is_shown_with_reason_and_next_puzzle_follows(app: App) -> None:
    first, second = puzzles.load("wheel")[:2]
    remaining = [second]
    scene = open_puzzle(app, first, lambda: remaining.pop() if remaining else None)
    press(app, "Solution")
    assert scene.phase == "solution"
    assert outcomes(scene) == ["missed"]
    run_until(app, lambda: not scene.is_animating)
    assert len(scene.table.controller.match.entries) > first.line
    press(app, "Next puzzle")
    scene = app.scene  # type: ignore[assignment]
    assert isinstance(scene, PuzzleScene)
    assert scene.puzzle is second
    show_question(app)
    by_keys(app, scene, second.best.action)
    press_by_keys(app, "Next puzzle")
    assert isinstance(app.scene, HomeScene), "there are no more"


def test_puzzle_has_no_undo_and_no_match_menu(app: App) -> None:
    scene = open_puzzle(app, find_playable_puzzle("wheel"))
    assert not scene.table.undo_button.visible
    assert not scene.table.menu_button.visible
    press_keys(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, HomeScene)


# Choosing, and saved progress.


def test_solved_puzzles_count_from_first_screen_and_back(app: App) -> None:
    app.settings.people = {"Ann": app.settings.find_look("Ann"), "Bo": app.settings.find_look("Bo")}
    scene = open_puzzles(app)
    scene.widgets.set_focus(scene.game_choice)
    while scene.game != "wheel":
        press_keys(app, pygame.K_RIGHT)
    previous_rating = scene.solver.value
    press_by_keys(app, "Next puzzle")
    table = get_top_scene(app, PuzzleScene)
    show_question(app)
    by_keys(app, table, table.puzzle.best.action)
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is scene
    assert scene.solver.tried == {table.puzzle.number: "solved"}
    assert scene.solver.value > previous_rating
    saved_solvers = progress.load(app.data_folder)
    assert saved_solvers.get_solver("Ann", "wheel") == scene.solver
    scene.widgets.set_focus(scene.person_choice)
    press_keys(app, pygame.K_RIGHT)
    assert scene.person == "Bo"
    assert scene.solver.tried == {}, "everybody has a rating of their own"
    app.pop()
    press(app, "Puzzles")
    second_scene = get_top_scene(app, PuzzlesScene)
    second_scene.game_choice.choose(second_scene.games.index("wheel"))
    assert second_scene.solver.value == saved_solvers.get_solver("Ann", "wheel").value


class Today(date):
    """A fixed day, so that midnight cannot disturb the tests."""

    @classmethod
    def today(cls) -> Today:
        return cls(DAY.year, DAY.month, DAY.day)


def test_puzzle_of_the_day_is_the_same_for_all(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles_scene, "date", Today)
    scene = open_puzzles(app)
    press(app, "Puzzle of the day")
    table = get_top_scene(app, PuzzleScene)
    assert table.puzzle == puzzles.daily_puzzle(scene.game, DAY)
    press_keys(app, pygame.K_ESCAPE)
    assert "Today's puzzle is waiting for you" in scene.describe_results()
    press(app, "Puzzle of the day")
    press(app, "Solution")
    press_keys(app, pygame.K_ESCAPE)
    assert scene.solver.days == {DAY.isoformat(): "missed"}
    assert "Not solved today" in scene.describe_results()


def test_next_puzzle_fits_rating_and_theme_and_never_repeats() -> None:
    all_puzzles = puzzles.load("live-grenade")
    weak, strong = progress.Solver(value=700.0), progress.Solver(value=2300.0)
    for solver, extreme in ((weak, min), (strong, max)):
        next_puzzle = progress.choose_puzzle(all_puzzles, solver, Random(1))
        assert next_puzzle is not None
        assert puzzles.puzzle_rating(next_puzzle) == extreme(puzzles.puzzle_rating(puzzle) for puzzle in all_puzzles)
    theme = all_puzzles[-1].theme
    solver = progress.Solver()
    while (next_puzzle := progress.choose_puzzle(all_puzzles, solver, Random(1), theme)) is not None:
        assert next_puzzle.theme == theme
        assert next_puzzle.number not in solver.tried
        solver.record_try(next_puzzle, "solved")
    assert set(solver.tried) == {puzzle.number for puzzle in all_puzzles if puzzle.theme == theme}


def test_removed_puzzles_leave_progress_valid(app: App) -> None:
    """The id of an earlier version is kept.

    It neither waits to be solved nor counts among those to go.
    """
    all_puzzles = puzzles.load("wheel")
    removed_id = next(
        puzzle_id for puzzle_id in range(1, 1000) if puzzle_id not in {puzzle.number for puzzle in all_puzzles}
    )
    saved_solvers = progress.Solvers()
    saved_solvers.get_solver("Guest", "wheel").tried = {removed_id: "solved", all_puzzles[0].number: "missed"}
    progress.save(saved_solvers, app.data_folder)
    scene = open_puzzles(app)
    scene.game_choice.choose(scene.games.index("wheel"))
    assert f"{len(all_puzzles) - 1} to go" in scene.describe_results()
    assert "1 of 2 solved on the first try" in scene.describe_results()
    next_puzzle = progress.choose_puzzle(all_puzzles, scene.solver, Random(1))
    assert next_puzzle is not None
    assert next_puzzle.number not in (removed_id, all_puzzles[0].number)


def test_unreadable_progress_file_counts_as_empty(app: App) -> None:
    (app.data_folder / progress.FILE).write_text("{")
    assert progress.load(app.data_folder) == progress.Solvers()
    scene = open_puzzles(app)
    assert scene.solver.tried == {}


def test_renamed_person_keeps_progress(app: App) -> None:
    puzzle = puzzles.load("wheel")[0]
    saved_solvers = progress.Solvers()
    saved_solvers.get_solver("Ann", "wheel").record_try(puzzle, "solved", DAY)
    progress.save(saved_solvers, app.data_folder)
    progress.rename(app.data_folder, "Ann", "Anna")
    loaded_solvers = progress.load(app.data_folder)
    assert "Ann" not in loaded_solvers.people
    assert loaded_solvers.get_solver("Anna", "wheel") == saved_solvers.get_solver("Ann", "wheel")
    progress.forget(app.data_folder, "Anna")
    assert progress.load(app.data_folder).people == {}


def test_unusable_buttons_are_hidden(app: App) -> None:
    scene = open_puzzle(app, find_playable_puzzle("wheel"))
    assert {item.words for item in scene.buttons if item.visible} == {"Hint", "Solution", "Back"}
    assert find_button(app, "Hint") is scene.hint_button
