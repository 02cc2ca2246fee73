"""Print the test modules that a change affects: `python -m tools.touched`.

A test is affected if it imports a changed file, or something that imports it, or names it in a string as entry points
do ("grenade_salad.players.wheel:ROSTER"). Other files count for the package around them, and docs for the tests that
read them. A change is the difference from the last commit or, if there is none, that commit. Almost all tests of the
window import almost everything: so the nearest tests come first, up to `--seconds` of processor time in their last
runs.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
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
"""Tests that read files outside the packages, by the path's prefix.

The first prefix that fits counts.
"""
TIMES_KEY = "summary/modules"
"""The entry of pytest's cache with the processor time of each test module.

tests.summary writes it.
"""
DEFAULT_SECONDS = 60.0
UNKNOWN_SECONDS = 1.0
"""Assumed time of a module that has not been run."""
_ENTRY_POINT = re.compile(r"(?:grenade_salad|tests|tools)(?:\.\w+)+(?=:|$)")


def module_name(file: str) -> str:
    """Return the import name of a file.

    That of grenade_salad/core/__init__.py is "grenade_salad.core".
    """
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported_names(tree: ast.AST) -> set[str]:
    """Return the modules and members that a module imports, and its entry points."""
    names = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and (match := _ENTRY_POINT.match(node.value))
        ):
            names.add(match.group())
    return names


def read_imports(root: Path) -> dict[str, set[str]]:
    """Return the files that each Python file imports.

    The packages around those and its conftest.py files count too.
    """
    files = [file.relative_to(root).as_posix() for folder in FOLDERS for file in (root / folder).rglob("*.py")]
    by_name = {module_name(file): file for file in files}
    imports: dict[str, set[str]] = {}
    for file in files:
        names = imported_names(ast.parse((root / file).read_bytes()))
        packages = {".".join(name.split(".")[:n]) for name in names for n in range(1, name.count(".") + 2)}
        conftests = {f"{parent.as_posix()}/conftest.py" for parent in Path(file).parents}
        imports[file] = ({by_name[name] for name in packages & set(by_name)} | conftests & set(files)) - {file}
    return imports


def affected_tests(changed: Iterable[str], imports: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Return the test modules that import a changed file, the nearest first.

    Each comes with the number of imports between them.
    """
    importers: dict[str, set[str]] = defaultdict(set)
    for file, imported_files in imports.items():
        for imported in imported_files:
            importers[imported].add(file)
    distances, distance, edge = dict[str, int](), 0, set(changed)
    while edge:
        distances |= dict.fromkeys(sorted(edge), distance)
        edge = {importer for file in edge for importer in importers[file]} - set(distances)
        distance += 1
    return {file: n for file, n in distances.items() if file in imports and Path(file).name.startswith("test_")}


def select_nearest(distances: Mapping[str, int], times: Mapping[str, float], seconds: float) -> list[str]:
    """Return changed tests, and the nearest others whose times fit into the seconds."""
    selected = list[str]()
    for file in sorted(distances, key=lambda file: (distances[file], times.get(file, UNKNOWN_SECONDS))):
        seconds -= times.get(file, UNKNOWN_SECONDS)
        if seconds >= 0 or not distances[file]:
            selected.append(file)
    return selected


def load_times() -> dict[str, float]:
    """Return the known processor time of each test module in its last run."""
    try:
        return dict(json.loads((ROOT / ".pytest_cache/v" / TIMES_KEY).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def modules_for(file: str, modules: Collection[str]) -> set[str]:
    """Return the modules that a changed file counts for.

    That is itself, the package or tests around it, or its readers.
    """
    if file in modules:
        return {file}
    if file in ("conftest.py", "pyproject.toml"):
        return set(modules)
    if file.split("/")[0] not in FOLDERS:
        return {*next(tests for prefix, tests in READERS.items() if file.startswith(prefix))}
    for parent in Path(file).parents:
        if siblings := {module for module in modules if Path(module).parent == parent}:
            package = {f"{parent.as_posix()}/__init__.py"} & siblings
            return siblings if file.startswith("tests/") else package or siblings
    return set()


def changed_files(since: str, root: Path = ROOT) -> list[str]:
    """Return the files that differ from a revision, new ones too.

    Without a revision, see the module's docstring.
    """

    def git(*words: str) -> list[str]:
        result = subprocess.run(["git", *words, "-z"], capture_output=True, text=True, cwd=root, check=True)
        return [name for name in result.stdout.split("\0") if name]

    new = git("ls-files", "--others", "--exclude-standard")
    files = sorted({*git("diff", "--name-only", since or "HEAD"), *new})
    return files if files or since else git("diff", "--name-only", "HEAD~1", "HEAD")


def main(words: Sequence[str] | None = None) -> int:
    """Print the modules, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.touched", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--since", default="", metavar="REVISION", help="what differs from that")
    parser.add_argument(
        "--seconds", type=float, default=DEFAULT_SECONDS, help="of the processors (default: %(default)s)"
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="as if these had been changed")
    args = parser.parse_args(words)
    imports = read_imports(ROOT)
    files = args.files or changed_files(args.since)
    distances = affected_tests({module for file in files for module in modules_for(file, imports)}, imports)
    selected = select_nearest(distances, load_times(), args.seconds)
    print(f"The change affects {len(distances)} test modules; the nearest {len(selected)}:", file=sys.stderr)
    print(*selected, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
