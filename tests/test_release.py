"""The release tool checks version, changelog, tag and uncommitted files."""

from __future__ import annotations

import re
import subprocess
import tomllib
from datetime import date
from pathlib import Path

import pytest

from tools import release
from tools.release import (
    NotReady,
    close_changelog,
    find_problems,
    next_version,
    open_changelog,
    read_version,
    set_version,
    write_hashes,
)

ROOT = Path(__file__).parent.parent
CHANGES = "# What is new\n\n## Unreleased\n\n- More.\n\n## 0.2.0, 22 November 2026\n\n- Much.\n"
CITATION = "title: x\nversion: 0.3.0\n"


def test_release_is_prepared_and_the_next_one_opened() -> None:
    version, changelog = (file.read_text(encoding="utf-8") for file in (release.VERSION, release.CHANGES))
    assert read_version(version).endswith(".dev0") == (open_changelog(changelog) == changelog), (
        "between two releases, or one of them"
    )
    changes = close_changelog(CHANGES, "0.3.0", date(2026, 12, 1))
    assert "## 0.3.0, 1 December 2026\n\n- More.\n" in changes
    assert find_problems("0.3.0", changes, CITATION, ["v0.3.0"], "") == []
    reopened = open_changelog(changes)
    assert reopened.startswith("# What is new\n\n## Unreleased\n\n## 0.3.0, 1 December 2026\n")
    assert open_changelog(reopened) == reopened
    text = set_version('a = 1\n__version__ = "0.3.0"\n', next_version("0.3.0"))
    assert read_version(text) == "0.4.0.dev0"
    assert text.startswith("a = 1\n")


def test_incomplete_release_is_refused() -> None:
    changes = close_changelog(CHANGES, "0.3.0", date(2026, 12, 1))
    for version, changelog, cited, tags, dirty, reason in (
        ("0.3.0.dev0", changes, CITATION, ["v0.3.0"], "", "the version is 0.3.0.dev0"),
        ("0.3.0", CHANGES, CITATION, ["v0.3.0"], "", "the first heading"),
        ("0.3.0", changes, "version: 0.2.0\n", ["v0.3.0"], "", "CITATION.cff"),
        ("0.3.0", changes, CITATION, ["v0.2.0"], "", "no tag v0.3.0"),
        ("0.3.0", changes, CITATION, ["v0.3.0"], " M run.py\n?? x", "not committed: run.py, x"),
    ):
        assert reason in "\n".join(find_problems(version, changelog, cited, tags, dirty))
    with pytest.raises(NotReady, match="nothing stands"):
        close_changelog(reopened := open_changelog(changes), "0.4.0", date(2027, 1, 1))
    assert "Unreleased" in reopened
    with pytest.raises(NotReady, match="three numbers"):
        release.prepare_release("0.3")


def test_hashes_pass_sha256sum(tmp_path: Path) -> None:
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
    licences = project["license"].split_number(" AND ")
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
