"""Actions: what a seat decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core.json_values import Json, plain


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat decides: a value object. Games subclass it, one class for each `do` of the record format.

    A frozen dataclass: `seat`, then the parts of the decision, plain JSON values or tuples of them. The line of a
    record is made of these fields and reads back to an equal action. It says what is wanted, never what comes of it.

    In a template, a continuous part that is still to be chosen (a point, an angle, a height) is None.
    `shared` actions are decided by the table together and may name no seat. An action that `passes` is how a seat that
    is asked lets it be: where one seat of those that are asked may pass, all of them may, whatever they hold.
    """

    do: ClassVar[str]
    shared: ClassVar[bool] = False
    passes: ClassVar[bool] = False

    seat: int | None

    def line(self) -> dict[str, Json]:
        """The line of a match record."""
        facts = plain(self)
        assert isinstance(facts, dict)
        seat = facts.pop("seat")
        start: dict[str, Json] = {"do": self.do} if seat is None else {"seat": seat, "do": self.do}
        return start | facts
