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
READERS = {
    "docs/rules/": ("tests/text/test_rules_pages.py", "tests/test_docs.py"),
    "assets/": ("tests/app/test_assets.py",),
    "boxes/": ("tests/open_table/test_bundled.py",),
    "docs/boxes.md": ("tests/open_table/test_folders.py", "tests/test_docs.py"),
    "": ("tests/test_docs.py",),
}
"""Who reads files outside the packages: of the beginnings that fit, the first counts."""
CACHE_KEY = "summary/modules"
"""Where tests.summary keeps what modules of tests took, in the cache of pytest."""
SECONDS = 60.0
UNKNOWN_SECONDS = 1.0
"""Seconds for a module that has not been run."""
_NAME_IN_STRING = re.compile(r"(?:grenade_salad|tests|tools)(?:\.\w+)+(?=:|$)")


def module_name(file: str) -> str:
    """What a file is imported as, as in "grenade_salad.core" for grenade_salad/core/__init__.py."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def find_imports(tree: ast.AST) -> set[str]:
    """All that a module imports, anywhere in it, as far as modules or names in them."""
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
    """The files of all modules, and the files that each needs: what it imports, and the packages around that."""
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
    """The modules of tests that need a changed file, or need what needs it: in how many steps, the nearest first."""
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
    """As many of them as together took so long, and those that were changed themselves."""
    chosen = list[str]()
    for file in sorted(steps, key=lambda module: (steps[module], took.get(module, UNKNOWN_SECONDS))):
        seconds -= took.get(file, UNKNOWN_SECONDS)
        if seconds >= 0 or not steps[file]:
            chosen.append(file)
    return chosen


def load_times(root: Path = ROOT) -> dict[str, float]:
    """Seconds of the processors that each module of tests took when it was last run, as tests.summary keeps them."""
    try:
        return dict(json.loads((root / ".pytest_cache/v" / CACHE_KEY).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def find_modules(file: str, modules: Mapping[str, object], root: Path) -> set[str]:
    """The modules that a changed file counts for: itself, the package around it, tests beside it, or who reads it."""
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
    """The files that differ from a revision, those that git does not know yet too."""

    def git(*words: str) -> list[str]:
        result = subprocess.run(["git", *words, "-z"], capture_output=True, text=True, cwd=root, check=True)
        return [name for name in result.stdout.split("\0") if name]

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
    needed = build_graph(ROOT)
    files = args.files or list_changed(args.since)
    steps = find_reaching_tests({module for file in files for module in find_modules(file, needed, ROOT)}, needed)
    chosen = choose_nearest(steps, load_times(), args.seconds)
    print(f"{len(steps)} modules of tests reach what was changed; the nearest {len(chosen)}:", file=sys.stderr)
    print(*chosen, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
