"""A match: a state, and the list of lines that led to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from grenade_salad import games
from grenade_salad.core import Action, Chance, Event, Game, Illegal, Json, Options, Setup, plain, rng


@dataclass(frozen=True)
class Header:
    """The first line of a match record: which game, who sits where, house rules, seed and start."""

    game: str
    seats: tuple[str, ...]
    options: Options
    seed: int
    setup: Setup | None = None
    meta: Mapping[str, Json] = field(default_factory=dict)

    def line(self) -> dict[str, Json]:
        """The header as a line: options that differ from the defaults, setup and meta only if there are any."""
        defaults = plain(type(self.options)())
        chosen = plain(self.options)
        assert isinstance(defaults, dict)
        assert isinstance(chosen, dict)
        options = {key: value for key, value in chosen.items() if value != defaults[key]}
        line: dict[str, Json] = {"record": 1, "game": self.game, "seats": list(self.seats), "options": options}
        line["seed"] = self.seed
        if self.setup is not None:
            setup = plain(self.setup)
            assert isinstance(setup, dict)
            line["setup"] = {key: value for key, value in setup.items() if value is not None}
        if self.meta:
            line["meta"] = dict(self.meta)
        return line


@dataclass(frozen=True)
class Step:
    """One line of a match and what happened by it; the events are unredacted: pass them through `redact`."""

    entry: Action | Chance
    events: tuple[Event, ...]


def _nowhere(line: dict[str, Json]) -> None:
    """For matches that nobody keeps."""


class Match:
    """A running match: every line is given to `write` before its effect can be seen."""

    def __init__(self, header: Header, write: Callable[[dict[str, Json]], None] = _nowhere) -> None:
        """Raises Illegal for a header that cannot be. Luck may be due: see `settle`."""
        self.header = header
        self.game: Game = games.load(header.game)
        self.state = self.game.start(len(header.seats), header.options, header.setup)
        self.entries: list[Action | Chance] = []
        self.chances = 0
        self._write = write

    def act(self, action: Action) -> list[Step]:
        """Carry out an action and all luck that it makes necessary. Raises Illegal, with nothing changed."""
        return [self.add(action), *self.settle()]

    def settle(self) -> list[Step]:
        """Draw all luck that is due from the seed."""
        steps = []
        while self.state.due():
            steps.append(self.draw())
        return steps

    def draw(self) -> Step:
        """Draw the luck that is due from the seed."""
        return self.add(self.state.sample(rng(self.header.seed, self.chances)))

    def add(self, entry: Action | Chance) -> Step:
        """Carry out one line. Raises Illegal, with nothing changed."""
        if isinstance(entry, Action):
            reason = self.state.why_not(entry)
        else:
            reason = self.state.why_impossible(entry)
        if reason is not None:
            raise Illegal(reason)
        self._write(entry.line())
        if isinstance(entry, Action):
            events = self.state.do(entry)
        else:
            events = self.state.happen(entry)
            self.chances += 1
        self.entries.append(entry)
        return Step(entry, tuple(events))
