"""The journal: every match of this program's user, running or finished, in one file of the data directory."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from grenade_salad.core import Illegal, registry
from grenade_salad.journal import backups, queries, renaming
from grenade_salad.journal.database import (
    FILE,
    Damaged,
    InUse,
    JournalError,
    chained,
    connect,
    connect_to_read,
    damaged,
    plainly,
)
from grenade_salad.journal.file_replacement import Identity, come_back, identities
from grenade_salad.journal.journaled_match import Doors, JournaledMatch, Row, chains_of, text_of
from grenade_salad.journal.locks import Lock, take, wait_for
from grenade_salad.journal.match_import import MOST_WORK, Ready, played_through
from grenade_salad.journal.migrations import transaction
from grenade_salad.journal.recovery import finish_mending, locks_in, make, mend, others, sign_in
from grenade_salad.journal.sqlite_pages import log_is_damaged, log_of
from grenade_salad.match.lines import BadLine, decode, entry, header
from grenade_salad.match.match import Header, Match, controllers
from grenade_salad.match.record import Record
from grenade_salad.match.stats import Result, results_of
from grenade_salad.system import private_files
from grenade_salad.system.command_line import to_type
from grenade_salad.text import m, say
from grenade_salad.text.message import Message

T = TypeVar("T")


class NoSuchMatch(JournalError):
    """There is no match of that number."""


def now() -> str:
    """The time in UTC, in the form stored in the journal."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass
class _Open:
    """What belongs to an open file."""

    connection: sqlite3.Connection
    signed_in: Lock | None
    file: Identity = None
    log: Identity = None


def _open_to_write(folder: Path, warnings: list[str]) -> _Open:
    """Raises JournalError. A damaged file is mended."""
    file = folder / FILE
    try:
        if file.exists() and not file.is_file():
            raise JournalError(say(m("{file}: it is not a file", file=str(file))))
        private_files.make_folder(folder)
        opening = wait_for(locks_in(folder) / "opening")
    except OSError as error:
        closed, why = str(error.filename or folder), error.strerror or str(error)
        # Translators: --data FOLDER is typed as it stands, but for the name of the folder
        words = m("{file}: {why} (with --data FOLDER everything is saved elsewhere)", file=closed, why=why)
        raise JournalError(say(words)) from error
    if opening is None:
        raise InUse(say(m("{file} is in use by another copy of the program", file=str(file))))
    with opening, plainly(file):
        signed_in = sign_in(folder)
        try:
            finish_mending(file)
            alone = not others(folder)
            try:
                if not file.exists() and log_of(file).exists():
                    file.touch()
                    # Translators: of the file of all matches; follows its name and a colon
                    raise damaged(file, m("it is gone, except for its log"))
                if alone and log_is_damaged(file):
                    raise damaged(file, m("its log is not what was written"))
                if not file.exists():
                    make(file, lambda new: False)
                elif not file.stat().st_size:
                    # Translators: of the file of all matches; follows its name and a colon
                    raise damaged(file, m("it is empty"))
                with plainly(file):
                    return _Open(connect(file), signed_in, *identities(file))
            except Damaged as damage:
                if not alone:
                    raise InUse(_close_others(damage)) from None
                warnings.append(_mended(damage, mend(file), folder))
                return _Open(connect(file), signed_in, *identities(file))
        except BaseException:
            signed_in.let_go()
            raise


def _close_others(damage: Damaged) -> str:
    words = m("{damage}: close all other copies of the program so that it can be repaired", damage=str(damage))
    return say(words)


def _mended(damage: Damaged, told: Message, folder: Path) -> str:
    """What became of a damaged file, and how to go back to a copy of another day, if there is one."""
    if not backups.days(folder):
        # Translators: {damage} says what is wrong with a file, {told} what was done
        return say(m("{damage}: {told}", damage=str(damage), told=told))
    back = m(
        "{damage}: {told}; {command} goes back to the last copy of it",
        damage=str(damage),
        told=told,
        command=to_type("matches", "--restore"),
    )
    return say(back)


def open_journal(folder: Path) -> Journal:
    """The journal of that data directory, made if there is none. Raises JournalError if not even reading is possible.

    A damaged file is mended first; one that cannot be written is opened for reading. `Journal.warnings` tells so.
    """
    warnings: list[str] = []
    try:
        return Journal(folder, _open_to_write(folder, warnings), warnings)
    except JournalError as error:
        if isinstance(error, InUse) or not os.path.isfile(folder / FILE):  # noqa: PTH113
            raise
        with plainly(folder / FILE):
            connection = connect_to_read(folder / FILE)
        warnings.append(say(m("{why}; matches can be looked at, but not played", why=str(error))))
        return Journal(folder, _Open(connection, None), warnings)


class Journal:
    """An open journal; also a context manager. Everything may raise JournalError, with one line to tell people.

    `warnings` is what people should know, a line each: that a damaged file was mended, or why nothing can be written.
    """

    def __init__(self, folder: Path, opened: _Open, warnings: list[str]) -> None:
        """See `open_journal`."""
        self.folder = folder
        self.warnings = warnings
        self._file = folder / FILE
        self._open = opened
        self._doors = Doors(self._append, self._rewrite, self._finish)
        self._running: list[tuple[Lock, int, Header]] = []

    @property
    def writable(self) -> bool:
        """Whether matches can be begun, resumed, imported and deleted."""
        return self._open.signed_in is not None

    def close(self) -> None:
        """Let go of the file; matches that are still open can be read on, but not written."""
        self._open.connection.close()
        if self._open.signed_in is not None:
            self._open.signed_in.let_go()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    # Whatever is asked of the file goes through here

    def _ask(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do the work; if the file turns out to be damaged, mend it and do the work again."""
        if self.writable:
            self._look_for_file()
        try:
            with plainly(self._file):
                return work(self._open.connection)
        except Damaged as damage:
            if not self.writable:
                raise
            self._mend(damage)
        with plainly(self._file):
            return work(self._open.connection)

    def _look_for_file(self) -> None:
        """If the file was deleted or replaced meanwhile, go on in a new one with all that is known."""
        with plainly(self._file):
            file, log = identities(self._file)
            if file == self._open.file:
                self._open.log = log
                return
            opening = wait_for(locks_in(self.folder) / "opening")
            if opening is None:
                raise InUse(say(m("{file} is in use by another copy of the program", file=str(self._file))))
            with opening:
                self._running = [one for one in self._running if one[0].held]
                for lock in (self._open.signed_in, *(one[0] for one in self._running)):
                    if lock is not None:
                        lock.take_again()
                alone = not others(self.folder)
                before = self._open
                connection, told = come_back(self._file, before.connection, before.log, self._knows, alone)
                self._open = _Open(connection, before.signed_in, *identities(self._file))
                self.warnings.append(told)

    def _knows(self, connection: sqlite3.Connection) -> bool:
        """Whether a journal has the matches that run here, under their numbers. Raises sqlite3.Error."""
        for _, number, first in self._running:
            found = connection.execute("SELECT text FROM line WHERE match = ? AND number = 0", (number,)).fetchone()
            try:
                there = header(decode(found[0].encode())) if found else None
            except BadLine:
                there = None
            if there is None or replace(there, meta={}) != replace(first, meta={}):
                return False
        return True

    def _mend(self, damage: Damaged) -> None:
        with plainly(self._file):
            opening = wait_for(locks_in(self.folder) / "opening")
            if opening is None:
                raise InUse(say(m("{file} is in use by another copy of the program", file=str(self._file))))
            with opening:
                if others(self.folder):
                    raise InUse(_close_others(damage))
                self._open.connection.close()
                self.warnings.append(_mended(damage, mend(self._file), self.folder))
                self._open = _Open(connect(self._file), self._open.signed_in, *identities(self._file))

    def _change(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do the work in one transaction."""
        if not self.writable:
            raise JournalError(self.warnings[-1])

        def within(connection: sqlite3.Connection) -> T:
            with transaction(connection):
                return work(connection)

        return self._ask(within)

    # Playing

    def begin(self, first: Header) -> JournaledMatch:
        """A new match, with its header in the journal; call `settle` next. Raises Illegal for what cannot be."""
        Match(first)

        locks: list[Lock] = []

        def insert(connection: sqlite3.Connection) -> int:
            number = _insert(connection, first, [], imported=False)
            locks.append(self._lock(number))
            return number

        try:
            number = self._change(insert)
        except BaseException:
            for lock in locks:
                lock.let_go()
            raise
        self._runs(locks[-1], number, first)
        return JournaledMatch(number, first, [], self._doors, locks[-1])

    def resume(self, number: int) -> JournaledMatch:
        """A match where it was after its last line; call `settle` next: luck that is due is drawn as if undisturbed.

        Raises InUse if it is open, here or in another process.
        """
        lock = self._lock(number)
        try:
            record = self.record(number)
            try:
                kept = JournaledMatch(number, record.header, record.entries, self._doors, lock)
            except Illegal as error:
                words = m(
                    "match {number} cannot be continued by this version: {why}", number=str(number), why=str(error)
                )
                raise JournalError(say(words)) from None
            self._change(lambda file: file.execute("UPDATE match SET opened = ? WHERE id = ?", (now(), number)))
        except BaseException:
            lock.let_go()
            raise
        self._runs(lock, number, record.header)
        return kept

    def _runs(self, lock: Lock, number: int, first: Header) -> None:
        self._running = [*(one for one in self._running if one[0].held), (lock, number, first)]

    def _lock(self, number: int) -> Lock:
        if not self.writable:
            raise JournalError(self.warnings[-1])
        with plainly(self._file):
            lock = take(locks_in(self.folder) / f"match-{number}")
        if lock is None:
            match = self.match(number)
            words = m(
                "{game} ({names}): this match is open already, here or in another copy of the program",
                game=registry.title(match.game, match.what),
                names=[*match.names],
            )
            raise InUse(say(words))
        return lock

    def _append(self, row: Row, all_rows: Callable[[], list[Row]]) -> None:
        """One line more. If the journal has lost lines that the running match knows, they are written again."""
        insert = (
            "INSERT INTO line SELECT :match, :number, :chain, :text WHERE :number - 1 ="
            " (SELECT max(number) FROM line WHERE match = :match)"
        )
        if not self.writable:
            raise JournalError(self.warnings[-1])
        if self._ask(lambda file: file.execute(insert, vars(row))).rowcount != 1:
            self._rewrite(row.match, [*all_rows(), row])

    def _rewrite(self, match: int, rows: list[Row]) -> None:
        def rewrite(connection: sqlite3.Connection) -> None:
            first = header(decode(rows[0].text.encode()))
            if connection.execute("SELECT 1 FROM match WHERE id = ?", (match,)).fetchone() is None:
                _insert(connection, first, [], imported=False, number=match)
            connection.execute("DELETE FROM line WHERE match = ?", (match,))
            _insert_lines(connection, rows)
            people = [(one.person, match, seat) for seat, one in enumerate(controllers(first))]
            connection.executemany("UPDATE seat SET person = ? WHERE match = ? AND seat = ?", people)

        self._change(rewrite)

    def _finish(self, kept: JournaledMatch) -> None:
        results = results_of(kept.header.game, kept.state, kept.steps)
        lines = len(kept.entries)

        def finish(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE match SET length = ?, opened = ? WHERE id = ?", (lines, now(), kept.id))
            _set_results(connection, kept.id, results)

        self._change(finish)

    # Reading

    def record(self, number: int) -> Record:
        """The record of a match as it is now. Raises NoSuchMatch."""
        name = f"match {number}"
        texts = self._texts(number)
        try:
            first = header(decode(texts[0].encode()))
            game = registry.load(first.game)
            return Record(name, first, tuple(entry(game, decode(text.encode())) for text in texts[1:]))
        except BadLine as error:
            words = m("match {number} cannot be read by this version: {why}", number=str(number), why=str(error))
            raise JournalError(say(words)) from None

    def _texts(self, number: int) -> list[str]:
        """The lines of a match, the header first, all of them as they were written."""

        def read(connection: sqlite3.Connection) -> list[str]:
            found = "SELECT number, chain, text FROM line WHERE match = ? ORDER BY number"
            texts: list[str] = []
            before = 0
            for at, chain, text in connection.execute(found, (number,)):
                if at != len(texts) or not isinstance(text, str) or chain != chained(before, text):
                    why = m("line {line} of match {number}", line=str(len(texts)), number=str(number))
                    raise damaged(self._file, why)
                texts.append(text)
                before = chain
            if queries.length(connection, number, len(texts) - 1) != len(texts) - 1:
                why = m("the end of match {number}", number=str(number))
                raise damaged(self._file, why)
            return texts

        if not 0 < number < 1 << 63 or not (texts := self._ask(read)):
            raise NoSuchMatch(say(m("there is no match {number}", number=str(number))))
        return texts

    def export(self, number: int) -> bytes:
        """The record file of a match."""
        return "".join(f"{text}\n" for text in self._texts(number)).encode()

    def matches(self, wanted: queries.Wanted = queries.ALL, first: int = 0, limit: int = -1) -> list[queries.Summary]:
        """The matches that are wanted, newest first: `limit` of them (-1: all) after the first `first`."""
        return self._ask(lambda file: queries.matches(file, wanted, first, limit))

    def match(self, number: int) -> queries.Summary:
        """One match. Raises NoSuchMatch."""
        if not 0 < number < 1 << 63 or (found := self._ask(lambda file: queries.match(file, number))) is None:
            raise NoSuchMatch(say(m("there is no match {number}", number=str(number))))
        return found

    def count(self, wanted: queries.Wanted = queries.ALL) -> int:
        """How many matches `matches` has with that wish."""
        return self._ask(lambda file: queries.count(file, wanted))

    def unfinished(self, limit: int = -1) -> list[queries.Summary]:
        """The matches that can be continued, the one that was played last first; `limit` of them (-1: all)."""
        return self._ask(lambda file: queries.unfinished(file, limit))

    def ask(self, query: Callable[[sqlite3.Connection], T]) -> T:
        """The answer of a query on the tables: see match.statistics."""
        return self._ask(query)

    # Coming and going

    def keep_copy(self) -> None:
        """Make the copy of the day, if there is none yet. Any thread may call it; what goes wrong is a warning."""
        try:
            backups.keep_copy(self.folder)
        except JournalError as error:
            self.warnings.append(say(m("{why}; no copy was made today", why=str(error))))

    def add(self, record: Record, imported: bool = True) -> int:
        """A match from a record: its number. Raises RecordError. Luck that it does not tell is drawn from its seed.

        For `imported` see `put`; such a record is not given more than `match_import.MOST_WORK`.
        """
        return self.put(played_through(record, MOST_WORK if imported else None), imported)

    def put(self, ready: Ready, imported: bool = True) -> int:
        """A match that was played through: its number.

        `imported`: it was played by somebody else, and is not of an evening here. Such a match comes in once: the
        number of one that is the same line by line is told again.
        """
        first, texts = ready.header, ready.texts

        def insert(connection: sqlite3.Connection) -> int:
            whole = [text_of(first.to_line()), *texts]
            if imported and (there := queries.same(connection, first.game, whole)) is not None:
                return there
            number = _insert(connection, first, texts, imported)
            if ready.results is not None:
                connection.execute("UPDATE match SET length = ? WHERE id = ?", (len(texts), number))
                _set_results(connection, number, ready.results)
            return number

        return self._change(insert)

    def rename(self, old: str, new: str) -> int:
        """Call a person otherwise in all finished matches; in how many that was. Raises JournalError."""
        if not self.writable:
            raise JournalError(self.warnings[-1])
        return self._change(lambda file: renaming.rename(file, old, new))

    def delete(self, number: int) -> None:
        """Forget a match. Raises NoSuchMatch, InUse."""
        self.match(number)
        with self._lock(number):
            self._change(lambda file: file.execute("DELETE FROM match WHERE id = ?", (number,)))


def _insert(
    connection: sqlite3.Connection, first: Header, texts: Sequence[str], imported: bool, number: int | None = None
) -> int:
    """A match with its lines below the header; its number."""
    series = first.meta.get("series")
    values = (number, first.game, now(), now(), imported, series if isinstance(series, str) else None)
    made = connection.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, NULL)", values).lastrowid
    assert made is not None
    all_texts = [text_of(first.to_line()), *texts]
    rows = zip(chains_of(all_texts), all_texts, strict=True)
    _insert_lines(connection, [Row(made, at, chain, text) for at, (chain, text) in enumerate(rows)])
    people = controllers(first)
    seats = [(made, seat, name, people[seat].person) for seat, name in enumerate(first.seats)]
    connection.executemany("INSERT INTO seat VALUES (?, ?, ?, ?, NULL, NULL, NULL)", seats)
    return made


def _insert_lines(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    connection.executemany("INSERT INTO line VALUES (:match, :number, :chain, :text)", [vars(row) for row in rows])


def _set_results(connection: sqlite3.Connection, match: int, results: Sequence[Result]) -> None:
    connection.executemany(
        "UPDATE seat SET place = ?, points = ?, facts = ? WHERE match = ? AND seat = ?",
        [(result.place, result.points, result.facts, match, seat) for seat, result in enumerate(results)],
    )
