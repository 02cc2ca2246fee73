"""Print the test modules that reach what has changed: `python -m tools.touched`.

A test reaches a module if it imports it, or imports what imports it, or contains its name as a string, as entry points
and plugins do ("grenade_salad.players.wheel:PLAYERS"). A file that is no module counts for the package around it, and
docs for the tests that read them. Changed is what differs from the last commit, or if nothing does, what that commit
changed.

Almost all tests of the window reach almost all modules, so the nearest are printed first: as many as took `--seconds`
of processor time when they were last run. The number of all is printed, too.
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
READERS = {
    "docs/rules/": ("tests/text/test_rules_pages.py", "tests/test_docs.py"),
    "assets/": ("tests/app/test_assets.py",),
    "boxes/": ("tests/open_table/test_bundled.py",),
    "docs/boxes.md": ("tests/open_table/test_folders.py", "tests/test_docs.py"),
    "": ("tests/test_docs.py",),
}
"""The tests that read files outside the packages; the first match counts.

The keys are beginnings of paths.
"""
CACHE_KEY = "summary/modules"
"""The key in pytest's cache under which tests.summary saves times of modules."""
SECONDS = 60.0
UNKNOWN_SECONDS = 1.0
"""Seconds for a module that has not been run."""
_NAME_IN_STRING = re.compile(r"(?:grenade_salad|tests|tools)(?:\.\w+)+(?=:|$)")


def module_name(file: str) -> str:
    """Return the name under which a file is imported.

    For example "grenade_salad.core" for grenade_salad/core/__init__.py.
    """
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def find_imports(tree: ast.AST) -> set[str]:
    """Return all modules that a module may import, anywhere in it.

    A name that it imports from a module counts as a module, too.
    """
    names = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and (late := _NAME_IN_STRING.match(node.value))
        ):
            names.add(late.group())
    return names


def build_graph(root: Path) -> dict[str, set[str]]:
    """Return the files of all modules, each with the files that it needs.

    It needs what it imports, and the packages around that.
    """
    files = [path.relative_to(root).as_posix() for name in FOLDERS for path in (root / name).rglob("*.py")]
    by_name = {module_name(file): file for file in files}
    needed: dict[str, set[str]] = {}
    for file in files:
        wanted = find_imports(ast.parse((root / file).read_bytes()))
        around = {".".join(name.split(".")[:n]) for name in wanted for n in range(1, name.count(".") + 2)}
        conftests = (
            {f"{parent.as_posix()}/conftest.py" for parent in Path(file).parents} if file[:6] == "tests/" else set()
        )
        needed[file] = ({by_name[name] for name in around & set(by_name)} | conftests & set(files)) - {file}
    return needed


def find_reaching_tests(changed: Iterable[str], needed: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Return the test modules that reach a changed file, with the number of steps.

    The nearest are first.
    """
    users: dict[str, set[str]] = {}
    for file, needed_files in needed.items():
        for needed_file in needed_files:
            users.setdefault(needed_file, set()).add(file)
    steps, distance, edge = dict[str, int](), 0, set(changed)
    while edge:
        steps |= dict.fromkeys(sorted(edge), distance)
        edge = {user for file in edge for user in users.get(file, ())} - set(steps)
        distance += 1
    return {
        file: distance for file, distance in steps.items() if file in needed and Path(file).name.startswith("test_")
    }


def choose_nearest(steps: Mapping[str, int], took: Mapping[str, float], seconds: float) -> list[str]:
    """Return the nearest test modules that together took at most that many seconds.

    Those that were changed themselves are always included.
    """
    chosen = list[str]()
    for file in sorted(steps, key=lambda module: (steps[module], took.get(module, UNKNOWN_SECONDS))):
        seconds -= took.get(file, UNKNOWN_SECONDS)
        if seconds >= 0 or not steps[file]:
            chosen.append(file)
    return chosen


def load_times(root: Path = ROOT) -> dict[str, float]:
    """Return the processor seconds of each test module when it was last run.

    tests.summary saves them.
    """
    try:
        return dict(json.loads((root / ".pytest_cache/v" / CACHE_KEY).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def find_modules(file: str, modules: Mapping[str, object], root: Path) -> set[str]:
    """Return the modules that a changed file counts for.

    They are itself, the package around it, the tests beside it, or the tests that read it.
    """
    if file in modules:
        return {file}
    if file in ("conftest.py", "pyproject.toml"):
        return set(modules)
    if file.split("/")[0] not in FOLDERS:
        return {*next(tests for begins, tests in READERS.items() if file.startswith(begins))}
    for parent in Path(file).parents:
        inside = {module for module in modules if Path(module).parent == parent}
        if inside and file.startswith("tests/"):
            return inside
        if inside:
            return {f"{parent.as_posix()}/__init__.py"} & inside or inside
    return set()


def list_changed(since: str, root: Path = ROOT) -> list[str]:
    """Return the files that differ from a revision, untracked ones included."""

    def git(*words: str) -> list[str]:
        result = subprocess.run(["git", *words, "-z"], capture_output=True, text=True, cwd=root, check=True)
        return [name for name in result.stdout.split("\0") if name]

    new = git("ls-files", "--others", "--exclude-standard")
    if since:
        return sorted({*git("diff", "--name-only", since), *new})
    return sorted({*git("diff", "--name-only", "HEAD"), *new}) or git("diff", "--name-only", "HEAD~1", "HEAD")


def main(words: Sequence[str] | None = None) -> int:
    """Print the test modules; return the exit status."""
    assert __doc__
    parser = argparse.ArgumentParser(prog="python -m tools.touched", description=__doc__.splitlines()[0])
    parser.add_argument("--since", default="", metavar="REVISION", help="what differs from that")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of the processors (default: %(default)s)")
    parser.add_argument("files", nargs="*", metavar="FILE", help="as if these had been changed")
    args = parser.parse_args(words)
    needed = build_graph(ROOT)
    files = args.files or list_changed(args.since)
    steps = find_reaching_tests({module for file in files for module in find_modules(file, needed, ROOT)}, needed)
    chosen = choose_nearest(steps, load_times(), args.seconds)
    print(f"{len(steps)} modules of tests reach what was changed; the nearest {len(chosen)}:", file=sys.stderr)
    print(*chosen, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
