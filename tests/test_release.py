"""The release tool checks version, changelog, tag and uncommitted files."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from datetime import date
from pathlib import Path

import pytest

from tools import release
from tools.release import (
    NotReady,
    build_changelog,
    find_problems,
    fold_unreleased,
    next_version,
    read_version,
    set_version,
    write_hashes,
)

ROOT = Path(__file__).parent.parent
OLDER = "## 0.2.0, 22 November 2026\n\n- Much.\n"
TOP = "# What is new\n\n<!-- towncrier release notes start -->\n\n"
WAITING = "### For players\n\n- Add more.\n- Change much.\n\n### For hosts\n\n- Add less.\n\n"
DAY = date(2026, 12, 1)
VERBS = ("Add", "Change", "Fix", "Remove")
CITATION = "title: x\nversion: 0.3.0\n"


RELEASED = f"{TOP}## 0.3.0, 1 December 2026\n\n- More.\n\n{OLDER}"


def test_changelog_begins_with_the_version_unless_that_is_in_development() -> None:
    version, log = (file.read_text(encoding="utf-8") for file in (release.VERSION, release.CHANGES))
    first = re.search(r"^## ([^\s,]+)", log, re.M)
    assert first
    assert read_version(version).endswith(".dev0") == (first[1] != read_version(version))


def test_complete_release_has_no_problems() -> None:
    assert find_problems("0.3.0", RELEASED, CITATION, ["v0.3.0"], "") == []


def test_next_version_replaces_that_of_the_release() -> None:
    text = set_version('a = 1\n__version__ = "0.3.0"\n', next_version("0.3.0"))
    assert read_version(text) == "0.4.0.dev0"
    assert text.startswith("a = 1\n")


@pytest.mark.parametrize(
    ("version", "log", "citation", "tag", "dirty", "problem"),
    [
        ("0.3.0.dev0", RELEASED, CITATION, "v0.3.0", "", "the version is 0.3.0.dev0"),
        ("0.3.0", TOP + OLDER, CITATION, "v0.3.0", "", "the first heading"),
        ("0.3.0", RELEASED, "version: 0.2.0\n", "v0.3.0", "", "CITATION.cff"),
        ("0.3.0", RELEASED, CITATION, "v0.2.0", "", "no tag v0.3.0"),
        ("0.3.0", RELEASED, CITATION, "v0.3.0", " M run.py\n?? x", "not committed: run.py, x"),
    ],
)
def test_problem_of_a_release_is_named(
    version: str, log: str, citation: str, tag: str, dirty: str, problem: str
) -> None:
    assert problem in "\n".join(find_problems(version, log, citation, [tag], dirty))


def test_version_of_two_numbers_is_refused() -> None:
    with pytest.raises(NotReady, match="three numbers"):
        release.prepare_release("0.3")


def test_unreleased_lines_move_to_the_version_above_them() -> None:
    built = "## 0.3.0, 1 December 2026\n\n### For players\n\n- Add new.\n\n### For box makers\n\n- Fix it.\n\n\n"
    folded = fold_unreleased(f"{TOP}{built}## Unreleased\n\n{WAITING}{OLDER}")
    players = "### For players\n\n- Add more.\n- Add new.\n- Change much.\n\n"
    rest = "### For hosts\n\n- Add less.\n\n### For box makers\n\n- Fix it.\n\n"
    assert folded == f"{TOP}## 0.3.0, 1 December 2026\n\n{players}{rest}{OLDER}"
    assert fold_unreleased(folded) == folded


@pytest.mark.slow
def test_fragments_move_into_the_changelog(tmp_path: Path) -> None:
    pytest.importorskip("towncrier", reason="towncrier is not installed")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "changes", tmp_path / "changes", ignore=shutil.ignore_patterns("+*"))
    log = tmp_path / "CHANGELOG.md"
    log.write_text(f"{TOP}## Unreleased\n\n{WAITING}{OLDER}")
    fragment = tmp_path / "changes" / "+new.players.md"
    fragment.write_text("Add new.\n")
    build_changelog("0.3.0", DAY, tmp_path)
    assert not fragment.exists()
    first = log.read_text()
    assert first.startswith(
        f"{TOP}## 0.3.0, 1 December 2026\n\n### For players\n\n- Add more.\n- Add new.\n- Change much.\n"
    )
    assert first.endswith(OLDER)
    with pytest.raises(NotReady, match="no fragment"):
        build_changelog("0.4.0", DAY, tmp_path)
    fragment.write_text("Fix old.\n")
    build_changelog("0.4.0", DAY, tmp_path)
    assert log.read_text().startswith(f"{TOP}## 0.4.0, 1 December 2026\n\n### For players\n\n- Fix old.\n\n")
    assert log.read_text().endswith(first.removeprefix(TOP))
    (tmp_path / "changes" / "+new.nobody.md").write_text("Fix old.\n")
    with pytest.raises(NotReady, match="failed"):
        build_changelog("0.5.0", DAY, tmp_path)


def test_changes_name_their_reader_and_start_with_a_verb() -> None:
    types = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]["type"]
    fragments = [path for path in (ROOT / "changes").iterdir() if path.name != "README.md"]
    readers = {reader["directory"] for reader in types}
    assert [
        path.name for path in fragments if path.name.split(".")[1:] not in [[reader, "md"] for reader in readers]
    ] == []
    lines = {path.name: path.read_text(encoding="utf-8").strip() for path in fragments}
    waiting = release.CHANGES.read_text(encoding="utf-8").partition("## Unreleased\n")[2].partition("\n## ")[0]
    headings = {reader["name"] for reader in types}
    assert set(re.findall("^### (.*)$", waiting, re.M)) <= headings
    lines |= {line: line[2:] for line in waiting.splitlines() if line and not line.startswith("### ")}
    assert [name for name, line in lines.items() if line.split()[0] not in VERBS or "\n" in line] == []


def test_hashes_are_those_that_others_check(tmp_path: Path) -> None:
    for name in ("one.whl", "two.tar.gz"):
        (tmp_path / name).write_text(name)
    assert write_hashes(tmp_path) == write_hashes(tmp_path)
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=tmp_path, check=True, capture_output=True)


def test_citation_and_licence_files_are_consistent() -> None:
    released = re.search(r"^## (\d[^\s,]*)", release.CHANGES.read_text(encoding="utf-8"), re.M)
    cited = release.CITATION.read_text(encoding="utf-8")
    assert released
    assert f"\nversion: {released[1]}\n" in cited, "the last that was released"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    licences = project["license"].split(" AND ")
    assert re.findall(r"^  - ([A-Z][\w.-]*)$", cited, re.M) == licences
    annotations = tomllib.loads((ROOT / "REUSE.toml").read_text(encoding="utf-8"))["annotations"]
    assert [annotation["SPDX-License-Identifier"] for annotation in annotations][:2] == licences
    paths = [
        path for part in annotations[1:] for path in ([part["path"]] if isinstance(part["path"], str) else part["path"])
    ]
    assert [path for path in paths if not (ROOT / path.removesuffix("/**")).exists()] == []
    licence_files = {file.stem for file in (ROOT / "LICENSES").iterdir()}
    assert licence_files == {entry["SPDX-License-Identifier"] for entry in annotations}
    page = (ROOT / "LICENSE-ASSETS.md").read_text(encoding="utf-8")
    assert [path for path in annotations[1]["path"] if f"`{path.removesuffix('/**')}" not in page] == []
