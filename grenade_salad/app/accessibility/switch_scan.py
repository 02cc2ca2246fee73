"""Play with one switch: items are highlighted in turn until it is pressed.

Many items are in groups, which are highlighted first: the switch enters one, and two rounds without it leave it again.
The switch is the space bar, Enter, A on a gamepad, or the left mouse button, as which the switches for people with
one movement act. The items are from the tree that screen readers get.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from math import ceil, sqrt
from typing import TypeAlias

from grenade_salad.app.accessibility.tree import Tree, focus_request, node_owner
from grenade_salad.app.ui.accessible import AccessibleNode, Act
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import (
    ACCEPT_KEYS,
    AssistiveInput,
    GamepadInput,
    Input,
    KeyInput,
    KeyRepeat,
    PointerInput,
)
from grenade_salad.app.ui.theme import BLACK, BRASS_LIGHT, LARGE, PAPER
from grenade_salad.text import m, say

_SIGNS: dict[Act, str] = {"more": "+", "less": "−"}
_ROLES = ("button", "switch", "choice", "entry", "slider")
"""The roles of nodes that are scanned."""
_MAX_UNGROUPED = 8
"""Up to this many items are scanned without groups."""
_ROUNDS = 2
"""Rounds through a group before it is left."""

Item: TypeAlias = tuple[int, Act]
"""The id of a node, and what the switch would do with it."""
Group: TypeAlias = tuple[Item, ...]


class Scan:
    """The highlighted item or group."""

    def __init__(self) -> None:
        self.item: Item | None = None
        """What the switch would do now; None if it would enter the group."""
        self.group: Group = ()
        """The group that the switch would enter, or the one that the item is in."""
        self._rounds = 0
        """Rounds through the group so far."""
        self._elapsed = 0.0
        """Seconds since the last change."""

    def read_switch(self, event: Input) -> bool | None:
        """Return True if the event presses the switch, False if it releases it.

        None for all other events.
        """
        match event:
            case KeyInput(key=code) if code in ACCEPT_KEYS:
                return event.down
            case KeyRepeat(press) if press.key in ACCEPT_KEYS:
                return False
            case GamepadInput(button="a"):
                return event.down
            case PointerInput(button=1, finger=False) if event.kind != "move":
                return event.kind == "down"
        return None

    def press(self, tree: Tree) -> AssistiveInput | None:
        """Enter the highlighted group; or return what the switch does, and begin again."""
        if self.item is None and self.group in group_items(tree):
            self.item, self._rounds, self._elapsed = self.group[0], 0, 0.0
            return focus_request(self.item[0])
        if self.item is None or self.item not in list_items(tree):
            return None
        node_id, act = self.item
        self.item, self.group, self._elapsed = None, (), 0.0
        return replace(focus_request(node_id), act=act)

    def update(self, seconds: float, interval: float, make_tree: Callable[[], Tree]) -> AssistiveInput | None:
        """Let time pass; at regular intervals the next item or group gets the focus."""
        self._elapsed += seconds
        if self.group and self._elapsed < interval:
            return None
        self._elapsed = 0.0
        groups = group_items(make_tree())
        if not groups:
            self.item, self.group = None, ()
            return None
        if not self._advance_in_group(is_only=len(groups) == 1, exists=self.group in groups):
            self.group = groups[(groups.index(self.group) + 1) % len(groups)] if self.group in groups else groups[0]
            self.item = self.group[0] if len(self.group) == 1 or len(groups) == 1 else None
            self._rounds = 0
        return focus_request((self.item or self.group[0])[0])

    def _advance_in_group(self, *, is_only: bool, exists: bool) -> bool:
        """Highlight the next item of the group; False if the group is left or has gone."""
        if not exists or self.item not in self.group:
            return False
        index = self.group.index(self.item) + 1
        if index == len(self.group):
            index, self._rounds = 0, self._rounds + 1
        if not is_only and (self._rounds == _ROUNDS or len(self.group) == 1):
            return False
        self.item = self.group[index]
        return True

    def draw(self, canvas: Canvas, tree: Tree) -> None:
        """Draw a ring around the item or group, and its name in large letters below."""
        items = self.group if self.item is None else (self.item,)
        if not items or any(node_id not in tree.nodes for node_id, _ in items):
            return
        boxes = [
            Rect(*accessible.box) for node_id, _ in items if (accessible := tree.nodes[node_id][0]).box is not None
        ]
        if boxes:
            canvas.ring(boxes[0].unionall(boxes[1:]), 8)
        first, last = (_item_words(tree.nodes[node_id][0], act) for node_id, act in (items[0], items[-1]))
        # Translators: for screen readers and one switch: a group of buttons, named by its first and its last
        words = first if len(items) == 1 else say(m("{first} … {last}", context="a group", first=first, last=last))
        width = min(canvas.size[0] - 24, canvas.width(words, LARGE, bold=True) + 40)
        box = Rect((canvas.size[0] - width) / 2, canvas.size[1] - 46, width, 40)
        canvas.fill(box, BLACK, 8, alpha=225)
        canvas.frame(box, BRASS_LIGHT, 3, 8)
        canvas.text(words, box.center, LARGE, PAPER, bold=True, anchor="center", max_width=width - 20)


def list_items(tree: Tree) -> list[Item]:
    """Return everything that can be done, in the order of reading.

    A value that can be set has two items, more and less.
    """
    items: list[Item] = []
    for node_id in tree.walk():
        accessible, _ = tree.nodes[node_id]
        if accessible.role not in _ROLES or not accessible.enabled:
            continue
        if "press" in accessible.acts:
            items.append((node_id, "press"))
        elif "more" in accessible.acts:
            items.append((node_id, "more"))
            items.append((node_id, "less"))
    return items


def group_items(tree: Tree) -> list[Group]:
    """Return the items in groups, none of them large.

    Parts of one widget (the soldiers of a battlefield) are in groups of their own.
    """
    items = list_items(tree)
    if len(items) <= _MAX_UNGROUPED:
        return [tuple(items)] if items else []
    size = ceil(sqrt(len(items)))
    split_owners = {owner for owner, parts in groupby(items, _item_owner) if len({node_id for node_id, _ in parts}) > 1}
    runs = groupby(items, lambda item: _item_owner(item) if _item_owner(item) in split_owners else None)
    return [group for _, run in runs for group in _split_run(list(run), size)]


def _item_owner(item: Item) -> int:
    return node_owner(item[0])


def _split_run(run: Sequence[Item], size: int) -> Iterator[Group]:
    """Yield pieces that are as equal as possible, of at most that size."""
    count = ceil(len(run) / size)
    for start, end in pairwise(len(run) * piece // count for piece in range(count + 1)):
        yield tuple(run[start:end])


def _item_words(accessible: AccessibleNode, act: Act) -> str:
    name = f"{accessible.name} {_SIGNS[act]}" if act in _SIGNS else accessible.name
    return say(m("{what}: {now}", context="a setting", what=name, now=accessible.value)) if accessible.value else name
