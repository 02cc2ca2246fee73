"""The journal's commands on the command line."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from grenade_salad import cli
from grenade_salad.journal.database import FILE
from grenade_salad.journal.journal import open_journal
from grenade_salad.lab.playout import Playout
from tests.match.keeping import begin_match, damage, play_uninterrupted
from tests.patience import LIMIT


def run_command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Return the exit status, output and errors of a command."""
    try:
        status = cli.main(list(words))
    except SystemExit as end:
        status = int(str(end.code))
    out, err = capsys.readouterr()
    return status, out, err


def test_played_match_can_be_exported_and_imported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"))
    records = tmp_path / "records"
    played = run_command(
        capsys, "simulate", "wheel", "--games", "2", "--seed", "5", *data, "--record", str(records), "--json"
    )
    assert (played[0], played[2]) == (0, "")
    status, out, err = run_command(capsys, "matches", "--json", *data)
    assert (status, err) == (0, "")
    second, first = json.loads(out)
    assert (first["id"], first["game"], first["seats"]) == (1, "wheel", ["Player 1", "Player 2", "Player 3"])
    assert (first["finished"], first["result"]["scores"]) == (True, None)
    assert sorted(seat for place in first["result"]["ranking"] for seat in place) == [0, 1, 2]
    assert first["lines"] == len((records / "wheel-5.jsonl").read_bytes().splitlines()) - 1
    assert run_command(capsys, "export", "1", *data)[:2] == (0, (records / "wheel-5.jsonl").read_text(encoding="utf-8"))
    assert run_command(capsys, "export", "2", str(tmp_path / "out.jsonl"), *data) == (0, "", "")
    assert (tmp_path / "out.jsonl").read_bytes() == (records / "wheel-6.jsonl").read_bytes()
    other_data = ("--data", str(tmp_path / "other"))
    assert run_command(capsys, "import", str(tmp_path / "out.jsonl"), *other_data) == (0, "match 1\n", "")
    assert run_command(capsys, "export", "1", *other_data)[1] == (tmp_path / "out.jsonl").read_text(encoding="utf-8")
    assert run_command(capsys, "import", str(tmp_path / "out.jsonl"), *data) == (0, "match 2\n", ""), (
        "it is there already"
    )
    status, out, err = run_command(capsys, "matches", *data)
    assert (status, err, out.count("\n")) == (0, "", 2)
    assert "Player 1, Player 2, Player 3" in out
    assert second["id"] == 2


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
def test_export_asks_before_it_overwrites(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    run_command(capsys, "simulate", "wheel", "--games", "1", *data)
    file = tmp_path / "mine.jsonl"
    file.write_text("mine")
    message = f"{file} is already there: --force overwrites it\n"
    assert run_command(capsys, "export", "1", str(file), *data) == (2, "", message)
    for answer, is_kept in ((b"n\n", True), (b"\n", True), (b"y\n", False)):
        assert (_run_at_terminal(answer, "export", "1", str(file), *data) == 2) is is_kept
        assert (file.read_text() == "mine") is is_kept
    file.write_text("mine")
    assert run_command(capsys, "export", "1", str(file), "--force", *data) == (0, "", "")
    assert file.read_text().startswith('{"record": 3')


def _run_at_terminal(answer: bytes, *words: str) -> int:
    """Run a command at a terminal, answer its question and return its exit status."""
    import pty

    master_end, slave_end = pty.openpty()
    with os.fdopen(master_end, "r+b", buffering=0) as terminal:
        command = [sys.executable, "-m", "grenade_salad", *words]
        with subprocess.Popen(command, stdin=slave_end, stdout=slave_end, stderr=slave_end) as running:
            os.close(slave_end)
            output = b""
            while b"Overwrite it?" not in output:
                output += terminal.read(1000)
            terminal.write(answer)
            return running.wait(LIMIT)


def test_data_option_may_precede_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        begin_match(journal, "wheel")
    assert run_command(capsys, "--data", str(tmp_path), "matches") == run_command(
        capsys, "matches", "--data", str(tmp_path)
    )
    assert "Ann, Bo, Cy" in run_command(capsys, "--data", str(tmp_path), "matches")[1]


def test_matches_can_be_filtered(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        begin_match(journal, "wheel")
        begin_match(journal, "live-grenade", 4, 9)
    data = ("--json", "--data", str(tmp_path))

    def ids(*words: str) -> list[int]:
        return [match["id"] for match in json.loads(run_command(capsys, "matches", *words, *data)[1])]

    assert ids("--running") == [2]
    assert ids("--game", "wheel") == [1]
    assert ids("--player", "Ann") == [2, 1]
    assert ids("--player", "ann") == []


def test_resume_plays_a_match_to_its_end(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    with open_journal(tmp_path) as journal:
        begin_match(journal, "live-grenade", 4, 9, controllers=["bot random"] * 3)
    status, out, err = run_command(capsys, "resume", "1", "--simulate", *data)
    assert (status, err) == (0, "")
    assert out.startswith("match 1: ")
    assert " wins" in out
    assert run_command(capsys, "resume", "1", "--simulate", *data) == (0, out, ""), "it is over already"
    exported = run_command(capsys, "export", "1", *data)[1]
    assert exported.encode() == play_uninterrupted("live-grenade", 4, "random")


def test_refusals_are_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(play_uninterrupted("wheel", 1) + b'{"seat": 0, "do": "advance", "die": 1}\n')
    last = bad.read_bytes().count(b"\n")
    for words, expected in {
        ("resume", "7", "--simulate"): "there is no match 7",
        ("resume", "7"): "--simulate",
        ("resume", "x", "--simulate"): "not a whole number",
        ("export", "7"): "there is no match 7",
        ("export", str(1 << 64)): "must be",
        ("import", str(tmp_path / "none")): "No such file",
        ("import", str(tmp_path)): "directory",
        ("import", str(bad)): f"{bad}:{last}: the game is over",
        ("simulate", "wheel", "--pace", "-1"): "0 to 3600",
        ("simulate", "wheel", "--pace", "x"): "not a number of seconds",
        ("statistics", "--since", "Friday"): "not a date",
    }.items():
        status, out, err = run_command(capsys, *words, *data)
        assert (status, out, err.count("\n")) == (2, "", 1), words
        assert expected in err
    assert run_command(capsys, "matches", *data) == (0, "There are no matches yet.\n", "")
    assert run_command(capsys, "matches", "--running", *data) == (0, "There are no such matches.\n", "")


def test_unwritable_record_is_refused_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        begin_match(journal, "wheel")
    status, out, err = run_command(capsys, "export", "1", str(tmp_path), "--data", str(tmp_path))
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_damage_is_reported_and_the_command_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    with open_journal(tmp_path) as journal:
        begin_match(journal, "wheel")
    full_record = run_command(capsys, "export", "1", *data)[1]
    text = full_record.splitlines()[-1].encode()
    damage(tmp_path / FILE, (tmp_path / FILE).read_bytes().index(text[:20]), b"?")
    status, out, err = run_command(capsys, "export", "1", *data)
    assert (status, err.count("\n")) == (0, 1)
    assert "the file is damaged" in err
    assert "matches.damaged-1.db" in err
    assert full_record.startswith(out)
    assert out
    assert run_command(capsys, "export", "1", *data) == (0, out, "")


def test_statistics_are_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    assert run_command(capsys, "statistics", *data) == (0, "Nobody has finished a match yet.\n", "")
    with open_journal(tmp_path) as journal:
        begin_match(journal, "grenade-salad", seed=2, series="Friday", controllers=["person", "person", "bot"])
        scores = journal.match(1).scores
        assert scores is not None
    facts = json.loads(run_command(capsys, "statistics", "--json", *data)[1])
    assert {tally["name"]: tally["points"] for tally in facts["tallies"]} == {"Ann": scores[0], "Bo": scores[1]}
    assert [place["name"] for place in facts["table"]] == sorted(
        ("Ann", "Bo"), key=lambda name: next(-place["won"] for place in facts["table"] if place["name"] == name)
    )
    status, out, err = run_command(capsys, "statistics", "--machines", "--series", "Friday", *data)
    assert (status, err) == (0, "")
    assert "Cy, Grenade Salad: 1 played" in out
    assert " won of " not in run_command(capsys, "statistics", "--series", "Monday", *data)[1]


def test_match_can_be_deleted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        first, second = begin_match(journal, "wheel"), begin_match(journal, "live-grenade", 4, 9)
    data = ("--data", str(tmp_path))
    status, out, err = run_command(capsys, "matches", "--delete", str(first), *data)
    assert (status, out.startswith(f"match {first} is deleted"), err) == (0, True, "")
    assert [match["id"] for match in json.loads(run_command(capsys, "matches", "--json", *data)[1])] == [second]
    assert run_command(capsys, "matches", "--delete", str(first), *data) == (2, "", f"there is no match {first}\n")
    with open_journal(tmp_path) as journal, journal.resume(second):
        assert run_command(capsys, "matches", "--delete", str(second), *data)[::2] == (
            2,
            "Live Grenade (Ann, Bo and Cy): this match is open already, here or in another copy of the program\n",
        )


def test_journal_can_be_restored_from_a_backup(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A command that changes the journal first saves the backup of the day."""
    data = ("--data", str(tmp_path))
    with open_journal(tmp_path) as journal:
        first = begin_match(journal, "wheel")
    assert run_command(capsys, "matches", "--delete", str(first), *data)[0] == 0
    assert run_command(capsys, "matches", *data)[1] == "There are no matches yet.\n"
    status, out, err = run_command(capsys, "matches", "--restore", *data)
    assert (status, err) == (0, "")
    assert "is the journal now, with 1 match" in out
    assert [match["id"] for match in json.loads(run_command(capsys, "matches", "--json", *data)[1])] == [first]
    status, out, err = run_command(capsys, "matches", "--restore", "1999-01-01", *data)
    assert (status, out) == (2, "")
    assert "there is no such copy, only" in err


def test_export_warns_if_import_would_refuse_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_journal(tmp_path) as journal:
        begin_match(journal, "wheel")
        lines = journal.export(1).count(b"\n") - 1
    for module in ("commands.export", "match.record"):
        monkeypatch.setattr(f"grenade_salad.{module}.MAX_LINES", lines - 1)
    data = ("--data", str(tmp_path))
    status, out, err = run_command(capsys, "export", "1", str(tmp_path / "long.jsonl"), *data)
    assert (status, out) == (0, "")
    assert err == f"match 1 has {lines} lines; matches of more than {lines - 1} are not imported\n"
    status, out, err = run_command(capsys, "import", str(tmp_path / "long.jsonl"), *data)
    assert (status, out, err.count("\n")) == (2, "", 1)


SHELL = pytest.mark.skipif(sys.platform == "win32", reason="there are no such files, and no such shell")


def run_shell(tmp_path: Path, words: str) -> tuple[int, str, str]:
    """Run a command line in a shell; return its status, output and errors."""
    program = f"{shlex.quote(sys.executable)} -m grenade_salad"
    environment = {**os.environ, "PROGRAM": program, "PYTHONPATH": str(Path(cli.__file__).parent.parent)}
    finished = subprocess.run(
        ["sh", "-c", words], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=LIMIT
    )
    return finished.returncode, finished.stdout, finished.stderr


@pytest.mark.quick("matches", "rules wheel")
@SHELL
@pytest.mark.parametrize("words", ["matches", "rules wheel", "simulate wheel --games 1", "statistics"])
def test_closed_output_is_reported_in_one_line(tmp_path: Path, words: str) -> None:
    status, out, err = run_shell(tmp_path, f"$PROGRAM --data here {words} >&-")
    assert (status, out, err) == (2, "", "grenade-salad: standard output is closed\n")
    assert run_shell(tmp_path, f"$PROGRAM --data here {words} 2>&-")[0] == 0


@pytest.mark.slow
@SHELL
def test_pipe_instead_of_a_file_is_reported_in_one_line(tmp_path: Path) -> None:
    assert run_shell(tmp_path, "mkfifo pipe && mkdir data && mkfifo data/matches.db")[0] == 0
    for words in ("import pipe", "matches --data data"):
        status, out, err = run_shell(
            tmp_path, f"$PROGRAM {words} --data data" if "data" not in words else f"$PROGRAM {words}"
        )
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "Traceback" not in err
    played = "$PROGRAM simulate wheel --games 1 --record . >/dev/null && $PROGRAM import /dev/stdin --data new"
    status, out, _ = run_shell(
        tmp_path, f"{played} < wheel-0.jsonl && cat wheel-0.jsonl | $PROGRAM import /dev/stdin --data new"
    )
    assert (status, out) == (0, "match 1\nmatch 1\n"), "a pipe that somebody writes to is as good as a file"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_deleted_journal_is_rewritten_during_simulate(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    """The journal is deleted after the second match; still all four are saved.

    One line reports it.
    """
    from grenade_salad.commands import simulate

    def delete_journal(played: Iterable[Playout], total: int) -> Iterator[Playout]:
        for index, playout in enumerate(played, 1):
            if index == 2:
                for file in tmp_path.glob(f"{FILE}*"):
                    file.unlink()
            yield playout

    monkeypatch.setattr(simulate, "show_progress", delete_journal)
    words = ["simulate", "wheel", "--games", "4", "--levels", "random", "--jobs", jobs, "--data", str(tmp_path)]
    status, _, err = run_command(capsys, *words)
    assert status == 0
    assert f"{tmp_path / FILE}" in err
    assert len(err.splitlines()) == 1
    with open_journal(tmp_path) as journal:
        assert [match.finished for match in journal.matches()] == [True] * 4
