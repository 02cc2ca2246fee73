"""The graph of a finished match: worked out while one looks, kept, and a way to the decisions that cost most."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from grenade_salad.app.games.wheel.board import WheelScene
from grenade_salad.app.history import match_analysis
from grenade_salad.app.history import replay as replay_scene
from grenade_salad.app.history.match_analysis import Judgement
from grenade_salad.app.history.replay import ReplayScene
from grenade_salad.app.history.replay_graph import Graph, mistakes
from grenade_salad.app.window.application import App
from grenade_salad.games.wheel import Advance
from grenade_salad.lab import analysis
from grenade_salad.lab.analysis import Point, decisions
from grenade_salad.lab.evaluation import Difference
from grenade_salad.lab.holdout import Odds
from grenade_salad.session.worker_process import Beside, Lost
from grenade_salad.text import Reader, m, say
from tests.app.conftest import click, frames, key, resize
from tests.app.test_machines import wait
from tests.app.test_reach import SIZES
from tests.app.test_replay import replay_of
from tools.tables import on_top, scene_on


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that judges answers in no time, and costs are told at the wheel, too."""
    monkeypatch.setattr(analysis, "tells_costs", {"live-grenade", "wheel"}.__contains__)
    monkeypatch.setattr(replay_scene, "PLAYER", "normal")
    monkeypatch.setattr(analysis, "SCREEN", (1,))
    monkeypatch.setattr(analysis, "ODDS", 1)
    monkeypatch.setattr(analysis, "MOST", 0)


def graph_of(scene: ReplayScene) -> Graph:
    """The graph that is shown."""
    assert scene.graph is not None
    return scene.graph


def judged(app: App, scene: ReplayScene) -> Graph:
    """The graph, when all of it is there."""
    key(app, pygame.K_g)
    graph = graph_of(scene)
    while not graph.judgement.done:
        graph.judgement.update()
    return graph


def certain(cost: float) -> Difference | None:
    """What the judge found who found so much, give or take a third; nobody asks it about nothing."""
    return Difference(cost, cost * 2 / 3, cost * 4 / 3, 100) if cost else None


def odds(share: float) -> Odds:
    """Odds of a hundred worlds."""
    return Odds(share, share - 0.1, share + 0.1, 100)


def told(graph: Graph, costs: dict[int, float]) -> list[Point]:
    """The points, with these costs made up: the number of a point, and what it cost."""
    judgement = graph.judgement
    judgement.points = [
        replace(
            point,
            odds=odds(0.5 + 0.01 * (number % 9)),
            claim=cost,
            found=certain(cost),
            would=m("another"),
            alike=False,
        )
        for another in (m("another"),)
        for number, point in enumerate(judgement.points)
        for cost in (costs.get(number, 0.0),)
    ]
    return judgement.points


@pytest.mark.quick("wheel-2")
@pytest.mark.parametrize(("game", "seats"), [("live-grenade", 4), ("wheel", 2)])
def test_it_grows_while_one_looks_and_is_kept(app: App, game: str, seats: int) -> None:
    scene, _ = replay_of(app, game, seats)
    click(app, scene.graph_button.rect.center)
    graph = graph_of(scene)
    assert not graph.judgement.done
    assert "is looking at decision" in graph.told()[0]
    while not graph.judgement.done:
        graph.judgement.update()
    points = graph.judgement.points
    assert len(points) == graph.judgement.total == decisions(scene.record)
    assert not graph.judgement.running
    click(app, scene.graph_button.rect.center)
    assert scene.graph is None
    click(app, scene.graph_button.rect.center)
    assert graph_of(scene).judgement.points is points


def test_what_was_found_before_one_left_is_not_looked_for_again(app: App) -> None:
    scene, number = replay_of(app, "wheel", 2)
    key(app, pygame.K_g)
    frames(app, 3)
    judgement = graph_of(scene).judgement
    found = list(judgement.points)
    assert found
    app.pop()
    assert not judgement.running
    frames(app, 5)
    assert judgement.points == found
    replay_scene.watch(app, number)
    again = on_top(app, ReplayScene)
    graph = judged(app, again)
    assert graph.judgement is judgement
    assert [one.best for one in judgement.points[: len(found)]] == [one.best for one in found]
    assert [point.line for point in judgement.points] == sorted({point.line for point in judgement.points})


def test_a_mark_leads_to_its_decision_and_the_words_tell_of_it(app: App) -> None:
    scene, _ = replay_of(app, "wheel", 2)
    graph = judged(app, scene)
    points = told(graph, {2: 0.12, 5: 0.3, 7: 0.01})
    assert mistakes(points) == [points[2], points[5]]
    scene.dirty = True
    app.frame()
    click(app, graph.mark_spot(points[5], graph.rect))
    assert scene.line == points[5].line - 2
    what, _ = graph.told()
    name = scene.record.header.seats[points[5].seat]
    assert what == f"{name}: {say(points[5].did)}. Better by 20 to 40 wins of 100, with 95% certainty: another"
    app.scene.widgets.set_focus(graph)
    key(app, pygame.K_LEFT)
    assert scene.line == points[2].line - 2
    key(app, pygame.K_RIGHT)
    assert scene.line == points[5].line - 2
    shown = scene_on(scene.shown, WheelScene)
    best = points[5].best
    assert isinstance(best, Advance)
    assert shown.chosen == best.die, "what was better is shown on the table, as a hint is"
    scene.go(points[5].line)
    key(app, pygame.K_g)
    assert scene.graph is None
    assert shown.chosen is None
    for first, second in zip(graph.curve(points[5].seat), graph.curve(points[5].seat)[1:], strict=False):
        assert first[0] <= second[0]
    assert graph.curve(points[5].seat)[-1] == (len(scene.record.entries), graph.ends[points[5].seat])
    assert sum(graph.ends) == pytest.approx(1)


def test_a_press_anywhere_goes_there_and_a_seat_comes_to_the_front(app: App) -> None:
    scene, _ = replay_of(app, "wheel", 2)
    graph = judged(app, scene)
    points = told(graph, {})
    box = graph.rect
    for line in (scene.bar.last // 3, scene.bar.last - 2):
        click(app, (graph.x_of(line, box), box.bottom - 20))
        assert scene.line == line
    other = 1 - graph.front
    click(app, graph.row(other, box).center)
    assert (graph.front, scene.line) == (other, scene.bar.last - 2)
    scene.go(points[3].line - 1)
    assert graph.chance(points[3].seat) == points[3].odds.share if points[3].odds else False
    scene.eyes_choice.choose(1)
    assert graph.front == scene.view == 0
    scene.widgets.set_focus(graph)
    key(app, pygame.K_DOWN)
    assert graph.front == 1


def test_with_the_eyes_of_a_seat_there_is_nothing_that_cannot_be_used(app: App) -> None:
    scene, _ = replay_of(app, "wheel", 2)
    scene.eyes_choice.choose(1)
    shown = scene_on(scene.shown, WheelScene)
    for line in range(scene.bar.last + 1):
        scene.go(line)
        assert not any(one.visible for one in (shown.notebook, shown.move_button, shown.look_button, shown.book_button))


def test_what_cannot_be_told_from_nothing_is_not_claimed(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, _ = replay_of(app, "wheel", 2)
    graph = judged(app, scene)
    points = told(graph, {5: 0.3})
    graph.judgement.points[5] = replace(points[5], found=Difference(0.3, -0.01, 0.6, 100))
    assert mistakes(graph.judgement.points) == []
    scene.go(points[5].line - 2)
    what, _ = graph.told()
    assert what.endswith("Normal: another. No difference can be shown")
    scene.go(0)
    assert graph.here is None
    assert graph.told()[0] == "No turn can be shown to have cost much"
    turned = say(graph.story.turning, Reader(graph.names), begin=True)
    assert turned, "the page at the end tells it, too, and both say whether it was luck"
    assert graph.told()[1] == f"{turned}: a good move, and nobody had a clearly better one"
    graph.story = replace(graph.story, luck=True)
    assert graph.told()[1] == f"{turned}: that was luck, nobody chose it"
    monkeypatch.setattr(analysis, "tells_costs", {"live-grenade"}.__contains__)
    assert graph.told()[0].startswith("What a turn cost is not told in this game")
    graph.story = replace(graph.story, luck=False)
    assert graph.told()[1] == turned, "nobody says that it was a good move"
    scene.go(points[5].line - 2)
    assert graph.told()[0].endswith("Normal: another")


def test_odds_have_their_interval_in_the_picture_and_in_words(app: App) -> None:
    scene, _ = replay_of(app, "wheel", 2)
    graph = judged(app, scene)
    point = replace(told(graph, {})[5], alike=True)
    graph.judgement.points[5] = point
    scene.go(point.line - 2)
    assert graph.told()[1] == "Then 45 to 65% to win, with 95% certainty, if all play on like Normal"
    scene.dirty = True
    app.frame()
    before = pygame.image.tobytes(app.screen, "RGB")
    assert point.odds
    graph.judgement.points[5] = replace(point, odds=replace(point.odds, low=0.1))
    scene.dirty = True
    app.frame()
    assert pygame.image.tobytes(app.screen, "RGB") != before


def figures(graph: Graph) -> list[int | None]:
    """The figures beside the graph, as a reader hears them and in whole per cent; None for one that is not there."""
    heard, found = (graph.heard().value + "\n" + graph.heard().about).splitlines(), list[int | None]()
    for name in graph.names:
        own = [words for words in heard if words.startswith(f"{name} ") and words.endswith(" %")]
        found.append(int(own[0].removeprefix(name).removesuffix(" %")) if own else None)
    return found


def is_alive(scene: ReplayScene, seat: int) -> bool:
    """True if the seat is still in at the line that is shown."""
    alive: tuple[bool, ...] = scene.jumps.at(scene.line).state.view(None).alive  # type: ignore[attr-defined]
    return alive[seat]


@pytest.mark.quick("live-grenade")
@pytest.mark.parametrize("game", ["live-grenade", "wheel"])
def test_figures_of_a_finished_graph_add_up_and_the_dead_have_none(app: App, game: str) -> None:
    scene, _ = replay_of(app, game, 4)
    graph = judged(app, scene)
    deaths = 0
    for line in range(scene.bar.last + 1):
        scene.go(line)
        percents = figures(graph)
        assert None not in percents, line
        assert sum(percent or 0 for percent in percents) == 100, line
        assert sum(graph.chance(seat) or 0.0 for seat in range(4)) == pytest.approx(1)
        for seat in range(4):
            if not is_alive(scene, seat) and not graph.ends[seat]:
                assert percents[seat] == 0, (line, seat)
                assert graph.curve(seat)[-1] == (graph.outs[seat], 0.0)
                deaths += 1
    assert deaths > 20
    for seat in range(4):
        curve = dict(graph.curve(seat))
        assert all(curve[line] == odds.share for line, odds in graph.odds(seat) if line < scene.bar.last)


def test_figures_wait_until_the_analysis_has_come_there(app: App) -> None:
    scene, _ = replay_of(app, "live-grenade", 4)
    key(app, pygame.K_g)
    graph, reached = graph_of(scene), [0]
    lines = range(0, scene.bar.last + 1, 3)
    while not graph.judgement.done:
        graph.judgement.update()
        known = [line - 1 for line in (point.line for point in graph.judgement.points if point.odds is not None)]
        if len(known) not in (5, 15, 26):
            continue
        for line in lines:
            scene.go(line)
            percents = figures(graph)
            assert len({percent is None for percent in percents}) == 1, "all or none"
            if line > max(known):
                assert percents == [None] * 4, line
            if percents[0] is not None:
                assert sum(percent or 0 for percent in percents) == 100, line
                assert all(not percent or is_alive(scene, seat) for seat, percent in enumerate(percents))
                reached.append(line)
    assert 0 < max(reached) < scene.bar.last
    scene.go(scene.bar.last)
    assert sum(percent or 0 for percent in figures(graph)) == 100


def test_a_match_that_runs_has_none(app: App) -> None:
    scene, _ = replay_of(app, "live-grenade", 4, lines=30)
    key(app, pygame.K_g)
    assert scene.graph is None
    click(app, scene.graph_button.rect.center)
    assert scene.graph is None
    assert app.messages.words == ["There is no graph until the match is over."]


def test_it_has_its_place_at_every_size(app: App) -> None:
    scene, _ = replay_of(app, "wheel", 2)
    graph = judged(app, scene)
    told(graph, {1: 0.4})
    for size, scale in SIZES:
        app.settings.scale = scale
        resize(app, size)
        app.draw()
        corners = (graph.rect.topleft, graph.rect.bottomright)
        assert all(0 <= x <= app.size[0] and 0 <= y <= app.size[1] for x, y in corners)
        assert scene.shown.places.table.bottom <= graph.rect.top
        assert graph.rect.bottom <= scene.bar.rect.top + 4
        assert not (scene.log_button.visible and scene.log_button.rect.colliderect(scene.graph_button.rect))


def test_the_process_may_die_meanwhile(app: App) -> None:
    scene, _ = replay_of(app, "wheel", 2)
    judgement = Judgement(scene.record, "normal")
    beside = Beside()
    judgement.start(beside)
    wait(lambda: judgement.update() or len(judgement.points) > 2)
    assert beside._process is not None
    beside._process.kill()
    known = len(judgement.points)
    wait(lambda: judgement.update() and len(judgement.points) > known + 2)
    judgement.stop()
    alone = Judgement(scene.record, "normal")
    alone.start(app.thinker())
    while len(alone.points) < len(judgement.points):
        alone.update()
    assert judgement.points == alone.points


def test_who_has_not_begun_says_so() -> None:
    with pytest.raises(Lost):
        match_analysis.go_on(-1)
