"""The package of plugins, installed into a folder as pip would do it."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

HERE = Path(__file__).parent


def install(target: Path, version: str = "1.0") -> Path:
    """Install the plugins into the folder, without network or build tools.

    Return the folder, which has to be put on the path.
    """
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.copytree(HERE / "guest_games", target / "guest_games", ignore=shutil.ignore_patterns("__pycache__"))
    entries = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in named.items())
        for group, named in project["entry-points"].items()
    )
    write_metadata(target, project["name"], entries, version)
    return target


def write_metadata(target: Path, package: str, entries: str, version: str = "1.0") -> None:
    """Write the metadata of an installed package with these entry points."""
    info = target / f"{package.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(entries, encoding="utf-8")
