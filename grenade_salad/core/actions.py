"""Actions: what a seat decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core.serialization import Json, to_json


@dataclass(frozen=True, slots=True)
class Action:
    """A seat's decision, as a value object. Games subclass it once for each `do`.

    A frozen dataclass: `seat`, then the parts of the decision, plain JSON values or tuples of them. The line of a
    record is made of these fields and reads back to an equal action. It says what is wanted, never what results from
    it.

    In a template, a continuous part that is still to be chosen (a point, an angle, a height) is None.
    """

    do: ClassVar[str]
    is_shared: ClassVar[bool] = False
    """True if the table decides it together; it may name no seat."""
    is_pass: ClassVar[bool] = False
    """True if a seat declines to react with it.

    If one of the active seats may pass, all of them may, whatever they hold.
    """
    ends_match: ClassVar[bool] = False
    """True if it ends the match because a player says so.

    Random players save it for the last line.
    """
    is_screen_only: ClassVar[bool] = False
    """True if it is done at the screen alone.

    No phone may do it, and it is among the choices of no seat.
    """
    needs_approval: ClassVar[bool] = False
    """True if a phone needs an agreement for it.

    It is done only after a person at the screen, or the host's phone, has agreed.
    """

    seat: int | None

    @property
    def uses_hand_index(self) -> bool:
        """True if it names cards of the seat's own hand by their indexes there.

        It is valid only while the hand is unchanged. False unless a game overrides it.
        """
        return False

    @property
    def goes_on(self) -> bool:
        """True if it belongs to the seat's decision just before it.

        Both are undone together. False unless a game overrides it.
        """
        return False

    def to_line(self) -> dict[str, Json]:
        """Return the line of a match record."""
        facts = to_json(self)
        assert isinstance(facts, dict)
        seat = facts.pop("seat")
        start: dict[str, Json] = {"do": self.do} if seat is None else {"seat": seat, "do": self.do}
        return start | facts


@dataclass(frozen=True, slots=True)
class Undo(Action):
    """At a table without turns: undo everything after line `to`; 0 is the start.

    It is a line of the record itself: the state is that after line `to`, except that this line counts, too, and that
    what a player has seen stays revealed. `to` is a moment at which no chance was pending. See `State.is_turnless`.
    """

    do: ClassVar[str] = "undo"

    to: int | None
