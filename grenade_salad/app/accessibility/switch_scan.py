"""One switch: what can be done is gone through, one thing after another, and the switch does it.

Where there is much, groups are gone through first: the switch goes into one, and two rounds without it lead out again.
The switch is the space bar, Enter, A on a pad, or the left button of a mouse: what switches for people with one
movement pretend to be. It goes through the same tree that screen readers hear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from math import ceil, sqrt

from grenade_salad.app.accessibility.tree import Tree, asked, owner_of
from grenade_salad.app.ui.accessible import Act, Heard
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import ACCEPTS, Asked, Input, Key, KeyRepeat, Pad, Pointer
from grenade_salad.app.ui.theme import BLACK, BRASS_LIGHT, LARGE, PAPER
from grenade_salad.text import m, say

_SIGNS: dict[Act, str] = {"more": "+", "less": "−"}
_ROLES = ("button", "switch", "choice", "entry", "slider")
_FEW = 8
"""Up to this many items are scanned without groups."""
_ROUNDS = 2
"""So often a group is gone through before it is left."""

Step = tuple[int, Act]
Group = tuple[Step, ...]


class Scan:
    """`at` is the thing that the switch would do now: the number of a node, and what is done with it. `group` is what
    it would go into, while there is no such thing, or what it is in.
    """

    def __init__(self) -> None:
        self.at: Step | None = None
        self.group: Group = ()
        self._rounds = 0
        self._since = 0.0

    def switch(self, event: Input) -> bool | None:
        """Whether the event presses the switch (True) or lets it go (False); None for all others."""
        match event:
            case Key(key=code) if code in ACCEPTS:
                return event.down
            case KeyRepeat(press) if press.key in ACCEPTS:
                return False
            case Pad(button="a"):
                return event.down
            case Pointer(button=1, finger=False) if event.kind != "move":
                return event.kind == "down"
        return None

    def press(self, tree: Tree) -> Asked | None:
        """What the switch does now; it begins again from the first thing. Or it goes into the group."""
        if self.at is None and self.group in groups(tree):
            self.at, self._rounds, self._since = self.group[0], 0, 0.0
            return asked(self.at[0])
        if self.at is None or self.at not in steps(tree):
            return None
        number, act = self.at
        self.at, self.group, self._since = None, (), 0.0
        return replace(asked(number), act=act)

    def update(self, seconds: float, every: float, make: Callable[[], Tree]) -> Asked | None:
        """Let time pass; at regular intervals the next item or group gets the focus."""
        self._since += seconds
        if self.group and self._since < every:
            return None
        self._since = 0.0
        found = groups(make())
        if not found:
            self.at, self.group = None, ()
            return None
        if not self._next_inside(alone=len(found) == 1, there=self.group in found):
            self.group = found[(found.index(self.group) + 1) % len(found)] if self.group in found else found[0]
            self.at = self.group[0] if len(self.group) == 1 or len(found) == 1 else None
            self._rounds = 0
        return asked((self.at or self.group[0])[0])

    def _next_inside(self, *, alone: bool, there: bool) -> bool:
        """Go on to the next thing of the group; False if it is left, or is not there any more."""
        if not there or self.at not in self.group:
            return False
        index = self.group.index(self.at) + 1
        if index == len(self.group):
            index, self._rounds = 0, self._rounds + 1
        if not alone and (self._rounds == _ROUNDS or len(self.group) == 1):
            return False
        self.at = self.group[index]
        return True

    def draw(self, canvas: Canvas, tree: Tree) -> None:
        """A ring around the thing or the group, and its name in large letters at the lower edge."""
        shown = self.group if self.at is None else (self.at,)
        if not shown or any(number not in tree.nodes for number, _ in shown):
            return
        boxes = [Rect(*heard.box) for number, _ in shown if (heard := tree.nodes[number][0]).box is not None]
        if boxes:
            canvas.ring(boxes[0].unionall(boxes[1:]), 8)
        first, last = (_words(tree.nodes[number][0], act) for number, act in (shown[0], shown[-1]))
        # Translators: for screen readers and one switch: a group of buttons, named by its first and its last
        words = first if len(shown) == 1 else say(m("{first} … {last}", context="a group", first=first, last=last))
        wide = min(canvas.size[0] - 24, canvas.width(words, LARGE, bold=True) + 40)
        box = Rect((canvas.size[0] - wide) / 2, canvas.size[1] - 46, wide, 40)
        canvas.fill(box, BLACK, 8, alpha=225)
        canvas.frame(box, BRASS_LIGHT, 3, 8)
        canvas.text(words, box.center, LARGE, PAPER, bold=True, anchor="center", wide=wide - 20)


def steps(tree: Tree) -> list[Step]:
    """All that can be done, in the order of reading; what can be set has two steps, more and less."""
    found: list[Step] = []
    for number in tree.under():
        heard, _ = tree.nodes[number]
        if heard.role not in _ROLES or not heard.enabled:
            continue
        if "press" in heard.acts:
            found.append((number, "press"))
        elif "more" in heard.acts:
            found.append((number, "more"))
            found.append((number, "less"))
    return found


def groups(tree: Tree) -> list[Group]:
    """The same in groups, none of them large: parts of one thing (the soldiers of a battlefield) stay by themselves."""
    found = steps(tree)
    if len(found) <= _FEW:
        return [tuple(found)] if found else []
    size = ceil(sqrt(len(found)))
    several = {owner for owner, parts in groupby(found, _owner) if len({number for number, _ in parts}) > 1}
    runs = groupby(found, lambda step: _owner(step) if _owner(step) in several else None)
    return [group for _, run in runs for group in _cut(list(run), size)]


def _owner(step: Step) -> int:
    return owner_of(step[0])


def _cut(run: Sequence[Step], size: int) -> Iterator[Group]:
    """Pieces as equal as can be, of at most that size."""
    count = ceil(len(run) / size)
    for start, end in pairwise(len(run) * piece // count for piece in range(count + 1)):
        yield tuple(run[start:end])


def _words(heard: Heard, act: Act) -> str:
    name = f"{heard.name} {_SIGNS[act]}" if act in _SIGNS else heard.name
    return say(m("{what}: {now}", context="a setting", what=name, now=heard.value)) if heard.value else name
