"""The licence notices of all bundled packages: `python -m tools.notices [FILE]`.

For each package that an installation of Grenade Salad without extras needs: its name, version and licence, and the
texts of the licences that it contains. A package without any text is listed with the address of its licence. With
`--frozen` Python and the starter of PyInstaller are added.
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
SUPPLIED_LICENCES = {"pygame-ce": (ROOT / "tools" / "package" / "LGPL-2.1.txt",)}
"""Licence texts for packages that don't contain one."""
_TEXTS = re.compile(r"(licen[cs]e|copying|notice|ofl)[^/]*$", re.I)
_RULE = "=" * 78


def collect_packages(name: str, packages: dict[str, Distribution]) -> dict[str, Distribution]:
    """Return the package and all that it needs here, by name."""
    package = distribution(name)
    plain = package.metadata["Name"].lower().replace("_", "-")
    if plain not in packages:
        packages[plain] = package
        for line in package.requires or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                collect_packages(requirement.name, packages)
    return packages


def read_licences(package: Distribution) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the licences in the package."""
    for file in package.files or ():
        if _TEXTS.search(file.as_posix()) and file.suffix not in (".py", ".pyc", ".so"):
            yield file.name, Path(str(package.locate_file(file))).read_text(encoding="utf-8", errors="replace").strip()


def licence_line(package: Distribution) -> str:
    """Return the licence that the package declares, in one line."""
    data = package.metadata
    expression = data.get("License-Expression") or data.get("License") or ""
    classes = [
        classifier.rpartition(" :: ")[2]
        for classifier in data.get_all("Classifier", [])
        if classifier.startswith("License ::")
    ]
    return expression.splitlines()[0].strip() if expression.strip() else ", ".join(classes)


def read_python_licence() -> str:
    """Return the licence of Python itself, which the download contains."""
    for file in (Path(sys.base_prefix) / "LICENSE", *Path(sys.base_prefix).glob("lib/python3*/LICENSE.txt")):
        if file.is_file():
            return file.read_text(encoding="utf-8", errors="replace")
    return "PSF License Agreement: https://docs.python.org/3/license.html"


def compose_notices(frozen: bool) -> str:
    """Return all notices as one text.

    With `frozen` it is for the download, which also contains Python and PyInstaller's starter.
    """
    parts = [(ROOT / "docs" / "third-party.md").read_text(encoding="utf-8")]
    for name, package in sorted(collect_packages(PROJECT, {}).items()):
        if name == PROJECT:
            continue
        licences = dict(read_licences(package))
        url = next(iter(package.metadata.get_all("Project-URL", [])), package.metadata.get("Home-page") or "")
        parts.append(f"{_RULE}\n{name} {package.version}\nLicence: {licence_line(package)}\n{url}\n{_RULE}")
        licences = licences or {path.name: path.read_text(encoding="utf-8") for path in SUPPLIED_LICENCES.get(name, ())}
        parts += [f"--- {file}\n\n{text}" for file, text in licences.items()]
    if frozen:
        parts.append(f"{_RULE}\nPython {sys.version.split()[0]}\n{_RULE}\n{read_python_licence()}")
        starter = distribution("pyinstaller")
        parts.append(f"{_RULE}\nPyInstaller {starter.version}: its starter\n{_RULE}")
        parts += [f"--- {file}\n\n{text}" for file, text in read_licences(starter)]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Write the notices to a file."""
    parser = argparse.ArgumentParser(prog="python -m tools.notices", description="Write the notices of all packages.")
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, default=ROOT / "dist" / "THIRD-PARTY.txt")
    parser.add_argument("--frozen", action="store_true", help="for the download")
    args = parser.parse_args()
    args.file.parent.mkdir(parents=True, exist_ok=True)
    args.file.write_text(compose_notices(args.frozen), encoding="utf-8")
    print(args.file)


if __name__ == "__main__":
    main()
