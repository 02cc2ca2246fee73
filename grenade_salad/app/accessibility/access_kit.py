"""The tree in the words of AccessKit, and back. Importing this needs AccessKit."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

import accesskit

from grenade_salad.app.accessibility.tree import ROOT, Tree, asked
from grenade_salad.app.ui.accessible import Act, Heard, Role, sentences
from grenade_salad.app.ui.inputs import Asked

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
_SET: tuple[Role, ...] = ("choice", "slider", "entry")
_ACTS: tuple[tuple[Act, accesskit.Action], ...] = (
    ("press", accesskit.Action.CLICK),
    ("focus", accesskit.Action.FOCUS),
    ("more", accesskit.Action.INCREMENT),
    ("less", accesskit.Action.DECREMENT),
    ("set", accesskit.Action.SET_VALUE),
)


class Adapter(Protocol):
    """What the adapters of all systems have in common."""

    def update_if_active(self, update_factory: Callable[[], accesskit.TreeUpdate]) -> object:
        """Hand over what `update_factory` makes, which is not called while nobody listens."""


def adapter(
    window: int | None,
    begin: Callable[[], None],
    act: Callable[[accesskit.ActionRequest], None],
    end: Callable[[], None],
) -> Adapter:
    """That of this system, for a window that has not been shown yet (on Linux for all of the program).

    `begin` and `end` may be called from another thread: somebody listens, or nobody does any more.
    """
    made: Adapter
    if sys.platform == "win32":
        made = accesskit.windows.SubclassingAdapter(window, begin, act)
    elif sys.platform == "darwin":
        accesskit.macos.add_focus_forwarder_to_window_class("SDLWindow")
        made = accesskit.macos.SubclassingAdapter.for_window(window, begin, act)
    else:
        made = accesskit.unix.Adapter(begin, act, end)
    return made


def update(now: Tree, before: Tree | None, factor: float) -> accesskit.TreeUpdate:
    """What is new in the tree; all of it without one from before. `factor` is how many pixels a unit is."""
    made = accesskit.TreeUpdate(now.focus)
    if before is None:
        made.tree = accesskit.Tree(ROOT)
    known = {} if before is None else before.nodes
    made.nodes = [
        (number, _node(number, heard, children, factor))
        for number, (heard, children) in now.nodes.items()
        if known.get(number) != (heard, children)
    ]
    return made


def wanted(request: accesskit.ActionRequest) -> Asked | None:
    """What a screen reader asks for, as an input; None for what cannot be done here."""
    act = next((act for act, action in _ACTS if action == request.action), None)
    if act is None:
        return None
    found = replace(asked(request.target), act=act)
    return replace(found, value=request.data[1]) if act == "set" and request.data else found


def _node(number: int, heard: Heard, children: tuple[int, ...], factor: float) -> accesskit.Node:
    node = accesskit.Node(accesskit.Role.WINDOW if number == ROOT else _ROLES[heard.role])
    node.set_children(list(children))
    _words(node, heard)
    if heard.span is not None:
        low, high, step, now = heard.span
        node.set_min_numeric_value(low)
        node.set_max_numeric_value(high)
        node.set_numeric_value_step(step)
        node.set_numeric_value(now)
    if heard.on is not None and heard.role == "switch":
        node.set_toggled(accesskit.Toggled.TRUE if heard.on else accesskit.Toggled.FALSE)
    elif heard.on is not None:
        node.set_selected(heard.on)
    if not heard.enabled:
        node.set_disabled()
    if heard.live != "off":
        node.set_live(accesskit.Live.ASSERTIVE if heard.live == "assertive" else accesskit.Live.POLITE)
    for act, action in _ACTS:
        if act in heard.acts:
            node.add_action(action)
    if heard.box is not None:
        left, top, wide, high = (side * factor for side in heard.box)
        node.set_bounds(accesskit.Rect(left, top, left + wide, top + high))
    return node


def _words(node: accesskit.Node, heard: Heard) -> None:
    """In AccessKit lines that are only read are values; everything else has a label. Some systems know no value of what
    cannot be set: there it is part of the description."""
    if heard.role in ("text", "status"):
        node.set_value(heard.name)
    else:
        node.set_label(heard.name)
    if heard.role in _SET and heard.value:
        node.set_value(heard.value)
    if more := sentences("" if heard.role in _SET else heard.value, heard.about):
        node.set_description(more)
