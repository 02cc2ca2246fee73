"""Pictures of machine players that think and give hints: see tools/screens.py."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

import pygame

from grenade_salad.app.history.replay import ReplayScene, watch
from grenade_salad.app.history.replay_graph import find_mistakes
from grenade_salad.app.match.pause_menu import ChangePlayersPage
from grenade_salad.app.match.start_match import make_match_table
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.inputs import KeyInput
from grenade_salad.app.window.application import App
from grenade_salad.games import load, with_turns
from grenade_salad.journal.queries import MatchFilter
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.player_worker import Hint
from grenade_salad.session.worker_process import ImmediateExecutor
from tools.evenings import fill_journal
from tools.tables import ShowScreen, get_journal, get_top_scene, run_frames

_SEATS = ("Ann", "Nora", "Clara", "Rudi")
_PLAYERS = ("normal", "normal-careful", "normal-reckless")
_EXPLANATION = (
    "blows up the 5, which could be Nora's, and keeps its dice away from what Clara and Rudi are likely to need"
)


class _SwitchableExecutor(ImmediateExecutor):
    """Does everything immediately, or never while `is_lost` is set."""

    is_lost = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return Future() if self.is_lost else super().submit(fn, *args, **kwargs)


def _show_table(app: App, game: str, people: int) -> tuple[TableScene, _SwitchableExecutor]:
    executor = _SwitchableExecutor()
    app.thinker = lambda: executor
    app.worker = _SwitchableExecutor
    app.settings.speed, app.settings.hint_level = "off", "normal"
    seats = tuple(Controller() if seat < people else Controller("bot", _PLAYERS[seat - 1]) for seat in range(4))
    options = load(game).options()
    table = make_match_table(app, Match(Header(game, _SEATS, options, 5)), seats)
    assert isinstance(table, TableScene)
    app.push(table)
    return table, executor


def _play_until(app: App, table: TableScene, condition: Callable[[], bool]) -> None:
    """Play until the condition holds; machine players decide for people, too."""
    for _ in range(4000):
        app.frame()
        if condition():
            return
        if table.reaction is not None:
            app.settings.countdown = 0.1
        elif table.controller.actor is not None and table.controller.is_idle:
            table.controller.act(
                table.controller.session.machines.request_hint(
                    table.controller.match.state, table.controller.actor, "normal"
                )
                .result()
                .action
            )


def _show_hint(app: App, game: str, people: int = 1, opened: bool = False) -> None:
    table, _ = _show_table(app, game, people)

    def is_own_turn() -> bool:
        is_asked = table.controller.actor == 0 and table.controller.is_idle and table.reaction is None
        return is_asked and table.controller.view.__dict__.get("step") != "drop"

    _play_until(app, table, is_own_turn)
    table.hints.ask()
    app.frame()
    if table.hints.hint is not None:
        table.hints.hint = Hint(table.hints.hint.action, _EXPLANATION)
    if opened and isinstance(app.scene, Cover):
        app.scene.handle(KeyInput(pygame.K_1))
    app.settings.speed = "normal"
    table.dirty = True


def _show_thinking(app: App, game: str) -> None:
    table, executor = _show_table(app, game, 0)
    for _ in range(300):
        app.frame()
        if len(table.controller.match.entries) > 8 and table.board.reaction_prompt() is None:
            break
    executor.is_lost = True
    run_frames(app, 60)


def _show_who_plays(app: App) -> None:
    table, _ = _show_table(app, "wheel", 1)
    app.push(ChangePlayersPage(table.controller))


def _show_graph(app: App, game: str, share: float) -> None:
    """Show the graph of a finished match, evaluated quickly by the strongest player."""
    app.thinker = _SwitchableExecutor
    fill_journal(get_journal(app), "normal")
    watch(app, get_journal(app).matches(MatchFilter(game, None, True))[0].id)
    scene = get_top_scene(app, ReplayScene)
    scene.toggle_graph()
    assert scene.graph is not None
    while not scene.graph.match_analysis.is_done:
        scene.graph.match_analysis.update()
    marks = find_mistakes(scene.graph.match_analysis.points)
    scene.go_to(marks[len(marks) // 2].line - 1 if marks else round(scene.bar.last * share))


SCREENS: dict[str, ShowScreen] = {
    **{f"machines-hint-{game}": partial(_show_hint, game=game) for game in with_turns()},
    **{f"machines-covered-{game}": partial(_show_hint, game=game, people=4, opened=True) for game in with_turns()},
    **{f"machines-thinking-{game}": partial(_show_thinking, game=game) for game in with_turns()},
    **{f"machines-graph-{game}": partial(_show_graph, game=game, share=0.6) for game in with_turns()},
    "machines-who-plays": _show_who_plays,
}
