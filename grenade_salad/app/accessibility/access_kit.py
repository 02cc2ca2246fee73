"""Conversion between the tree and AccessKit. Importing this needs AccessKit."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

import accesskit

from grenade_salad.app.accessibility.tree import ROOT, Tree, focus_request
from grenade_salad.app.ui.accessible import AccessibleNode, Act, Role, join_sentences
from grenade_salad.app.ui.inputs import AssistiveInput

_ROLES: dict[Role, accesskit.Role] = {
    "button": accesskit.Role.BUTTON,
    "switch": accesskit.Role.SWITCH,
    "choice": accesskit.Role.SPIN_BUTTON,
    "slider": accesskit.Role.SLIDER,
    "entry": accesskit.Role.TEXT_INPUT,
    "text": accesskit.Role.LABEL,
    "status": accesskit.Role.LABEL,
    "heading": accesskit.Role.HEADING,
    "list": accesskit.Role.LIST,
    "item": accesskit.Role.LIST_ITEM,
    "group": accesskit.Role.GROUP,
}
_VALUE_ROLES: tuple[Role, ...] = ("choice", "slider", "entry")
"""Roles whose value can be set; only theirs is read on every system."""
_ACTS: tuple[tuple[Act, accesskit.Action], ...] = (
    ("press", accesskit.Action.CLICK),
    ("focus", accesskit.Action.FOCUS),
    ("more", accesskit.Action.INCREMENT),
    ("less", accesskit.Action.DECREMENT),
    ("set", accesskit.Action.SET_VALUE),
)


class Adapter(Protocol):
    """The common interface of the adapters of all systems."""

    def update_if_active(self, update_factory: Callable[[], accesskit.TreeUpdate]) -> object:
        """Send the update of `update_factory`, which is not called while nobody listens."""


def make_adapter(
    window_handle: int | None,
    on_begin: Callable[[], None],
    act: Callable[[accesskit.ActionRequest], None],
    on_end: Callable[[], None],
) -> Adapter:
    """Make the adapter of this system, for a window that has not been shown yet.

    On Linux it is for the whole program. `on_begin` and `on_end` may be called from another thread, when a screen
    reader begins or stops listening.
    """
    result: Adapter
    if sys.platform == "win32":
        result = accesskit.windows.SubclassingAdapter(window_handle, on_begin, act)
    elif sys.platform == "darwin":
        accesskit.macos.add_focus_forwarder_to_window_class("SDLWindow")
        result = accesskit.macos.SubclassingAdapter.for_window(window_handle, on_begin, act)
    else:
        result = accesskit.unix.Adapter(on_begin, act, on_end)
    return result


def make_update(current: Tree, previous: Tree | None, factor: float) -> accesskit.TreeUpdate:
    """Return the changes of the tree, or all of it if there is no previous one.

    `factor` is the number of pixels of a unit.
    """
    result = accesskit.TreeUpdate(current.focus)
    if previous is None:
        result.tree = accesskit.Tree(ROOT)
    previous_nodes = {} if previous is None else previous.nodes
    result.nodes = [
        (node_id, _make_node(node_id, accessible, children, factor))
        for node_id, (accessible, children) in current.nodes.items()
        if previous_nodes.get(node_id) != (accessible, children)
    ]
    return result


def to_input(request: accesskit.ActionRequest) -> AssistiveInput | None:
    """Return a screen reader's request as an input, or None if it is unsupported."""
    act = next((act for act, action in _ACTS if action == request.action), None)
    if act is None:
        return None
    result = replace(focus_request(request.target), act=act)
    return replace(result, value=request.data[1]) if act == "set" and request.data else result


def _make_node(node_id: int, accessible: AccessibleNode, children: tuple[int, ...], factor: float) -> accesskit.Node:
    node = accesskit.Node(accesskit.Role.WINDOW if node_id == ROOT else _ROLES[accessible.role])
    node.set_children(list(children))
    _set_words(node, accessible)
    if accessible.span is not None:
        low, high, step, current = accessible.span
        node.set_min_numeric_value(low)
        node.set_max_numeric_value(high)
        node.set_numeric_value_step(step)
        node.set_numeric_value(current)
    if accessible.is_on is not None and accessible.role == "switch":
        node.set_toggled(accesskit.Toggled.TRUE if accessible.is_on else accesskit.Toggled.FALSE)
    elif accessible.is_on is not None:
        node.set_selected(accessible.is_on)
    if not accessible.enabled:
        node.set_disabled()
    if accessible.live != "off":
        node.set_live(accesskit.Live.ASSERTIVE if accessible.live == "assertive" else accesskit.Live.POLITE)
    for act, action in _ACTS:
        if act in accessible.acts:
            node.add_action(action)
    if accessible.box is not None:
        left, top, width, height = (side * factor for side in accessible.box)
        node.set_bounds(accesskit.Rect(left, top, left + width, top + height))
    return node


def _set_words(node: accesskit.Node, accessible: AccessibleNode) -> None:
    """Set the label, value and description of a node.

    AccessKit wants lines that are only read as values; everything else has a label. Some systems ignore the value of a
    widget that cannot be set: there it is part of the description.
    """
    if accessible.role in ("text", "status"):
        node.set_value(accessible.name)
    else:
        node.set_label(accessible.name)
    if accessible.role in _VALUE_ROLES and accessible.value:
        node.set_value(accessible.value)
    if description := join_sentences(
        "" if accessible.role in _VALUE_ROLES else accessible.value, accessible.description
    ):
        node.set_description(description)
