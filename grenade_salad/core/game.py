"""The contract of every game: its rules, and the kinds of its lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from random import Random

from grenade_salad.core.action_notation import Unreadable
from grenade_salad.core.actions import Action
from grenade_salad.core.chance import SEED_BITS, Chance
from grenade_salad.core.default_wording import describe
from grenade_salad.core.options import Options, Setup
from grenade_salad.core.position_notation import (
    Drafted,
    PositionNotation,
    Start,
    add_parts,
    join_parts,
    parse_frame,
    split_parts,
)
from grenade_salad.core.position_tokens import InPart, NoNotation, NoSeats
from grenade_salad.core.reasons import Illegal, Reason, WrongOption, WrongSeatCount
from grenade_salad.core.state import State
from grenade_salad.core.view import View
from grenade_salad.text import Message, Words, m


@dataclass(frozen=True)
class Game:
    """All that the rest of the program needs to know of a game."""

    name: str
    """The name of the entry point."""
    title: Words
    """That of the plugin, as are `min_seats` and `max_seats`."""
    min_seats: int
    max_seats: int
    options: type[Options]
    actions: Sequence[type[Action]]
    """All kinds of actions in its records, each `do` once."""
    chances: Sequence[type[Chance]]
    """All kinds of chance in its records, each `kind` once."""
    start: Callable[[int, Options, Setup | None], State]
    """Returns the first state for a number of seats, options and a setup.

    Chance may be pending in it. Raises Illegal with a reason if one of the three is impossible.
    """
    setup: type[Setup] = Setup
    options_by_version: Mapping[int, type[Options]] = field(default_factory=dict)
    """House rules of earlier versions of the record format, where they differed."""
    describe: Callable[[Action, View], Message] = describe
    """Describes an action in a few words without a full stop.

    The reader knows the view of the action's seat before it.
    """
    is_equivalent: Callable[[Action, Action], bool] | None = None
    """True if two actions have the same effect.

    Without it, they have if their descriptions are alike.
    """

    @cached_property
    def is_turnless(self) -> bool:
        """True for a table without turns: see `State.is_turnless`."""
        return self.start(self.min_seats, self.options(), None).is_turnless

    def parse_position(self, text: str, rng: Random | None = None) -> State:
        """Return the position in a line by `State.format_position`: see docs/notation.md.

        Whatever is hidden in it is drawn by `rng`, or always alike without one. Raises `notation.Unreadable`, which
        is Illegal, with a reason that names the wrong part of the line, the error and the rule.
        """
        start = self.parse_start(text, rng)
        return self.start(start.seats, start.options, start.setup)

    def parse_start(self, text: str, rng: Random | None = None) -> Start:
        """Return the start of a match that leads to the position in a line.

        See `parse_position`, which returns the position itself.
        """
        # Drawn once, so that every attempt below fills in the same hidden cards.
        seed = 0 if rng is None else rng.getrandbits(SEED_BITS)
        parts = split_parts(text)
        try:
            return self._parse_parts(parts, seed)
        except Unreadable as error:
            if isinstance(error.reason, InPart | NoSeats | NoNotation):
                raise
            reason = error.reason
        except Illegal as error:
            reason = error.reason
        # Every part can be parsed, but the position is impossible: find the first part with which that is so.
        good_count, bad_count = 0, len(parts)
        while bad_count - good_count > 1:
            middle = (good_count + bad_count) // 2
            part_reason = self._why_not_parts(parts[:middle], seed)
            if type(part_reason) is type(reason):
                bad_count, reason = middle, part_reason
            else:
                good_count = middle
        assert reason is not None
        raise Unreadable(InPart(*parts[bad_count - 1], reason, self.find_rule_id(reason)))

    def _why_not_parts(self, parts: Sequence[tuple[int, str]], seed: int) -> Reason | None:
        try:
            self._parse_parts(parts, seed)
        except Illegal as error:
            return error.reason
        return None

    def _parse_parts(self, parts: Sequence[tuple[int, str]], seed: int) -> Start:
        drafted = self._parse_draft_parts(parts)
        start = Start(drafted.seats, drafted.names, drafted.options, drafted.draft.make_setup(Random(seed)))
        self.start(start.seats, start.options, start.setup)
        return start

    def parse_draft(self, text: str) -> Drafted:
        """Return the contents of a line, possible or not, for the editor.

        Raises `notation.Unreadable`.
        """
        return self._parse_draft_parts(split_parts(text))

    def _parse_draft_parts(self, parts: Sequence[tuple[int, str]]) -> Drafted:
        seats, names, options, rest = parse_frame(parts, self.name, self.min_seats, self.max_seats, self.options)
        notation = self.start(seats, options, None).position_notation
        if notation is None:
            raise Unreadable(NoNotation(self.name))
        draft = notation.draft(seats, options)
        add_parts(draft, rest, seats, names)
        return Drafted(seats, names, options, draft)

    def format_drafted(self, drafted: Drafted) -> str:
        """Return the line of a draft. Raises Illegal if the game has no words for it."""
        notation = self._find_position_notation()
        if notation is None or notation.parts is None:
            raise Illegal(NoNotation(self.name))
        parts = notation.parts(drafted.draft, drafted.options)
        return join_parts(self.name, drafted.seats, drafted.names, drafted.options, parts)

    def find_rule_id(self, reason: Reason) -> str:
        """Return the id of the rule that refuses a position for this reason, or ""."""
        if reason.rule_id:
            return reason.rule_id
        notation = self._find_position_notation()
        return notation.rule_ids.get(type(reason), "") if notation else ""

    def _find_position_notation(self) -> PositionNotation | None:
        return self.start(self.min_seats, self.options(), None).position_notation

    def options_for(self, version: int) -> type[Options]:
        """Return the house rules in records of that version, with its defaults."""
        return self.options_by_version.get(version, self.options)


def check_start(game: Game, seats: int, options: Options) -> None:
    """Raise Illegal for a wrong number of seats, or a house rule out of its `range`.

    For use by `Game.start`.
    """
    if not game.min_seats <= seats <= game.max_seats:
        raise Illegal(WrongSeatCount(game.title, seats, game.min_seats, game.max_seats))
    for part in fields(options):
        value = getattr(options, part.name)
        if "range" in part.metadata and not (value is None and part.metadata.get("optional")):
            minimum, maximum, _ = part.metadata["range"]
            numbers = value if isinstance(value, tuple) else (value,)
            if not all(isinstance(item, int | float) and minimum <= item <= maximum for item in numbers):
                # Translators: what a house rule must be; follows "it must be "
                raise Illegal(WrongOption(part.name, value, m("{least} to {most}", least=minimum, most=maximum)))
