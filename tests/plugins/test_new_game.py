"""`grenade-salad new-game NAME` writes a package that keeps the contract.

The package runs as it is.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grenade_salad import cli
from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.commands.new_game import PackageNames, write_package
from grenade_salad.core import registry
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.sheets import compose
from tests.app.conftest import click, run_until
from tests.plugins.conftest import Run, clear_caches
from tests.plugins.guests import write_metadata
from tools.tables import get_top_scene

NAME, PACKAGE = "low-tide", "low_tide_game"


@pytest.fixture
def folder(site: Path, tmp_path: Path) -> Path:
    """The package, written by the command and installed into `site`."""
    project_folder = tmp_path / NAME
    write_package(NAME, project_folder)
    project = tomllib.loads((project_folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (entries,) = project["entry-points"].values()
    shutil.copytree(project_folder / PACKAGE, site / PACKAGE)
    lines = "".join(f"{name} = {target}\n" for name, target in entries.items())
    write_metadata(site, project["name"], f"[grenade_salad.games]\n{lines}")
    return project_folder


@pytest.fixture
def here(folder: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The same package, installed in this process."""
    monkeypatch.syspath_prepend(site)
    clear_caches()
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    monkeypatch.undo()
    clear_caches()


def test_command_writes_a_complete_package_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["new-game", NAME]) == 0
    assert "pip install -e low-tide" in capsys.readouterr().out
    files = [path for path in (tmp_path / NAME).rglob("*") if path.is_file()]
    assert not any("{{" in path.read_text(encoding="utf-8") for path in files)
    contents = {path: path.read_bytes() for path in files}
    assert cli.main(["new-game", NAME]) == 2
    assert capsys.readouterr().err == "low-tide: this folder already exists\n"
    assert {path: path.read_bytes() for path in files} == contents


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Low Tide", "'Low Tide' is no name for a game: a to z, 0 to 9 and -, up to 32 of them"),
        ("../tide", "'../tide' is no name for a game: a to z, 0 to 9 and -, up to 32 of them"),
        ("wheel", "there is a game 'wheel' already"),
    ],
)
def test_invalid_or_taken_name_is_refused(
    name: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["new-game", name]) == 2
    assert capsys.readouterr().err == why + "\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["nim", "7-up", "class", "json", "a", "4", "high-card-of-the-sea"])
def test_every_valid_name_gives_a_package_that_can_be_imported(name: str, tmp_path: Path) -> None:
    called = PackageNames.from_name(name)
    assert called.package.isidentifier()
    assert called.package not in sys.stdlib_module_names
    assert called.id.isascii()
    assert called.id.isupper()
    assert len(called.id) == 2
    for file in write_package(name, tmp_path / name):
        if file.suffix == ".py":
            compile(file.read_text(encoding="utf-8"), str(file), "exec")


@pytest.mark.slow
def test_tests_of_the_new_package_pass(folder: Path, site: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", str(folder / "pyproject.toml")]
    path = {"PYTHONPATH": str(site), "PATH": "", "HOME": str(folder)}
    result = subprocess.run([*command, str(folder)], capture_output=True, text=True, env=path, cwd=folder, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "3 passed" in result.stdout
    text = (folder / "tests" / "playthrough.txt").read_text(encoding="utf-8")
    assert '"game": "low-tide"' in text


@pytest.mark.usefixtures("folder")
def test_machines_play_the_new_game_and_its_rules_can_be_read(run: Run) -> None:
    report = json.loads(run("simulate", NAME, "--games", "30", "--levels", "normal,random", "--json").stdout)
    normal, random_player = report["results"]
    assert normal["wins"] > random_player["wins"]
    assert "LT-03" in run("rules", NAME).stdout


@pytest.mark.usefixtures("here")
def test_new_game_is_played_in_the_window(app: App) -> None:
    header = Header(NAME, ("Ann", "Bo"), registry.load(NAME).options(), 5)
    start_match.begin(app, header, (Controller(), Controller("bot", "normal")))
    table = get_top_scene(app, TableScene)
    scene: Any = table.board
    assert type(scene).__module__ == f"{PACKAGE}.board"
    cards = 5
    while cards:
        run_until(app, lambda: table.controller.actor == 0 and table.controller.is_idle)
        assert [button.words for button in scene.choices.buttons] == [
            f"Play the {card}" for card in scene.view.hands[0]
        ]
        previous_count = len(table.controller.match.entries)
        click(app, scene.choices.buttons[0].on_screen().center)
        assert len(table.controller.match.entries) > previous_count
        cards -= 1
    run_until(app, lambda: table.controller.match.state.is_over, 3000)


@pytest.mark.usefixtures("here")
def test_phones_offer_the_actions_of_the_new_game() -> None:
    match = Match(Header(NAME, ("Ann", "Bo"), registry.load(NAME).options(), 5))
    match.resolve_chance()
    table = compose.TableStatus(0, "Low Tide", ("Ann", "Bo"), ("phone", "phone"), (0, 1))
    ann, bo, spectator = (compose.compose_sheet(match.state, seat, table, ()) for seat in (0, 1, None))
    hand = match.state.view(0).hands[0]  # type: ignore[attr-defined]
    assert [choice["path"] for choice in ann["choices"]] == [[f"Play the {card}"] for card in hand]  # type: ignore[index, union-attr, call-overload]
    assert (ann["covered"], bo["choices"], spectator["hand"]) == ("Play a card…", [], [])
