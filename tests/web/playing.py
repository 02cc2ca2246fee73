"""People with phones who play at random by their sheets and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from grenade_salad import games
from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.window.application import App
from grenade_salad.core import Options
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.match.match import Controller, Header
from tests.web.phones import Network, OpenPage

NAMES = ("Ann", "Bo", "Cy", "Dee")
_MAX_QUESTIONS = 15
"""Previews that a player asks for: a phone that asks for more is disconnected."""
_MAX_RETRIES = 4
"""Points that a player tries before doing something else."""


def begin(app: App, name: str, kinds: str, seed: int = 7, options: Options | None = None) -> TableScene:
    """Begin a match.

    `kinds` has a letter for each seat: s for the screen, m for a machine.
    """
    app.push(Scene(app))
    game = games.load(name)
    header = Header(name, NAMES[: len(kinds)], options or game.options(), seed)
    start_match.begin(app, header, [Controller("bot", "random") if kind == "m" else Controller() for kind in kinds])
    assert isinstance(app.scene, TableScene)
    app.scene.controller.have_looked.update(range(len(kinds)))
    return app.scene


@dataclass
class Player:
    """A person with a phone.

    `last_answer` is what was answered last: the moment, and the number of refusals by then.
    """

    phone: OpenPage
    rng: Random
    last_answer: tuple[int, int] = (-1, 0)
    acted: list[dict[str, Any]] = field(default_factory=list)
    tried: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    """The previews that were asked for: moment and line, by the id of the question."""

    def move(self) -> None:
        """Decide something if the newest sheet asks for it and has no answer yet."""
        sheet = self.phone.sheet
        current = (sheet["moment"], len(self.phone.got("no")))
        if not sheet.get("choices") or self.last_answer == current:
            return
        self.tries = self.tries + 1 if self.last_answer[0] == current[0] else 0
        self.last_answer = current
        line = self._choose(sheet)
        question_id = len(self.tried)
        if question_id < _MAX_QUESTIONS:
            self.tried.append((sheet["moment"], line))
            self.phone.say(say="try", n=question_id, moment=sheet["moment"], action=line)
        self.acted.append(line)
        self.phone.act(line)

    def _choose(self, sheet: dict[str, Any]) -> dict[str, Any]:
        kinds: dict[str, list[dict[str, Any]]] = {}
        for choice in sheet["choices"]:
            kinds.setdefault(choice["line"]["do"], []).append(choice)
        safe = next((kind for kind in ("keep", "pass", "end") if kind in kinds), None)
        is_stubborn = self.tries < _MAX_RETRIES or safe is None
        kind = self.rng.choice(sorted(kinds)) if is_stubborn and safe != "keep" else str(safe)
        choice = self.rng.choice(kinds[kind])
        return choice["line"] | {part: self._part(sheet, choice["line"], part) for part in choice["needs"]}

    def _part(self, sheet: dict[str, Any], line: dict[str, Any], part: str) -> Any:
        if part in ("angle", "height"):
            return self.rng.uniform(-3, 3) if part == "angle" else 100
        table = sheet["picture"]
        moved_soldier = next((soldier for soldier in table["soldiers"] if soldier["id"] == line.get("soldier")), None)
        if moved_soldier is None:
            return [self.rng.uniform(10, table["wide"] - 10), self.rng.uniform(10, table["high"] - 10)]
        return [moved_soldier["x"] + self.rng.uniform(-20, 20), moved_soldier["y"] + self.rng.uniform(-20, 20)]


def play(network: Network, players: Mapping[int, Player], scene: TableScene, max_entries: int = 100_000) -> None:
    """Play until the match is over or has `max_entries` entries.

    Seats at the screen pass or do the first legal thing.
    """

    def step() -> bool:
        for player in players.values():
            player.move()
        if scene.controller.actor is not None and scene.controller.is_idle and scene.controller.actor not in players:
            legal = scene.controller.match.state.legal_actions(scene.controller.actor)
            action = next(
                (
                    legal_action
                    for legal_action in legal
                    if legal_action.do in ("keep", "draw", "advance", "end", "pass")
                ),
                None,
            )
            if action is not None:
                scene.controller.act(action)
        return scene.controller.match.state.is_over or len(scene.controller.match.entries) >= max_entries

    network.until(step, dt=0.1)


def make_short_options(name: str) -> Options:
    """Return house rules for a short match."""
    options = games.load(name).options()
    return replace(options, turn_limit=6) if isinstance(options, SaladOptions) else options
