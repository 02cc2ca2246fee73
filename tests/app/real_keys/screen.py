"""The program as a screen reader sees it: widgets, their places and the focus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from tests.app.accessibility.test_atspi import ObjectGone
from tests.app.real_keys.patient import wait_for
from tests.app.real_keys.wire import BusCall, Place, Wire, properties

_ROOT = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_ACCESSIBLE, _COMPONENT, _ACTION, _VALUE = (
    f"org.a11y.atspi.{name}" for name in ("Accessible", "Component", "Action", "Value")
)
_CHECKED, _ENABLED, _FOCUSED = 4, 8, 12
"""Bit positions in an AT-SPI state."""
_ROLES = {43: "button", 79: "entry", 62: "switch", 52: "choice", 51: "slider", 32: "item"}
_CAN_PRESS = ("button", "switch", "choice", "item")
_IN_WINDOW = 1
"""The AT-SPI coordinate type relative to the window's corner."""


@dataclass(frozen=True)
class Node:
    """One widget or line of text."""

    place: Place
    role: str
    name: str
    about: str
    is_enabled: bool
    is_focused: bool
    is_checked: bool
    value: float | None

    @property
    def readable_values(self) -> tuple[object, ...]:
        """Everything that can be read of the node."""
        return self.role, self.name, self.about, self.is_enabled, self.is_checked, self.value


class Ended(AssertionError):
    """The program is not running any more."""


class Screen:
    """The widgets that one program shows while it `is_running`. Raises `Ended`."""

    def __init__(self, wire: Wire, is_running: Callable[[], bool]) -> None:
        self._wire, self._is_running = wire, is_running
        self._program: Place = wait_for(self._find_program, "the program tells screen readers nothing")

    def _find_program(self) -> Place | None:
        try:
            programs = self._wire.call(BusCall(_ROOT, _ACCESSIBLE, "GetChildren"))[0]
        except ObjectGone:
            self._check_running()
            return None
        return tuple(programs[-1]) if programs else None

    def _check_running(self) -> None:
        if not self._is_running():
            raise Ended("the program has ended")

    def nodes(self) -> list[Node]:
        """Return everything that is shown, in the order of reading."""
        return wait_for(self._read_nodes, "the program shows nothing")

    def _read_nodes(self) -> list[Node]:
        nodes: dict[Place, Node] = {}
        children: dict[Place, list[Place]] = {}
        level = [self._program]
        try:
            while level:
                for place, (node, children_of_node) in zip(level, self._read_level(level), strict=True):
                    nodes[place], children[place] = node, children_of_node
                level = [place for parent in level for place in children[parent] if place not in nodes]
        except ObjectGone:  # it changed while it was read
            self._check_running()
            return []

        def descendants(place: Place) -> Iterator[Node]:
            for child in children[place]:
                yield nodes[child]
                yield from descendants(child)

        return list(descendants(self._program))

    def _read_level(self, places: list[Place]) -> list[tuple[Node, list[Place]]]:
        calls = []
        for place in places:
            calls += [BusCall(place, _ACCESSIBLE)]
            calls += [BusCall(place, _ACCESSIBLE, method) for method in ("GetRole", "GetState", "GetChildren")]
        answers = iter(self._wire.call(*calls))
        node_rows = [
            (properties(facts), *rest) for facts, *rest in zip(answers, answers, answers, answers, strict=True)
        ]
        roles = [_ROLES.get(role, str(role)) for _, role, _, _ in node_rows]
        valued_places = [place for place, role in zip(places, roles, strict=True) if role in ("choice", "slider")]
        values = self._wire.call(*(BusCall(place, _VALUE) for place in valued_places))
        values_by_place = {
            place: properties(answer).get("CurrentValue") for place, answer in zip(valued_places, values, strict=True)
        }
        return [
            (
                Node(
                    place,
                    role,
                    facts["Name"],
                    facts["Description"],
                    bool(states[0] >> _ENABLED & 1),
                    bool(states[0] >> _FOCUSED & 1),
                    bool(states[0] >> _CHECKED & 1),
                    values_by_place.get(place),
                ),
                [tuple(child) for child in below],
            )
            for place, role, (facts, _, states, below) in zip(places, roles, node_rows, strict=True)
        ]

    def box(self, node: Node) -> tuple[int, int, int, int] | None:
        """Return left, top, width and height in the window, or None if the node is gone."""
        try:
            left, top, width, height = self._wire.call(BusCall(node.place, _COMPONENT, "GetExtents", "u", _IN_WINDOW))[
                0
            ]
        except ObjectGone:
            return None
        return left, top, width, height

    def activate(self, node: Node) -> None:
        """Press a widget as screen readers do.

        Only for reaching a scene, never for what a test is about.
        """
        with suppress(ObjectGone):
            self._wire.call(BusCall(node.place, _ACTION, "DoAction", "i", 0))

    def focus(self, node: Node) -> None:
        """Give a widget the focus as screen readers do, scrolled into view."""
        with suppress(ObjectGone):
            self._wire.call(BusCall(node.place, _COMPONENT, "GrabFocus"))

    def read_texts(self) -> list[str]:
        """Return all names and descriptions that are shown."""
        return [words for node in self.nodes() for words in (node.name, node.about) if words]

    def find(self, fits: Callable[[Node], bool]) -> Node | None:
        """Return the first node that fits."""
        return next((node for node in self.nodes() if fits(node)), None)

    def wait(self, fits: Callable[[Node], bool], why: str) -> Node:
        """Wait for the first node that fits and return it."""
        return wait_for(lambda: self.find(fits), lambda: f"{why}: {self.read_texts()}")

    def find_pressable(self, *names: str) -> Node | None:
        """Return the first enabled pressable widget with a name that begins so."""
        return self.find(lambda node: node.role in _CAN_PRESS and node.is_enabled and node.name.startswith(names))

    def press(self, *names: str) -> None:
        """Press the first such widget as soon as it appears."""
        self.activate(wait_for(lambda: self.find_pressable(*names), lambda: f"no {names}: {self.read_texts()}"))

    def shows(self, words: str) -> bool:
        """True if the words occur in a visible name or description."""
        return any(words in line for line in self.read_texts())
