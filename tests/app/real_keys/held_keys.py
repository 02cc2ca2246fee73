"""Keys that are held in a scene: whatever they do, they do it once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from grenade_salad.app.shell import keys
from tests.app.real_keys import matches
from tests.app.real_keys.desk import Desk
from tests.app.real_keys.layouts import KEYS
from tests.app.real_keys.program import Program, started
from tests.app.real_keys.scenes import Scene
from tests.app.real_keys.screen import Ended, Node

HOLD = 2.0
"""Seconds."""
_REPEATING = frozenset(
    ("closer", "farther", "turn_left", "turn_right", "page_back", "page_on", "step_back", "step_on", "carry")
)
"""What may go on while its key is held: what moves a view, a thing, or through a list."""
_NAMES = {8: "BackSpace", 127: "Delete", 0x4000004A: "Home", 0x4000004D: "End", 0x40000062: "KP_0"}
_F1 = 0x4000003A
_TEXT = "29"
"""The role of lines of text: some of them are messages, which go by themselves."""


def _pressed(code: int) -> str:
    """Return what to press on an American keyboard for a code of pygame."""
    if code in _NAMES:
        return _NAMES[code]
    return f"F{code - _F1 + 1}" if code >= _F1 else KEYS[chr(code)]


def bound_keys() -> dict[str, str]:
    """Return every key that must do nothing twice: what to press, by what it means."""
    found = {
        _pressed(code): row.means
        for row in keys.ROWS
        if row.means not in _REPEATING
        for code in row.usual
        if code < _F1 + 12 or code in _NAMES
    }
    seats = {KEYS[digit]: f"seat {digit}" for digit in "123"}
    return {**found, **seats, "Return": "accept", "space": "press", "Escape": "back"}


@dataclass(frozen=True)
class State:
    """What a test sees of the program at a moment."""

    nodes: Sequence[Node]
    window: tuple[int, int, int, int]
    lines: int

    def continues(self, before: State) -> bool:
        """True if nothing happened since a moment before but that messages have gone."""
        if self.window != before.window or self.lines != before.lines:
            return False
        words, old = (Counter(node.words for node in state.nodes) for state in (self, before))
        return all(word[0] == _TEXT and n < 0 for word, n in _difference(words, old).items())


def _difference(words: Counter[tuple[object, ...]], old: Counter[tuple[object, ...]]) -> dict[tuple[object, ...], int]:
    both = {word: words[word] - old[word] for word in {*words, *old}}
    return {word: number for word, number in both.items() if number}


@dataclass
class Holder:
    """Holds keys in one scene, in a program that is started again when something happened."""

    desk: Desk
    folder: Path
    scene: Scene
    _stack: ExitStack = field(default_factory=ExitStack)
    _program: Program | None = None
    _numbers: Iterator[int] = field(default_factory=count)

    def program(self) -> Program:
        """Return a program that shows the scene, and in which nothing has happened."""
        if self._program is None:
            data = self.folder / f"data{next(self._numbers)}"
            self.scene.prepare(data, {"countdown": 60.0})
            self._program = self._stack.enter_context(started(self.desk, data))
            self.scene.enter(self._program)
        return self._program

    def close(self) -> None:
        """End the program."""
        self._stack.close()
        self._program = None

    def state(self) -> State:
        """Return what is so as soon as nothing changes."""
        program = self.program()
        return State(*program.shown(), len(matches.lines(program.data)) if self.scene.match else 0)

    def mistake(self, key: str) -> str:
        """Hold a key; say what happened more than once, empty if nothing did."""
        try:
            return self._mistake(key)
        except Ended:
            self.close()
            return "the program ended"

    def _mistake(self, key: str) -> str:
        before = self.state()
        if _types(before.nodes) and (len(key) == 2 or key in ("BackSpace", "Delete", "space")):
            return ""
        since = time.monotonic()
        with self.desk.holding(key):
            first = self.state()
            time.sleep(max(0.0, since + HOLD - time.monotonic()))
            second = self.state()
        last = self.state()
        if last != before:
            self.close()
        if second.continues(first):
            return ""
        # What goes on by itself, such as a hint that is thought about, goes on after a tap as well.
        self.program().type_keys(key)
        time.sleep(HOLD)
        tapped = self.state()
        self.close()
        return "" if last.continues(tapped) else f"{_words(tapped)} by a tap, {_words(last)} when held"


def _types(nodes: Sequence[Node]) -> bool:
    return any(node.role == "entry" and node.is_focused for node in nodes)


def _words(state: State) -> str:
    names = [node.name for node in state.nodes[1:4]]
    return f"{names}, {state.lines} lines, a window of {state.window[2:]}"
