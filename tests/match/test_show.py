"""`grenade-salad show`: a position as a line and as a list, who sees whom in it, and a picture."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from grenade_salad import cli, games
from grenade_salad.core.position_tokens import LONGEST

LINE = "grenade-salad; seats Ann, Bo; a0 300,200 30; b5 340,200 45; b7 345,230 0; reserve 15 15; "
RECORD = Path(__file__).parent.parent / "records" / "live-grenade-3-106.jsonl"


def said(capsys: pytest.CaptureFixture[str], *args: str) -> list[str]:
    assert cli.main(["show", *args]) == 0
    out, _ = capsys.readouterr()
    return out.splitlines()


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert cli.main(["show", *args]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1, "one line"
    return err.rstrip("\n")


def test_a_picture_is_saved_without_a_word_of_other_programs(tmp_path: Path) -> None:
    """pygame greets whoever imports it, unless a variable says otherwise; nobody who types a command has set it."""
    environ = {name: value for name, value in os.environ.items() if name != "PYGAME_HIDE_SUPPORT_PROMPT"}
    whole = LINE + "hand a arrow; hand b; deck; turn a"
    command = [sys.executable, "-m", "grenade_salad", "show", whole, "--out", str(tmp_path / "table.png")]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
    assert (tmp_path / "table.png").exists()
    assert "pygame" not in done.stdout + done.stderr
    code = "import grenade_salad.app.window.offscreen"
    library = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
    assert library.stdout + library.stderr == "", "nor by who draws an environment"


def test_a_position_of_text_or_of_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    whole = LINE + "hand a arrow; hand b; deck; turn a"
    assert said(capsys, whole)[0] == whole
    assert "Turn: 0" in said(capsys, whole)
    file = tmp_path / "a position.txt"
    file.write_text(whole.replace("; ", "\n"), encoding="utf-8")
    assert said(capsys, str(file)) == said(capsys, whole)
    told = said(capsys, str(RECORD), "--at", "20", "--seat", "1")
    assert told[0].startswith("live-grenade; seats P0, P1, P2; hand a ?3; hand b 4S 5H 8H JS; hand c ?3; deck ?32; ")
    assert games.load("live-grenade").parse_position(told[0]).format_position(1) == told[0].replace("P0, P1, P2", "3")
    assert said(capsys, str(RECORD))[0] == "The game is over"


def test_what_is_hidden_stays_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    """What was drawn to have a position is told to nobody."""
    one = LINE + "hand a arrow hammers; hand b ?5; deck ?40; turn a"
    assert said(capsys, one)[0] == one
    assert "Hands: arrow, hammers; 5" in said(capsys, one)
    nobody = "live-grenade; seats 3; hand a ?2; hand b 4S ?3;  hand c ?3"
    assert said(capsys, nobody)[0] == nobody.replace("  ", " ")
    assert "Hands: 2, 4, 3" in said(capsys, nobody)


def test_who_sees_whom(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, LINE + "hand a; hand b; deck; turn a", "--sights")
    assert told[2] == "a0  arrow: b5 b7  hammers: -  footpath: a0"
    told = said(capsys, LINE + "turn a", "--sights", "A0")
    assert told[2].split() == ["apart", "gap", "sight", "arrow", "hammers", "explosion"]
    assert told[3].split() == ["b5", "40.0", "28.9", "9/9", "+", "-", "b5", "b7"]
    assert told[-1] == "A mine under A0 kills a0"


@pytest.mark.slow
def test_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With lines of sight it is another one, and each soldier has its name."""
    plain, sights = tmp_path / "plain.png", tmp_path / "sights.PNG"
    said(capsys, LINE + "turn a", "--out", str(plain))
    said(capsys, LINE + "turn a", "--sights", "--out", str(sights))
    one, other = pygame.image.load(plain), pygame.image.load(sights)
    assert one.get_size() == other.get_size() == (1920, 1080)
    assert pygame.image.tobytes(one, "RGB") != pygame.image.tobytes(other, "RGB")


def test_a_match_can_begin_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The record is taken in among the matches, and is played on from the position."""
    whole = LINE + "hand a arrow; hand b footpath; deck ?20; turn b; stepped 7 asked a"
    file, data = str(tmp_path / "begins.jsonl"), str(tmp_path / "data")
    said(capsys, whole, "--record", file)
    assert said(capsys, file, "--seat", "0")[0] == LINE + "hand a arrow; hand b ?1; deck ?20; turn b; stepped 7 asked a"
    assert cli.main(["--data", data, "import", file]) == 0
    assert cli.main(["--data", data, "resume", "1", "--simulate"]) == 0
    assert "wins" in capsys.readouterr().out
    assert refused(capsys, str(RECORD), "--record", file) == "the game is over"


def test_what_cannot_be_shown_is_refused_in_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert refused(capsys, "whel; seats 2").startswith('part 1, "whel": "whel" is not known: did you mean wheel')
    overlap = 'part 4, "b1 304,200": soldier 0 is in the way: they would overlap by 4.0 mm (GS-04)'
    assert refused(capsys, "grenade-salad; seats 2; a0 300,200; b1 304,200") == overlap
    assert refused(capsys, "wheel; " + "9" * 1_000_000) == f"a position has at most {LONGEST} letters"
    big, binary = tmp_path / "big.txt", tmp_path / "picture.png"
    big.write_text("wheel; " + "9" * 1_000_000, encoding="utf-8")
    binary.write_bytes(b"\x89PNG\xff\x00")
    assert refused(capsys, str(big)) == f"{big}: a position has at most {LONGEST} letters"
    assert refused(capsys, str(binary)) == f"{binary}: this is neither a match record nor a position"
    assert refused(capsys, str(RECORD), "--at", "999").startswith(f"{RECORD}: --at 999: ")
    assert refused(capsys, "wheel; seats 2", "--seat", "2") == "there is no seat 2: the seats are 0 to 1"
    assert "Grenade Salad" in refused(capsys, "wheel; seats 2", "--sights")
    assert "a9" in refused(capsys, LINE + "turn a", "--sights", "a9")
    assert ".png" in refused(capsys, LINE + "turn a", "--out", str(tmp_path / "table.txt"))
    assert not (tmp_path / "table.txt").exists()
