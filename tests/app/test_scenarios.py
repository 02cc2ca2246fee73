"""Scenarios in the window: found beside the puzzles, played, saved and shared.

They are played with real events to both outcomes; at the end each of them by mouse alone, as a Normal machine decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from math import dist
from pathlib import Path
from random import Random

import pygame
import pytest

from grenade_salad import players
from grenade_salad.app.editor.position_editor import PositionEditor
from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.match import position_drafts
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.puzzles.puzzles_scene import PuzzlesScene
from grenade_salad.app.scenarios import own, playing, words
from grenade_salad.app.scenarios.playing import ScenarioSheet
from grenade_salad.app.scenarios.saving import SavingScene
from grenade_salad.app.scenarios.scenarios_scene import ScenariosScene
from grenade_salad.app.window.application import App, make_thread_executor
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Action, State
from grenade_salad.games.live_grenade.actions import CardPlay, Draw, Theft
from grenade_salad.games.salad import Arrow, Circles, End, Explosion, Footpath, Hammers, Move, Pass, Pointer
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.journal.queries import MatchFilter
from grenade_salad.match import seeds
from grenade_salad.puzzles import progress
from grenade_salad.scenarios import Par, Scenario, encode_scenario, load_shipped, read
from grenade_salad.scenarios.shipped import FOLDER
from grenade_salad.text import say
from tests.app import salad_table
from tests.app.conftest import click, press_keys, run_frames, run_until, show_home, type_text
from tests.app.evening import Evening
from tests.app.history import press
from tests.patience import wait_until
from tools.tables import get_journal, get_top_scene


def find_scenario(name: str) -> Scenario:
    return next(scenario for scenario in load_shipped() if scenario.name == name)


def begin_attempt(app: App, scenario: Scenario) -> TableScene:
    """Begin an attempt, and return its table when it is the person's turn."""
    show_home(app)
    app.push(ScenariosScene(app))
    playing.play(app, scenario, "Ann")
    table = get_top_scene(app, TableScene)
    run_until(app, lambda: table.controller.actor is not None, 200)
    return table


def type_action(app: App, table: TableScene, action: Action) -> None:
    """Do the action with the keys, on the line for text."""
    words = table.controller.match.state.format_action(action, table.controller.match.header.names)
    press_keys(app, pygame.K_F12)
    type_text(app, words)
    press_keys(app, pygame.K_RETURN)
    run_frames(app, 2)


def type_actions(app: App, table: TableScene, decide: Callable[[State, int], Action]) -> ScenarioSheet:
    """Type what is decided until the attempt is over, and return its last page."""
    while True:
        run_until(
            app,
            lambda: app.scene is not table or table.controller.actor is not None or table.reaction is not None,
            6000,
        )
        if isinstance(app.scene, ScenarioSheet):
            return app.scene
        assert app.scene is table
        if table.reaction is not None:
            run_frames(app, 30)
            press_keys(app, pygame.K_RETURN)  # Let it pass.
            continue
        assert table.controller.actor is not None
        type_action(app, table, decide(table.controller.match.state, table.controller.actor))


def follow_solution(scenario: Scenario) -> Callable[[State, int], Action]:
    """Return a function that repeats what the seat does in the solution."""
    assert scenario.solution is not None
    actions = iter(
        [entry for entry in scenario.solution.entries if isinstance(entry, Action) and entry.seat == scenario.seat]
    )
    return lambda state, seat: next(actions)


def follow_machine(scenario: Scenario, level: str) -> Callable[[State, int], Action]:
    """Return a function that decides as a machine of that level."""
    player = players.make(scenario.game, level, scenario.seat, Random(7))
    return lambda state, seat: player.decide(state.view(seat), state.legal_actions(seat))


def test_scenarios_are_found_beside_puzzles_and_begun_by_mouse(app: App) -> None:
    show_home(app)
    app.push(PuzzlesScene(app))
    press(app, "Scenarios")
    scene = get_top_scene(app, ScenariosScene)
    assert [button.scenario.kind for button in scene.buttons].count("task") == 6
    assert len(scene.buttons) == 12
    click(app, scene.buttons[0].on_screen().center)
    sheet = get_top_scene(app, ScenarioSheet)
    assert say(scene.buttons[0].scenario.goal.message()) in sheet.text_panel.paragraphs
    click(app, sheet.play_button.rect.center)
    run_frames(app, 5)
    table = get_top_scene(app, TableScene)
    assert table.scenario_goal is not None
    assert table.scenario_goal.strip.goal_text == "Take 4 soldiers in this turn."
    assert table.scenario_goal.strip.rect.bottom <= app.size[1]
    assert table.places.hand.bottom <= table.scenario_goal.strip.rect.top
    assert isinstance(table.board, SaladBoard)
    assert all(card.visible_bottom <= table.scenario_goal.strip.rect.top for card in table.board.board_view.cards), (
        "their names are above it"
    )


def test_task_is_reached_and_its_stars_are_saved(app: App) -> None:
    scenario = find_scenario("four-at-once")
    table = begin_attempt(app, scenario)
    sheet = type_actions(app, table, follow_solution(scenario))
    assert sheet.attempt is not None
    assert sheet.attempt.outcome == "reached"
    assert sheet.stars == 3
    assert progress.load(app.data_folder).get_solver("Ann", scenario.game).scenarios == {scenario.name: 3}
    assert not get_journal(app).count(MatchFilter())
    click(app, sheet.play_button.rect.center)
    run_until(app, lambda: isinstance(app.scene, TableScene))
    assert app.scene is not table
    press_keys(app, pygame.K_ESCAPE)
    press(app, "Leave the scenario")
    assert isinstance(app.scene, ScenariosScene)


def test_machine_results_are_behind_a_question_mark(app: App) -> None:
    app.push(HomeScene(app))
    scenario = find_scenario("four-at-once")
    playing.show(app, scenario, "Ann")
    sheet = get_top_scene(app, ScenarioSheet)
    assert not any("tries" in line for line in sheet.text_panel.paragraphs)
    assert "One star: the goal. Two: 6 taken. Three: 7 taken." in sheet.text_panel.paragraphs
    assert sheet.text_panel.paragraphs[-1] == "Normal nearly always reaches it."
    assert not sheet.widgets.tip()[0]
    click(app, sheet.text_panel.help_mark.on_screen().center)
    assert sheet.widgets.tip()[0].split("\n") == [
        "Normal reached it in 200 of 200 tries.",
        "Hard reached it in 0 of 100 tries.",
        "Expert reached it in 40 of 40 tries.",
    ]
    assert sheet.text_panel.rect.bottom <= sheet.play_button.rect.y
    click(app, sheet.text_panel.help_mark.on_screen().center)
    assert not sheet.widgets.tip()[0]
    app.pop()
    unmeasured = replace(scenario, par={})
    playing.show(app, unmeasured, "Ann")
    assert not get_top_scene(app, ScenarioSheet).text_panel.help_mark.visible


@pytest.mark.parametrize(
    ("reached", "sentence"),
    [
        (97, "Normal nearly always reaches it."),
        (70, "Normal mostly reaches it."),
        (56, "Normal: about a coin toss."),
        (20, "Normal seldom reaches it."),
        (1, "Normal almost never reaches it."),
    ],
)
def test_difficulty_of_a_scenario_is_told_in_words(reached: int, sentence: str) -> None:
    share = (reached / 100, 0.0, 1.0)
    scenario = replace(find_scenario("four-at-once"), par={"normal": Par(100, reached, share, (0.0, 0.0, 0.0))})
    assert say(words.describe_difficulty(scenario), begin=True) == sentence


def test_battle_is_played_to_its_end(app: App) -> None:
    scenario = find_scenario("four-hearts")
    table = begin_attempt(app, scenario)
    sheet = type_actions(app, table, lambda state, seat: state.legal_actions(seat)[0])
    assert sheet.attempt is not None
    assert sheet.attempt.outcome in ("reached", "failed")
    assert bool(sheet.stars) == (sheet.attempt.outcome == "reached")
    alive = sheet.attempt.progress.view.alive  # type: ignore[attr-defined]
    assert alive[scenario.seat] == (sheet.attempt.outcome == "reached")
    press_keys(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, ScenariosScene)


def test_failed_attempt_earns_nothing_and_is_repeated_by_keys(app: App) -> None:
    table = begin_attempt(app, find_scenario("four-at-once"))
    sheet = type_actions(app, table, lambda state, seat: End(seat))
    assert sheet.text_panel.title == "Not this time"
    assert not sheet.stars
    assert not progress.load(app.data_folder).get_solver("Ann", sheet.scenario.game).scenarios
    press_keys(app, pygame.K_RETURN)
    run_until(app, lambda: isinstance(app.scene, TableScene))
    assert app.scene is not table


def test_scenario_does_not_begin_if_hands_are_on_phones_only(app: App) -> None:
    app.settings.hands_on_phones = True
    app.push(HomeScene(app))
    playing.play(app, find_scenario("hot-potato"), "Ann")
    assert isinstance(app.scene, HomeScene)


def test_received_file_is_dropped_saved_shared_and_removed(app: App, tmp_path: Path) -> None:
    file = tmp_path / "From Bo.scenario"
    file.write_bytes(encode_scenario(replace(read_bundled("short-fuse"), title="Bo's fuse")))
    app.push(HomeScene(app))
    app.scene.on_file_dropped(file)
    run_frames(app)
    sheet = get_top_scene(app, ScenarioSheet)
    assert sheet.accessible_name() == "Bo's fuse"
    press(app, "Share")
    assert [path.name for path in (app.data_folder / "records").iterdir()] == ["From Bo.scenario"]
    app.pop()
    app.push(ScenariosScene(app))
    scene = get_top_scene(app, ScenariosScene)
    assert scene.buttons[-1].words == "Bo's fuse"
    press_keys(app, *[pygame.K_TAB] * scene.widgets.items.index(scene.buttons[-1]))
    scene.buttons[-1].activate()
    press(app, "Remove")
    assert not own.load_saved(app)[0]


def test_scenario_of_same_name_is_saved_under_another_name(app: App, tmp_path: Path) -> None:
    app.push(HomeScene(app))
    own.save(app, replace(find_scenario("two-left"), name="mine", title="Mine", story="Mine"))
    for name in ("mine", "hot-potato"):
        file = tmp_path / f"{name}.scenario"
        file.write_bytes(encode_scenario(replace(find_scenario("two-left"), title="Theirs", story="Theirs")))
        taken: list[Scenario] = []
        for _ in range(2):
            own.open_file(app, file, taken.append)
            run_frames(app)
        assert taken[0].name == f"{name}-2"
        assert taken[1] == taken[0], "the same one is saved once"
    saved = [(scenario.name, scenario.title) for scenario in own.load_saved(app)[0]]
    assert saved == [("hot-potato-2", "Theirs"), ("mine-2", "Theirs"), ("mine", "Mine")]


def test_saved_scenarios_are_read_beside_the_window(app: App) -> None:
    own.save(app, replace(find_scenario("two-left"), name="mine", title="Mine", story="Mine"))
    (own.folder(app) / "bad.scenario").write_bytes(b"[" * 60_000)
    app.worker = make_thread_executor
    app.push(ScenariosScene(app))
    scene = get_top_scene(app, ScenariosScene)
    first = scene.buttons[0]
    assert first.focused

    def is_listed() -> bool:
        app.frame()
        return scene.buttons[-1].words == "Mine"

    wait_until(is_listed)
    assert scene.buttons[0].focused
    assert scene.buttons[0].scenario == first.scenario
    assert app.messages.texts[-1].startswith("bad.scenario:1: ")


def test_nobody_else_has_the_name_of_the_person() -> None:
    scenario = find_scenario("hot-potato")
    seats = scenario.start().seats
    called = ", ".join(("Ann", "Bo", "Cy", "Dee")[:seats])
    scenario = replace(scenario, position=scenario.position.replace(f"seats {seats}", f"seats {called}"))
    for person in ("Ann", "Bo", "Zoe"):
        names = playing.choose_names(scenario, person)
        assert names[scenario.seat] == person
        assert len(set(names)) == seats, names


@pytest.mark.parametrize(
    "data", [b"", b"\xff" * 1_000_000, b'{"scenario": 1}'], ids=["empty", "nonsense", "no position"]
)
def test_bad_file_is_refused_in_one_line(app: App, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "bad.scenario"
    file.write_bytes(data)
    app.push(HomeScene(app))
    app.scene.on_file_dropped(file)
    run_frames(app)
    assert isinstance(app.scene, HomeScene)
    message = app.messages.texts[-1]
    assert message.startswith("bad.scenario:1: ")
    assert "\n" not in message
    assert len(message) < 300


def read_bundled(name: str) -> Scenario:
    """Read a bundled scenario with its English words, as its file has it."""
    return read(FOLDER / f"{name}.scenario")


def test_position_becomes_a_scenario(app: App) -> None:
    line = "grenade-salad; seats 2; a0 300,200 0; b5 320,200 0; hand a arrow; hand b ?2; deck ?; turn a"
    app.push(HomeScene(app))
    position_drafts.open_editor(app, "grenade-salad", line)
    editor = get_top_scene(app, PositionEditor)
    press(app, "Share")
    press(app, "Save as a scenario")
    scene = get_top_scene(app, SavingScene)
    press(app, "Save")
    assert app.scene is scene  # There is no title.
    click(app, scene._rows[0].on_screen().center)
    type_text(app, "One arrow")
    press(app, "Save")
    assert app.scene is editor
    (saved,) = own.load_saved(app)[0]
    assert saved.title == "One arrow"
    assert saved.position == editor.line
    assert saved.goal.name == "take"


@pytest.mark.slow
@pytest.mark.parametrize("scenario", load_shipped(), ids=lambda scenario: scenario.name)
def test_scenario_is_played_to_its_end(app: App, scenario: Scenario) -> None:
    table = begin_attempt(app, scenario)
    sheet = type_actions(app, table, follow_machine(scenario, "normal"))
    assert sheet.attempt is not None
    assert sheet.attempt.outcome
    assert bool(sheet.stars) == (sheet.attempt.outcome == "reached")


_SEEDS = {
    "two-left": 22,
    "round-the-corner": 3,
    "three-against-seven": 1,
    "no-friend": 2,
    "short-fuse": 1,
    "four-hearts": 1,
    "hot-potato": 7,
    "poor-among-rich": 5,
}
"""Seeds with which a Normal machine reaches the goal."""


def _click_salad_action(app: App, scene: SaladBoard, action: Action) -> None:
    """Do an action on the mat with the mouse.

    For spots that are out of view the whole table is shown first.
    """
    if isinstance(action, End):
        salad_table.press(app, scene.controls.end_turn_button)
        return
    if not isinstance(action, Move):
        assert isinstance(action, Arrow | Hammers | Explosion | Pointer | Circles)
        salad_table.click_card(app, scene, action.do)
        run_frames(app, 6, 0.1)
    camera = scene.board_view.camera
    points = [point for point in (getattr(action, "to", None), getattr(action, "at", None)) if point is not None]
    soldier_ids = [
        soldier_id
        for soldier_id in (getattr(action, "soldier", None), getattr(action, "target", None))
        if soldier_id is not None
    ]
    spots = [
        *map(camera.to_screen, points),
        *(salad_table.screen_position(scene, soldier_id) for soldier_id in soldier_ids),
    ]
    if not all(scene.battlefield.rect.collidepoint(spot) for spot in spots):
        salad_table.press(app, scene.controls.overview_button)
        run_frames(app, 6, 0.1)
        camera = scene.board_view.camera
    if isinstance(action, Move):
        if action.to is not None:
            salad_table.drag(app, salad_table.screen_position(scene, action.soldier), camera.to_screen(action.to))
        return
    if isinstance(action, Circles):
        salad_table.press(app, scene.controls.confirm_button)
    elif isinstance(action, Pointer):
        assert action.to is not None
        click(app, camera.to_screen(action.to))
    elif isinstance(action, Explosion):
        assert action.at is not None
        click(app, camera.to_screen(action.at))
    else:
        click(app, salad_table.screen_position(scene, action.soldier))
        click(app, salad_table.screen_position(scene, action.target))


def _click_live_grenade_action(app: App, scene: LiveGrenadeBoard, action: Action) -> None:
    """Do an action with the mouse: choose cards, and a victim if it needs one."""
    table = scene.table
    if isinstance(action, Draw):
        click(app, scene.board_view.deck.rect.center)
        return
    assert isinstance(action, CardPlay)
    for card in action.cards:
        if card in scene.board_view.chosen_cards:  # The first of a pair brings the second.
            continue
        card_widget = next(card_button for card_button in scene.hand_row.cards if card_button.card == card)
        click(app, (card_widget.rect.x + 12, card_widget.rect.y + 30))
        run_frames(app, 3)
    if isinstance(action, Theft):
        click(app, table.panels[action.target].rect.center)
    else:
        click(app, scene.board_view.play_button.rect.center)


def _click_action(app: App, evening: Evening, table: TableScene, action: Action) -> None:
    """Do an action with the mouse, and check that the match has it."""
    entry_count = len(table.controller.match.entries)
    run_frames(app, 6, 0.1)  # A press too soon would be meant for what was visible before.
    if isinstance(table.board, SaladBoard):
        _click_salad_action(app, table.board, action)
    elif isinstance(table.board, LiveGrenadeBoard):
        _click_live_grenade_action(app, table.board, action)
    else:
        assert isinstance(action, Advance)
        evening.press_required(f"White die {action.die + 1}")
        run_frames(app, 3)
        if len(table.controller.match.entries) == entry_count and table.controller.actor is not None:
            evening.press_required(f"White die {action.die + 1}")
    run_frames(app, 3)
    assert len(table.controller.match.entries) > entry_count, (action, app.messages.texts[-3:])
    assert _is_same_action(table.controller.match.entries[entry_count], action), (
        action,
        table.controller.match.entries[entry_count],
    )


def _is_same_action(entry: object, wanted: Action) -> bool:
    """True if equal but for a pixel or two of a place, and the height of a drop."""
    if type(entry) is not type(wanted):
        return False
    pairs = [
        (getattr(entry, field.name), getattr(wanted, field.name)) for field in fields(wanted) if field.name != "height"
    ]
    return all(dist(a, b) < 2 if isinstance(a, tuple) and isinstance(a[0], float) else a == b for a, b in pairs)


def _click_answer(app: App, table: TableScene, player: players.Player, seat: int) -> None:
    """Answer in the reaction window as the machine player decides."""
    state = table.controller.match.state
    action = player.decide(state.view(seat), state.legal_actions(seat))
    plays_card = isinstance(action, Footpath) or not (isinstance(action, Pass) or action.is_pass)
    assert table.reaction is not None
    buttons = table.reaction._buttons
    click(app, buttons[0 if plays_card else -1].rect.center)
    run_frames(app, 6, 0.1)


def _play_attempt(app: App, evening: Evening, scenario: Scenario) -> ScenarioSheet:
    """Play from the table's first moment to the page after the attempt."""
    table = get_top_scene(app, TableScene)
    player = players.make(scenario.game, "normal", scenario.seat, Random(7))
    while True:
        run_until(
            app,
            lambda: (
                app.scene is not table
                or (table.controller.is_idle and (table.controller.actor is not None or table.reaction is not None))
            ),
            6000,
        )
        if isinstance(app.scene, ScenarioSheet):
            return app.scene
        assert app.scene is table, type(app.scene).__name__
        if table.reaction is not None:
            _click_answer(app, table, player, scenario.seat)
        else:
            state = table.controller.match.state
            _click_action(
                app, evening, table, player.decide(state.view(scenario.seat), state.legal_actions(scenario.seat))
            )


@pytest.mark.slow
@pytest.mark.parametrize("scenario", load_shipped(), ids=lambda scenario: scenario.name)
def test_scenario_is_played_by_mouse_from_first_screen_to_its_stars(
    app: App, monkeypatch: pytest.MonkeyPatch, scenario: Scenario
) -> None:
    monkeypatch.setattr(seeds, "draw_seed", lambda: _SEEDS.get(scenario.name, 11))
    show_home(app)
    evening = Evening(app)
    evening.press_required("Puzzles")
    evening.press_required("Scenarios")
    listed = get_top_scene(app, ScenariosScene)
    entry = next(button for button in listed.buttons if button.scenario.name == scenario.name)
    listed.scroll.show(entry.rect)
    run_frames(app)
    click(app, entry.on_screen().center)
    evening.press_required("Play")
    sheet = _play_attempt(app, evening, scenario)
    run_frames(app, 3)
    assert sheet.attempt is not None
    assert sheet.attempt.outcome in ("reached", "failed")
    assert bool(sheet.stars) == (sheet.attempt.outcome == "reached")
    assert bool(sheet.stars) or scenario.name in ("the-wall", "between-two")
    print(f"{scenario.name}: {sheet.attempt.outcome}, {sheet.stars} stars")
    evening.press_required("Back")
    assert app.scene is listed
    entry = next(button for button in listed.buttons if button.scenario.name == scenario.name)
    assert entry.stars == sheet.stars
    assert (
        progress.load(app.data_folder).get_solver(listed.person, scenario.game).scenarios.get(scenario.name, 0)
        == sheet.stars
    )
    assert say(entry.words) == say(scenario.title)
