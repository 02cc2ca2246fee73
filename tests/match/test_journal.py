"""The journal: matches can be read back, and impossible requests are refused."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from grenade_salad import games
from grenade_salad.core import Action, Event, Illegal
from grenade_salad.games.live_grenade import Draw
from grenade_salad.games.salad import SaladOptions
from grenade_salad.journal.database import FILE, InUse, JournalError
from grenade_salad.journal.journal import NoSuchMatch, open_journal
from grenade_salad.journal.queries import MatchFilter
from grenade_salad.lab.playout import make_players, play, show_steps
from grenade_salad.match.lines import encode
from grenade_salad.match.match import Controller, Match, read_controllers
from grenade_salad.match.record import MAX_LINES, RecordError, read_record, read_strangers_record, write_record
from tests.match.keeping import NAMES, begin_match, memory_level, new_header, play_new_match, play_uninterrupted


@pytest.fixture(params=games.NAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def lines_on_disk(folder: Path, match: int) -> list[str]:
    """Return the lines, read through a connection of its own."""
    connection = sqlite3.connect(folder / FILE)
    try:
        rows = connection.execute("SELECT text FROM line WHERE match = ? ORDER BY number", (match,)).fetchall()
        return [text for (text,) in rows]
    finally:
        connection.close()


def test_line_is_on_disk_before_its_effect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_journal(tmp_path) as journal, journal.begin(new_header("live-grenade")) as match:
        match.resolve_chance()
        action = Draw(match.state.active_seats()[0])
        calls: list[tuple[int, list[str]]] = []
        original_apply = match.state.apply

        def record_call(applied: Action) -> Sequence[Event]:
            calls.append((len(match.entries), lines_on_disk(tmp_path, match.id)))
            return original_apply(applied)

        monkeypatch.setattr(match.state, "apply", record_call)
        match.apply_entry(action)
        [(entries, texts)] = calls
        assert entries == 1
        assert [text.encode() + b"\n" for text in texts] == [
            encode(line) for line in (match.header.to_line(), match.entries[0].to_line(), action.to_line())
        ]


def test_refused_line_is_not_written(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal, journal.begin(new_header("live-grenade")) as match:
        match.resolve_chance()
        other_seat = (match.state.active_seats()[0] + 1) % 3
        lines_before = lines_on_disk(tmp_path, match.id)
        with pytest.raises(Illegal):
            match.act(Draw(other_seat))
        assert lines_on_disk(tmp_path, match.id) == lines_before
        with pytest.raises(Illegal):
            journal.begin(replace(match.header, seats=("Ann",)))
        assert len(journal.matches()) == 1


@pytest.mark.quick("17-*")
@pytest.mark.parametrize("game", games.with_turns())
@pytest.mark.parametrize("stop", [1, 17, 40])
def test_resumed_match_equals_an_uninterrupted_one(tmp_path: Path, game: str, stop: int) -> None:
    """It stops at any line, also before a pending chance.

    The machine players remember.
    """
    first = Match(new_header(game, 8, controllers=["bot normal"] * 3))
    play(first, make_players(game, ["normal"] * 3, 8))
    with open_journal(tmp_path) as journal:
        with journal.begin(first.header) as match:
            play_new_match(match, "normal", stop)
            match_id, entries_before = match.id, match.entries
        with journal.resume(match_id) as match:
            assert match.entries == entries_before
            assert [step.entry for step in match.steps] == entries_before
            players = make_players(game, ["normal"] * 3, 8)
            show_steps(players, match.steps)
            play(match, players)
            match.finish()
            assert match.entries == first.entries
            assert match.state == first.state
        assert journal.record(match_id).entries == tuple(first.entries)
        assert journal.match(match_id).finished


def test_pending_chance_is_drawn_as_if_uninterrupted(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        with journal.begin(new_header("wheel", 8)) as match:
            match_id = match.id
        with journal.resume(match_id) as match:
            assert match.state.pending_chance() == "deal"
            match.draw_chance()
        with journal.resume(match_id) as match:
            assert match.state.pending_chance() == "roll"
            match.resolve_chance()
            entries = match.entries
    uninterrupted = Match(new_header("wheel", 8))
    uninterrupted.resolve_chance()
    assert entries == uninterrupted.entries


def test_matches_are_listed_with_the_latest_first(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first = begin_match(journal, "live-grenade")
        second = begin_match(journal, "wheel", steps=9)
        third = begin_match(journal, "grenade-salad", steps=5)
        assert [match.id for match in journal.matches()] == [third, second, first]
        assert [match.id for match in journal.matches(first=1, limit=1)] == [second]
        assert [match.id for match in journal.unfinished_matches()] == [third, second]
        journal.resume(second).close()
        assert [match.id for match in journal.unfinished_matches()] == [second, third], (
            "the one that was played last is first"
        )


def test_filters_select_matches(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first = begin_match(journal, "live-grenade", series="Friday")
        second = begin_match(journal, "wheel", steps=9)
        begin_match(journal, "grenade-salad", steps=5)
        assert [match.id for match in journal.matches(MatchFilter(game="wheel"))] == [second]
        assert [match.id for match in journal.matches(MatchFilter(name="Bo", finished=True))] == [first]
        assert [match.id for match in journal.matches(MatchFilter(series="Friday"))] == [first]
        assert journal.matches(MatchFilter(name="Zoe")) == []
        assert (journal.count(), journal.count(MatchFilter(finished=False))) == (3, 2)


def test_summary_agrees_with_the_record(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        finished, running = begin_match(journal, "live-grenade"), begin_match(journal, "wheel", steps=9)
        summary = journal.match(running)
        assert summary.lines == len(journal.record(running).entries)
        assert (summary.finished, summary.ranking, summary.scores) == (False, (), None)
        summary = journal.match(finished)
        assert summary.finished
        assert summary.seats == NAMES
        assert summary.lines == len(journal.record(finished).entries)
        ranked = [seat for place in summary.ranking for seat in place]
        assert sorted(ranked) == [0, 1, 2]


def test_scores_and_shared_places_are_saved(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        with journal.begin(new_header("grenade-salad", 1)) as match:
            play_new_match(match)
            ranking, position = match.state.ranking(), match.state.full_view()
            match.finish()
        summary = journal.match(match.id)
        assert summary.ranking == ranking
        assert summary.scores == tuple(position.scores)  # type: ignore[attr-defined]
        with journal.begin(replace(new_header("grenade-salad", 4), options=SaladOptions(turn_limit=1))) as match:
            play_new_match(match)
            ranking = match.state.ranking()
        assert journal.match(match.id).ranking == ranking
        assert any(len(place) > 1 for place in ranking)


def test_exported_match_equals_the_imported_file(tmp_path: Path, game: str) -> None:
    file = tmp_path / "imported.jsonl"
    file.write_bytes(play_uninterrupted(game, 5, memory_level(game)))
    with open_journal(tmp_path / "data") as journal:
        match_id = journal.add_record(read_strangers_record(file))
        assert journal.export(match_id) == file.read_bytes()
        summary = journal.match(match_id)
        assert (summary.finished, summary.imported) == (True, True)
        assert bool(summary.ranking) == (game in games.with_turns())


def test_repeated_import_adds_no_match(tmp_path: Path) -> None:
    record = read_record(Path(__file__).parent.parent / "records" / "wheel-2-22.jsonl")
    with open_journal(tmp_path) as journal:
        # The line of the fifth action.
        cut = [index for index, entry in enumerate(record.entries) if isinstance(entry, Action)][4]
        partial = replace(record, entries=record.entries[:cut])
        match_ids = [journal.add_record(imported) for imported in (record, partial, record, partial)]
        assert match_ids == [1, 2, 1, 2]
        with journal.resume(2) as match:
            match.apply_entry(record.entries[cut])
        assert journal.add_record(partial) == 3, "match 2 has grown, so the file is another match"
        assert journal.add_record(record, imported=False) == 4


def test_imported_unfinished_match_can_be_played_on(tmp_path: Path) -> None:
    file = tmp_path / "half.jsonl"
    full_lines = play_uninterrupted("live-grenade", 5).splitlines(keepends=True)
    file.write_bytes(b"".join(full_lines[:20]) + full_lines[20][:7])
    with open_journal(tmp_path) as journal:
        record = read_strangers_record(file)
        assert record.warning
        match_id = journal.add_record(record)
        assert not journal.match(match_id).finished
        with journal.resume(match_id) as match:
            players = make_players("live-grenade", ["normal"] * 3, 5)
            show_steps(players, match.steps)
            play(match, players)
        assert journal.export(match_id).splitlines()[1:] == b"".join(full_lines).splitlines()[1:]


def test_import_refuses_illegal_lines_and_saves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    lines = play_uninterrupted("live-grenade", 5).splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:5], lines[4], *lines[5:]]))
    with open_journal(tmp_path) as journal:
        with pytest.raises(RecordError, match=r"bad\.jsonl:6: "):
            journal.add_record(read_strangers_record(file))
        assert journal.matches() == []


def test_import_of_endless_files_is_bounded(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    start = play_uninterrupted("live-grenade", 5).splitlines(keepends=True)[0]
    file.write_bytes(start + b'{"seat": 0, "do": "pass"}\n' * (MAX_LINES + 1))
    with pytest.raises(RecordError, match=f":{MAX_LINES + 2}: .*more than {MAX_LINES} lines"):
        read_strangers_record(file)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such file")
def test_import_of_an_endless_line_is_bounded() -> None:
    with pytest.raises(RecordError, match="longer than"):
        read_strangers_record(Path("/dev/zero"))


@pytest.mark.parametrize(
    "meta", ['{"controllers": [7, null, ["bot"]], "series": {}}', '{"controllers": "bot", "series": 3}']
)
def test_strange_meta_values_do_no_harm(tmp_path: Path, meta: str) -> None:
    file = tmp_path / "odd.jsonl"
    start = '{"record": 1, "game": "wheel", "seats": ["\U0001f986", "<b>", "x"], "options": {}, "seed": 1, "meta": %s}'
    file.write_text(start % meta, encoding="utf-8")
    with open_journal(tmp_path) as journal:
        match_id = journal.add_record(read_strangers_record(file))
        saved_header = journal.record(match_id).header
        assert read_controllers(saved_header) == (Controller(),) * 3
        assert journal.match(match_id).seats == ("\U0001f986", "<b>", "x")
        with journal.resume(match_id) as match:
            match.resolve_chance()


def test_controllers_can_be_changed(tmp_path: Path) -> None:
    changed = (Controller("bot", "random"), Controller(), Controller("bot"))
    with open_journal(tmp_path) as journal:
        with journal.begin(new_header("live-grenade", note="kept")) as match:
            play_new_match(match, steps=6)
            match.set_controllers(changed)
            match.act(match.state.legal_actions(match.state.active_seats()[0])[0])
            entries = match.entries
        with journal.resume(match.id) as resumed:
            assert read_controllers(resumed.header) == changed
            assert resumed.header.meta["note"] == "kept"
            assert resumed.entries == entries


def test_closed_match_takes_no_more_lines(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        match = journal.begin(new_header("wheel"))
        match.resolve_chance()
        match.close()
        with pytest.raises(JournalError, match="closed"):
            match.act(match.state.legal_actions(match.state.active_seats()[0])[0])
        assert len(match.entries) == journal.match(match.id).lines == 2


def test_deleted_match_leaves_nothing(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first, second = begin_match(journal, "wheel"), begin_match(journal, "wheel", seed=4, steps=5)
        with journal.resume(second):
            with pytest.raises(InUse):
                journal.delete(second)
        journal.delete(second)
        assert [match.id for match in journal.matches()] == [first]
        assert lines_on_disk(tmp_path, second) == []
        for request in (journal.delete, journal.resume, journal.record, journal.match, journal.export):
            # SQLite's integers have 64 bits.
            for match_id in (second, 0, -1, 99, 1 << 70):
                with pytest.raises(NoSuchMatch, match=f"no match {match_id}"):
                    request(match_id)
        assert begin_match(journal, "wheel", seed=5, steps=1) > second, "an id is never used for another match"


def test_exported_match_is_a_record(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        match_id = begin_match(journal, "grenade-salad", seed=6)
        record = journal.record(match_id)
        (tmp_path / "out.jsonl").write_bytes(journal.export(match_id))
    reread = read_record(tmp_path / "out.jsonl")
    assert (reread.header, reread.entries) == (record.header, record.entries)
    write_record(tmp_path / "again.jsonl", reread.header, reread.entries)
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "out.jsonl").read_bytes()
