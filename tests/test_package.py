"""The download: its system requirements, its contents and its Debian package."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pymunk
import pytest

from grenade_salad import PROGRAM, __version__
from tools.package import deb
from tools.package.__main__ import (
    find_missing,
    find_needed_glibc,
    freeze,
    pack,
    remove_machine_files,
    run,
    strip_libraries,
)


def test_newest_required_glibc_is_found(tmp_path: Path) -> None:
    def library(name: str, *versions: int) -> None:
        symbols = b"".join(b"\0GLIBC_2.%d" % version for version in versions)
        (tmp_path / name).write_bytes(b"\x7fELF" + symbols + b"\0GLIBC_PRIVATE\0GLIBCXX_3.4.99\0")

    library("old.so")
    assert find_needed_glibc(tmp_path) == ("2.17", [])
    library("a.so", 14, 28, 3)
    library("b.so", 28)
    (tmp_path / "words.txt").write_bytes(b"\0GLIBC_2.99")
    (tmp_path / "again.so").symlink_to("a.so")
    assert find_needed_glibc(tmp_path) == ("2.28", ["a.so", "b.so"])
    library("c.so", 31)
    assert find_needed_glibc(tmp_path) == ("2.31", ["c.so"])


def test_download_does_not_reveal_the_build_folder(tmp_path: Path) -> None:
    info = tmp_path / "program-1.0.dist-info"
    info.mkdir()
    for name in ("METADATA", "entry_points.txt", "RECORD", "direct_url.json", "uv_cache.json"):
        (info / name).write_text(str(tmp_path))
    remove_machine_files(tmp_path)
    assert sorted(file.name for file in info.iterdir()) == ["METADATA", "entry_points.txt"]


@pytest.mark.skipif(not shutil.which("strip") or sys.platform != "linux", reason="needs strip")
def test_libraries_lose_only_their_data_for_debuggers(tmp_path: Path) -> None:
    for folder in ("multidict", "numpy.libs"):
        (tmp_path / folder).mkdir()
        shutil.copy(pymunk_library(), tmp_path / folder / "library.so")
    strip_libraries(tmp_path)
    stripped, untouched = tmp_path / "multidict" / "library.so", tmp_path / "numpy.libs" / "library.so"
    assert untouched.read_bytes() == pymunk_library().read_bytes()
    assert stripped.stat().st_size < untouched.stat().st_size
    ctypes.CDLL(str(stripped))


def pymunk_library() -> Path:
    """Return the physics engine, a library that is shipped with data for debuggers."""
    return next(Path(pymunk.__file__).parent.glob("_chipmunk*.so"))


def test_missing_files_of_the_download_are_found(tmp_path: Path) -> None:
    missing_files = find_missing(tmp_path)
    folder = tmp_path / "_internal" / "grenade_salad"
    for name in missing_files[1:]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    assert len({name.partition("/")[0] for name in missing_files} & {"_assets", "_boxes", "_rules"}) == 3
    assert find_missing(tmp_path) == missing_files[:1]


def test_download_name_has_the_required_glibc(tmp_path: Path) -> None:
    (tmp_path / "program").mkdir()
    assert pack(tmp_path / "program", tmp_path, "2.30").name.endswith("-glibc2.30.tar.xz")


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script of a shell")
def test_download_without_pictures_is_refused(tmp_path: Path) -> None:
    python = tmp_path / "python"  # A stand-in for a Python whose PyInstaller finds no files to include.
    python.write_text(f"#!/bin/sh\nmkdir -p dist/{PROGRAM}/_internal\n")
    python.chmod(0o700)
    with pytest.raises(SystemExit, match=r"^\d+ files of the program are not in the download: _assets/"):
        freeze(tmp_path, python)


def test_build_tools_see_no_other_modules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONHOME", str(tmp_path))
    code = "import os, sys; sys.exit(str([name for name in os.environ if name.startswith('PYTHON')]))"
    with pytest.raises(SystemExit, match=r"\['PYTHONHASHSEED'\]"):
        run(sys.executable, "-c", code, PYTHONHASHSEED="1")


LANGUAGES = ("de", "es", "fr", "pl")
DAY = 1_795_462_000


def test_desktop_entry_and_metadata_have_five_languages() -> None:
    entry = dict(line.split("=", 1) for line in deb.fill_text("menu.desktop").splitlines()[1:])
    for key in ("GenericName", "Comment", "Keywords"):
        wanted = {key, *(f"{key}[{code}]" for code in LANGUAGES)}
        assert {name for name in entry if name.startswith(key)} == wanted
        assert len({entry[name] for name in wanted}) == 5
    component = ElementTree.fromstring(deb.fill_text("metainfo.xml", date="2026-12-01"))
    lang_attribute = "{http://www.w3.org/XML/1998/namespace}lang"
    assert [summary.get(lang_attribute) for summary in component.iter("summary")] == [None, *LANGUAGES]
    assert component.findtext("id") == deb.ID
    assert component.findtext("launchable") == f"{PROGRAM}.desktop"
    assert [release.get("version") for release in component.iter("release")] == [__version__]
    assert "\nSection: games\n" in deb.fill_text("control", architecture="amd64", size=1, libc="2.31")


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="needs dpkg-deb")
def test_debian_package_has_all_files_for_a_desktop(tmp_path: Path) -> None:
    pytest.importorskip("argparse_manpage", reason="argparse-manpage is not installed")
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in (PROGRAM, "CHANGELOG.md", "THIRD-PARTY.txt"):
        (folder / name).write_text(name)
    package = deb.build(folder, tmp_path, DAY, 0, "2.31")
    subprocess.run(["dpkg-deb", "--extract", package, tmp_path / "deb"], check=True)
    fields = subprocess.run(["dpkg-deb", "--field", package], capture_output=True, text=True, check=True).stdout
    assert "Depends: libc6 (>= 2.31)" in fields
    share = tmp_path / "deb" / "usr" / "share"
    entry, metainfo = share / "applications" / f"{PROGRAM}.desktop", share / "metainfo" / f"{deb.ID}.metainfo.xml"
    sizes = {file.parent.parent.name for file in share.glob(f"icons/hicolor/*/apps/{PROGRAM}.*")}
    assert {"scalable", "16x16", "48x48", "256x256"} <= sizes
    for file in (
        entry,
        metainfo,
        share / "man" / "man1" / f"{PROGRAM}.1.gz",
        share / "doc" / PROGRAM / "changelog.gz",
        share / "doc" / PROGRAM / "copyright",
        share / "bash-completion" / "completions" / PROGRAM,
        share / "zsh" / "vendor-completions" / f"_{PROGRAM}",
        share / "fish" / "vendor_completions.d" / f"{PROGRAM}.fish",
    ):
        assert file.stat().st_size, file
    for words in (["desktop-file-validate", entry], ["appstreamcli", "validate", "--no-net", metainfo]):
        if shutil.which(str(words[0])):
            result = subprocess.run(words, capture_output=True, text=True, check=False)
            assert result.returncode == 0, result.stdout


@pytest.mark.slow
def test_man_page_date_does_not_depend_on_the_time_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("argparse_manpage", reason="argparse-manpage is not installed")
    pages = set()
    for zone in ("UTC", "Asia/Tokyo", "America/Los_Angeles"):
        monkeypatch.setenv("TZ", zone)
        pages.add(deb.render_man_page(DAY))
    assert len(pages) == 1
