"""The command `grenade-salad box` creates, checks and packs a box."""

from __future__ import annotations

from pathlib import Path

import pytest

from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes.loader import open_box
from grenade_salad.cli import main
from grenade_salad.core import discovery
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import run_frames


def test_new_box_works_and_is_the_same_when_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["box", "new", "mine"]) == 0
    assert main(["box", "check", "mine"]) == 0
    output = capsys.readouterr().out
    assert "--box mine" in output
    assert "mine: nothing is wrong with it. 9 pieces of 1 kind." in output
    assert main(["box", "pack", "mine"]) == 0
    assert open_box(tmp_path / "mine.zip") == open_box(tmp_path / "mine")
    for command in ("new", "pack"):
        assert main(["box", command, "mine"]) == 2
    assert capsys.readouterr().err.count("it is already there") == 2


def test_all_errors_are_reported_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["box", "new", "mine"])
    sheet = tmp_path / "mine" / "cards.csv"
    sheet.write_text(sheet.read_text().replace("skull", "sword").replace("yellow", "yallow"))
    capsys.readouterr()
    assert main(["box", "check", "mine"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(": there")[0] for line in lines] == [
        "cards.csv: line 2: colour",
        "cards.csv: line 4: icon",
    ]
    assert main(["box", "check", "nowhere"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_shipped_box_is_opened_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, app: App) -> None:
    opened_paths: list[Path | None] = []
    monkeypatch.setenv(discovery.ALLOWED_VARIABLE, "")  # the window writes it
    monkeypatch.setattr("grenade_salad.app.window.main.run", lambda _data, file: opened_paths.append(file) or 0)
    monkeypatch.chdir(tmp_path)
    assert main(["--box", "chess"]) == 0
    assert opened_paths[0] is not None
    app.push(HomeScene(app))
    app.scene.on_file_dropped(opened_paths[0])
    run_frames(app)
    assert isinstance(app.scene, BoxSetup)
    assert app.scene.chosen.name == "chess"
    assert [place.name for place in app.scene.list_places()].count("chess") == 1
    (tmp_path / "chess").mkdir()
    assert main(["--box", "chess"]) == 0
    assert opened_paths[1] == Path("chess"), "one's own goes first"


def test_new_box_begins_with_what_is_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    picture = b'<svg xmlns="http://www.w3.org/2000/svg" width="63" height="88"><path d="M0 0"/></svg>'
    (tmp_path / "sea #1.svg").write_bytes(picture)
    (tmp_path / "cards.csv").write_text("Name;Bild;Wert\nMöwe;sea #1.svg;2\nBoot;;1\n", encoding="cp1252")
    assert main(["box", "new", "mine", "--from", "cards.csv"]) == 0
    assert "Letters such as é and ü may be wrong" in capsys.readouterr().out
    box = open_box(tmp_path / "mine").box
    assert [box.name, box.kinds[0].fronts] == ["mine", ("Möwe", "Boot")]
    assert box.kinds[0].printed[0].picture == "sea #1.png"
    assert [loss.cause for loss in box.losses] == [loss.cause for loss in open_box(tmp_path / "cards.csv").box.losses]
    assert main(["box", "new", "mine", "--from", "cards.csv"]) == 2
    assert "it is already there" in capsys.readouterr().err
    (tmp_path / "it.pdf").write_bytes(b"%PDF")
    assert main(["box", "new", "other", "--from", "it.pdf"]) == 2
    assert "Export them as PNG" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()
