"""Packages that `run.py` and the download install are locked with hashes.

They are the packages that pyproject.toml asks for.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.lock import FOLDER, LOCKS

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def read_lock(name: str) -> dict[str, list[str]]:
    """Return the locked versions of each package, one of which suits each machine.

    Each version has a hash.
    """
    versions: dict[str, list[str]] = {}
    entries = re.split(r"\n(?=\S)", (FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    for entry in (block for block in entries if not block.startswith("#")):
        package, version = re.match(r"([\w.-]+)==(\S+)", entry).groups()  # type: ignore[union-attr]
        assert "--hash=sha256:" in entry
        versions.setdefault(canonicalize_name(package), []).append(version)
    return versions


@pytest.mark.parametrize("name", LOCKS)
def test_lock_has_the_required_packages(name: str) -> None:
    group, extra = LOCKS[name]
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"][group]]
    wanted += PROJECT["project"]["optional-dependencies"][extra] if extra else []
    locked = read_lock(name)
    for requirement in map(Requirement, wanted):
        versions = locked.get(canonicalize_name(requirement.name), [])
        assert versions, f"{requirement.name} is not in locks/{name}.txt: python -m tools.lock"
        for version in versions:
            assert requirement.specifier.contains(version), f"{requirement}, not {version}: python -m tools.lock"


def test_locks_agree_on_common_packages() -> None:
    app = read_lock("app")
    for lock in ("test", "download"):
        assert {name: read_lock(lock).get(name, versions) for name, versions in app.items()} == app
