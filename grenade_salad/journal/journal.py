"""The journal: all matches of the user, running or finished, in one file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from grenade_salad.core import Illegal, Json, registry
from grenade_salad.journal import backups, queries
from grenade_salad.journal.copies import has_other_copies, lock_opening, locks_folder, register_copy
from grenade_salad.journal.database import (
    FILE,
    Damaged,
    InUse,
    JournalError,
    as_journal_errors,
    chain_crc,
    connect,
    connect_read_only,
    damage_error,
)
from grenade_salad.journal.file_replacement import Identity, identities, replace_journal
from grenade_salad.journal.journaled_match import JournaledMatch, JournalWriter, Row, compute_chains, encode_line
from grenade_salad.journal.locks import Lock, try_lock
from grenade_salad.journal.match_import import MAX_WORK, ImportedMatch, play_to_end
from grenade_salad.journal.migrations import transaction
from grenade_salad.journal.recovery import create_journal, finish_repair, repair
from grenade_salad.journal.sqlite_pages import log_is_damaged, log_path
from grenade_salad.match.lines import BadLine, decode, parse_entry, parse_header
from grenade_salad.match.match import Header, Match, read_controllers
from grenade_salad.match.record import Record
from grenade_salad.match.stats import Result, compute_results
from grenade_salad.system import private_files
from grenade_salad.system.command_line import format_command
from grenade_salad.text import m, say
from grenade_salad.text.message import Message

_MAX_ID = (1 << 63) - 1
"""The largest whole number of SQLite."""

T = TypeVar("T")


class NoSuchMatch(JournalError):
    """There is no match with this id."""


def current_time() -> str:
    """Return the time in UTC, in the form stored in the journal."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass
class _OpenFile:
    """The connection, lock and identities of an open file."""

    connection: sqlite3.Connection
    signed_in: Lock | None
    """See `register_copy`; None if the file is only read."""
    file: Identity = None
    log: Identity = None


def _open_to_write(folder: Path, warnings: list[str]) -> _OpenFile:
    """Open the journal, and repair it if it is damaged. Raises `JournalError`."""
    file = folder / FILE
    try:
        if file.exists() and not file.is_file():
            raise JournalError(say(m("{file}: it is not a file", file=str(file))))
        private_files.make_folder(folder)
        opening = lock_opening(folder, file)
    except OSError as error:
        path, why = str(error.filename or folder), error.strerror or str(error)
        # Translators: --data FOLDER is typed as it stands, but for the name of the folder
        words = m("{file}: {why} (with --data FOLDER everything is saved elsewhere)", file=path, why=why)
        raise JournalError(say(words)) from error
    with opening, as_journal_errors(file):
        signed_in = register_copy(folder)
        try:
            finish_repair(file)
            is_alone = not has_other_copies(folder)
            try:
                if not file.exists() and log_path(file).exists():
                    file.touch()
                    # Translators: of the file of all matches; follows its name and a colon
                    raise damage_error(file, m("it is gone, except for its log"))
                if is_alone and log_is_damaged(file):
                    raise damage_error(file, m("its log is not what was written"))
                if not file.exists():
                    create_journal(file, lambda new: False)
                elif not file.stat().st_size:
                    # Translators: of the file of all matches; follows its name and a colon
                    raise damage_error(file, m("it is empty"))
                with as_journal_errors(file):
                    return _OpenFile(connect(file), signed_in, *identities(file))
            except Damaged as damage:
                if not is_alone:
                    raise InUse(_close_others_message(damage)) from None
                warnings.append(_repair_message(damage, repair(file), folder))
                return _OpenFile(connect(file), signed_in, *identities(file))
        except BaseException:
            signed_in.release()
            raise


def _close_others_message(damage: Damaged) -> str:
    words = m("{damage}: close all other copies of the program so that it can be repaired", damage=str(damage))
    return say(words)


def _repair_message(damage: Damaged, result: Message, folder: Path) -> str:
    """Return what happened to a damaged file, and how to restore a backup."""
    if not backups.backup_days(folder):
        # Translators: {damage} says what is wrong with a file, {told} what was done
        return say(m("{damage}: {told}", damage=str(damage), told=result))
    message = m(
        "{damage}: {told}; {command} goes back to the last copy of it",
        damage=str(damage),
        told=result,
        command=format_command("matches", "--restore"),
    )
    return say(message)


def open_journal(folder: Path) -> Journal:
    """Open the journal of a data directory, created if missing.

    A damaged file is repaired first; one that cannot be written is opened for reading. `Journal.warnings` says so.
    Raises `JournalError` if it cannot even be read.
    """
    warnings: list[str] = []
    try:
        return Journal(folder, _open_to_write(folder, warnings), warnings)
    except JournalError as error:
        if isinstance(error, InUse) or not os.path.isfile(folder / FILE):  # noqa: PTH113
            raise
        with as_journal_errors(folder / FILE):
            connection = connect_read_only(folder / FILE)
        warnings.append(say(m("{why}; matches can be looked at, but not played", why=str(error))))
        return Journal(folder, _OpenFile(connection, None), warnings)


class Journal:
    """An open journal; also a context manager. Everything may raise `JournalError`.

    The error has one line for people.
    """

    def __init__(self, folder: Path, open_file: _OpenFile, warnings: list[str]) -> None:
        """See `open_journal`."""
        self.folder = folder
        self.warnings = warnings
        """Sentences for people: that a damaged file was repaired, or why nothing can be written."""
        self._path = folder / FILE
        self._open_file = open_file
        self._writer = JournalWriter(self._append, self._rewrite, self._finish)
        self._running: list[tuple[Lock, int, Header]] = []
        """The lock, the id and the header of each match that is open here."""

    @property
    def is_writable(self) -> bool:
        """True if matches can be begun, resumed, imported and deleted."""
        return self._open_file.signed_in is not None

    def close(self) -> None:
        """Close the file; open matches can still be read, but not written."""
        self._open_file.connection.close()
        if self._open_file.signed_in is not None:
            self._open_file.signed_in.release()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Every access to the file goes through here.

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do the work; if the file turns out to be damaged, repair it and try again."""
        if self.is_writable:
            self._check_file()
        try:
            with as_journal_errors(self._path):
                return work(self._open_file.connection)
        except Damaged as damage:
            if not self.is_writable:
                raise
            self._repair(damage)
        with as_journal_errors(self._path):
            return work(self._open_file.connection)

    def _check_file(self) -> None:
        """Check that the file is still there, and replace it if not.

        The new file gets all data of the open one.
        """
        with as_journal_errors(self._path):
            file, log = identities(self._path)
            if file == self._open_file.file:
                self._open_file.log = log
                return
            with lock_opening(self.folder, self._path):
                self._running = [running for running in self._running if running[0].is_held]
                for lock in (self._open_file.signed_in, *(running[0] for running in self._running)):
                    if lock is not None:
                        lock.reacquire()
                is_alone = not has_other_copies(self.folder)
                previous = self._open_file
                connection, warning = replace_journal(
                    self._path, previous.connection, previous.log, self._has_running_matches, is_alone
                )
                self._open_file = _OpenFile(connection, previous.signed_in, *identities(self._path))
                self.warnings.append(warning)

    def _has_running_matches(self, connection: sqlite3.Connection) -> bool:
        """True if a journal has the matches that run here, with their ids.

        Raises sqlite3.Error.
        """
        for _, match_id, header in self._running:
            row = connection.execute("SELECT text FROM line WHERE match = ? AND number = 0", (match_id,)).fetchone()
            try:
                stored = parse_header(decode(row[0].encode())) if row else None
            except BadLine:
                stored = None
            if stored is None or replace(stored, meta={}) != replace(header, meta={}):
                return False
        return True

    def _repair(self, damage: Damaged) -> None:
        with as_journal_errors(self._path):
            with lock_opening(self.folder, self._path):
                if has_other_copies(self.folder):
                    raise InUse(_close_others_message(damage))
                self._open_file.connection.close()
                self.warnings.append(_repair_message(damage, repair(self._path), self.folder))
                self._open_file = _OpenFile(connect(self._path), self._open_file.signed_in, *identities(self._path))

    def _change(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do the work in one transaction."""
        self._require_writable()

        def in_transaction(connection: sqlite3.Connection) -> T:
            with transaction(connection):
                return work(connection)

        return self._run(in_transaction)

    def _require_writable(self) -> None:
        if not self.is_writable:
            raise JournalError(self.warnings[-1])

    # Playing

    def begin(self, header: Header) -> JournaledMatch:
        """Begin a match, with its header in the journal; call `resolve_chance` next.

        Raises `Illegal` for an impossible header.
        """
        first_state = Match(header).state  # Refuses it before anything is written.

        locks: list[Lock] = []

        def insert(connection: sqlite3.Connection) -> int:
            match_id = _insert(connection, header, [], imported=False)
            locks.append(self._lock(match_id))
            return match_id

        try:
            match_id = self._change(insert)
        except BaseException:
            for lock in locks:
                lock.release()
            raise
        self._add_running(locks[-1], match_id, header)
        return JournaledMatch(match_id, header, [], self._writer, locks[-1], first_state)

    def resume(self, match_id: int) -> JournaledMatch:
        """Open a match as it was after its last line; call `resolve_chance` next.

        Pending chance is drawn as if the match had not been interrupted. Raises `InUse` if it is open, here or in
        another process.
        """
        lock = self._lock(match_id)
        try:
            record = self.record(match_id)
            try:
                match = JournaledMatch(match_id, record.header, record.entries, self._writer, lock)
            except Illegal as error:
                message = m(
                    "match {number} cannot be continued by this version: {why}", number=str(match_id), why=str(error)
                )
                raise JournalError(say(message)) from None
            self._change(
                lambda file: file.execute("UPDATE match SET opened = ? WHERE id = ?", (current_time(), match_id))
            )
        except BaseException:
            lock.release()
            raise
        self._add_running(lock, match_id, record.header)
        return match

    def _add_running(self, lock: Lock, match_id: int, header: Header) -> None:
        self._running = [*(running for running in self._running if running[0].is_held), (lock, match_id, header)]

    def _lock(self, match_id: int) -> Lock:
        self._require_writable()
        with as_journal_errors(self._path):
            lock = try_lock(locks_folder(self.folder) / f"match-{match_id}")
        if lock is None:
            match = self.match(match_id)
            message = m(
                "{game} ({names}): this match is open already, here or in another copy of the program",
                game=registry.title(match.game, match.variant),
                names=[*match.names],
            )
            raise InUse(say(message))
        return lock

    def _append(self, row: Row, all_rows: Callable[[], list[Row]]) -> None:
        """Append a line. Lines that the journal has lost are written again."""
        insert = (
            "INSERT INTO line SELECT :match, :number, :chain, :text WHERE :number - 1 ="
            " (SELECT max(number) FROM line WHERE match = :match)"
        )
        self._require_writable()
        if self._run(lambda file: file.execute(insert, vars(row))).rowcount != 1:
            self._rewrite(row.match, [*all_rows(), row])

    def _rewrite(self, match: int, rows: list[Row]) -> None:
        def rewrite(connection: sqlite3.Connection) -> None:
            header = parse_header(decode(rows[0].text.encode()))
            if connection.execute("SELECT 1 FROM match WHERE id = ?", (match,)).fetchone() is None:
                _insert(connection, header, [], imported=False, match_id=match)
            connection.execute("DELETE FROM line WHERE match = ?", (match,))
            _insert_lines(connection, rows)
            people = [(controller.is_person, match, seat) for seat, controller in enumerate(read_controllers(header))]
            connection.executemany("UPDATE seat SET person = ? WHERE match = ? AND seat = ?", people)

        self._change(rewrite)

    def _finish(self, match: JournaledMatch) -> None:
        results = compute_results(match.header.game, match.state, match.steps)
        lines = len(match.entries)

        def finish(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE match SET length = ?, opened = ? WHERE id = ?", (lines, current_time(), match.id)
            )
            _set_results(connection, match.id, results)

        self._change(finish)

    # Reading

    def record(self, match_id: int) -> Record:
        """Return the record of a match as it is now. Raises `NoSuchMatch`."""
        name = f"match {match_id}"
        texts = self._texts(match_id)
        try:
            header = parse_header(decode(texts[0].encode()))
            game = registry.load(header.game)
            return Record(name, header, tuple(parse_entry(game, decode(text.encode())) for text in texts[1:]))
        except BadLine as error:
            message = m("match {number} cannot be read by this version: {why}", number=str(match_id), why=str(error))
            raise JournalError(say(message)) from None

    def _texts(self, match_id: int) -> list[str]:
        """Return the lines of a match as they were written, the header first."""

        def read(connection: sqlite3.Connection) -> list[str]:
            query = "SELECT number, chain, text FROM line WHERE match = ? ORDER BY number"
            texts: list[str] = []
            previous = 0
            for index, chain, text in connection.execute(query, (match_id,)):
                if index != len(texts) or not isinstance(text, str) or chain != chain_crc(previous, text):
                    why = m("line {line} of match {number}", line=str(len(texts)), number=str(match_id))
                    raise damage_error(self._path, why)
                texts.append(text)
                previous = chain
            if queries.count_lines(connection, match_id, len(texts) - 1) != len(texts) - 1:
                why = m("the end of match {number}", number=str(match_id))
                raise damage_error(self._path, why)
            return texts

        if not 0 < match_id <= _MAX_ID or not (texts := self._run(read)):
            raise NoSuchMatch(say(m("there is no match {number}", number=str(match_id))))
        return texts

    def export(self, match_id: int) -> bytes:
        """Return the record file of a match."""
        return "".join(f"{text}\n" for text in self._texts(match_id)).encode()

    def matches(
        self, match_filter: queries.MatchFilter = queries.ALL, first: int = 0, limit: int = -1
    ) -> list[queries.Summary]:
        """Return `limit` matches (-1: all) after the first `first`, newest first."""
        return self._run(lambda file: queries.matches(file, match_filter, first, limit))

    def match(self, match_id: int) -> queries.Summary:
        """Return one match. Raises `NoSuchMatch`."""
        if not 0 < match_id <= _MAX_ID or (summary := self._run(lambda file: queries.match(file, match_id))) is None:
            raise NoSuchMatch(say(m("there is no match {number}", number=str(match_id))))
        return summary

    def count(self, match_filter: queries.MatchFilter = queries.ALL) -> int:
        """Return the number of matches that pass a filter."""
        return self._run(lambda file: queries.count(file, match_filter))

    def unfinished_matches(self, limit: int = -1) -> list[queries.Summary]:
        """Return the matches that can be continued, the last played one first.

        At most `limit` (-1: all).
        """
        return self._run(lambda file: queries.unfinished_matches(file, limit))

    def run_query(self, query: Callable[[sqlite3.Connection], T]) -> T:
        """Return the result of a query on the tables: see `journal.statistics`."""
        return self._run(query)

    # Adding and removing

    def make_backup(self) -> None:
        """Make the backup of the day if there is none. Errors become warnings.

        Any thread may call it.
        """
        try:
            backups.make_backup(self.folder)
        except JournalError as error:
            self.warnings.append(say(m("{why}; no copy was made today", why=str(error))))

    def add_record(self, record: Record, imported: bool = True) -> int:
        """Add a match from a record, and return its id.

        Chance that the record does not tell is drawn from its seed. An imported record may take no more than
        `match_import.MAX_WORK`; for `imported` see `add_match`. Raises `RecordError`.
        """
        return self.add_match(play_to_end(record, MAX_WORK if imported else None), imported)

    def add_match(self, imported_match: ImportedMatch, imported: bool = True) -> int:
        """Add a match that was played through, and return its id.

        `imported`: it was played by others, and belongs to no evening here. Such a match is added once: the id of one
        that is the same line by line is returned again.
        """
        header, texts = imported_match.header, imported_match.texts

        def insert(connection: sqlite3.Connection) -> int:
            all_texts = [encode_line(header.to_line()), *texts]
            if imported and (same_match := queries.find_same(connection, header.game, all_texts)) is not None:
                return same_match
            match_id = _insert(connection, header, texts, imported)
            if imported_match.results is not None:
                connection.execute("UPDATE match SET length = ? WHERE id = ?", (len(texts), match_id))
                _set_results(connection, match_id, imported_match.results)
            return match_id

        return self._change(insert)

    def rename(self, old: str, new: str) -> int:
        """Rename a person in all finished matches; returns the number of matches.

        Raises `JournalError`.
        """
        return self._change(lambda file: _rename_person(file, old, new))

    def delete(self, match_id: int) -> None:
        """Delete a match. Raises `NoSuchMatch`, `InUse`."""
        self.match(match_id)
        with self._lock(match_id):
            self._change(lambda file: file.execute("DELETE FROM match WHERE id = ?", (match_id,)))


def _insert(
    connection: sqlite3.Connection, header: Header, texts: Sequence[str], imported: bool, match_id: int | None = None
) -> int:
    """Insert a match with its lines below the header, and return its id."""
    series = header.meta.get("series")
    values = (
        match_id,
        header.game,
        current_time(),
        current_time(),
        imported,
        series if isinstance(series, str) else None,
    )
    new_id = connection.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, NULL)", values).lastrowid
    assert new_id is not None
    all_texts = [encode_line(header.to_line()), *texts]
    rows = zip(compute_chains(all_texts), all_texts, strict=True)
    _insert_lines(connection, [Row(new_id, index, chain, text) for index, (chain, text) in enumerate(rows)])
    people = read_controllers(header)
    seats = [(new_id, seat, name, people[seat].is_person) for seat, name in enumerate(header.seats)]
    connection.executemany("INSERT INTO seat VALUES (?, ?, ?, ?, NULL, NULL, NULL)", seats)
    return new_id


def _insert_lines(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    connection.executemany("INSERT INTO line VALUES (:match, :number, :chain, :text)", [vars(row) for row in rows])


def _set_results(connection: sqlite3.Connection, match: int, results: Sequence[Result]) -> None:
    connection.executemany(
        "UPDATE seat SET place = ?, points = ?, facts = ? WHERE match = ? AND seat = ?",
        [(result.place, result.points, result.facts, match, seat) for seat, result in enumerate(results)],
    )


def _rename_person(connection: sqlite3.Connection, old: str, new: str) -> int:
    """Rename the person `old` in all finished matches; returns the number of matches.

    Machine players are not renamed. If another seat of the match is called `new` already, a number is added. To be
    called within a transaction. Raises sqlite3.Error.
    """
    query = (
        "SELECT match, seat FROM seat JOIN match ON match.id = seat.match"
        " WHERE name = ? AND person AND length IS NOT NULL"
    )
    matches = connection.execute(query, (old,)).fetchall()
    for match, seat in matches:
        other_names = {name for (name,) in connection.execute("SELECT name FROM seat WHERE match = ?", (match,))}
        free_name = _find_free_name(new, other_names)
        connection.execute("UPDATE seat SET name = ? WHERE match = ? AND seat = ?", (free_name, match, seat))
        _rewrite_names(connection, match, old, free_name)
    return len(matches)


def _find_free_name(name: str, taken: Collection[str]) -> str:
    suffix, free_name = 2, name
    while free_name in taken:
        free_name, suffix = f"{name} ({suffix})", suffix + 1
    return free_name


def _rewrite_names(connection: sqlite3.Connection, match: int, old: str, new: str) -> None:
    """Write the header with the new name, and all checksums.

    The checksum of a line depends on those before it.
    """
    rows = connection.execute("SELECT number, text FROM line WHERE match = ? ORDER BY number", (match,)).fetchall()
    first = decode(rows[0][1].encode())
    first["seats"] = _replace_name(first["seats"], old, new)
    meta = first.get("meta")
    if isinstance(meta, dict):
        first["meta"] = {
            key: part if key == "controllers" else _replace_name(part, old, new) for key, part in meta.items()
        }
    texts = [encode_line(first), *(text for _, text in rows[1:])]
    change = "UPDATE line SET chain = ?, text = ? WHERE match = ? AND number = ?"
    for (line_number, _), chain, text in zip(rows, compute_chains(texts), texts, strict=True):
        connection.execute(change, (chain, text, match, line_number))


def _replace_name(value: Json, old: str, new: str) -> Json:
    """Return the value with the name replaced in all of its lists."""
    if isinstance(value, list):
        return [new if part == old else _replace_name(part, old, new) for part in value]
    if isinstance(value, dict):
        return {key: _replace_name(part, old, new) for key, part in value.items()}
    return value
