"""Which modules of tests reach what was changed: `python -m tools.touched` prints them, one a line.

A test reaches a module if it imports it, or imports what imports it, or names it late, as entry points and plugins do
("grenade_salad.players.wheel:PLAYERS"). A file that is no module counts for the package around it, and docs for the
tests that read them. Changed is what differs from the last commit, and if nothing does, what that commit changed.
Almost all tests of the window reach almost all modules: so the nearest come first, as many as took `--seconds` of the
processors when they were last run, and how many are left out is said.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("grenade_salad", "tests", "tools", "examples")
READ = {
    "docs/rules/": ("tests/text/test_rules_pages.py", "tests/test_docs.py"),
    "assets/": ("tests/app/test_assets.py",),
    "boxes/": ("tests/open_table/test_bundled.py",),
    "docs/boxes.md": ("tests/open_table/test_folders.py", "tests/test_docs.py"),
    "": ("tests/test_docs.py",),
}
"""Who reads files outside the packages: of the beginnings that fit, the first counts."""
KEPT = "summary/modules"
"""Where tests.summary keeps what modules of tests took, in the cache of pytest."""
SECONDS = 60.0
UNKNOWN = 1.0
"""Seconds for a module that has not been run."""
_LATE = re.compile(r"(?:grenade_salad|tests|tools)(?:\.\w+)+(?=:|$)")


def module(file: str) -> str:
    """What a file is imported as, as in "grenade_salad.core" for grenade_salad/core/__init__.py."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def named(tree: ast.AST) -> set[str]:
    """All that a module imports, anywhere in it, as far as modules or names in them."""
    found = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and (late := _LATE.match(node.value)):
            found.add(late.group())
    return found


def graph(root: Path) -> dict[str, set[str]]:
    """The files of all modules, and the files that each needs: what it imports, and the packages around that."""
    files = [one.relative_to(root).as_posix() for name in FOLDERS for one in (root / name).rglob("*.py")]
    by_name = {module(file): file for file in files}
    needed: dict[str, set[str]] = {}
    for file in files:
        wanted = named(ast.parse((root / file).read_bytes()))
        around = {".".join(one.split(".")[:n]) for one in wanted for n in range(1, one.count(".") + 2)}
        conftests = (
            {f"{parent.as_posix()}/conftest.py" for parent in Path(file).parents} if file[:6] == "tests/" else set()
        )
        needed[file] = ({by_name[one] for one in around & set(by_name)} | conftests & set(files)) - {file}
    return needed


def reach(changed: Iterable[str], needed: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """The modules of tests that need a changed file, or need what needs it: in how many steps, the nearest first."""
    users: dict[str, set[str]] = {}
    for file, others in needed.items():
        for other in others:
            users.setdefault(other, set()).add(file)
    steps, far, edge = dict[str, int](), 0, set(changed)
    while edge:
        steps |= dict.fromkeys(sorted(edge), far)
        edge = {user for file in edge for user in users.get(file, ())} - set(steps)
        far += 1
    return {file: far for file, far in steps.items() if file in needed and Path(file).name.startswith("test_")}


def nearest(steps: Mapping[str, int], took: Mapping[str, float], seconds: float) -> list[str]:
    """As many of them as together took so long, and those that were changed themselves."""
    chosen = list[str]()
    for file in sorted(steps, key=lambda one: (steps[one], took.get(one, UNKNOWN))):
        seconds -= took.get(file, UNKNOWN)
        if seconds >= 0 or not steps[file]:
            chosen.append(file)
    return chosen


def last_took(root: Path = ROOT) -> dict[str, float]:
    """Seconds of the processors that each module of tests took when it was last run, as tests.summary keeps them."""
    try:
        return dict(json.loads((root / ".pytest_cache/v" / KEPT).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def stand_for(file: str, known: Mapping[str, object], root: Path) -> set[str]:
    """The modules that a changed file counts for: itself, the package around it, tests beside it, or who reads it."""
    if file in known:
        return {file}
    if file in ("conftest.py", "pyproject.toml"):
        return set(known)
    if file.split("/")[0] not in FOLDERS:
        return {*next(tests for begins, tests in READ.items() if file.startswith(begins))}
    for parent in Path(file).parents:
        inside = {one for one in known if Path(one).parent == parent}
        if inside and file.startswith("tests/"):
            return inside
        if inside:
            return {f"{parent.as_posix()}/__init__.py"} & inside or inside
    return set()


def changed(since: str, root: Path = ROOT) -> list[str]:
    """The files that differ from a revision, those that git does not know yet too."""

    def git(*words: str) -> list[str]:
        done = subprocess.run(["git", *words, "-z"], capture_output=True, text=True, cwd=root, check=True)
        return [name for name in done.stdout.split("\0") if name]

    new = git("ls-files", "--others", "--exclude-standard")
    if since:
        return sorted({*git("diff", "--name-only", since), *new})
    return sorted({*git("diff", "--name-only", "HEAD"), *new}) or git("diff", "--name-only", "HEAD~1", "HEAD")


def main(words: Sequence[str] | None = None) -> int:
    """Print the modules; the exit status."""
    assert __doc__
    parser = argparse.ArgumentParser(prog="python -m tools.touched", description=__doc__.splitlines()[0])
    parser.add_argument("--since", default="", metavar="REVISION", help="what differs from that")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of the processors (default: %(default)s)")
    parser.add_argument("files", nargs="*", metavar="FILE", help="as if these had been changed")
    args = parser.parse_args(words)
    needed = graph(ROOT)
    files = args.files or changed(args.since)
    steps = reach({one for file in files for one in stand_for(file, needed, ROOT)}, needed)
    chosen = nearest(steps, last_took(), args.seconds)
    print(f"{len(steps)} modules of tests reach what was changed; the nearest {len(chosen)}:", file=sys.stderr)
    print(*chosen, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
