"""What the download needs of the system is read from its own files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.package import deb
from tools.package.__main__ import forget, missing
from tools.package.glibc import needed


def test_the_newest_glibc_that_anything_asks_for(tmp_path: Path) -> None:
    def library(name: str, *versions: int) -> None:
        asked = b"".join(b"\0GLIBC_2.%d" % one for one in versions)
        (tmp_path / name).write_bytes(b"\x7fELF" + asked + b"\0GLIBC_PRIVATE\0GLIBCXX_3.4.99\0")

    library("old.so")
    assert needed(tmp_path) == ("2.17", [])
    library("a.so", 14, 28, 3)
    library("b.so", 28)
    (tmp_path / "words.txt").write_bytes(b"\0GLIBC_2.99")
    (tmp_path / "again.so").symlink_to("a.so")
    assert needed(tmp_path) == ("2.28", ["a.so", "b.so"])
    library("c.so", 31)
    assert needed(tmp_path) == ("2.31", ["c.so"])


def test_nothing_in_the_download_tells_where_it_was_built(tmp_path: Path) -> None:
    info = tmp_path / "program-1.0.dist-info"
    info.mkdir()
    for name in ("METADATA", "entry_points.txt", "RECORD", "direct_url.json", "uv_cache.json"):
        (info / name).write_text(str(tmp_path))
    forget(tmp_path)
    assert sorted(one.name for one in info.iterdir()) == ["METADATA", "entry_points.txt"]


def test_a_download_without_a_picture_is_noticed(tmp_path: Path) -> None:
    lost = missing(tmp_path)
    there = tmp_path / "_internal" / "grenade_salad"
    for name in lost[1:]:
        (there / name).parent.mkdir(parents=True, exist_ok=True)
        (there / name).touch()
    assert len({name.partition("/")[0] for name in lost} & {"_assets", "_boxes", "_rules"}) == 3
    assert missing(tmp_path) == lost[:1]


@pytest.mark.slow
def test_the_man_page_has_the_same_day_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("argparse_manpage", reason="argparse-manpage is not installed")
    found = set()
    for zone in ("UTC", "Asia/Tokyo", "America/Los_Angeles"):
        monkeypatch.setenv("TZ", zone)
        found.add(deb.man_page(1_795_462_000))
    assert len(found) == 1
