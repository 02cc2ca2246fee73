"""The tree of what is shown: every widget and every line with its name, role, state and value.

A pure function of the scenes. Nobody can hear what nobody can see: only the scene on top is in it, and of that only
what it gives away itself (`Scene.accessible_nodes`, `Widget.accessible_nodes`). A closed cover gives away no secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.accessible import AccessibleNode, Box
from grenade_salad.app.ui.inputs import AssistiveInput
from grenade_salad.app.ui.widget import Widget
from grenade_salad.text import m, say

ROOT = 0
"""The number of the window itself."""
_PART_BITS = 20
"""Bits of a node's number that tell the part; those above tell the widget or the scene."""
_FIRST_NEWS_KEY = 1 << 19
"""From this key on the parts of a scene are its news."""


@dataclass(frozen=True, slots=True)
class Tree:
    """`nodes` by their numbers: what is heard, without its parts, and the numbers of these. `focus` is one of them."""

    nodes: dict[int, tuple[AccessibleNode, tuple[int, ...]]]
    focus: int

    def walk(self, node_id: int = ROOT) -> Iterator[int]:
        """The numbers of a node and of all that it holds, in the order of reading."""
        yield node_id
        for child in self.nodes[node_id][1]:
            yield from self.walk(child)

    def lines(self) -> Iterator[str]:
        """All words in it, in the order of reading."""
        for node_id in self.walk():
            accessible, _ = self.nodes[node_id]
            yield from (words for words in (accessible.name, accessible.value, accessible.description) if words)


def build_tree(stack: Sequence[Scene], toasts: Sequence[AccessibleNode] = (), *, news_first: bool = False) -> Tree:
    """What is shown of these scenes, the last one on top; `said` are lines that come and go over all of them.

    With `news_first` the last news has the focus: for readers that hear nothing else.
    """
    nodes: dict[int, tuple[AccessibleNode, tuple[int, ...]]] = {}
    if not stack:
        return Tree({ROOT: (AccessibleNode("group", say(m("Grenade Salad"))), ())}, ROOT)
    scene = stack[-1]
    widgets = [item for item in scene.widgets.items if item.visible and not item.is_mute]
    inner_ids = [_add_node(nodes, scene.node_owner_id, part) for part in scene.accessible_nodes()]
    inner_ids += [_add_node(nodes, widget.id, widget.accessible_nodes(), _widget_box(widget)) for widget in widgets]
    body = make_node_id(scene.node_owner_id)
    nodes[body] = (AccessibleNode("group", say(scene.accessible_name())), tuple(inner_ids))
    outer_ids = [body]
    for each in stack:
        outer_ids += [
            _add_node(nodes, each.node_owner_id, replace(part, key=_FIRST_NEWS_KEY + part.key))
            for part in each.announcements()
        ]
    outer_ids += [_add_node(nodes, ROOT, part) for part in toasts]
    nodes[ROOT] = (AccessibleNode("group", say(m("Grenade Salad"))), tuple(outer_ids))
    news_ids = [
        make_node_id(each.node_owner_id, _FIRST_NEWS_KEY + part.key) for each in stack for part in each.announcements()
    ]
    return Tree(nodes, news_ids[-1] if news_first and news_ids else _find_focus(scene, nodes))


def make_node_id(owner: int, part: int = 0) -> int:
    """The number of a node: of a widget or scene, or of a part of it."""
    return owner << _PART_BITS | part


def node_owner(node_id: int) -> int:
    """The number of the widget or scene that a node belongs to."""
    return node_id >> _PART_BITS


def focus_request(node_id: int) -> AssistiveInput:
    """The input that gives a node the focus; replace `act` for anything else."""
    return AssistiveInput(node_owner(node_id), "focus", node_id & ((1 << _PART_BITS) - 1))


def _widget_box(widget: Widget) -> Box:
    box = widget.on_screen()
    return box.x, box.y, box.width, box.height


def _add_node(
    nodes: dict[int, tuple[AccessibleNode, tuple[int, ...]]],
    owner: int,
    accessible: AccessibleNode,
    default_box: Box | None = None,
) -> int:
    """Put it and its parts among the nodes; its number."""
    node_id = make_node_id(owner, accessible.key)
    box = accessible.box or default_box
    children = tuple(_add_node(nodes, owner, part, box) for part in accessible.parts)
    nodes[node_id] = (accessible.with_box(box), children)
    return node_id


def _find_focus(scene: Scene, nodes: dict[int, tuple[AccessibleNode, tuple[int, ...]]]) -> int:
    widget = scene.widgets.focus
    if widget is not None:
        for node_id in (make_node_id(widget.id, widget.focused_part), make_node_id(widget.id)):
            if node_id in nodes:
                return node_id
    return make_node_id(scene.node_owner_id)
