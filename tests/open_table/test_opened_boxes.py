"""Opened boxes: tables find their pictures, rules and files; each is read once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grenade_salad.boxes import bundled, opened_boxes
from grenade_salad.boxes.loader import open_box
from grenade_salad.boxes.opened_boxes import OpenedBoxes
from grenade_salad.games.open_table import TableOptions
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record
from grenade_salad.web import share_page
from tests.web.share_pages import unpack_page


@pytest.fixture
def own_chess(tmp_path: Path) -> Path:
    """Return the folder of a chess box with a picture of its own."""
    folder = tmp_path / "mine"
    shutil.copytree(bundled.folder("chess"), folder)
    change_picture(folder, "mine")
    return folder


def change_picture(folder: Path, comment: str) -> None:
    picture = min(folder.rglob("*.svg"))
    picture.write_text(f"{picture.read_text(encoding='utf-8')}<!-- {comment} -->", encoding="utf-8")


def test_unchanged_box_is_read_once(own_chess: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = OpenedBoxes()
    loaded = boxes.open(own_chess)
    monkeypatch.setattr(opened_boxes, "open_box", lambda path: pytest.fail(f"{path} is read again"))
    assert boxes.open(own_chess) is loaded


def test_pictures_of_both_versions_are_found_after_a_change(own_chess: Path) -> None:
    boxes = OpenedBoxes()
    old = boxes.open(own_chess)
    change_picture(own_chess, "changed")
    new = boxes.open(own_chess)
    assert old.pictures_hash != new.pictures_hash
    assert boxes.find_by_pictures(old.pictures_hash) is old, "for a table after an undo"
    assert boxes.find_by_pictures(new.pictures_hash) is new


def test_files_are_found_for_the_latest_version_only(own_chess: Path) -> None:
    boxes = OpenedBoxes()
    old = boxes.open(own_chess)
    assert boxes.find_path(old.setup) == own_chess
    change_picture(own_chess, "changed")
    new = boxes.open(own_chess)
    assert boxes.find_path(old.setup) is None
    assert boxes.find_path(new.setup) == own_chess
    assert boxes.find_path(bundled.load_box("chess").setup) is None


def test_own_rules_page_is_found_in_the_language(own_chess: Path) -> None:
    (own_chess / "rules.md").write_text("# Mine\n", encoding="utf-8")
    (own_chess / "rules.de.md").write_text("# Meins\n", encoding="utf-8")
    boxes = OpenedBoxes()
    box = boxes.open(own_chess).box
    assert boxes.find_rules(box, "de") == "# Meins\n"
    assert boxes.find_rules(box, "it") == "# Mine\n"
    assert OpenedBoxes().find_rules(box, "de") == "# Mine\n", "the page in the record"


def test_oldest_box_is_forgotten(own_chess: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened_boxes, "_MAX_OPENED", 1)
    boxes = OpenedBoxes()
    old = boxes.open(own_chess)
    change_picture(own_chess, "changed")
    new = boxes.open(own_chess)
    assert boxes.find_by_pictures(old.pictures_hash) is None
    assert boxes.find_by_pictures(new.pictures_hash) is new


def test_share_page_has_pictures_of_opened_boxes_only(own_chess: Path) -> None:
    setup = open_box(own_chess).setup
    match = Match(Header("open-table", ("Ann", "Bo"), TableOptions(), 1, setup))
    record = Record("mine", match.header, match.entries)
    boxes = OpenedBoxes()
    boxes.open(own_chess)
    page, bare_page = (unpack_page(share_page.make_page(record, "en", opened)) for opened in (boxes, OpenedBoxes()))
    assert any(path.startswith("box/") for path in page["art"])
    assert not any(path.startswith("box/") for path in bare_page["art"])
    looks, bare_looks = (data["first"]["shown"]["picture"]["looks"] for data in (page, bare_page))
    assert any("file" in look for look in looks)
    assert not any("file" in look for look in bare_looks)
