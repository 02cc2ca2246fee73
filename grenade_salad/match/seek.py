"""Seeking to any line of a match, from positions cached every fifty lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.core import Action, Chance, State
from grenade_salad.match.match import Header, Match, Step

LINES_PER_POSITION = 50
"""The number of lines between two cached positions."""


@dataclass(frozen=True)
class _CachedPosition:
    """A position, and the number of chances before it."""

    state: State
    chance_count: int


class MatchSeeker:
    """A match that was played to its end."""

    def __init__(self, header: Header, entries: Sequence[Action | Chance]) -> None:
        """The entries must tell all chance.

        Those of `Record`s of the journal and of `Replay.match` do. Raises `Illegal` for an impossible line.
        """
        self.header = header
        self._entries = list(entries)
        match = Match(header)
        self._cached: list[_CachedPosition] = []
        steps: list[Step] = []
        for index, entry in enumerate(entries):
            if index % LINES_PER_POSITION == 0:
                self._cached.append(_CachedPosition(match.state.copy(), match.chance_count))
            steps.append(match.apply_entry(entry))
        self._cached.append(_CachedPosition(match.state.copy(), match.chance_count))
        self.steps: tuple[Step, ...] = tuple(steps)
        """A step for each line."""

    def match_at(self, lines: int) -> Match:
        """Return the match after that many lines, to look at or to play on from.

        Chance may be pending in it. Raises ValueError if there are fewer lines.
        """
        if not 0 <= lines <= len(self._entries):
            raise ValueError(f"the match has {len(self._entries)} lines, not {lines}")
        index = len(self._cached) - 1 if lines == len(self._entries) else lines // LINES_PER_POSITION
        begin = lines if lines == len(self._entries) else index * LINES_PER_POSITION
        match = Match(self.header)
        match.state = self._cached[index].state.copy()
        match.chance_count = self._cached[index].chance_count
        match.entries = self._entries[:begin]
        for entry in self._entries[begin:lines]:
            match.apply_entry(entry)
        return match
