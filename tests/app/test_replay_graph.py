"""The graph of a finished match.

It is computed while it is open, cached, and leads to the most costly decisions.
"""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from grenade_salad.app.games.wheel.board import WheelBoard
from grenade_salad.app.history import replay as replay_scene
from grenade_salad.app.history.replay import ReplayScene
from grenade_salad.app.history.replay_graph import OddsGraph, find_mistakes
from grenade_salad.app.window.application import App
from grenade_salad.games.wheel import Advance
from grenade_salad.lab import analysis
from grenade_salad.lab.analysis import Point, count_decisions
from grenade_salad.lab.evaluation import WinShareGap
from grenade_salad.lab.holdout import Odds
from grenade_salad.session import match_analysis
from grenade_salad.session.match_analysis import MatchAnalysis
from grenade_salad.session.worker_process import ProcessExecutor, WorkerLost
from grenade_salad.text import Reader, m, say
from tests.app.conftest import click, press_keys, resize, run_frames
from tests.app.history import open_replay
from tests.app.screens import SIZES
from tests.patience import wait_until
from tools.tables import get_board, get_top_scene


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the analysis instant, and let it tell costs at the wheel, too."""
    monkeypatch.setattr(analysis, "tells_costs", {"live-grenade", "wheel"}.__contains__)
    monkeypatch.setattr(replay_scene, "PLAYER", "normal")
    monkeypatch.setattr(analysis, "SCREEN_WORLDS", (1,))
    monkeypatch.setattr(analysis, "ODDS_WORLDS", 1)
    monkeypatch.setattr(analysis, "MAX_CONFIRMED", 0)


def require_graph(scene: ReplayScene) -> OddsGraph:
    """Return the visible graph."""
    assert scene.graph is not None
    return scene.graph


def open_complete_graph(app: App, scene: ReplayScene) -> OddsGraph:
    """Open the graph and wait until it is complete."""
    press_keys(app, pygame.K_g)
    graph = require_graph(scene)
    while not graph.match_analysis.is_done:
        graph.match_analysis.update()
    return graph


def make_gap(cost: float) -> WinShareGap | None:
    """Return a gap of that cost, give or take a third, or None for no cost."""
    return WinShareGap(cost, cost * 2 / 3, cost * 4 / 3, 100) if cost else None


def make_odds(share: float) -> Odds:
    """Return odds from a hundred worlds."""
    return Odds(share, share - 0.1, share + 0.1, 100)


def set_costs(graph: OddsGraph, costs: dict[int, float]) -> list[Point]:
    """Give points of the graph made-up costs by index, and return all points."""
    judgement = graph.match_analysis
    judgement.points = [
        replace(
            point,
            odds=make_odds(0.5 + 0.01 * (index % 9)),
            claim=cost,
            gap=make_gap(cost),
            would=m("another"),
            is_equivalent=False,
        )
        for another in (m("another"),)
        for index, point in enumerate(judgement.points)
        for cost in (costs.get(index, 0.0),)
    ]
    return judgement.points


@pytest.mark.quick("wheel-2")
@pytest.mark.parametrize(("game", "seats"), [("live-grenade", 4), ("wheel", 2)])
def test_graph_grows_while_open_and_is_cached(app: App, game: str, seats: int) -> None:
    scene, _ = open_replay(app, game, seats)
    click(app, scene.graph_button.rect.center)
    graph = require_graph(scene)
    assert not graph.match_analysis.is_done
    assert "is looking at decision" in graph.describe()[0]
    while not graph.match_analysis.is_done:
        graph.match_analysis.update()
    points = graph.match_analysis.points
    assert len(points) == graph.match_analysis.total == count_decisions(scene.record)
    assert not graph.match_analysis.is_running
    click(app, scene.graph_button.rect.center)
    assert scene.graph is None
    click(app, scene.graph_button.rect.center)
    assert require_graph(scene).match_analysis.points is points


def test_analysis_resumes_after_leaving_the_replay(app: App) -> None:
    scene, match_id = open_replay(app, "wheel", 2)
    press_keys(app, pygame.K_g)
    run_frames(app, 3)
    judgement = require_graph(scene).match_analysis
    points_before = list(judgement.points)
    assert points_before
    app.pop()
    assert not judgement.is_running
    run_frames(app, 5)
    assert judgement.points == points_before
    replay_scene.watch(app, match_id)
    second_replay = get_top_scene(app, ReplayScene)
    graph = open_complete_graph(app, second_replay)
    assert graph.match_analysis is judgement
    assert [point.best for point in judgement.points[: len(points_before)]] == [point.best for point in points_before]
    assert [point.line for point in judgement.points] == sorted({point.line for point in judgement.points})


def test_mark_leads_to_its_decision_and_its_description(app: App) -> None:
    scene, _ = open_replay(app, "wheel", 2)
    graph = open_complete_graph(app, scene)
    points = set_costs(graph, {2: 0.12, 5: 0.3, 7: 0.01})
    assert find_mistakes(points) == [points[2], points[5]]
    scene.dirty = True
    app.frame()
    click(app, graph.mark_position(points[5], graph.rect))
    assert scene.line == points[5].line - 2
    summary, _ = graph.describe()
    name = scene.record.header.seats[points[5].seat]
    assert summary == f"{name}: {say(points[5].did)}. Better by 20 to 40 wins of 100, with 95% certainty: another"
    app.scene.widgets.set_focus(graph)
    press_keys(app, pygame.K_LEFT)
    assert scene.line == points[2].line - 2
    press_keys(app, pygame.K_RIGHT)
    assert scene.line == points[5].line - 2
    board = get_board(scene.table, WheelBoard)
    best = points[5].best
    assert isinstance(best, Advance)
    assert board.chosen == best.die, "what was better is shown on the table, as a hint is"
    scene.go_to(points[5].line)
    press_keys(app, pygame.K_g)
    assert scene.graph is None
    assert board.chosen is None
    for first, second in zip(graph.curve(points[5].seat), graph.curve(points[5].seat)[1:], strict=False):
        assert first[0] <= second[0]
    assert graph.curve(points[5].seat)[-1] == (len(scene.record.entries), graph.win_shares[points[5].seat])
    assert sum(graph.win_shares) == pytest.approx(1)


def test_click_moves_to_line_and_brings_seat_to_front(app: App) -> None:
    scene, _ = open_replay(app, "wheel", 2)
    graph = open_complete_graph(app, scene)
    points = set_costs(graph, {})
    box = graph.rect
    for line in (scene.bar.last // 3, scene.bar.last - 2):
        click(app, (graph.line_x(line, box), box.bottom - 20))
        assert scene.line == line
    other_seat = 1 - graph.front
    click(app, graph.seat_row(other_seat, box).center)
    assert (graph.front, scene.line) == (other_seat, scene.bar.last - 2)
    scene.go_to(points[3].line - 1)
    assert graph.current_share(points[3].seat) == points[3].odds.share if points[3].odds else False
    scene.view_choice.choose(1)
    assert graph.front == scene.view == 0
    scene.widgets.set_focus(graph)
    press_keys(app, pygame.K_DOWN)
    assert graph.front == 1


def test_view_of_a_seat_shows_no_unusable_buttons(app: App) -> None:
    scene, _ = open_replay(app, "wheel", 2)
    scene.view_choice.choose(1)
    board = get_board(scene.table, WheelBoard)
    for line in range(scene.bar.last + 1):
        scene.go_to(line)
        assert not any(
            widget.visible
            for widget in (board.notebook.widget, board.move_button, board.look_button, board.notebook.button)
        )


def test_uncertain_costs_are_not_claimed(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, _ = open_replay(app, "wheel", 2)
    graph = open_complete_graph(app, scene)
    points = set_costs(graph, {5: 0.3})
    graph.match_analysis.points[5] = replace(points[5], gap=WinShareGap(0.3, -0.01, 0.6, 100))
    assert find_mistakes(graph.match_analysis.points) == []
    scene.go_to(points[5].line - 2)
    summary, _ = graph.describe()
    assert summary.endswith("Normal: another. No difference can be shown")
    scene.go_to(0)
    assert graph.next_decision is None
    assert graph.describe()[0] == "No turn can be shown to have cost much"
    turning_text = say(graph.story.turning_point, Reader(graph.names), begin=True)
    assert turning_text, "the page at the end tells it, too, and both say whether it was luck"
    assert graph.describe()[1] == f"{turning_text}: a good move, and nobody had a clearly better one"
    graph.story = replace(graph.story, is_chance=True)
    assert graph.describe()[1] == f"{turning_text}: that was luck, nobody chose it"
    monkeypatch.setattr(analysis, "tells_costs", {"live-grenade"}.__contains__)
    assert graph.describe() == (f"{turning_text}: that was luck, nobody chose it", "")
    graph.story = replace(graph.story, is_chance=False)
    assert graph.describe() == (turning_text, ""), "nobody says that it was a good move"
    scene.go_to(points[5].line - 2)
    assert graph.describe()[0].endswith("Normal: another")


def test_odds_have_an_interval_in_picture_and_text(app: App) -> None:
    scene, _ = open_replay(app, "wheel", 2)
    graph = open_complete_graph(app, scene)
    point = replace(set_costs(graph, {})[5], is_equivalent=True)
    graph.match_analysis.points[5] = point
    scene.go_to(point.line - 2)
    assert graph.describe()[1] == "Then 45 to 65% to win, with 95% certainty, if all play on like Normal"
    scene.dirty = True
    app.frame()
    previous_pixels = pygame.image.tobytes(app.screen, "RGB")
    assert point.odds
    graph.match_analysis.points[5] = replace(point, odds=replace(point.odds, low=0.1))
    scene.dirty = True
    app.frame()
    assert pygame.image.tobytes(app.screen, "RGB") != previous_pixels


def read_percents(graph: OddsGraph) -> list[int | None]:
    """Return the whole percentages beside the graph, as a screen reader hears them.

    None for one that is missing.
    """
    lines, percents = (
        (graph.accessible_node().value + "\n" + graph.accessible_node().description).splitlines(),
        list[int | None](),
    )
    for name in graph.names:
        seat_lines = [words for words in lines if words.startswith(f"{name} ") and words.endswith(" %")]
        percents.append(int(seat_lines[0].removeprefix(name).removesuffix(" %")) if seat_lines else None)
    return percents


def is_alive(scene: ReplayScene, seat: int) -> bool:
    """True if the seat is still in the game at the visible line."""
    alive: tuple[bool, ...] = scene.jumps.match_at(scene.line).state.view(None).alive  # type: ignore[attr-defined]
    return alive[seat]


@pytest.mark.quick("live-grenade")
@pytest.mark.parametrize("game", ["live-grenade", "wheel"])
def test_percents_of_finished_graph_add_up_and_eliminated_have_zero(app: App, game: str) -> None:
    scene, _ = open_replay(app, game, 4)
    graph = open_complete_graph(app, scene)
    elimination_count = 0
    for line in range(scene.bar.last + 1):
        scene.go_to(line)
        percents = read_percents(graph)
        assert None not in percents, line
        assert sum(percent or 0 for percent in percents) == 100, line
        assert sum(graph.current_share(seat) or 0.0 for seat in range(4)) == pytest.approx(1)
        for seat in range(4):
            if not is_alive(scene, seat) and not graph.win_shares[seat]:
                assert percents[seat] == 0, (line, seat)
                assert graph.curve(seat)[-1] == (graph.out_lines[seat], 0.0)
                elimination_count += 1
    assert elimination_count > 20
    for seat in range(4):
        curve = dict(graph.curve(seat))
        assert all(curve[line] == odds.share for line, odds in graph.odds(seat) if line < scene.bar.last)


def test_percents_wait_for_the_analysis(app: App) -> None:
    scene, _ = open_replay(app, "live-grenade", 4)
    press_keys(app, pygame.K_g)
    graph, reached = require_graph(scene), [0]
    lines = range(0, scene.bar.last + 1, 3)
    while not graph.match_analysis.is_done:
        graph.match_analysis.update()
        known_lines = [
            line - 1 for line in (point.line for point in graph.match_analysis.points if point.odds is not None)
        ]
        if len(known_lines) not in (5, 15, 26):
            continue
        for line in lines:
            scene.go_to(line)
            percents = read_percents(graph)
            assert len({percent is None for percent in percents}) == 1, "all or none"
            if line > max(known_lines):
                assert percents == [None] * 4, line
            if percents[0] is not None:
                assert sum(percent or 0 for percent in percents) == 100, line
                assert all(not percent or is_alive(scene, seat) for seat, percent in enumerate(percents))
                reached.append(line)
    assert 0 < max(reached) < scene.bar.last
    scene.go_to(scene.bar.last)
    assert sum(percent or 0 for percent in read_percents(graph)) == 100


def test_running_match_has_no_graph(app: App) -> None:
    scene, _ = open_replay(app, "live-grenade", 4, lines=30)
    press_keys(app, pygame.K_g)
    assert scene.graph is None
    click(app, scene.graph_button.rect.center)
    assert scene.graph is None
    assert app.messages.texts == ["There is no graph until the match is over."]


def test_graph_fits_at_every_size(app: App) -> None:
    scene, _ = open_replay(app, "wheel", 2)
    graph = open_complete_graph(app, scene)
    set_costs(graph, {1: 0.4})
    for size, scale in SIZES:
        app.settings.scale = scale
        resize(app, size)
        app.draw()
        corners = (graph.rect.topleft, graph.rect.bottomright)
        assert all(0 <= x <= app.size[0] and 0 <= y <= app.size[1] for x, y in corners)
        assert scene.table.places.table.bottom <= graph.rect.top
        assert graph.rect.bottom <= scene.bar.rect.top + 4
        assert not (scene.log_button.visible and scene.log_button.rect.colliderect(scene.graph_button.rect))


def test_analysis_continues_after_its_process_dies(app: App) -> None:
    scene, _ = open_replay(app, "wheel", 2)
    judgement = MatchAnalysis(scene.record, "normal")
    executor = ProcessExecutor()
    judgement.start(executor)
    wait_until(lambda: judgement.update() or len(judgement.points) > 2)
    assert executor._process is not None
    executor._process.kill()
    point_count = len(judgement.points)
    wait_until(lambda: judgement.update() and len(judgement.points) > point_count + 2)
    judgement.stop()
    reference = MatchAnalysis(scene.record, "normal")
    reference.start(app.thinker())
    while len(reference.points) < len(judgement.points):
        reference.update()
    assert judgement.points == reference.points


def test_continuing_an_unknown_analysis_raises() -> None:
    with pytest.raises(WorkerLost):
        match_analysis.next_point(-1)
