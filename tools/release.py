"""A release, in three steps between which a person looks, commits and tags.

`python -m tools.release VERSION` writes the version, and moves the fragments in changes/ into the changelog, below the
version and the day. After the commit and `git tag vVERSION`, `python -m tools.release --build` checks that tag,
changelog and version agree and that nothing is left uncommitted, builds sdist, wheel and download into dist/, tries the
download, writes SHA256SUMS beside them, and builds the site that offers them into dist/site.
`python -m tools.release --next` makes the version the next one with .dev0.
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
_VERSION_LINE = re.compile(r'^__version__ = "(.*)"$', re.M)
_UNRELEASED = "## Unreleased\n"
_GROUP = re.compile(r"^### (.+)\n\n((?:- .+\n)+)", re.M)
_VERSION_FORMAT = re.compile(r"\d+\.\d+\.\d+")


class NotReady(Exception):
    """The reasons why a release cannot be made, one a line."""


def read_version(text: str) -> str:
    """Return the version in the text of the package's first file."""
    match = _VERSION_LINE.search(text)
    if not match:
        raise NotReady(f"{VERSION.name}: no __version__")
    return match[1]


def set_version(text: str, version: str) -> str:
    """Return the text of the package's first file with this version."""
    return _VERSION_LINE.sub(f'__version__ = "{version}"', text)


def next_version(version: str) -> str:
    """Return the version that is developed after a release.

    >>> next_version("0.2.0")
    '0.3.0.dev0'
    """
    major, minor, _ = version.split(".")
    return f"{major}.{int(minor) + 1}.0.dev0"


def format_day(day: date) -> str:
    """Return the day as the changelog has it.

    >>> format_day(date(2026, 12, 1))
    '1 December 2026'
    """
    return f"{day.day} {day:%B} {day.year}"


def fold_unreleased(changes: str) -> str:
    """Move the lines below "Unreleased" to the version above it, by reader and verb.

    Only the first release has such lines: they are older than the first fragment.
    """
    above, heading, below = changes.partition(_UNRELEASED)
    if not heading:
        return changes
    top, _, built = above.rpartition("\n## ")
    waiting, separator, older = below.partition("\n## ")
    groups: dict[str, list[str]] = {}
    for reader, lines in _GROUP.findall(waiting) + _GROUP.findall(built):
        groups.setdefault(reader, []).extend(lines.splitlines())
    parts = [f"### {reader}\n\n" + "\n".join(sorted(lines, key=_verb)) for reader, lines in groups.items()]
    title = built.partition("\n")[0]
    return "\n\n".join([f"{top}\n## {title}", *parts]) + f"\n{separator}{older}"


def _verb(line: str) -> str:
    return line.split()[1]


def build_changelog(version: str, day: date, root: Path = ROOT) -> None:
    """Move the fragments below a heading for the version.

    Raises `NotReady` if there is no fragment.
    """
    file = root / CHANGES.name
    fragments = [path for path in (root / "changes").glob("*.md") if path.name != "README.md"]
    if not fragments and _UNRELEASED not in file.read_text(encoding="utf-8"):
        raise NotReady("changes/: there is no fragment")
    command = ["towncrier", "build", "--yes", "--version", version, "--date", format_day(day)]
    if subprocess.run([sys.executable, "-m", *command], cwd=root, stdout=subprocess.DEVNULL).returncode:
        raise NotReady(f"{' '.join(command)}: failed")
    file.write_text(fold_unreleased(file.read_text(encoding="utf-8")), encoding="utf-8")


def git(*words: str) -> str:
    result = subprocess.run(["git", *words], capture_output=True, text=True, cwd=ROOT)
    return result.stdout.strip()


def find_problems(version: str, changes: str, citation: str, tags: list[str], dirty: str) -> list[str]:
    """Return all reasons why these files are no release; an empty list if they are.

    `tags` are those of the commit, `dirty` is the output of `git status --porcelain`.
    """
    first = re.search(r"^## ([^\s,]+)", changes, re.M)
    problems = []
    if not _VERSION_FORMAT.fullmatch(version):
        problems.append(f"the version is {version}: python -m tools.release VERSION")
    if not first or first[1] != version:
        problems.append(f"CHANGELOG.md: the first heading is not that of {version}")
    if not re.search(rf"^version: {re.escape(version)}$", citation, re.M):
        problems.append(f"CITATION.cff: not of version {version}")
    if f"v{version}" not in tags:
        problems.append(f"the commit has no tag v{version}")
    if dirty:
        problems.append(f"not committed: {', '.join(line[3:] for line in dirty.splitlines()[:3])}")
    return problems


def prepare_release(version: str) -> None:
    """Write the version and the changes where they belong."""
    if not _VERSION_FORMAT.fullmatch(version):
        raise NotReady(f"{version}: a version is three numbers, as in 0.3.0")
    today = datetime.now(UTC).date()
    citation = re.sub(r"^version: .*$", f"version: {version}", CITATION.read_text(encoding="utf-8"), flags=re.M)
    package_text = set_version(VERSION.read_text(encoding="utf-8"), version)
    build_changelog(version, today)
    for file, text in ((CITATION, citation), (VERSION, package_text)):
        file.write_text(text, encoding="utf-8")
    print(f"Look at it, commit it, git tag v{version}, then: python -m tools.release --build")


def build_release() -> None:
    """Build everything that is published, and print the hashes."""
    version = read_version(VERSION.read_text(encoding="utf-8"))
    texts = CHANGES.read_text(encoding="utf-8"), CITATION.read_text(encoding="utf-8")
    tags = git("tag", "--points-at", "HEAD").split()
    if problems := find_problems(version, *texts, tags, git("status", "--porcelain")):
        raise NotReady("\n".join(problems))
    shutil.rmtree(DIST, ignore_errors=True)
    for words in (
        ("uv", "build", "--quiet", "--out-dir", str(DIST), str(ROOT)),
        ("tools.package", "--try"),
        ("twine", "check", "--strict", *map(str, [*DIST.glob("*.whl"), *DIST.glob("*.tar.gz")])),
    ):
        if subprocess.run([sys.executable, "-m", *words], cwd=ROOT).returncode:
            raise NotReady(f"python -m {' '.join(words)}: failed")
    print(write_hashes(DIST), end="")
    if subprocess.run([sys.executable, "-m", "tools.site", "--downloads", str(DIST)], cwd=ROOT).returncode:
        raise NotReady("the site was not built")


def write_hashes(folder: Path) -> str:
    """Write SHA256SUMS of the files in the folder and return its text.

    The format is that of `sha256sum --check`.
    """
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name != "SHA256SUMS")
    text = "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    (folder / "SHA256SUMS").write_text(text, encoding="utf-8")
    return text


def begin_next_version() -> None:
    """Set the next version and open the changelog."""
    text = VERSION.read_text(encoding="utf-8")
    version = read_version(text)
    if not _VERSION_FORMAT.fullmatch(version):
        raise NotReady(f"the version is {version}, which was not released")
    VERSION.write_text(set_version(text, next_version(version)), encoding="utf-8")
    print(f"Now {next_version(version)}: commit it")


def main() -> int:
    """Run one of the steps; if it is not ready, print the reasons and change nothing."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    step = parser.add_mutually_exclusive_group(required=True)
    step.add_argument("version", metavar="VERSION", nargs="?", help="write this version and today's date")
    step.add_argument("--build", action="store_true", help="check, build all, try it, and write the hashes")
    step.add_argument("--next", action="store_true", help="go on with the next version, .dev0")
    args = parser.parse_args()
    try:
        if args.build:
            build_release()
        elif args.next:
            begin_next_version()
        else:
            prepare_release(args.version)
    except NotReady as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
