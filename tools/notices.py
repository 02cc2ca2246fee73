"""The notices of all packages that come along: `python -m tools.notices [FILE] [--frozen]`.

For each package that an installation of Grenade Salad needs, without extras: its name, version and licence, and the
texts of the licences that it brings. A package without any text is named with where its licence stands.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PROJECT = "grenade-salad"
LENT = {"pygame-ce": (ROOT / "tools" / "package" / "LGPL-2.1.txt",)}
"""The texts of licences for packages that bring none."""
_TEXTS = re.compile(r"(licen[cs]e|copying|notice|ofl)[^/]*$", re.I)
_RULE = "=" * 78


def needed(name: str, seen: dict[str, Distribution]) -> dict[str, Distribution]:
    """The package and all that it needs here, by name."""
    found = distribution(name)
    plain = found.metadata["Name"].lower().replace("_", "-")
    if plain not in seen:
        seen[plain] = found
        for line in found.requires or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                needed(requirement.name, seen)
    return seen


def texts(package: Distribution) -> Iterator[tuple[str, str]]:
    """The names and texts of the licences that the package brings."""
    for file in package.files or ():
        if _TEXTS.search(file.as_posix()) and file.suffix not in (".py", ".pyc", ".so"):
            yield file.name, Path(str(package.locate_file(file))).read_text(encoding="utf-8", errors="replace").strip()


def licence(package: Distribution) -> str:
    """What the package says of its licence, in one line."""
    data = package.metadata
    said = data.get("License-Expression") or data.get("License") or ""
    classes = [one.rpartition(" :: ")[2] for one in data.get_all("Classifier", []) if one.startswith("License ::")]
    return said.splitlines()[0].strip() if said.strip() else ", ".join(classes)


def python() -> str:
    """The licence of Python itself, which the download has along."""
    for file in (Path(sys.base_prefix) / "LICENSE", *Path(sys.base_prefix).glob("lib/python3*/LICENSE.txt")):
        if file.is_file():
            return file.read_text(encoding="utf-8", errors="replace")
    return "PSF License Agreement: https://docs.python.org/3/license.html"


def notices(frozen: bool) -> str:
    """All of it as one text; `frozen`: for the download, which has Python and PyInstaller's starter too."""
    parts = [(ROOT / "docs" / "third-party.md").read_text(encoding="utf-8")]
    for name, package in sorted(needed(PROJECT, {}).items()):
        if name == PROJECT:
            continue
        found = dict(texts(package))
        where = next(iter(package.metadata.get_all("Project-URL", [])), package.metadata.get("Home-page") or "")
        parts.append(f"{_RULE}\n{name} {package.version}\nLicence: {licence(package)}\n{where}\n{_RULE}")
        found = found or {one.name: one.read_text(encoding="utf-8") for one in LENT.get(name, ())}
        parts += [f"--- {file}\n\n{text}" for file, text in found.items()]
    if frozen:
        parts.append(f"{_RULE}\nPython {sys.version.split()[0]}\n{_RULE}\n{python()}")
        starter = distribution("pyinstaller")
        parts.append(f"{_RULE}\nPyInstaller {starter.version}: its starter\n{_RULE}")
        parts += [f"--- {file}\n\n{text}" for file, text in texts(starter)]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Write them."""
    parser = argparse.ArgumentParser(prog="python -m tools.notices", description="Write the notices of all packages.")
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, default=ROOT / "dist" / "THIRD-PARTY.txt")
    parser.add_argument("--frozen", action="store_true", help="for the download")
    args = parser.parse_args()
    args.file.parent.mkdir(parents=True, exist_ok=True)
    args.file.write_text(notices(args.frozen), encoding="utf-8")
    print(args.file)


if __name__ == "__main__":
    main()
