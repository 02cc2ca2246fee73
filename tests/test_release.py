"""What makes a release checks what people would trip over: version, changelog, tag, what is not committed."""

from __future__ import annotations

import re
import subprocess
import tomllib
from datetime import date
from pathlib import Path

import pytest

from tools import release
from tools.release import NotReady, closed, following, opened, sums, version_in, why_not, with_version

ROOT = Path(__file__).parent.parent
CHANGES = "# What is new\n\n## Unreleased\n\n- More.\n\n## 0.2.0, 22 November 2026\n\n- Much.\n"
CITATION = "title: x\nversion: 0.3.0\n"


def test_a_release_from_its_beginning_to_the_next() -> None:
    version, log = (file.read_text(encoding="utf-8") for file in (release.VERSION, release.CHANGES))
    assert version_in(version).endswith(".dev0") == (opened(log) == log), "between two releases, or one of them"
    changes = closed(CHANGES, "0.3.0", date(2026, 12, 1))
    assert "## 0.3.0, 1 December 2026\n\n- More.\n" in changes
    assert why_not("0.3.0", changes, CITATION, ["v0.3.0"], "") == []
    again = opened(changes)
    assert again.startswith("# What is new\n\n## Unreleased\n\n## 0.3.0, 1 December 2026\n")
    assert opened(again) == again
    text = with_version('a = 1\n__version__ = "0.3.0"\n', following("0.3.0"))
    assert version_in(text) == "0.4.0.dev0"
    assert text.startswith("a = 1\n")


def test_what_keeps_it_from_being_one() -> None:
    changes = closed(CHANGES, "0.3.0", date(2026, 12, 1))
    for version, log, cited, tags, dirty, why in (
        ("0.3.0.dev0", changes, CITATION, ["v0.3.0"], "", "the version is 0.3.0.dev0"),
        ("0.3.0", CHANGES, CITATION, ["v0.3.0"], "", "the first heading"),
        ("0.3.0", changes, "version: 0.2.0\n", ["v0.3.0"], "", "CITATION.cff"),
        ("0.3.0", changes, CITATION, ["v0.2.0"], "", "no tag v0.3.0"),
        ("0.3.0", changes, CITATION, ["v0.3.0"], " M run.py\n?? x", "not committed: run.py, x"),
    ):
        assert why in "\n".join(why_not(version, log, cited, tags, dirty))
    with pytest.raises(NotReady, match="nothing stands"):
        closed(again := opened(changes), "0.4.0", date(2027, 1, 1))
    assert "Unreleased" in again
    with pytest.raises(NotReady, match="three numbers"):
        release.begin("0.3")


def test_hashes_are_those_that_others_check(tmp_path: Path) -> None:
    for name in ("one.whl", "two.tar.gz"):
        (tmp_path / name).write_text(name)
    assert sums(tmp_path) == sums(tmp_path)
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=tmp_path, check=True, capture_output=True)


def test_what_programs_read_of_citing_and_licences_is_so() -> None:
    released = re.search(r"^## (\d[^\s,]*)", release.CHANGES.read_text(encoding="utf-8"), re.M)
    cited = release.CITATION.read_text(encoding="utf-8")
    assert released
    assert f"\nversion: {released[1]}\n" in cited, "the last that was released"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    licences = project["license"].split(" AND ")
    assert re.findall(r"^  - ([A-Z][\w.-]*)$", cited, re.M) == licences
    parts = tomllib.loads((ROOT / "REUSE.toml").read_text(encoding="utf-8"))["annotations"]
    assert [one["SPDX-License-Identifier"] for one in parts][:2] == licences
    paths = [path for one in parts[1:] for path in ([one["path"]] if isinstance(one["path"], str) else one["path"])]
    assert [path for path in paths if not (ROOT / path.removesuffix("/**")).exists()] == []
    given = {one.stem for one in (ROOT / "LICENSES").iterdir()}
    assert given == {one["SPDX-License-Identifier"] for one in parts}
    page = (ROOT / "LICENSE-ASSETS.md").read_text(encoding="utf-8")
    assert [path for path in parts[1]["path"] if f"`{path.removesuffix('/**')}" not in page] == []
