"""Journals of every released version can be opened and lose nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from grenade_salad.games.salad import End
from grenade_salad.journal import migrations, statistics
from grenade_salad.journal.database import FILE, Damaged, JournalError, connect
from grenade_salad.journal.journal import open_journal
from grenade_salad.journal.queries import MatchFilter
from grenade_salad.lab.playout import make_players, play, show_steps
from grenade_salad.match.record import replay

OLD = sorted((Path(__file__).parent / "data").glob("journal-*.sql"))

EMPTY_ROUNDS = Path(__file__).parent / "data" / "ten-empty-rounds-1.sql"


def write_journal(folder: Path, script: Path) -> Path:
    """Write the journal of the script to the data directory, and return that."""
    connection = sqlite3.connect(folder / FILE)
    connection.executescript(script.read_text(encoding="utf-8"))
    connection.close()
    return folder


def read_lines(file: Path) -> dict[int, list[str]]:
    """Return the lines of the two matches."""
    connection = sqlite3.connect(file)
    rows = connection.execute("SELECT match, text FROM line ORDER BY match, number").fetchall()
    connection.close()
    return {match_id: [text for match, text in rows if match == match_id] for match_id in (1, 2)}


def read_schema(file: Path) -> dict[str, str]:
    """Return the statement of each table and index, without spaces."""
    connection = sqlite3.connect(file)
    rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    connection.close()
    return {name: "".join(sql.split()).replace('"', "") for name, sql in rows}


def test_every_version_has_a_script() -> None:
    assert [file.stem for file in OLD] == [f"journal-{index + 1}" for index in range(len(migrations.VERSIONS))]


@pytest.mark.parametrize("script", OLD, ids=lambda file: file.stem)
def test_old_journal_can_be_used(tmp_path: Path, script: Path) -> None:
    lines = read_lines(write_journal(tmp_path, script) / FILE)
    with open_journal(tmp_path) as journal:
        assert not journal.warnings
        assert [match.id for match in journal.matches(MatchFilter(finished=True, series="Friday"))] == [1]
        assert {match_id: journal.export(match_id).decode().splitlines() for match_id in (1, 2)} == lines
        assert [tally.name for tally in journal.run_query(statistics.tally_players)] == ["Ann", "Bo"]
        with journal.resume(2) as match:
            players = make_players("live-grenade", ["random"] * 3, 4)
            show_steps(players, match.steps)
            play(match, players)
            match.finish()
        assert journal.export(2).decode().splitlines()[: len(lines[2])] == lines[2]
        assert journal.match(2).finished
    open_journal(tmp_path / "new").close()
    assert read_schema(tmp_path / FILE) == read_schema(tmp_path / "new" / FILE), (
        "as if it had always been of the newest version"
    )


@pytest.mark.rule("GS-34")
def test_match_without_standstill_goes_on(tmp_path: Path) -> None:
    """0.1.0 knew no standstill: its matches continue without one.

    They stay records of version 1.
    """
    lines = read_lines(write_journal(tmp_path, EMPTY_ROUNDS) / FILE)[1]
    with open_journal(tmp_path) as journal:
        assert [match.id for match in journal.unfinished_matches()] == [1]
        with journal.resume(1) as match:
            assert match.state.full_view().end_reason is None
            for _ in range(10):
                match.act(End(match.state.active_seats()[0]))
            assert not match.state.is_over
        texts = journal.export(1).decode().splitlines()
        assert texts[: len(lines)] == lines
        assert len(texts) == len(lines) + 10
        assert not replay(journal.record(1)).match.state.is_over


def test_failed_migration_leaves_the_old_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    newest = len(migrations.VERSIONS)
    half = ("ALTER TABLE match ADD COLUMN place TEXT", "UPDATE match SET nowhere = 1")
    folder = write_journal(tmp_path, OLD[-1])
    schema_before = read_schema(folder / FILE)
    monkeypatch.setattr(migrations, "VERSIONS", (*migrations.VERSIONS, half))
    with pytest.raises(sqlite3.OperationalError):
        connect(folder / FILE)
    assert read_schema(folder / FILE) == schema_before
    monkeypatch.setattr(migrations, "VERSIONS", (*migrations.VERSIONS[:-1], half[:1]))
    connection = connect(folder / FILE)
    assert migrations.read_version(connection) == newest + 1
    assert connection.execute("SELECT count(*), max(place) FROM match").fetchone() == (2, None)
    connection.close()


def test_inconsistent_version_counts_as_damage(tmp_path: Path) -> None:
    for version in (0, 7):
        folder = tmp_path / str(version)
        folder.mkdir()
        write_journal(folder, OLD[0])
        connection = sqlite3.connect(folder / FILE)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.close()
        with pytest.raises(Damaged):
            connect(folder / FILE)
        with open_journal(folder) as journal:
            assert len(journal.matches()) == 2
            assert len(journal.warnings) == 1


def test_journal_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    folder = write_journal(tmp_path, OLD[-1])
    connection = sqlite3.connect(folder / FILE)
    connection.execute("PRAGMA user_version = 900")
    signed = connection.execute("PRAGMA application_id").fetchone()[0]
    connection.execute(f"PRAGMA application_id = {signed - len(OLD) + 900}")
    connection.close()
    bytes_before = (folder / FILE).read_bytes()
    with pytest.raises(JournalError, match="newer version of the program"):
        open_journal(folder)
    assert (folder / FILE).read_bytes() == bytes_before
