"""Commands that the program tells people to type, and their shell completion."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest

import run
from grenade_salad import cli
from grenade_salad.system.command_line import STARTED_BY, format_command


@pytest.mark.parametrize(
    ("started", "by", "path", "line"),
    [
        ("/usr/bin/grenade-salad", "", "/bin:/usr/bin", "grenade-salad replay 'a b.jsonl'"),
        ("/opt/x y/grenade-salad", "", "/usr/bin", "'/opt/x y/grenade-salad' replay 'a b.jsonl'"),
        ("grenade-salad", "", "/usr/bin", "grenade-salad replay 'a b.jsonl'"),
        ("/src/grenade_salad/__main__.py", "", "/usr/bin", "python9 -m grenade_salad replay 'a b.jsonl'"),
        ("/src/grenade_salad/__main__.py", "python3 run.py", "", "python3 run.py replay 'a b.jsonl'"),
    ],
)
def test_command_to_type_depends_on_the_start(
    monkeypatch: pytest.MonkeyPatch, started: str, by: str, path: str, line: str
) -> None:
    monkeypatch.setattr(sys, "argv", [started])
    monkeypatch.setattr(sys, "executable", "/usr/bin/python9")
    monkeypatch.setenv(STARTED_BY, by)
    monkeypatch.setenv("PATH", path)
    assert format_command("replay", "a b.jsonl") == line


def test_each_shell_gets_its_completion(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in cli.SHELLS:
        assert cli.main(["completion", shell]) == 0
        script = capsys.readouterr().out
        assert "new-game" in script
        assert "--ladder" in script or "ladder" in script
        assert {"bash": "compgen_files", "zsh": ":_files", "fish": "fish_complete_path"}[shell] in script


def test_bash_completes_commands_files_and_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["completion", "bash"]) == 0
    script = tmp_path / "completion"
    script.write_text(capsys.readouterr().out, encoding="utf-8")
    (tmp_path / "evening.jsonl").touch()
    (tmp_path / "even").mkdir()
    words = 'source "$1"; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _shtab_grenade_salad; echo "${COMPREPLY[@]}"'
    for typed, completed in (
        ("simulate wh", "wheel"),
        ("import eve", "even evening.jsonl"),
        ("share even", "even evening.jsonl"),
        ("export 3 even", "even evening.jsonl"),
        ("simulate wheel --record e", "even"),
        ("box check e", "even evening.jsonl"),
        ("--data e", "even"),
    ):
        command = ["bash", "-c", words, "-", str(script), "grenade-salad", *typed.split()]
        result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert (" ".join(sorted(result.stdout.split())), result.returncode) == (completed, 0), (typed, result.stderr)


def test_argparse_messages_are_translated(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """All messages of this Python's argparse about our commands have translations."""
    wrong = (["export"], ["arena", "wheel", "--games"], ["matches", "--x"], ["simulate", "x"], ["matches", "--json=1"])
    english = re.compile(r"\b(required|expected|unrecognized|invalid|missing|unknown|not one of|takes no)\b")
    errors: dict[str, list[str]] = {}
    for language in ("en", "de", "fr", "es", "pl"):
        monkeypatch.setenv("LANGUAGE", language)
        for words in wrong:
            with pytest.raises(SystemExit):
                cli.main(words)
            errors.setdefault(language, []).append(capsys.readouterr().err)
    assert [bool(english.search(line)) for line in errors.pop("en")] == [True] * len(wrong), "what is looked for"
    assert not [line for lines in errors.values() for line in lines if english.search(line)]


def test_house_rule_errors_are_translated(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    for rule, expected in (("packs=2", "face_down"), ("joker=thrice", "twice")):
        assert cli.main(["simulate", "wheel", "--option", rule]) == 2
        error = capsys.readouterr().err
        assert expected in error
        assert "there is no" not in error
        assert "cannot" not in error
        assert "nur" in error.split()


def test_errors_of_players_and_variations_are_translated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {
        ("arena", "wheel", "--players", "genius", "easy"): "--players: there is no level",
        ("simulate", "wheel", "--levels", "easy-careful"): "--levels: 'easy-careful': there is no such style",
        ("exploit", "wheel", "--against", "easy:1"): "--against: 'easy:1': easy does not think by the clock",
        ("arena", "grenade-salad", "--players", "hard:0", "easy"): "--players: 'hard:0': the time is a number",
        ("host", "wheel", "--players", "9"): "--players: Grenade is for 2 to 7 players, not for 9",
        ("new-game", "Nim!"): "'Nim!' is no name for a game",
        ("new-game", "wheel"): "there is a game 'wheel' already",
        ("sweep", "wheel", "--vary", "packs=1,2"): "--vary: there is no house rule packs, only starter",
        ("sweep", "wheel", "--option", "packs=1", "--vary", "joker=once"): "--option: there is no house rule packs",
        ("simulate", "wheel", "--games", "1", "--dask", "here"): "grenade-salad: 'here' is no address of a scheduler",
    }
    for words, english in wrong.items():
        monkeypatch.setenv("LANGUAGE", "en")
        assert cli.main(words) == 2, words
        assert capsys.readouterr().err.startswith(english)
        for language in ("de", "fr", "es", "pl"):
            monkeypatch.setenv("LANGUAGE", language)
            assert cli.main(words) == 2
            error = capsys.readouterr().err
            assert error.count("\n") == 1
            assert english.rpartition(": ")[2] not in error, language


@pytest.mark.slow
def test_run_py_is_the_command_to_type(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Run everything except the installation."""
    monkeypatch.setattr(run, "install", lambda _: None)
    monkeypatch.setattr(run, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(sys, "argv", ["run.py"])
    assert run.main(["rules"]) == 0
    assert capfd.readouterr().out.endswith(f"{Path(sys.executable).name} run.py rules GAME\n")


@pytest.fixture(autouse=True)
def restore_argparse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(argparse, "_", vars(argparse)["_"])
