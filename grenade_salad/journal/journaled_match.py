"""A match that is kept: every line is in the journal before its effect can be seen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType

from grenade_salad.core import Action, Chance, Illegal, Json, Reason
from grenade_salad.journal.database import JournalError, chain_crc
from grenade_salad.journal.locks import Lock
from grenade_salad.match.match import Controller, Header, Match, Step
from grenade_salad.match.undo import NothingErased, NotSoFar, count_undoable
from grenade_salad.text import m, say


def encode_line(line: Mapping[str, Json]) -> str:
    """A line as stored in the journal: as in a record, without the newline."""
    return json.dumps(line, ensure_ascii=False, allow_nan=False)


def compute_chains(texts: Iterable[str]) -> list[int]:
    """The CRC of each line, the header first."""
    chains = [0]
    for text in texts:
        chains.append(chain_crc(chains[-1], text))
    return chains[1:]


@dataclass(frozen=True)
class Row:
    """A line on its way into the journal: its match, its number (0 is the header), its CRC and its text."""

    match: int
    number: int
    chain: int
    text: str


@dataclass(frozen=True)
class JournalWriter:
    """What a kept match asks of its journal; all raise JournalError, and the line or lines are on the disk after.

    `append(row, all_rows)`: one more line; all rows are asked for only if the journal has lost some of them.
    `rewrite(match, rows)`: these lines and no others. `finish(kept)`: places, points and facts.
    """

    append: Callable[[Row, Callable[[], list[Row]]], None]
    rewrite: Callable[[int, list[Row]], None]
    finish: Callable[[JournaledMatch], None]


class JournaledMatch(Match):
    """A match in the journal, open in this process alone until `close`; also a context manager.

    `id` is its number in the journal, `steps` all steps from its start: what the log shows, and what a machine
    player is shown that is to take a seat now. Whatever writes raises JournalError, with nothing changed.
    """

    def __init__(
        self, match_id: int, header: Header, entries: Sequence[Action | Chance], writer: JournalWriter, lock: Lock
    ) -> None:
        """Raises Illegal for a header or an entry that cannot be. Luck may be due: see `resolve_chance`."""
        self.id = match_id
        self._writer = writer
        self._lock = lock
        self._restart(header, entries)

    def _restart(self, header: Header, entries: Sequence[Action | Chance]) -> None:
        """Restart with lines that are already in the journal."""
        self.steps: list[Step] = []
        self._chains: list[int] = compute_chains(
            [encode_line(header.to_line()), *(encode_line(entry.to_line()) for entry in entries)]
        )
        super().__init__(header, self._write_line)
        for entry in entries:
            self.apply_entry(entry)

    def apply_entry(self, entry: Action | Chance) -> Step:
        """Carry out one line. Raises Illegal, JournalError, with nothing changed."""
        step = super().apply_entry(entry)
        self.steps.append(step)
        return step

    def _write_line(self, line: dict[str, Json]) -> None:
        line_number = len(self.entries) + 1
        if line_number < len(self._chains):
            return
        text = encode_line(line)
        chain = chain_crc(self._chains[-1], text)
        self._writer.append(Row(self.id, line_number, chain, text), self._rows)
        self._chains.append(chain)

    def _rows(self, header: Header | None = None, lines: int | None = None) -> list[Row]:
        """The header and the first `lines` lines below it, all if None."""
        texts = [
            encode_line((header or self.header).to_line()),
            *(encode_line(entry.to_line()) for entry in self.entries[:lines]),
        ]
        return [
            Row(self.id, line_number, chain, text)
            for line_number, (chain, text) in enumerate(zip(compute_chains(texts), texts, strict=True))
        ]

    def count_undoable(self) -> int | Reason:
        """How many of the last lines may be taken back, at least one, or why none."""
        return NothingErased() if self.state.is_turnless else count_undoable(self.steps, self.state.is_over)

    def undo_lines(self, lines: int = 1) -> None:
        """Undo the last lines: they are no longer in the journal, and the match is where it was before them.

        Players that remember must be made anew and shown `steps`. Raises Illegal with the reason, JournalError.
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
        """Write down who decides for each seat from now on."""
        assert len(controllers) == len(self.header.seats), "one for each seat"
        words: list[Json] = [controller.to_word() for controller in controllers]
        header = replace(self.header, meta={**self.header.meta, "controllers": words})
        rows = self._rows(header)
        self._writer.rewrite(self.id, rows)
        self.header = header
        self._chains = [row.chain for row in rows]

    def finish(self) -> None:
        """The match is over: put places, points and facts for the statistics beside it. A second time does no harm."""
        assert self.state.is_over, "the match goes on"
        self._writer.finish(self)

    def detach(self) -> Match:
        """The same match from here on, whose lines are written nowhere; what is in the journal stays there. Closes this
        one."""
        match = Match(self.header)
        match.state, match.entries, match.chances = self.state, self.entries, self.chances
        self.close()
        return match

    @property
    def is_untouched(self) -> bool:
        """True if it is a table without turns at which nobody did anything: there is nothing to go on with."""
        return self.state.is_turnless and not any(isinstance(entry, Action) for entry in self.entries)

    def close(self) -> None:
        """Other processes may open the match now. Nothing is written by it, and nothing lost without it."""
        self._lock.release()

        def raise_closed(line: dict[str, Json]) -> None:
            raise JournalError(say(m("match {number} is closed", number=str(self.id))))

        self._write = raise_closed

    def __enter__(self) -> JournaledMatch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
