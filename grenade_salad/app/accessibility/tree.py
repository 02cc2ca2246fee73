"""The accessible tree of all widgets and lines, with name, role, state and value.

A pure function of the scenes. It contains nothing that cannot be seen: only the scene on top, and of that only what
it exposes itself (`Scene.accessible_nodes`, `Widget.accessible_node`). A closed cover exposes no secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.accessible import AccessibleNode, Box
from grenade_salad.app.ui.inputs import AssistiveInput
from grenade_salad.app.ui.widget import Widget
from grenade_salad.text import m, say

ROOT = 0
"""The id of the window's node."""
_PART_BITS = 20
"""Bits of a node's id for the part; those above are for the widget or the scene."""
_FIRST_NEWS_KEY = 1 << 19
"""First key of the parts of a scene that are its announcements."""


Nodes: TypeAlias = dict[int, tuple[AccessibleNode, tuple[int, ...]]]
"""Nodes by id, each with the ids of its parts."""


@dataclass(frozen=True, slots=True)
class Tree:
    """The nodes of a moment, and the id of the one with the focus."""

    nodes: Nodes
    focus: int

    def walk(self, node_id: int = ROOT) -> Iterator[int]:
        """Yield the ids of a node and of everything in it, in the order of reading."""
        yield node_id
        for child in self.nodes[node_id][1]:
            yield from self.walk(child)

    def lines(self) -> Iterator[str]:
        """Yield all texts, in the order of reading."""
        for node_id in self.walk():
            accessible, _ = self.nodes[node_id]
            yield from (words for words in (accessible.name, accessible.value, accessible.description) if words)


def build_tree(stack: Sequence[Scene], toasts: Sequence[AccessibleNode] = (), *, news_first: bool = False) -> Tree:
    """Build the tree of the scenes, the last one on top, and of the toasts over them.

    With `news_first` the last announcement has the focus, for screen readers that read nothing else.
    """
    nodes: Nodes = {}
    if not stack:
        return Tree({ROOT: (AccessibleNode("group", say(m("Grenade Salad"))), ())}, ROOT)
    scene = stack[-1]
    widgets = [item for item in scene.widgets.items if item.visible and not item.is_mute]
    inner_ids = [_add_node(nodes, scene.node_owner_id, part) for part in scene.accessible_nodes()]
    inner_ids += [_add_node(nodes, widget.id, widget.accessible_node(), _widget_box(widget)) for widget in widgets]
    news_ids = [
        _add_node(nodes, owner.node_owner_id, replace(part, key=_FIRST_NEWS_KEY + part.key))
        for owner in stack
        for part in owner.announcements()
    ]
    toast_ids = [_add_node(nodes, ROOT, part) for part in toasts]
    body = make_node_id(scene.node_owner_id)
    # Within the scene: a reader that enters it again, from a line outside, reads the whole table.
    nodes[body] = (AccessibleNode("group", say(scene.accessible_name())), (*inner_ids, *news_ids))
    nodes[ROOT] = (AccessibleNode("group", say(m("Grenade Salad"))), (body, *toast_ids))
    return Tree(nodes, news_ids[-1] if news_first and news_ids else _find_focus(scene, nodes))


def make_node_id(owner: int, part: int = 0) -> int:
    """Return the id of the node of a widget or scene, or of a part of it."""
    return owner << _PART_BITS | part


def node_owner(node_id: int) -> int:
    """Return the id of the widget or scene that a node belongs to."""
    return node_id >> _PART_BITS


def focus_request(node_id: int) -> AssistiveInput:
    """Return the input that gives a node the focus; replace `act` for anything else."""
    return AssistiveInput(node_owner(node_id), "focus", node_id & ((1 << _PART_BITS) - 1))


def _widget_box(widget: Widget) -> Box:
    box = widget.on_screen()
    return box.x, box.y, box.width, box.height


def _add_node(
    nodes: Nodes,
    owner: int,
    accessible: AccessibleNode,
    default_box: Box | None = None,
) -> int:
    """Add a node and its parts, and return its id."""
    node_id = make_node_id(owner, accessible.key)
    box = accessible.box or default_box
    children = tuple(_add_node(nodes, owner, part, box) for part in accessible.parts)
    nodes[node_id] = (accessible.with_box(box), children)
    return node_id


def _find_focus(scene: Scene, nodes: Nodes) -> int:
    widget = scene.widgets.focus
    if widget is not None:
        for node_id in (make_node_id(widget.id, widget.focused_part), make_node_id(widget.id)):
            if node_id in nodes:
                return node_id
    return make_node_id(scene.node_owner_id)
