"""`grenade-salad show`: a position as line, list, lines of sight and picture."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from grenade_salad import cli, games
from grenade_salad.core.position_tokens import MAX_LENGTH

LINE = "grenade-salad; seats Ann, Bo; a0 300,200 30; b5 340,200 45; b7 345,230 0; reserve 15 15; "
RECORD = Path(__file__).parent.parent / "records" / "live-grenade-3-106.jsonl"


def run_show(capsys: pytest.CaptureFixture[str], *args: str) -> list[str]:
    assert cli.main(["show", *args]) == 0
    out, _ = capsys.readouterr()
    return out.splitlines()


def run_refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert cli.main(["show", *args]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1, "one line"
    return err.rstrip("\n")


def test_picture_is_saved_without_output_of_libraries(tmp_path: Path) -> None:
    """pygame prints a greeting when it is imported, unless a variable prevents it."""
    environ = {name: value for name, value in os.environ.items() if name != "PYGAME_HIDE_SUPPORT_PROMPT"}
    line = LINE + "hand a arrow; hand b; deck; turn a"
    command = [sys.executable, "-m", "grenade_salad", "show", line, "--out", str(tmp_path / "table.png")]
    finished = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
    assert (tmp_path / "table.png").exists()
    assert "pygame" not in finished.stdout + finished.stderr
    code = "import grenade_salad.app.window.offscreen"
    library = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
    assert library.stdout + library.stderr == "", "nor by who draws an environment"


def test_position_is_read_from_text_or_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    line = LINE + "hand a arrow; hand b; deck; turn a"
    assert run_show(capsys, line)[0] == line
    assert "Turn: 0" in run_show(capsys, line)
    file = tmp_path / "a position.txt"
    file.write_text(line.replace("; ", "\n"), encoding="utf-8")
    assert run_show(capsys, str(file)) == run_show(capsys, line)
    output = run_show(capsys, str(RECORD), "--at", "20", "--seat", "1")
    assert output[0].startswith("live-grenade; seats P0, P1, P2; hand a ?3; hand b 4S 5H 8H JS; hand c ?3; deck ?32; ")
    assert games.load("live-grenade").parse_position(output[0]).format_position(1) == output[0].replace(
        "P0, P1, P2", "3"
    )
    assert run_show(capsys, str(RECORD))[0] == "The game is over"


def test_hidden_cards_stay_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    """Cards drawn to complete the position are not revealed."""
    partly_hidden = LINE + "hand a arrow hammers; hand b ?5; deck ?40; turn a"
    assert run_show(capsys, partly_hidden)[0] == partly_hidden
    assert "Hands: arrow, hammers; 5" in run_show(capsys, partly_hidden)
    all_hidden = "live-grenade; seats 3; hand a ?2; hand b 4S ?3;  hand c ?3"
    assert run_show(capsys, all_hidden)[0] == all_hidden.replace("  ", " ")
    assert "Hands: 2, 4, 3" in run_show(capsys, all_hidden)


def test_sights_list_lines_of_sight(capsys: pytest.CaptureFixture[str]) -> None:
    output = run_show(capsys, LINE + "hand a; hand b; deck; turn a", "--sights")
    assert output[2] == "a0  arrow: b5 b7  hammers: -  footpath: a0"
    output = run_show(capsys, LINE + "turn a", "--sights", "A0")
    assert output[2].split() == ["apart", "gap", "sight", "arrow", "hammers", "explosion"]
    assert output[3].split() == ["b5", "40.0", "28.9", "9/9", "+", "-", "b5", "b7"]
    assert output[-1] == "A mine under A0 kills a0"


@pytest.mark.slow
def test_picture_shows_lines_of_sight(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The picture differs with lines of sight."""
    plain, sights = tmp_path / "plain.png", tmp_path / "sights.PNG"
    run_show(capsys, LINE + "turn a", "--out", str(plain))
    run_show(capsys, LINE + "turn a", "--sights", "--out", str(sights))
    plain_picture, sights_picture = pygame.image.load(plain), pygame.image.load(sights)
    assert plain_picture.get_size() == sights_picture.get_size() == (1920, 1080)
    assert pygame.image.tobytes(plain_picture, "RGB") != pygame.image.tobytes(sights_picture, "RGB")


def test_match_can_begin_at_a_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The record can be imported and is played on from the position."""
    line = LINE + "hand a arrow; hand b footpath; deck ?20; turn b; stepped 7 asked a"
    file, data = str(tmp_path / "begins.jsonl"), str(tmp_path / "data")
    run_show(capsys, line, "--record", file)
    assert (
        run_show(capsys, file, "--seat", "0")[0]
        == LINE + "hand a arrow; hand b ?1; deck ?20; turn b; stepped 7 asked a"
    )
    assert cli.main(["--data", data, "import", file]) == 0
    assert cli.main(["--data", data, "resume", "1", "--simulate"]) == 0
    assert "wins" in capsys.readouterr().out
    assert run_refused(capsys, str(RECORD), "--record", file) == "the game is over"


def test_bad_input_is_refused_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run_refused(capsys, "whel; seats 2").startswith('part 1, "whel": "whel" is not known: did you mean wheel')
    overlap = 'part 4, "b1 304,200": soldier 0 is in the way: they would overlap by 4.0 mm (GS-04)'
    assert run_refused(capsys, "grenade-salad; seats 2; a0 300,200; b1 304,200") == overlap
    assert run_refused(capsys, "wheel; " + "9" * 1_000_000) == f"a position has at most {MAX_LENGTH} letters"
    big, binary = tmp_path / "big.txt", tmp_path / "picture.png"
    big.write_text("wheel; " + "9" * 1_000_000, encoding="utf-8")
    binary.write_bytes(b"\x89PNG\xff\x00")
    assert run_refused(capsys, str(big)) == f"{big}: a position has at most {MAX_LENGTH} letters"
    assert run_refused(capsys, str(binary)) == f"{binary}: this is neither a match record nor a position"
    assert run_refused(capsys, str(RECORD), "--at", "999").startswith(f"{RECORD}: --at 999: ")
    assert run_refused(capsys, "wheel; seats 2", "--seat", "2") == "there is no seat 2: the seats are 0 to 1"
    assert "Grenade Salad" in run_refused(capsys, "wheel; seats 2", "--sights")
    assert "a9" in run_refused(capsys, LINE + "turn a", "--sights", "a9")
    assert ".png" in run_refused(capsys, LINE + "turn a", "--out", str(tmp_path / "table.txt"))
    assert not (tmp_path / "table.txt").exists()
