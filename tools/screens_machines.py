"""Pictures of machine players at all tables: they think, and they give hints. See tools/screens.py."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

import pygame

from grenade_salad.app.history.replay import ReplayScene, watch
from grenade_salad.app.history.replay_graph import mistakes
from grenade_salad.app.match.start_match import scene_of
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.seating.change_players import WhoPlaysScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.inputs import Key
from grenade_salad.app.window.application import App
from grenade_salad.games import load, with_turns
from grenade_salad.journal.queries import Wanted
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.player_worker import Hint
from grenade_salad.session.worker_process import AtOnce
from tools.evenings import fill
from tools.tables import Show, journal_of, on_top, wait

_SEATS = ("Ann", "Nora", "Clara", "Rudi")
_KINDS = ("normal", "normal-careful", "normal-reckless")
_WHY = "blows up the 5, which could be Nora's, and keeps its dice away from what Clara and Rudi are likely to need"


class _Inline(AtOnce):
    """Does everything at once; or never, when it is `lost` in thought."""

    lost = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return Future() if self.lost else super().submit(fn, *args, **kwargs)


def _table(app: App, game: str, people: int) -> tuple[Table, _Inline]:
    brain = _Inline()
    app.thinker = lambda: brain
    app.worker = _Inline
    app.settings.speed, app.settings.hint_level = "off", "normal"
    seats = tuple(Controller() if seat < people else Controller("bot", _KINDS[seat - 1]) for seat in range(4))
    options = load(game).options()
    scene = scene_of(app, Match(Header(game, _SEATS, options, 5)), seats)
    assert isinstance(scene, Table)
    app.push(scene)
    return scene, brain


def _turn(app: App, scene: Table, mine: Callable[[], bool]) -> None:
    """Play on until it is so; people play as well as machines."""
    for _ in range(4000):
        app.frame()
        if mine():
            return
        if scene.reaction is not None:
            app.settings.countdown = 0.1
        elif scene.actor is not None and scene.idle:
            scene.act(scene.machines.hint(scene.match.state, scene.actor, "normal").result().action)


def _hint(app: App, game: str, people: int = 1, opened: bool = False) -> None:
    scene, _ = _table(app, game, people)

    def mine() -> bool:
        own = scene.actor == 0 and scene.idle and scene.reaction is None
        return own and scene.view.__dict__.get("step") != "drop"

    _turn(app, scene, mine)
    scene.hints.ask()
    app.frame()
    if scene.hints.shown is not None:
        scene.hints.shown = Hint(scene.hints.shown.action, _WHY)
    if opened and isinstance(app.scene, Cover):
        app.scene.handle(Key(pygame.K_1))
    app.settings.speed = "normal"
    scene.dirty = True


def _thinking(app: App, game: str) -> None:
    scene, brain = _table(app, game, 0)
    for _ in range(300):
        app.frame()
        if len(scene.match.entries) > 8 and scene.scene.asking() is None:
            break
    brain.lost = True
    wait(app, 60)


def _who_plays(app: App) -> None:
    scene, _ = _table(app, "wheel", 1)
    app.push(WhoPlaysScene(scene))


def _graph(app: App, game: str, share: float) -> None:
    """The graph of a finished match, worked out by the strongest player with little time."""
    app.thinker = _Inline
    fill(journal_of(app), "normal")
    watch(app, journal_of(app).matches(Wanted(game, None, True))[0].id)
    scene = on_top(app, ReplayScene)
    scene.toggle_graph()
    assert scene.graph is not None
    while not scene.graph.judgement.done:
        scene.graph.judgement.update()
    marks = mistakes(scene.graph.judgement.points)
    scene.go(marks[len(marks) // 2].line - 1 if marks else round(scene.bar.last * share))


SCREENS: dict[str, Show] = {
    **{f"machines-hint-{game}": partial(_hint, game=game) for game in with_turns()},
    **{f"machines-covered-{game}": partial(_hint, game=game, people=4, opened=True) for game in with_turns()},
    **{f"machines-thinking-{game}": partial(_thinking, game=game) for game in with_turns()},
    **{f"machines-graph-{game}": partial(_graph, game=game, share=0.6) for game in with_turns()},
    "machines-who-plays": _who_plays,
}
