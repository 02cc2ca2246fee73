"""A release, in three steps between which somebody looks, commits and tags.

`python -m tools.release VERSION` writes the version, and the day into the changelog. After the commit and `git tag
vVERSION`, `python -m tools.release --build` checks that tag, changelog and version agree and that nothing is left
uncommitted, builds sdist, wheel and download into dist/, tries the download, writes SHA256SUMS beside them, and builds
the site that offers them into dist/site.
`python -m tools.release --next` makes the version the next one with .dev0, and opens the changelog again.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
VERSION, CITATION, CHANGES = ROOT / "grenade_salad" / "__init__.py", ROOT / "CITATION.cff", ROOT / "CHANGELOG.md"
_OURS = re.compile(r'^__version__ = "(.*)"$', re.M)
_FREE = "## Unreleased"
_SHAPE = re.compile(r"\d+\.\d+\.\d+")


class NotReady(Exception):
    """What is missing before a release can be made, in a line."""


def version_in(text: str) -> str:
    """The version that the package says of itself."""
    found = _OURS.search(text)
    if not found:
        raise NotReady(f"{VERSION.name}: no __version__")
    return found[1]


def with_version(text: str, version: str) -> str:
    """The package's first file with this version."""
    return _OURS.sub(f'__version__ = "{version}"', text)


def following(version: str) -> str:
    """What is worked on after a release.

    >>> following("0.2.0")
    '0.3.0.dev0'
    """
    major, minor, _ = version.split(".")
    return f"{major}.{int(minor) + 1}.0.dev0"


def heading(version: str, day: date) -> str:
    """The line over the changes of a version.

    >>> heading("0.3.0", date(2026, 12, 1))
    '## 0.3.0, 1 December 2026'
    """
    return f"## {version}, {day.day} {day:%B} {day.year}"


def closed(changes: str, version: str, day: date) -> str:
    """The changelog with what was unreleased under the version. Raises NotReady if there is nothing."""
    before, found, after = changes.partition(f"{_FREE}\n")
    if not found or not after.partition("\n## ")[0].strip():
        raise NotReady("CHANGELOG.md: nothing stands under Unreleased")
    return f"{before}{heading(version, day)}\n{after}"


def opened(changes: str) -> str:
    """The changelog with a place for what comes."""
    if _FREE in changes:
        return changes
    head, rest = changes.split("\n## ", 1)
    return f"{head}\n{_FREE}\n\n## {rest}"


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], capture_output=True, text=True, cwd=ROOT)
    return done.stdout.strip()


def why_not(version: str, changes: str, citation: str, tags: list[str], dirty: str) -> list[str]:
    """All that keeps these files, in a tree with these tags and changes, from being a release; none if it is one."""
    first = re.search(r"^## ([^\s,]+)", changes, re.M)
    wrong = []
    if not _SHAPE.fullmatch(version):
        wrong.append(f"the version is {version}: python -m tools.release VERSION")
    if not first or first[1] != version:
        wrong.append(f"CHANGELOG.md: the first heading is not that of {version}")
    if not re.search(rf"^version: {re.escape(version)}$", citation, re.M):
        wrong.append(f"CITATION.cff: not of version {version}")
    if f"v{version}" not in tags:
        wrong.append(f"the commit has no tag v{version}")
    if dirty:
        wrong.append(f"not committed: {', '.join(line[3:] for line in dirty.splitlines()[:3])}")
    return wrong


def begin(version: str) -> None:
    """Write the version and the day where they stand."""
    if not _SHAPE.fullmatch(version):
        raise NotReady(f"{version}: a version is three numbers, as in 0.3.0")
    today = datetime.now(UTC).date()
    changes = closed(CHANGES.read_text(encoding="utf-8"), version, today)
    cited = re.sub(r"^version: .*$", f"version: {version}", CITATION.read_text(encoding="utf-8"), flags=re.M)
    ours = with_version(VERSION.read_text(encoding="utf-8"), version)
    for file, text in ((CHANGES, changes), (CITATION, cited), (VERSION, ours)):
        file.write_text(text, encoding="utf-8")
    print(f"Look at it, commit it, git tag v{version}, then: python -m tools.release --build")


def build() -> None:
    """Build everything that is given away, and say what it is by hash."""
    version = version_in(VERSION.read_text(encoding="utf-8"))
    texts = CHANGES.read_text(encoding="utf-8"), CITATION.read_text(encoding="utf-8")
    tags = git("tag", "--points-at", "HEAD").split()
    if wrong := why_not(version, *texts, tags, git("status", "--porcelain")):
        raise NotReady("\n".join(wrong))
    shutil.rmtree(DIST, ignore_errors=True)
    for words in (
        ("uv", "build", "--quiet", "--out-dir", str(DIST), str(ROOT)),
        ("tools.package", "--try"),
        ("twine", "check", "--strict", *map(str, [*DIST.glob("*.whl"), *DIST.glob("*.tar.gz")])),
    ):
        if subprocess.run([sys.executable, "-m", *words], cwd=ROOT).returncode:
            raise NotReady(f"python -m {' '.join(words)}: failed")
    print(sums(DIST), end="")
    if subprocess.run([sys.executable, "-m", "tools.site", "--downloads", str(DIST)], cwd=ROOT).returncode:
        raise NotReady("the site was not built")


def sums(folder: Path) -> str:
    """Write SHA256SUMS of the files in the folder, as `sha256sum --check` reads it; its text."""
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name != "SHA256SUMS")
    text = "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    (folder / "SHA256SUMS").write_text(text, encoding="utf-8")
    return text


def follow() -> None:
    """Begin to work on the next version."""
    text = VERSION.read_text(encoding="utf-8")
    version = version_in(text)
    if not _SHAPE.fullmatch(version):
        raise NotReady(f"the version is {version}, which was not released")
    VERSION.write_text(with_version(text, following(version)), encoding="utf-8")
    CHANGES.write_text(opened(CHANGES.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"Now {following(version)}: commit it")


def main() -> int:
    """One of the steps; what is missing for it is told, and nothing is changed."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    step = parser.add_mutually_exclusive_group(required=True)
    step.add_argument("version", metavar="VERSION", nargs="?", help="write this version and today's date")
    step.add_argument("--build", action="store_true", help="check, build all, try it, and write the hashes")
    step.add_argument("--next", action="store_true", help="go on with the next version, .dev0")
    args = parser.parse_args()
    try:
        if args.build:
            build()
        elif args.next:
            follow()
        else:
            begin(args.version)
    except NotReady as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
