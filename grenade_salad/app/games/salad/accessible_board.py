"""The mat for screen readers: soldiers by distance, and aiming by buttons.

The upper edge of the table is north.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import dist

from grenade_salad.app.ui.accessible import BUTTON_ACTS, AccessibleNode, Act, Box, join_sentences
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.compass import direction
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.salad.aim import POINT_INTENTS, Aim, Intent, Preview
from grenade_salad.games.salad.blocks import describe_blocks
from grenade_salad.games.salad.pieces import Block, Point, Soldier
from grenade_salad.text import Length, Message, m, say
from grenade_salad.text.say import language

_FIRST_STEP_KEY = 100_000
"""Keys of parts from this one on are steps of aiming."""
_FIRST_BLOCK_KEY = 90_000
"""Keys of parts from this one on are blocks to throw a grenade at."""
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


class AccessibleField(Widget):
    """Accessible side of the mat: soldiers and steps of aiming as parts.

    It has parts while a player may act. A subclass has the rest: `aim` (else None), `intent`, `preview`, and the
    methods that raise NotImplementedError here.
    """

    aim: Aim | None
    intent: Intent
    preview: Preview
    cursor: int | None

    @property
    def camera(self) -> Camera:
        """The current camera."""
        raise NotImplementedError

    def lift(self, soldier_id: int) -> None:
        """Pick up a soldier to move it."""
        raise NotImplementedError

    def move_aim(self, x: float, y: float) -> None:
        """Move the aim by `x` and `y` mm."""
        raise NotImplementedError

    def explain_soldier(self, soldier: Soldier) -> None:
        """Tell the player why a soldier cannot be lifted."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Update the preview."""
        raise NotImplementedError

    def accessible_node(self) -> AccessibleNode:
        heard = self.make_node("group", say(m("The battlefield")))
        if self.aim is None:
            return heard
        parts = soldier_nodes(self.aim.view.soldiers, self.aim.seat, tuple(self.aim.names), self.preview, self._box)
        steps = _step_buttons() if self.intent.kind in POINT_INTENTS else ()
        blocks = self._blocks(self.aim.measures.blocks) if self.intent.kind == "explosion" else ()
        return replace(heard, parts=(*steps, *parts, *blocks))

    def _blocks(self, blocks: Sequence[Block]) -> Iterator[AccessibleNode]:
        for index, (block, words) in enumerate(zip(blocks, describe_blocks(blocks), strict=True)):
            x, y = self.camera.to_screen((block.x, block.y))
            yield AccessibleNode(
                "button", say(words), acts=BUTTON_ACTS, key=_FIRST_BLOCK_KEY + index, box=(x - 12, y - 12, 24, 24)
            )

    def _box(self, soldier: Soldier) -> Box:
        assert self.aim
        side = max(24.0, self.aim.measures.cube * self.camera.scale)
        x, y = self.camera.to_screen((soldier.x, soldier.y))
        return (x - side / 2, y - side / 2, side, side)

    @property
    def focused_part(self) -> int:
        """Key of the soldier that the keyboard is at; 0 if there is none."""
        focus_by_intent = {"mine": self.intent.soldier, "hammers": self.intent.target, "arrow": self.intent.target}
        soldier_id = focus_by_intent.get(self.intent.kind, None if self.intent.kind else self.cursor)
        return 0 if soldier_id is None else soldier_id + 1

    def use_part(self, key: int, act: Act) -> None:
        """Press a soldier, as with the mouse, or a step."""
        if self.aim is None or act != "press":
            return
        if key >= _FIRST_STEP_KEY:
            self.move_aim(*STEPS[key - _FIRST_STEP_KEY][1])
        elif 0 <= key - _FIRST_BLOCK_KEY < len(self.aim.measures.blocks):
            block = self.aim.measures.blocks[key - _FIRST_BLOCK_KEY]
            self.intent.point = (block.x, block.y)
            self.refresh()
        elif (soldier := self.aim.soldiers_by_id.get(key - 1)) is not None:
            self._use_soldier(soldier)

    def _use_soldier(self, soldier: Soldier) -> None:
        assert self.aim
        match self.intent.kind:
            case "" if soldier.id in self.aim.abilities.moves:
                self.lift(soldier.id)
            case "":
                self.explain_soldier(soldier)
            case "hammers" | "arrow" if soldier.seat == self.aim.seat:
                self.intent.soldier = None if self.intent.soldier == soldier.id else soldier.id
            case "hammers" | "arrow":
                self.intent.target = soldier.id
            case "mine":
                self.intent.soldier = soldier.id
            case "explosion" if soldier.seat == self.aim.seat and soldier.id in self.aim.abilities.throwers:
                self.intent.soldier = soldier.id
            case "explosion" | "pointer" | "move":
                self.intent.point = _aim_point(self.aim, self.intent, soldier)
        self.refresh()


def soldier_nodes(
    field: tuple[Soldier, ...],
    seat: int | None,
    names: tuple[str, ...],
    preview: Preview,
    box: Callable[[Soldier], Box],
) -> tuple[AccessibleNode, ...]:
    """Return the soldiers as accessible nodes, sorted for a seat.

    First the seat's own soldiers, then the others, each group from the nearest to the other group on. Without a seat,
    they are in the order of their ids. `box` returns the box in which one is drawn.
    """
    descriptions = _describe_soldiers(field, seat, names, language())
    return tuple(
        AccessibleNode(
            "button",
            name,
            _describe_marks(soldier, preview),
            place,
            acts=BUTTON_ACTS,
            key=soldier.id + 1,
            box=box(soldier),
        )
        for soldier, name, place in descriptions
    )


@lru_cache(maxsize=4)
def _describe_soldiers(
    field: tuple[Soldier, ...], seat: int | None, names: tuple[str, ...], _: str
) -> tuple[tuple[Soldier, str, str], ...]:
    """Return each soldier with its name and place, in reading order."""
    own_soldiers = [soldier for soldier in field if soldier.seat == seat]
    other_soldiers = [soldier for soldier in field if soldier.seat != seat]
    if own_soldiers:
        other_soldiers.sort(key=lambda rival: min(_distance(rival, mine) for mine in own_soldiers))
        own_soldiers.sort(key=lambda mine: min((_distance(mine, rival) for rival in other_soldiers), default=0.0))
    return tuple(
        (soldier, say(_name_soldier(soldier, names)), _describe_place(soldier, field, names))
        for soldier in own_soldiers + other_soldiers
    )


def _name_soldier(soldier: Soldier, names: Sequence[str]) -> Message:
    return m("{whom}'s soldier {number}", whom=names[soldier.seat], number=soldier.id)


def _describe_place(soldier: Soldier, field: Sequence[Soldier], names: Sequence[str]) -> str:
    coordinates = m(
        "{x} from the west edge, {y} from the south edge", x=Length(round(soldier.x)), y=Length(round(soldier.y))
    )
    nearest = min(
        (rival for rival in field if rival.seat != soldier.seat),
        key=lambda rival: _distance(soldier, rival),
        default=None,
    )
    if nearest is None:
        return say(coordinates)
    # Translators: {far} is a length, {way} is "north" or another direction
    relative_place = m(
        "{far} {way} of {whom}'s soldier {number}",
        far=Length(round(_distance(soldier, nearest))),
        way=direction((nearest.x, nearest.y), (soldier.x, soldier.y)),
        whom=names[nearest.seat],
        number=nearest.id,
    )
    return join_sentences(say(relative_place), say(coordinates))


def _describe_marks(soldier: Soldier, preview: Preview) -> str:
    """Return what the preview says of a soldier: killed, in reach, able to act."""
    # Translators: of a soldier, in a list after its name
    labels = ((m("would be killed"), preview.victims), (m("in reach"), preview.marked), (m("can act"), preview.able))
    marks = [words for words, ids in labels if soldier.id in ids]
    return say(m("{marks:,}", marks=marks)) if marks else ""


def _step_buttons() -> tuple[AccessibleNode, ...]:
    """Return the buttons that move the aim."""
    return tuple(
        AccessibleNode("button", say(words), acts=BUTTON_ACTS, key=_FIRST_STEP_KEY + index)
        for index, (words, _) in enumerate(STEPS)
    )


def _aim_point(aim: Aim, intent: Intent, soldier: Soldier) -> Point:
    """Return the point to aim at when a soldier is chosen, in mm.

    For a throw it is the soldier itself, else the nearest place where another soldier fits.
    """
    middle = (soldier.x, soldier.y)
    return middle if intent.kind == "explosion" else aim.find_place_beside(intent, soldier) or intent.point or middle


def _distance(soldier: Soldier, target: Soldier) -> float:
    return dist((soldier.x, soldier.y), (target.x, target.y))
