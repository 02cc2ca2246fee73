"""Games beside the download, or in the data folder, are off until allowed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

GUESTS = Path(__file__).parent / "guest_games"
START = """
import sys
sys.path[:] = [path for path in sys.path if not path.endswith("plugins")]
sys.frozen, sys.executable = True, {program!r}
from grenade_salad.core import discovery
discovery.add_game_folders({data!r}, {data!r})
print(json.dumps([list(discovery.games()), discovery.refusals(), sys.path[-1]]))
"""


def start_program(program: Path, data: Path) -> tuple[list[str], list[str], str]:
    """Start the download; return its games, the refusals and the last path.

    The last path is where Python looks last.
    """
    code = "import json" + START.format(program=str(program), data=str(data))
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    games, off, last = json.loads(result.stdout)
    return games, off, last


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A download with a game beside it."""
    folder = tmp_path / "grenade-salad" / "games"
    shutil.copytree(GUESTS, folder / "folder_games")
    described = folder / "folder_games-1.0.dist-info"
    described.mkdir()
    (described / "entry_points.txt").write_text("[grenade_salad.games]\nfolder-nim = folder_games:NIM\n")
    return folder.parent / "grenade-salad"


@pytest.mark.parametrize("settings", ["", "{", "[]", '{"guest_games": "yes"}', '{"guest_games": false}'])
def test_games_in_the_folder_are_off_unless_allowed(program: Path, tmp_path: Path, settings: str) -> None:
    (tmp_path / "settings.json").write_text(settings)
    games, off, last = start_program(program, tmp_path)
    assert "folder-nim" not in games
    assert len(off) == 1
    assert "off" in off[0]
    assert last != str(program.parent / "games")


def test_games_in_the_folder_are_found_when_allowed(program: Path, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"guest_games": true}')
    games, off, last = start_program(program, tmp_path)
    assert "folder-nim" in games
    assert not off
    assert last == str(program.parent / "games"), "behind everything else: they replace nothing of ours"


def test_empty_folder_is_not_mentioned(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "README.txt").write_text("games go here")
    assert not start_program(tmp_path / "grenade-salad", tmp_path)[1]


def test_data_folder_has_a_games_folder_of_its_own(program: Path, tmp_path: Path) -> None:
    """Move the games to the data folder, as for the package in /opt."""
    (program.parent / "games").rename(tmp_path / "games")
    (tmp_path / "settings.json").write_text("{}")
    games, (off,), _ = start_program(program, tmp_path)
    assert "folder-nim" not in games
    assert off.startswith(f"{tmp_path / 'games'}: games of others are off")
    (tmp_path / "settings.json").write_text('{"guest_games": true}')
    games, off, last = start_program(program, tmp_path)
    assert ("folder-nim" in games, off, last) == (True, [], str(tmp_path / "games"))
