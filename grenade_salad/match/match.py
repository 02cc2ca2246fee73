"""A match: a state, and the list of lines that led to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Literal, NamedTuple

from grenade_salad.core import (
    Action,
    Chance,
    Event,
    Game,
    Illegal,
    Json,
    Options,
    Reason,
    Setup,
    State,
    match_rngs,
    registry,
    to_json,
)
from grenade_salad.text.person_names import display_names

VERSION = 3
"""The newest version of the record format, which new matches have."""


@dataclass(frozen=True)
class Header:
    """The first line of a match record."""

    game: str
    seats: tuple[str, ...]
    """The names of the players, as they were typed."""
    options: Options
    seed: int
    setup: Setup | None = None
    """The position at the start; None: it is dealt."""
    meta: Mapping[str, Json] = field(default_factory=dict)
    """Anything that the rules need not know, such as the controllers."""
    version: int = VERSION
    """The version of the record format.

    A match keeps the one that it was begun with, and its rules.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats for display: no invisible characters, and no two alike."""
        return display_names(self.seats)

    def to_line(self) -> dict[str, Json]:
        """Return the header as a line: setup and meta only if there are any.

        It has every option, so that no later default changes the match; version 1 had only options that differ from
        the default. `late` options (see `Options`) are always written like that: records from before them stay as
        they are.
        """
        options = to_json(self.options)
        assert isinstance(options, dict)
        late_names = {part.name for part in fields(self.options) if part.metadata.get("late")}
        defaults = to_json(type(self.options)())
        assert isinstance(defaults, dict)
        options = {
            key: value
            for key, value in options.items()
            if value != defaults.get(key) or (self.version > 1 and key not in late_names)
        }
        line: dict[str, Json] = {"record": self.version, "game": self.game, "seats": list(self.seats)}
        line["options"] = options
        line["seed"] = self.seed
        if self.setup is not None:
            setup = to_json(self.setup)
            assert isinstance(setup, dict)
            line["setup"] = {key: value for key, value in setup.items() if value is not None}
        if self.meta:
            line["meta"] = dict(self.meta)
        return line


def upgrade_header(header: Header) -> Header:
    """Return the header for a new match by the same house rules, in the newest format.

    House rules that are out of today's bounds can only be played as they were: then it is the same header.
    """
    game = registry.load(header.game)
    old_defaults = type(header.options)()
    old_values = {part.name: getattr(header.options, part.name) for part in fields(old_defaults)}
    make_options: Callable[..., Options] = game.options
    options = make_options(
        **{name: value for name, value in old_values.items() if value != getattr(old_defaults, name)}
    )
    try:
        game.start(len(header.seats), options, None)
    except Illegal:
        return header
    return replace(header, options=options, version=VERSION)


class Step(NamedTuple):
    """A line of a match and its events; these are not redacted: see `redact`."""

    entry: Action | Chance
    events: tuple[Event, ...]


class Match:
    """A running match: every line is passed to `write` before its effect is visible."""

    def __init__(
        self,
        header: Header,
        write: Callable[[dict[str, Json]], None] | None = None,
        first_state: State | None = None,
    ) -> None:
        """Raises `Illegal` for an impossible header.

        `first_state` is that of the header if it is already here: to lay out a large table takes time. Chance may be
        pending: call `resolve_chance`.
        """
        self.header = header
        self.game: Game = registry.load(header.game)
        if first_state is None:
            first_state = self.game.start(len(header.seats), header.options, header.setup)
        self.state = first_state
        self.entries: list[Action | Chance] = []
        self.chance_count = 0
        """The number of chances among `entries`: the index of the next for the random numbers."""
        self._write = write
        self._rngs = match_rngs(header.seed, header.version)

    @property
    def has_begun(self) -> bool:
        """True if a player has acted, and not only chance."""
        return any(isinstance(entry, Action) for entry in self.entries)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.header!r}, {len(self.entries)} lines>"

    def act(self, action: Action) -> list[Step]:
        """Apply an action and resolve all chance after it.

        Raises `Illegal`, with nothing changed.
        """
        # Lines of old records may be illegal today; new actions may not.
        if self.header.version < VERSION and (reason := self.state.why_not(action)):
            raise Illegal(reason)
        return [self.apply_entry(action), *self.resolve_chance()]

    def resolve_chance(self) -> list[Step]:
        """Draw all pending chance from the seed."""
        steps = []
        while self.state.pending_chance():
            steps.append(self.draw_chance())
        return steps

    def draw_chance(self) -> Step:
        """Draw the pending chance from the seed."""
        return self.apply_entry(self.state.sample_chance(self._rngs(self.chance_count)))

    def apply_entry(self, entry: Action | Chance) -> Step:
        """Apply an entry. Raises `Illegal`, with nothing changed.

        In a match of an earlier version of the format a line is not refused for a reason that is newer: its record
        stays readable. New actions go through `act`, or must pass `state.why_not` first.
        """
        state, version = self.state, self.header.version
        if self._write is not None:
            if (reason := self._why_not(entry)) is not None:
                raise Illegal(reason)
            self._write(entry.to_line())
        if isinstance(entry, Action):
            events = state.apply(entry) if version == VERSION else state.apply_recorded(entry, version)
        else:
            events = state.apply_chance(entry)
            self.chance_count += 1
        self.entries.append(entry)
        return Step(entry, tuple(events))

    def _why_not(self, entry: Action | Chance) -> Reason | None:
        """Return why the entry is refused in a match of this version, or None."""
        if isinstance(entry, Chance):
            return self.state.why_not_chance(entry)
        reason = self.state.why_not(entry)
        return None if reason is not None and reason.since > self.header.version else reason


MAX_PLAYOUT_LINES = 19_000
"""Lines after which machine players alone stop.

It is less than `record.MAX_LINES`, so that what they wrote can be imported. The longest match of the box so far has
some thousands.
"""


def is_endless(match: Match) -> bool:
    """True if machine players alone would play on for ever.

    They stop then, so that not everything is filled with lines.
    """
    return match.state.is_stalled or (not match.state.is_over and len(match.entries) >= MAX_PLAYOUT_LINES)


def new_match(
    game: str, names: Sequence[str], seed: int = 0, options: Options | None = None, setup: Setup | None = None
) -> Match:
    """Return a match before its first chance: call `resolve_chance` next.

    Raises `NoGame`, and `Illegal` for an impossible start.

    >>> match = new_match('live-grenade', ('Ann', 'Bo', 'Cy'), seed=1)
    >>> [type(step.entry).__name__ for step in match.resolve_chance()], match.state.active_seats()
    (['Deal'], (0,))
    """
    rules = registry.load(game)
    return Match(Header(game, tuple(names), options or rules.options(), seed, setup))


@dataclass(frozen=True, slots=True)
class Controller:
    """A person at the screen, a person with a phone, a machine player, or nobody."""

    kind: Literal["person", "phone", "bot", "nobody"] = "person"
    """"nobody" is an empty seat, at a table without turns."""
    level: str = "normal"
    """The name of a machine player, as in `players.kind`."""

    @property
    def is_person(self) -> bool:
        """True if a person at this screen decides."""
        return self.kind == "person"

    def to_word(self) -> str:
        """Return the word in a header's `meta["controllers"]`."""
        return f"bot {self.level}" if self.kind == "bot" else self.kind


NOBODY = Controller("nobody")
"""An empty seat."""


def read_controllers(header: Header) -> tuple[Controller, ...]:
    """Return who decides for each seat by the header's `meta["controllers"]`.

    The words are "person", "bot", "bot LEVEL[-STYLE]" and "nobody". Any other word, or none, is a person at the
    screen, so that a match of another version can be continued; so is "phone", since phones have to ask again. `meta`
    is free: no word in it makes a record unreadable.
    """
    value = header.meta.get("controllers")
    words = [str(word).split() or [""] for word in value] if isinstance(value, list) else []
    seats = []
    for seat in range(len(header.seats)):
        kind, *level = words[seat] if seat < len(words) else ["person"]
        machine = Controller("bot", level[0] if level else "normal")
        seats.append({"bot": machine, "nobody": NOBODY}.get(kind, Controller()))
    return tuple(seats)


def adapt_controllers(requested: Sequence[Controller], turnless: bool) -> tuple[Controller, ...]:
    """Return the controllers that are possible at a table with or without turns.

    With turns no seat is empty, so a person at the screen has it; without turns machine players do not play, and
    their seats are empty.
    """
    replacements = {"bot": NOBODY} if turnless else {"nobody": Controller()}
    return tuple(replacements.get(controller.kind, controller) for controller in requested)
