"""The battlefield in words: the soldiers by nearness and direction, and aiming without a picture.

The upper edge of the table is north.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import dist

from grenade_salad.app.ui.accessible import USED, Act, Box, Heard, sentences
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.compass import way
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.salad.aim import AT_A_POINT, Aim, Intent, Preview
from grenade_salad.games.salad.blocks import told
from grenade_salad.games.salad.pieces import Block, Point, Soldier
from grenade_salad.text import Length, Message, m, say
from grenade_salad.text.say import language

_FROM = 100_000
"""From this key on the parts are steps of aiming."""
_BLOCKS = 90_000
"""From this key on they are blocks, while a grenade can be thrown at them."""
# Translators: for screen readers, a button: move what is aimed
STEPS: tuple[tuple[Message, tuple[float, float]], ...] = (
    (m("10 mm west"), (-10, 0)),
    (m("10 mm east"), (10, 0)),
    (m("10 mm north"), (0, 10)),
    (m("10 mm south"), (0, -10)),
    (m("1 mm west"), (-1, 0)),
    (m("1 mm east"), (1, 0)),
    (m("1 mm north"), (0, 1)),
    (m("1 mm south"), (0, -1)),
)


class HeardField(Widget):
    """The battlefield as it is heard: the soldiers are its parts, and steps of aiming, while somebody may act.

    A subclass has all the rest: `aim` (None while nobody may act), `intent` and `preview`, and what is called here.
    """

    aim: Aim | None
    intent: Intent
    preview: Preview
    cursor: int | None

    @property
    def camera(self) -> Camera:
        """How the table is looked at now."""
        raise NotImplementedError

    def lift(self, soldier: int) -> None:
        """Take a soldier up to move it."""
        raise NotImplementedError

    def step(self, x: float, y: float) -> None:
        """Move what is aimed by so many mm."""
        raise NotImplementedError

    def say_whose(self, found: Soldier) -> None:
        """Why a soldier cannot be lifted."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Work the preview out again."""
        raise NotImplementedError

    def heard(self) -> Heard:
        heard = self.as_heard("group", say(m("The battlefield")))
        if self.aim is None:
            return heard
        parts = soldiers(self.aim.view.soldiers, self.aim.seat, tuple(self.aim.names), self.preview, self._box)
        more = _steps() if self.intent.what in AT_A_POINT else ()
        blocks = self._blocks(self.aim.measures.blocks) if self.intent.what == "explosion" else ()
        return replace(heard, parts=(*more, *parts, *blocks))

    def _blocks(self, blocks: Sequence[Block]) -> Iterator[Heard]:
        for number, (block, words) in enumerate(zip(blocks, told(blocks), strict=True)):
            x, y = self.camera.to_screen((block.x, block.y))
            yield Heard("button", say(words), acts=USED, key=_BLOCKS + number, box=(x - 12, y - 12, 24, 24))

    def _box(self, soldier: Soldier) -> Box:
        assert self.aim
        side = max(24.0, self.aim.measures.cube * self.camera.scale)
        x, y = self.camera.to_screen((soldier.x, soldier.y))
        return (x - side / 2, y - side / 2, side, side)

    @property
    def part(self) -> int:
        """The soldier that keys are at."""
        now = {"mine": self.intent.soldier, "hammers": self.intent.target, "arrow": self.intent.target}
        soldier = now.get(self.intent.what, None if self.intent.what else self.cursor)
        return 0 if soldier is None else soldier + 1

    def use_part(self, key: int, act: Act) -> None:
        """Press a soldier, as with the mouse, or a step."""
        if self.aim is None or act != "press":
            return
        if key >= _FROM:
            self.step(*STEPS[key - _FROM][1])
        elif 0 <= key - _BLOCKS < len(self.aim.measures.blocks):
            block = self.aim.measures.blocks[key - _BLOCKS]
            self.intent.at = (block.x, block.y)
            self.refresh()
        elif (soldier := self.aim.where.get(key - 1)) is not None:
            self._use_soldier(soldier)

    def _use_soldier(self, found: Soldier) -> None:
        assert self.aim
        match self.intent.what:
            case "" if found.id in self.aim.can.moves:
                self.lift(found.id)
            case "":
                self.say_whose(found)
            case "hammers" | "arrow" if found.seat == self.aim.seat:
                self.intent.soldier = None if self.intent.soldier == found.id else found.id
            case "hammers" | "arrow":
                self.intent.target = found.id
            case "mine":
                self.intent.soldier = found.id
            case "explosion" if found.seat == self.aim.seat and found.id in self.aim.can.throwers:
                self.intent.soldier = found.id
            case "explosion" | "pointer" | "move":
                self.intent.at = _aimed_at(self.aim, self.intent, found)
        self.refresh()


def soldiers(
    field: tuple[Soldier, ...],
    seat: int | None,
    names: tuple[str, ...],
    seen: Preview,
    box: Callable[[Soldier], Box],
) -> tuple[Heard, ...]:
    """The soldiers: first those of the seat, then the others from the nearest to these on. `box` is where one is drawn.

    Without a seat they come by their numbers.
    """
    said = _said(field, seat, names, language())
    return tuple(
        Heard("button", name, _marks(one, seen), about, acts=USED, key=one.id + 1, box=box(one))
        for one, name, about in said
    )


@lru_cache(maxsize=4)
def _said(
    field: tuple[Soldier, ...], seat: int | None, names: tuple[str, ...], _: str
) -> tuple[tuple[Soldier, str, str], ...]:
    """Each soldier with its name and where it stands, in the order of reading and the language of now."""
    own = [one for one in field if one.seat == seat]
    others = [one for one in field if one.seat != seat]
    if own:
        others.sort(key=lambda one: min(_far(one, mine) for mine in own))
        own.sort(key=lambda mine: min((_far(mine, one) for one in others), default=0.0))
    return tuple((one, say(_name(one, names)), _place(one, field, names)) for one in own + others)


def _name(one: Soldier, names: Sequence[str]) -> Message:
    return m("{whom}'s soldier {number}", whom=names[one.seat], number=one.id)


def _place(one: Soldier, field: Sequence[Soldier], names: Sequence[str]) -> str:
    where = m("{x} from the west edge, {y} from the south edge", x=Length(round(one.x)), y=Length(round(one.y)))
    near = min((other for other in field if other.seat != one.seat), key=lambda other: _far(one, other), default=None)
    if near is None:
        return say(where)
    # Translators: {far} is a length, {way} is "north" or another direction
    from_it = m(
        "{far} {way} of {whom}'s soldier {number}",
        far=Length(round(_far(one, near))),
        way=way((near.x, near.y), (one.x, one.y)),
        whom=names[near.seat],
        number=near.id,
    )
    return sentences(say(from_it), say(where))


def _marks(one: Soldier, seen: Preview) -> str:
    """What the preview says of a soldier."""
    # Translators: of a soldier, in a list after its name
    found = ((m("would be killed"), seen.victims), (m("in reach"), seen.marked), (m("can act"), seen.able))
    marks = [words for words, ids in found if one.id in ids]
    return say(m("{marks:,}", marks=marks)) if marks else ""


def _steps() -> tuple[Heard, ...]:
    """Buttons that move what is aimed."""
    return tuple(Heard("button", say(words), acts=USED, key=_FROM + index) for index, (words, _) in enumerate(STEPS))


def _aimed_at(aim: Aim, intent: Intent, soldier: Soldier) -> Point:
    """The place that is meant by a soldier: its own for a throw, the nearest to it where another one fits else."""
    middle = (soldier.x, soldier.y)
    return middle if intent.what == "explosion" else aim.beside(intent, soldier) or intent.at or middle


def _far(one: Soldier, other: Soldier) -> float:
    return dist((one.x, one.y), (other.x, other.y))
