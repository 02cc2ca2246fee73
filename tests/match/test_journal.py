"""The journal: what is written to it is there afterwards, and what is not possible is refused in words."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from grenade_salad import games
from grenade_salad.core import Action, Illegal
from grenade_salad.games.live_grenade import Draw
from grenade_salad.games.salad import SaladOptions
from grenade_salad.journal.database import FILE, InUse, JournalError
from grenade_salad.journal.journal import NoSuchMatch, open_journal
from grenade_salad.journal.queries import Wanted
from grenade_salad.lab.playout import make_players, play, show
from grenade_salad.match.lines import encode
from grenade_salad.match.match import Controller, Match, controllers
from grenade_salad.match.record import MOST_LINES, RecordError, read_record, read_strangers_record, write_record
from tests.match.keeping import NAMES, begun, header, level_at, play_on, undisturbed


@pytest.fixture(params=games.NAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def lines_on_disk(folder: Path, match: int) -> list[str]:
    """The lines as another process reads them now."""
    connection = sqlite3.connect(folder / FILE)
    try:
        rows = connection.execute("SELECT text FROM line WHERE match = ? ORDER BY number", (match,)).fetchall()
        return [text for (text,) in rows]
    finally:
        connection.close()


def test_a_line_is_on_the_disk_before_its_effect_is_seen(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal, journal.begin(header("live-grenade")) as match:
        match.settle()
        action = Draw(match.state.active_seats()[0])
        seen: list[tuple[int, list[str]]] = []
        do = match.state.apply

        def watched(one: Action) -> list[object]:
            seen.append((len(match.entries), lines_on_disk(tmp_path, match.id)))
            return do(one)  # type: ignore[return-value]

        match.state.apply = watched  # type: ignore[method-assign, assignment]
        match.add(action)
        [(entries, texts)] = seen
        assert entries == 1
        assert [text.encode() + b"\n" for text in texts] == [
            encode(line) for line in (match.header.to_line(), match.entries[0].to_line(), action.to_line())
        ]


def test_a_refused_line_is_not_written(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal, journal.begin(header("live-grenade")) as match:
        match.settle()
        other = (match.state.active_seats()[0] + 1) % 3
        before = lines_on_disk(tmp_path, match.id)
        with pytest.raises(Illegal):
            match.act(Draw(other))
        assert lines_on_disk(tmp_path, match.id) == before
        with pytest.raises(Illegal):
            journal.begin(replace(match.header, seats=("Ann",)))
        assert len(journal.matches()) == 1


@pytest.mark.quick("17-*")
@pytest.mark.parametrize("game", games.with_turns())
@pytest.mark.parametrize("stop", [1, 17, 40])
def test_a_resumed_match_goes_on_as_if_undisturbed(tmp_path: Path, game: str, stop: int) -> None:
    """At any line, also before luck that was due, and with machine players that remember."""
    meta = {"controllers": ["bot normal"] * 3}
    first = Match(header(game, 8, **meta))  # type: ignore[arg-type]
    play(first, make_players(game, ["normal"] * 3, 8))
    with open_journal(tmp_path) as journal:
        with journal.begin(first.header) as match:
            play_on(match, "normal", stop)
            number, before = match.id, match.entries
        with journal.resume(number) as match:
            assert match.entries == before
            assert [step.entry for step in match.steps] == before
            players = make_players(game, ["normal"] * 3, 8)
            show(players, match.steps)
            play(match, players)
            match.finish()
            assert match.entries == first.entries
            assert match.state == first.state
        assert journal.record(number).entries == tuple(first.entries)
        assert journal.match(number).finished


def test_luck_that_was_due_is_drawn_as_undisturbed(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        with journal.begin(header("wheel", 8)) as match:
            number = match.id
        with journal.resume(number) as match:
            assert match.state.pending_chance() == "deal"
            match.draw()
        with journal.resume(number) as match:
            assert match.state.pending_chance() == "roll"
            match.settle()
            entries = match.entries
    whole = Match(header("wheel", 8))
    whole.settle()
    assert entries == whole.entries


def test_list_of_matches(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first = begun(journal, "live-grenade", series="Friday")
        second = begun(journal, "wheel", steps=9)
        third = begun(journal, "grenade-salad", steps=5)
        assert [match.id for match in journal.matches()] == [third, second, first]
        assert [match.id for match in journal.matches(first=1, limit=1)] == [second]
        assert [match.id for match in journal.matches(Wanted(game="wheel"))] == [second]
        assert [match.id for match in journal.matches(Wanted(name="Bo", finished=True))] == [first]
        assert [match.id for match in journal.matches(Wanted(series="Friday"))] == [first]
        assert journal.matches(Wanted(name="Zoe")) == []
        assert (journal.count(), journal.count(Wanted(finished=False))) == (3, 2)
        assert [match.id for match in journal.unfinished()] == [third, second]
        journal.resume(second).close()
        assert [match.id for match in journal.unfinished()] == [second, third], "the one that was played last is first"
        running, over = journal.match(second), journal.match(first)
        assert (running.lines, running.finished, running.ranking, running.scores) == (
            len(journal.record(second).entries),
            False,
            (),
            None,
        )
        assert over.finished
        assert over.seats == NAMES
        assert over.lines == len(journal.record(first).entries)
        ranked = [seat for place in over.ranking for seat in place]
        assert sorted(ranked) == [0, 1, 2]


def test_scores_and_shared_places_are_kept(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        with journal.begin(header("grenade-salad", 1)) as match:
            play_on(match)
            ranking, position = match.state.ranking(), match.state.full_view()
            match.finish()
        kept = journal.match(match.id)
        assert kept.ranking == ranking
        assert kept.scores == tuple(position.scores)  # type: ignore[attr-defined]
        with journal.begin(replace(header("grenade-salad", 4), options=SaladOptions(turn_limit=1))) as match:
            play_on(match)
            ranking = match.state.ranking()
        assert journal.match(match.id).ranking == ranking
        assert any(len(place) > 1 for place in ranking)


def test_export_and_import_are_the_same_file(tmp_path: Path, game: str) -> None:
    file = tmp_path / "there.jsonl"
    file.write_bytes(undisturbed(game, 5, level_at(game)))
    with open_journal(tmp_path / "data") as journal:
        number = journal.add(read_strangers_record(file))
        assert journal.export(number) == file.read_bytes()
        kept = journal.match(number)
        assert (kept.finished, kept.imported) == (True, True)
        assert bool(kept.ranking) == (game in games.with_turns())


def test_what_is_imported_twice_is_one_match(tmp_path: Path) -> None:
    record = read_record(Path(__file__).parent.parent / "records" / "wheel-2-22.jsonl")
    with open_journal(tmp_path) as journal:
        until = [at for at, entry in enumerate(record.entries) if isinstance(entry, Action)][4]
        half = replace(record, entries=record.entries[:until])
        numbers = [journal.add(one) for one in (record, half, record, half)]
        assert numbers == [1, 2, 1, 2]
        with journal.resume(2) as match:
            match.add(record.entries[until])
        assert journal.add(half) == 3, "it has gone on since, so it is another"
        assert journal.add(record, imported=False) == 4


def test_import_of_an_unfinished_match_can_be_played_on(tmp_path: Path) -> None:
    file = tmp_path / "half.jsonl"
    whole = undisturbed("live-grenade", 5).splitlines(keepends=True)
    file.write_bytes(b"".join(whole[:20]) + whole[20][:7])
    with open_journal(tmp_path) as journal:
        record = read_strangers_record(file)
        assert record.warning
        number = journal.add(record)
        assert not journal.match(number).finished
        with journal.resume(number) as match:
            players = make_players("live-grenade", ["normal"] * 3, 5)
            show(players, match.steps)
            play(match, players)
        assert journal.export(number).splitlines()[1:] == b"".join(whole).splitlines()[1:]


def test_import_refuses_what_is_not_legal_and_keeps_nothing(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    lines = undisturbed("live-grenade", 5).splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:5], lines[4], *lines[5:]]))
    with open_journal(tmp_path) as journal:
        with pytest.raises(RecordError, match=r"bad\.jsonl:6: "):
            journal.add(read_strangers_record(file))
        assert journal.matches() == []


def test_import_of_endless_files_is_bounded(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    start = undisturbed("live-grenade", 5).splitlines(keepends=True)[0]
    file.write_bytes(start + b'{"seat": 0, "do": "pass"}\n' * (MOST_LINES + 1))
    with pytest.raises(RecordError, match=f":{MOST_LINES + 2}: .*more than {MOST_LINES} lines"):
        read_strangers_record(file)
    with pytest.raises(RecordError, match="longer than"):
        read_strangers_record(Path("/dev/zero"))


def test_meta_of_strangers_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "odd.jsonl"
    for odd in ('{"controllers": [7, null, ["bot"]], "series": {}}', '{"controllers": "bot", "series": 3}'):
        start = (
            '{"record": 1, "game": "wheel", "seats": ["\U0001f986", "<b>", "x"], "options": {}, "seed": 1, "meta": %s}'
        )
        file.write_text(start % odd, encoding="utf-8")
        with open_journal(tmp_path) as journal:
            number = journal.add(read_strangers_record(file))
            kept = journal.record(number).header
            assert controllers(kept) == (Controller(),) * 3
            assert journal.match(number).seats == ("\U0001f986", "<b>", "x")
            with journal.resume(number) as match:
                match.settle()


def test_who_decides_can_be_changed(tmp_path: Path) -> None:
    changed = (Controller("bot", "random"), Controller(), Controller("bot"))
    with open_journal(tmp_path) as journal:
        with journal.begin(header("live-grenade", note="kept")) as match:
            play_on(match, steps=6)
            match.seat_controllers(changed)
            match.act(match.state.legal_actions(match.state.active_seats()[0])[0])
            entries = match.entries
        with journal.resume(match.id) as again:
            assert controllers(again.header) == changed
            assert again.header.meta["note"] == "kept"
            assert again.entries == entries


def test_a_closed_match_takes_no_more_lines(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        match = journal.begin(header("wheel"))
        match.settle()
        match.close()
        with pytest.raises(JournalError, match="closed"):
            match.act(match.state.legal_actions(match.state.active_seats()[0])[0])
        assert len(match.entries) == journal.match(match.id).lines == 2


def test_deleted_matches_leave_nothing(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first, second = begun(journal, "wheel"), begun(journal, "wheel", 4, 5)
        with journal.resume(second):
            with pytest.raises(InUse):
                journal.delete(second)
        journal.delete(second)
        assert [match.id for match in journal.matches()] == [first]
        assert lines_on_disk(tmp_path, second) == []
        for ask in (journal.delete, journal.resume, journal.record, journal.match, journal.export):
            for number in (second, 0, -1, 99, 1 << 70):
                with pytest.raises(NoSuchMatch, match=f"no match {number}"):
                    ask(number)
        assert begun(journal, "wheel", 5, 1) > second, "a number is never used for another match"


def test_a_record_of_the_journal_is_a_record(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        number = begun(journal, "grenade-salad", 6)
        record = journal.record(number)
        (tmp_path / "out.jsonl").write_bytes(journal.export(number))
    read = read_record(tmp_path / "out.jsonl")
    assert (read.header, read.entries) == (record.header, record.entries)
    write_record(tmp_path / "again.jsonl", read.header, read.entries)
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "out.jsonl").read_bytes()
