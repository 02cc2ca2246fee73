"""A match that is saved: each line is in the journal before its effect shows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from grenade_salad.core import Action, Chance, Illegal, Json, Reason, State
from grenade_salad.journal.database import JournalError, chain_crc
from grenade_salad.journal.locks import Lock
from grenade_salad.match.match import Controller, Header, Match, Step
from grenade_salad.match.undo import NothingErased, NotSoFar, count_undoable
from grenade_salad.text import m, say


def encode_line(line: Mapping[str, Json]) -> str:
    """Return a line as stored in the journal: as in a record, without the newline."""
    return json.dumps(line, ensure_ascii=False, allow_nan=False)


def _encode_lines(header: Header, entries: Iterable[Action | Chance]) -> list[str]:
    return [encode_line(line.to_line()) for line in (header, *entries)]


def compute_chains(texts: Iterable[str]) -> list[int]:
    """Return the CRC of each line, the header first.

    Each depends on all lines before it.

    >>> compute_chains(["a", "b"]) == [chain_crc(0, "a"), chain_crc(chain_crc(0, "a"), "b")]
    True
    """
    chains = [0]
    for text in texts:
        chains.append(chain_crc(chains[-1], text))
    return chains[1:]


@dataclass(frozen=True)
class Row:
    """A line on its way into the journal.

    Its fields are named as the columns of the table `line`: see `Journal._append`.
    """

    match: int
    """The id of its match."""
    number: int
    """Its index in the record: 0 is the header."""
    chain: int
    """The CRC: see `chain_crc`."""
    text: str


@dataclass(frozen=True)
class JournalWriter:
    """Functions of the journal that a match calls.

    All raise `JournalError`; afterwards the line or lines are on the disk.
    """

    append: Callable[[Row, Callable[[], list[Row]]], None]
    """Adds a line.

    It also gets a function that returns all rows, in case the journal has lost some of them.
    """
    rewrite: Callable[[int, list[Row]], None]
    """Replaces all lines of the match with this id."""
    finish: Callable[[JournaledMatch], None]
    """Writes places, points and facts."""


class JournaledMatch(Match):
    """A match in the journal, open in this process alone until `close`.

    Also a context manager. Everything that writes raises `JournalError`, with nothing changed.
    """

    def __init__(
        self,
        match_id: int,
        header: Header,
        entries: Sequence[Action | Chance],
        writer: JournalWriter,
        lock: Lock,
        first_state: State | None = None,
    ) -> None:
        """Raises `Illegal` for an impossible header or entry.

        Chance may be pending: see `resolve_chance`.
        """
        self.id = match_id
        self.steps: list[Step] = []
        """All steps from the start: for the log, and for a machine player that takes a seat later."""
        self._writer = writer
        self._lock = lock
        self._chains: list[int] = []
        """The CRCs of the lines in the journal, the header first."""
        self._restart(header, entries, first_state)

    def _restart(self, header: Header, entries: Sequence[Action | Chance], first_state: State | None = None) -> None:
        """Restart with lines that are already in the journal."""
        self.steps = []
        self._chains = compute_chains(_encode_lines(header, entries))
        # Start again from the header: `Match` has no other way to reset all of its state.
        super().__init__(header, self._write_line, first_state)
        for entry in entries:
            self.apply_entry(entry)

    def apply_entry(self, entry: Action | Chance) -> Step:
        """Apply an entry. Raises `Illegal`, `JournalError`, with nothing changed."""
        step = super().apply_entry(entry)
        self.steps.append(step)
        return step

    def _write_line(self, line: dict[str, Json]) -> None:
        line_number = len(self.entries) + 1
        # While `_restart` plays them again, the lines are in the journal already.
        if line_number < len(self._chains):
            return
        text = encode_line(line)
        chain = chain_crc(self._chains[-1], text)
        self._writer.append(Row(self.id, line_number, chain, text), self._rows)
        self._chains.append(chain)

    def _rows(self, header: Header | None = None, lines: int | None = None) -> list[Row]:
        """Return rows of the header and the first `lines` lines below it, all if None."""
        texts = _encode_lines(header or self.header, self.entries[:lines])
        return [
            Row(self.id, line_number, chain, text)
            for line_number, (chain, text) in enumerate(zip(compute_chains(texts), texts, strict=True))
        ]

    def count_undoable(self) -> int | Reason:
        """Return the number of lines that can be undone, at least one, or why none."""
        return NothingErased() if self.state.is_turnless else count_undoable(self.steps, is_over=self.state.is_over)

    def undo_lines(self, lines: int = 1) -> None:
        """Undo the last lines: they are deleted from the journal.

        The match is as it was before them. Create players with a memory again, and give them `steps`. Raises
        `Illegal` with the reason, `JournalError`.
        """
        undoable = self.count_undoable()
        if not isinstance(undoable, int):
            raise Illegal(undoable)
        if not 1 <= lines <= undoable:
            raise Illegal(NotSoFar(lines, undoable))
        remaining = self.entries[:-lines]
        self._writer.rewrite(self.id, self._rows(lines=len(remaining)))
        self._restart(self.header, remaining)

    def set_controllers(self, controllers: Sequence[Controller]) -> None:
        """Record who decides for each seat from here on. Raises `JournalError`."""
        assert len(controllers) == len(self.header.seats), "one for each seat"
        words: list[Json] = [controller.to_word() for controller in controllers]
        header = replace(self.header, meta={**self.header.meta, "controllers": words})
        rows = self._rows(header)
        self._writer.rewrite(self.id, rows)
        self.header = header
        self._chains = [row.chain for row in rows]

    def finish(self) -> None:
        """Write places, points and facts for the statistics of a finished match.

        Calling it again is harmless.
        """
        assert self.state.is_over, "the match goes on"
        self._writer.finish(self)

    def detach(self) -> Match:
        """Return the same match, whose further lines are not saved, and close this one.

        What is in the journal stays there.
        """
        match = Match(self.header)
        match.state, match.entries, match.chance_count = self.state, self.entries, self.chance_count
        self.close()
        return match

    @property
    def is_untouched(self) -> bool:
        """True if it is a table without turns where nothing was done.

        There is nothing to continue then.
        """
        return self.state.is_turnless and not self.has_begun

    def close(self) -> None:
        """Let other processes open the match.

        It writes nothing, and nothing is lost without it.
        """
        self._lock.release()

        def raise_closed(line: dict[str, Json]) -> None:
            raise JournalError(say(m("match {number} is closed", number=str(self.id))))

        self._write = raise_closed

    def __enter__(self) -> JournaledMatch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
