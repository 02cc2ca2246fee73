"""Ten decisions of each game by keys alone, with all that a listener hears.

The files in `heard` were written by this test and read by a person. `UPDATE_GOLDEN=1` writes them again.
"""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.pieces import Soldier
from tests.app import salad_table
from tests.app.accessibility.listener import Listener
from tests.app.accessibility.test_ear_mode import MAX_WORDS, sit_down
from tests.app.conftest import press_keys
from tests.marks import slow_but

HEARD = Path(__file__).parent / "heard"
DECISIONS = 10
_SHOOT = ("Arrow", "")
PLANS: dict[str, tuple[tuple[str, ...], ...]] = {
    "grenade-salad": (("Hammers", ""), _SHOOT, ("End turn",), *(_SHOOT, ("End turn",)) * 3, _SHOOT),
    "live-grenade": (("Draw",),),
    "wheel": (("White die", "White die"),),
}
"""For each game, the decisions of a player who begins again after the last.

Each is the widgets to go to by Tab and to press by Enter; "" presses what has the focus.
"""


class KeyboardPlayer:
    """A player who only has a keyboard and ears."""

    def __init__(self, app: App, scene: TableScene) -> None:
        self.app, self.scene, self.listener = app, scene, Listener(app)
        self.lines: list[str] = []
        """What was pressed and heard."""
        self._heard_count = 0
        self.word_counts: list[int] = []
        """Words between two decisions, without those that a key asked for."""

    @property
    def focus_name(self) -> str:
        """The name of what has the focus."""
        tree = self.app.tree()
        return tree.nodes[tree.focus][0].name

    def wait_for_decision(self) -> bool:
        """Listen until the player must decide. Return False if the match is over."""
        controller = self.scene.controller
        for _ in range(3000):
            self.listener.step()
            if isinstance(self.app.scene, EndScene):
                return False
            is_asked = self.scene.reaction is not None and controller.awaits_answer(0)
            is_settled = controller.is_idle and not controller.is_held and not controller.match.state.pending_chance()
            if is_settled and (controller.actor == 0 or is_asked):
                self.listener.run(5)
                self.word_counts.append(self._take_heard())
                return True
        raise AssertionError("nobody is asked")

    def decide(self, plan: tuple[str, ...]) -> None:
        """Press the widgets of a plan; a question is passed."""
        names = ("",) if self.scene.reaction is not None else plan
        for index, name in enumerate(names, 1):
            for _ in range(60):
                if self.focus_name.startswith(name):
                    break
                press_keys(self.app, pygame.K_TAB)
            else:
                raise AssertionError(f"Tab does not come to {name}")
            self.lines.append(f"> Enter on {self.focus_name}")
            self.listener.update()
            self._heard_count = len(self.listener.utterances)
            press_keys(self.app, pygame.K_RETURN)
            if index < len(names):
                self.listener.run(4)
                self._take_heard()

    def _take_heard(self) -> int:
        """Write down what was heard since the last time, and return its words."""
        utterances = self.listener.utterances[self._heard_count :]
        self._heard_count = len(self.listener.utterances)
        self.lines += [f"{utterance.source}: {' / '.join(utterance.words.splitlines())}" for utterance in utterances]
        return sum(utterance.word_count for utterance in utterances)


def _start(app: App, name: str) -> TableScene:
    if name != "grenade-salad":
        return sit_down(app, name, 3)
    # No card of chance: what falls might fall otherwise on another processor.
    hands = (("arrow", "hammers", "arrow", "explosion"), ("footpath", "arrow", "hammers"))
    app.settings.ears = "on"
    spots = ((0, 500.0, 60.0), (0, 520.0, 350.0), (1, 60.0, 60.0))
    more = (Soldier(index, seat, x, y, 0.0) for index, (seat, x, y) in enumerate(spots, 7))
    setup = salad_table.position(hands, (*salad_table.FEW, *more), ("arrow", "hammers", "explosion", "footpath") * 4)
    return salad_table.sit_down(app, "pb", setup, waits=False).table


@pytest.mark.parametrize("name", slow_but(["grenade-salad"], games.with_turns()))
def test_ten_decisions_by_keys_are_heard_as_written_down(app: App, name: str) -> None:
    player = KeyboardPlayer(app, _start(app, name))
    for index in range(DECISIONS):
        if not player.wait_for_decision():
            break
        player.lines.append(f"\n{index + 1}")
        player.decide(PLANS[name][index % len(PLANS[name])])
    text = "\n".join(player.lines).strip() + "\n"
    first, *rest = player.word_counts
    assert first <= 2 * MAX_WORDS
    assert max(rest) <= MAX_WORDS, text
    file = HEARD / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
