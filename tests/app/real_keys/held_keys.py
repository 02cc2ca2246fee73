"""Keys that are held in a scene: whatever they do, they do it once."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TypeAlias

from grenade_salad.app.shell import keys
from tests.app.real_keys import matches
from tests.app.real_keys.desk import Desk
from tests.app.real_keys.layouts import KEYS
from tests.app.real_keys.program import Program, start_program
from tests.app.real_keys.scenes import Scene
from tests.app.real_keys.screen import Ended, Node

HOLD = 2.0
"""Seconds that a key is held."""
_REPEATING = frozenset(
    ("closer", "farther", "turn_left", "turn_right", "page_back", "page_on", "step_back", "step_on", "carry")
)
"""Actions that may repeat while their key is held.

They move a view or a piece, or step through a list.
"""
_NAMES = {8: "BackSpace", 127: "Delete", 0x4000004A: "Home", 0x4000004D: "End", 0x40000062: "KP_0"}
_F1 = 0x4000003A
_PROGRAM = (sys.executable, "-m", "tests.app.real_keys.fixed_chance")
_HEADING = "39"
_TEXT = "29"
"""Role of a line of text; some disappear by themselves."""
_LIKELY = ("accept", "press", "back", "help", "menu", "full_screen", "wrong_word")
"""Actions that do something on most scenes: their keys are held alone."""
_TOGETHER = 8
_PAUSE = 0.1
"""Seconds between two observations of a held key.

Screen readers are told no more often.
"""
_UNCERTAIN_CHANGES = 2
"""Changes that may be seen or missed, depending on the time of observation."""


def _find_key(code: int) -> str:
    """Return the key of an American keyboard for a key code of pygame."""
    if code in _NAMES:
        return _NAMES[code]
    return f"F{code - _F1 + 1}" if code >= _F1 else KEYS[chr(code)]


def bound_keys() -> dict[str, str]:
    """Return every key that must do nothing twice, with its action."""
    bindings = {
        _find_key(code): row.means
        for row in keys.BINDINGS
        if row.means not in _REPEATING
        for code in row.default_codes
        if code < _F1 + 12 or code in _NAMES
    }
    seats = {KEYS[digit]: f"seat {digit}" for digit in "123"}
    return {**bindings, **seats, "Return": "accept", "space": "press", "Escape": "back"}


Words: TypeAlias = tuple[object, ...]


@dataclass(frozen=True)
class State:
    """The program as a test sees it at a moment."""

    words: Counter[Words]
    window: tuple[int, int, int, int]
    lines: int

    def equals(self, state: State) -> bool:
        """True if the states are alike but for messages, which disappear by themselves."""
        if (self.window, self.lines) != (state.window, state.lines):
            return False
        return all(words[0] == _TEXT for words in {*(self.words - state.words), *(state.words - self.words)})


@dataclass(frozen=True)
class Outcome:
    """The number of changes within two seconds, and the state at the end."""

    changes: int
    state: State


@dataclass
class Holder:
    """Holds keys in one scene; the program is restarted after something has happened."""

    desk: Desk
    folder: Path
    scene: Scene
    _stack: ExitStack = field(default_factory=ExitStack)
    _program: Program | None = None
    _initial_state: State | None = None
    _is_typing: bool = False
    _numbers: Iterator[int] = field(default_factory=count)

    def mistakes(self, keys: Mapping[str, str]) -> dict[str, str]:
        """Hold each of the keys; return what happened more than once, by action.

        Several keys are held together as long as they do nothing.
        """
        self._start()
        likely = [key for key in keys if keys[key] in _LIKELY]
        rest = [key for key in keys if key not in likely and not (self._is_typing and _is_typed(key))]
        for start in range(0, len(rest), _TOGETHER):
            together = rest[start : start + _TOGETHER]
            if not self._do_nothing(together):
                likely += together
        wrong = {
            f"{keys[key]} ({key})": self._mistake(key) for key in likely if not (self._is_typing and _is_typed(key))
        }
        return {means: mistake for means, mistake in wrong.items() if mistake}

    def close(self) -> None:
        """End the program."""
        self._stack.close()
        self._program = self._initial_state = None

    def _start(self) -> tuple[Program, State]:
        """Return a program that shows the scene unchanged, and its state."""
        if self._program is None or self._initial_state is None:
            data = self.folder / f"data{next(self._numbers)}"
            self.scene.prepare(data, {"countdown": 60.0})
            self._program = self._stack.enter_context(start_program(self.desk, data, command=_PROGRAM))
            self.scene.enter(self._program)
            nodes = self._program.wait_until_settled()
            self._is_typing = any(node.role == "entry" and node.is_focused for node in nodes)
            self._initial_state = self._state(nodes)
        return self._program, self._initial_state

    def _state(self, nodes: Sequence[Node]) -> State:
        assert self._program is not None
        lines = len(matches.lines(self._program.data)) if self.scene.match else 0
        # What a heading describes may be progress, which goes on by itself.
        words = Counter(
            (node.role, node.name) if node.role == _HEADING else (*node.readable_values, node.is_focused)
            for node in nodes
        )
        return State(words, self.desk.window_box(self._program.window), lines)

    def _watch(self, keys: Sequence[str], seconds: float) -> Outcome:
        """Hold keys for some seconds and observe the program for two."""
        program, state = self._start()
        changes, began = 0, time.monotonic()
        with ExitStack() as held:
            held.enter_context(self.desk.holding(*keys))
            while (elapsed := time.monotonic() - began) < HOLD:
                if elapsed >= seconds:
                    held.close()
                new = self._state(program.screen.nodes())
                changes += not new.equals(state)
                state = new
                time.sleep(_PAUSE)
        return Outcome(changes, self._state(program.wait_until_settled(self.scene.settle_frames)))

    def _do_nothing(self, keys: Sequence[str]) -> bool:
        """True if keys that are held together change nothing; else the program is ended."""
        return self._hold(keys) is None

    def _hold(self, keys: Sequence[str]) -> Outcome | str | None:
        """Hold keys; return the outcome, or None if nothing changed.

        If something changed, the program is ended.
        """
        _, initial = self._start()
        outcome: Outcome | str
        try:
            outcome = self._watch(keys, HOLD)
            if not outcome.changes and outcome.state == initial:
                return None
        except Ended:
            outcome = "the program ended"
        self.close()
        return outcome

    def _mistake(self, key: str) -> str:
        """Hold a key; return what happened more than once, empty if nothing did."""
        held = self._hold([key])
        if held is None:
            return ""
        try:
            tapped = self._watch([key], 0.0)
        except Ended:
            return ""
        finally:
            self.close()
        if isinstance(held, str):
            return held
        if held.state.equals(tapped.state) and held.changes <= tapped.changes + _UNCERTAIN_CHANGES:
            return ""
        return f"by a tap {_describe(tapped, held)}, held {_describe(held, tapped)}"


def _is_typed(key: str) -> bool:
    return len(key) == 2 or key in ("BackSpace", "Delete", "space")


def _describe(outcome: Outcome, other: Outcome) -> str:
    """Return what an outcome is, and what of it the other does not have."""
    own_words = [words for words in outcome.state.words - other.state.words if words[0] != _TEXT]
    return f"{outcome.changes} changes, {outcome.state.lines} lines, a window of {outcome.state.window}, {own_words}"
