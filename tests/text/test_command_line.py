"""The command line is translated, but output for programs is not."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from grenade_salad.commands.many import END_LABELS, format_ends
from grenade_salad.core import EndReason
from grenade_salad.text import Reader, catalogs, say

RECORD = sorted((Path(__file__).parent.parent / "records").glob("wheel*.jsonl"))[0]


def run(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a fresh process with these language variables."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("LANGUAGE", "LANG", "LC_ALL")}
    command = [sys.executable, "-m", "grenade_salad", *words]
    return subprocess.run(command, env={**inherited, **environ}, capture_output=True, text=True, encoding="utf-8")


@pytest.mark.parametrize("environ", [{"LANGUAGE": "de"}, {"LC_ALL": "de_AT.UTF-8"}, {"LANG": "de_DE"}])
def test_rules_are_in_the_language_of_the_system(environ: dict[str, str]) -> None:
    output = run("rules", "wheel", **environ).stdout
    assert output.startswith("# Grenade, das Rad")
    assert "**WH-16**" in output


def test_page_without_a_translation_is_english() -> None:
    output = run("rules", "wheel", LANGUAGE="tlh").stdout
    assert output.startswith("# Grenade, the wheel")
    assert output == run("rules", "wheel", LANGUAGE="en").stdout


def test_log_is_translated() -> None:
    output = run("replay", str(RECORD), LANGUAGE="de").stdout
    assert "fliegt in die Luft" in output
    assert "blows up" not in output


def test_tables_are_translated() -> None:
    output = run("simulate", "wheel", "--games", "2", LANGUAGE="de").stdout
    assert output.startswith("Grenade: 2 Spiele ab Startzahl 0")
    assert "Zu Ende: 2 × nur noch eine Person übrig" in output
    assert not set(re.findall("[a-z]+", output)) & {"seat", "level", "wins", "last", "left", "decisions", "game"}


def test_every_end_reason_is_translated() -> None:
    assert {*END_LABELS} == {*get_args(EndReason)}
    text = say(format_ends(dict.fromkeys(END_LABELS, 1)), Reader(language=catalogs.PSEUDO))
    assert not re.findall("[a-z]{2}", text)


def test_output_for_programs_is_the_same_in_every_language() -> None:
    for words, code in (
        (["replay", str(RECORD), "--json"], "de"),
        (["simulate", "wheel", "--games", "1", "--json"], "en_XA"),
    ):
        results = [run(*words, LANGUAGE=language) for language in ("en", code)]
        facts = [_untimed(json.loads(result.stdout)) for result in results]
        assert facts[0] == facts[1]
        assert [completed.returncode for completed in results] == [0, 0]


def test_exit_statuses_do_not_change_with_the_language() -> None:
    for code in ("en", "de"):
        assert run("rules", "whist", LANGUAGE=code).returncode == 2
        assert run("--version", LANGUAGE=code).returncode == 0


def _untimed(facts: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in facts.items() if "second" not in name}
