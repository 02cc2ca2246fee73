"""The start of a match: house rules, and an explicit position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Self

from grenade_salad.text import Message


@dataclass(frozen=True)
class Options:
    """House rules. Games subclass it with one field for each rule.

    The defaults are the rules. A frozen dataclass whose fields are plain JSON values or tuples of them, named as in
    records: every field is in the header of a record, and reads back from there. `Game.start` refuses options that do
    not go together.

    Forms, the command line and random matches are made from the fields' metadata: `label` and `help` are words;
    `choices` pairs of a value and its words; `range` (lowest, highest, step) of a number with its `unit`; `parts` the
    names of a tuple's numbers; `seat` says that the value is a seat or None, `optional` that a number may be None,
    which `none` calls; `form: False` leaves the rule out of forms. `late` says that the rule is younger than the
    version of the record format: its default, which changes nothing, is not written, and never changes.
    """

    @classmethod
    def presets(cls, seats: int) -> Sequence[tuple[Message, Self]]:
        """Return named house rules for that many seats, besides the rules themselves.

        The first is a match of ten minutes.
        """
        return ()

    @classmethod
    def suggested(cls, seats: int) -> Sequence[tuple[Message, Self]]:
        """Return named house rules that suit that many seats best.

        They are offered before the rules themselves.
        """
        return ()

    def with_turn_limit(self, turns: int) -> Self:
        """Return the same rules with an end after at most `turns` turns.

        For games that could go on for ever.
        """
        return self

    @property
    def max_turns(self) -> int | None:
        """The turns after which a match ends at the latest; None without a limit."""
        return None

    def for_seats(self, seats: int) -> Self:
        """Return the same rules without seats that a table of that size does not have."""
        missing_seats = {
            part.name: part.default
            for part in fields(self)
            if part.metadata.get("seat") and (getattr(self, part.name) or 0) >= seats
        }
        return replace(self, **missing_seats) if missing_seats else self


@dataclass(frozen=True)
class Setup:
    """An explicit start instead of one that is dealt.

    For tests, lessons, puzzles and imports. Games subclass it, a frozen dataclass of plain JSON values, as the header
    of a record has it. It is read from files of strangers: `Game.start` refuses a setup that no match could lead to,
    with a reason.
    """
