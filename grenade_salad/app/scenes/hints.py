"""What would you do? A machine's advice for a person on their own turn, worked out beside the window.

It is asked with what the person's seat may know, and shown to that person alone: on the table to a single person
against machines, else under the cover.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grenade_salad.app.minds import Hint
from grenade_salad.app.scenes.machines import Answer
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.cover import Cover
from grenade_salad.app.ui.picks import Who
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, LARGE, SMALL, TEXT
from grenade_salad.app.ui.widgets import Button
from grenade_salad.lab.saying import in_names
from grenade_salad.match.match import Header

if TYPE_CHECKING:
    from grenade_salad.app.scenes.table_scene import TableScene

LEVELS = ("normal", "hard", "expert")
"""Whose advice people can ask for."""
_TIP = "What would you do? A hint for your turn (H)"
THINKS = "Thinking about what to do …"


def allowed(header: Header) -> bool:
    """Whether people may ask in this match: the table agreed on that before it."""
    return header.meta.get("hints") is not False


@dataclass(frozen=True)
class Told:
    """A hint in words: what to do, why, and how likely a win is then (empty if that is not known)."""

    what: str
    why: str
    chance: str


class Hints:
    """`shown` is the hint that the person in `seat` asked for, until something happens."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self.button = Button("", self.ask, icon="bulb", tip=_TIP)
        self.seat: int | None = None
        self.shown: Hint | None = None
        self._answer: Answer[Hint] | None = None
        self._moment: object = None

    @property
    def usable(self) -> bool:
        """Whether hints are there at all in this match."""
        return not self._scene.watched and bool(self._scene.persons) and allowed(self._scene.match.header)

    @property
    def open(self) -> bool:
        """Whether hints are shown on the table: nobody else looks at it."""
        return self._scene.viewer is not None

    def ask(self) -> None:
        """Begin to think about a hint for whose turn it is; asked again, it goes away. Says why if that cannot be."""
        scene = self._scene
        if not allowed(scene.match.header):
            scene.refuse("this match is played without hints")
        elif scene.actor is None or scene.reaction is not None or not scene.idle:
            scene.refuse("a hint can be asked for on your own turn")
        elif self.seat is not None and self.open:
            self.clear()
        else:
            self._begin(scene.actor)

    def _begin(self, seat: int) -> None:
        scene = self._scene
        now = self._now()
        if now != self._moment:
            name = scene.app.settings.hint_level
            self._answer = scene.machines.hint(scene.match.state, seat, name)
            self.seat, self._moment = seat, now
        scene.app.audio.play("click", 0.7)
        if not self.open:
            scene.app.push(_HintCover(self, scene, seat))
        scene.dirty = True

    def _now(self) -> object:
        scene = self._scene
        return (len(scene.match.entries), scene.restarts, scene.actor, scene.app.settings.hint_level)

    def update(self) -> bool:
        """See whether the answer is there, or whether nobody needs it any more; whether anything changed."""
        if self.seat is None:
            return False
        if self._now() != self._moment:
            self.clear()
            return True
        if self._answer is None or not self._answer.done():
            return False
        self.shown, self._answer = self._answer.result(), None
        if self.open:
            self._scene.show_hint(self.shown.action)
            told = self.told()
            self.button.tip = ". ".join(line for line in (told.what, told.why, told.chance) if line)
        return True

    def clear(self) -> None:
        """It is no longer wanted."""
        if self.shown is not None and self.open:
            self._scene.show_hint(None)
        self.button.tip = _TIP
        self.seat, self.shown, self._answer, self._moment = None, None, None, None
        self._scene.dirty = True

    def told(self) -> Told:
        """What is shown now, in words."""
        scene, hint = self._scene, self.shown
        if hint is None or self.seat is None:
            return Told(THINKS, "", "")
        chance = "" if hint.chance is None else f"{hint.chance * 100:.0f} % to win"
        return Told(scene.hint_words(hint.action, self.seat), with_names(hint.reason, scene.names), chance)

    def draw_bar(self, canvas: Canvas, box: Rect) -> bool:
        """Draw the hint of a single person in the bar; whether there is one."""
        if self.seat is None or not self.open:
            return False
        told = self.told()
        canvas.paper(box, radius=8)
        icon = Rect(box.x + 8, box.centery - 15, 30, 30)
        canvas.picture("icons/bulb.svg", icon, BRASS)
        left, right = icon.right + 8, box.right - 10
        if told.chance:
            wide = canvas.width(told.chance, TEXT, bold=True)
            canvas.text(told.chance, (right, box.centery), TEXT, INK, bold=True, anchor="midright")
            right -= wide + 12
        top = box.y + 3 if told.why else box.centery - TEXT * LEADING / 2
        canvas.text(told.what, (left, top), TEXT, INK, bold=True, wide=right - left)
        if told.why:
            canvas.text(told.why, (left, box.y + 23), SMALL, INK_SOFT, wide=right - left)
        return True

    def draw_covered(self, canvas: Canvas, box: Rect) -> None:
        """Draw the hint under the open cover."""
        told = self.told()
        canvas.text(told.what, (box.centerx, box.y), LARGE, INK, bold=True, anchor="midtop", wide=box.width)
        top = box.y + LARGE * LEADING + 4
        lines = [line for line in (told.why, told.chance) if line]
        for line in lines:
            for part in canvas.lines(line, box.width, TEXT):
                canvas.text(part, (box.centerx, top), TEXT, INK_SOFT, anchor="midtop", wide=box.width)
                top += TEXT * LEADING
        if self.shown is not None and self.seat is not None:
            rest = Rect(box.x, top + 6, box.width, box.bottom - top - 6)
            self._scene.draw_hint(canvas, rest, self.shown.action, self.seat)


class _HintCover(Cover):
    """The cover for a hint: under it is what the person was told, as soon as it is worked out."""

    def __init__(self, hints: Hints, scene: TableScene, seat: int) -> None:
        self._hints = hints
        name = scene.names[seat]
        super().__init__(scene.app, Who(seat, name), hints.draw_covered, title=f"{name}: what would you do?")

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._hints.update():
            self.dirty = True


def with_names(words: str, names: tuple[str, ...]) -> str:
    """The words with people's names for `{SEAT}`, and a first letter that is a capital.

    >>> with_names("hits two of {1}'s soldiers", ("Ann", "Bo"))
    "Hits two of Bo's soldiers"
    """
    told = in_names(words, names)
    return told[:1].upper() + told[1:]
