"""Actions: what a seat decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core.serialization import Json, to_json


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat decides: a value object. Games subclass it, one class for each `do` of the record format.

    A frozen dataclass: `seat`, then the parts of the decision, plain JSON values or tuples of them. The line of a
    record is made of these fields and reads back to an equal action. It says what is wanted, never what comes of it.

    In a template, a continuous part that is still to be chosen (a point, an angle, a height) is None.
    `is_shared` actions are decided by the table together and may name no seat. An action that `passes` is how a seat
    that
    is asked lets it be: where one seat of those that are asked may pass, all of them may, whatever they hold. One that
    `ends` ends the match because somebody says so: random players keep it for the last line. One that is `local` is
    done at the screen alone: no phone may, and no seat has it among its choices. One that `asks` is more than one
    hand should do unseen: from a phone it is done once somebody at the screen, or the host's phone, says yes.
    """

    do: ClassVar[str]
    is_shared: ClassVar[bool] = False
    is_pass: ClassVar[bool] = False
    ends_match: ClassVar[bool] = False
    is_screen_only: ClassVar[bool] = False
    needs_approval: ClassVar[bool] = False

    seat: int | None

    @property
    def uses_hand_index(self) -> bool:
        """Whether it names cards of the own hand by their places there: then it counts only while the hand is as it
        was. False but where a game says so.
        """
        return False

    @property
    def goes_on(self) -> bool:
        """Whether it belongs to what that seat decided just before it: both are taken back together. False but where
        a game says so.
        """
        return False

    def to_line(self) -> dict[str, Json]:
        """The line of a match record."""
        facts = to_json(self)
        assert isinstance(facts, dict)
        seat = facts.pop("seat")
        start: dict[str, Json] = {"do": self.do} if seat is None else {"seat": seat, "do": self.do}
        return start | facts


@dataclass(frozen=True, slots=True)
class Undo(Action):
    """At a table without turns: take back all that came after line `to` of the record; 0 is the start.

    It is a line itself: the state is that after line `to`, but that it counts this line, too, and that what somebody
    has seen stays known. `to` is a moment at which no luck was due. See `State.is_turnless`.
    """

    do: ClassVar[str] = "undo"

    to: int | None
