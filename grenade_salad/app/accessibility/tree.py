"""The tree of what is shown: every widget and every line with its name, role, state and value.

A pure function of the scenes. Nobody can hear what nobody can see: only the scene on top is in it, and of that only
what it gives away itself (`Scene.heard`, `Widget.heard`). A closed cover gives away no secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.accessible import Box, Heard
from grenade_salad.app.ui.inputs import Asked
from grenade_salad.app.ui.widget import Widget
from grenade_salad.text import m, say

ROOT = 0
"""The number of the window itself."""
_PARTS = 20
"""Bits of a node's number that tell the part; those above tell the widget or the scene."""
_NEWS = 1 << 19
"""From this key on the parts of a scene are its news."""


@dataclass(frozen=True, slots=True)
class Tree:
    """`nodes` by their numbers: what is heard, without its parts, and the numbers of these. `focus` is one of them."""

    nodes: dict[int, tuple[Heard, tuple[int, ...]]]
    focus: int

    def under(self, number: int = ROOT) -> Iterator[int]:
        """The numbers of a node and of all that it holds, in the order of reading."""
        yield number
        for child in self.nodes[number][1]:
            yield from self.under(child)

    def lines(self) -> Iterator[str]:
        """All words in it, in the order of reading."""
        for number in self.under():
            heard, _ = self.nodes[number]
            yield from (words for words in (heard.name, heard.value, heard.about) if words)


def tree(stack: Sequence[Scene], said: Sequence[Heard] = (), *, news_first: bool = False) -> Tree:
    """What is shown of these scenes, the last one on top; `said` are lines that come and go over all of them.

    With `news_first` the last news has the focus: for readers that hear nothing else.
    """
    nodes: dict[int, tuple[Heard, tuple[int, ...]]] = {}
    if not stack:
        return Tree({ROOT: (Heard("group", say(m("Grenade Salad"))), ())}, ROOT)
    scene = stack[-1]
    widgets = [item for item in scene.widgets.items if item.visible and not item.mute]
    inner = [_add(nodes, scene.number, part) for part in scene.heard()]
    inner += [_add(nodes, widget.number, widget.heard(), _box(widget)) for widget in widgets]
    body = number_of(scene.number)
    nodes[body] = (Heard("group", say(scene.called())), tuple(inner))
    outer = [body]
    for each in stack:
        outer += [_add(nodes, each.number, replace(part, key=_NEWS + part.key)) for part in each.latest()]
    outer += [_add(nodes, ROOT, part) for part in said]
    nodes[ROOT] = (Heard("group", say(m("Grenade Salad"))), tuple(outer))
    news = [number_of(each.number, _NEWS + part.key) for each in stack for part in each.latest()]
    return Tree(nodes, news[-1] if news_first and news else _focus(scene, nodes))


def number_of(owner: int, part: int = 0) -> int:
    """The number of a node: of a widget or scene, or of a part of it."""
    return owner << _PARTS | part


def owner_of(number: int) -> int:
    """The number of the widget or scene that a node belongs to."""
    return number >> _PARTS


def asked(number: int) -> Asked:
    """The input that gives a node the focus; replace `act` for anything else."""
    return Asked(owner_of(number), "focus", number & ((1 << _PARTS) - 1))


def _box(widget: Widget) -> Box:
    box = widget.on_screen()
    return box.x, box.y, box.width, box.height


def _add(nodes: dict[int, tuple[Heard, tuple[int, ...]]], owner: int, heard: Heard, within: Box | None = None) -> int:
    """Put it and its parts among the nodes; its number."""
    number = number_of(owner, heard.key)
    box = heard.box or within
    children = tuple(_add(nodes, owner, part, box) for part in heard.parts)
    nodes[number] = (heard.placed(box), children)
    return number


def _focus(scene: Scene, nodes: dict[int, tuple[Heard, tuple[int, ...]]]) -> int:
    widget = scene.widgets.focus
    if widget is not None:
        for number in (number_of(widget.number, widget.part), number_of(widget.number)):
            if number in nodes:
                return number
    return number_of(scene.number)
