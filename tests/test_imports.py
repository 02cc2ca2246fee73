"""Who may import whom, and that headless use stays headless."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import grenade_salad

ROOT = Path(grenade_salad.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
PARTS = {"core", "games", "match", "bots", "app", "phone", "lab", "commands"}
TOP = {"", "paths", "cli", "__main__"}

MAY_USE = {
    "core": set(),
    "games": {"core"},
    "match": {"core", "games"},
    "bots": {"core", "games"},
    "lab": {"core", "games", "match", "bots"},
    "phone": {"core", "games", "match", "bots"},
    "app": {"core", "games", "match", "bots", "lab", "phone"},
    "commands": {"core", "games", "match", "bots", "lab", "app"},
}
HEAVY = {"pygame", "pymunk", "numpy", "rich", "aiohttp", "pettingzoo"}


def part(file: Path) -> str:
    """The folder of the package that a file is in, or the name of a module at the top."""
    inside = file.relative_to(ROOT)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem.replace("__init__", "")


def late(tree: ast.Module) -> set[ast.AST]:
    """All nodes inside functions: what they import is imported when they run."""
    inner = (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return {node for function in inner for node in ast.walk(function)}


def imports(file: Path) -> Iterator[tuple[str, bool]]:
    """The modules that a file imports, and whether only when a function runs. Imports for types alone do not count."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    inside = late(tree)
    for_types = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in inside) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative imports are not used"
            assert node.module
            yield node.module, node in inside
            yield from ((f"{node.module}.{alias.name}", node in inside) for alias in node.names)


def ours(module: str) -> str | None:
    """Which part of the project a module belongs to; None if it is not ours."""
    names = module.split(".")
    if names[0] != "grenade_salad":
        return None
    return names[1] if len(names) > 1 and names[1] in PARTS | TOP else ""


def test_the_walk_finds_the_project() -> None:
    assert {part(file) for file in FILES} >= {"core", "games", "match", "bots", "app", "lab", "commands", "cli"}
    assert {part(file) for file in FILES} <= PARTS | TOP
    assert ("grenade_salad.core", False) in set(imports(ROOT / "match" / "match.py"))
    assert ("grenade_salad.app", True) in set(imports(ROOT / "commands" / "window.py"))


@pytest.mark.parametrize("name", sorted(MAY_USE))
def test_who_imports_whom(name: str) -> None:
    allowed = MAY_USE[name] | {name, "", "paths"}
    for file in FILES:
        if part(file) == name:
            for module, _ in imports(file):
                assert (ours(module) or "") in allowed, f"{file.relative_to(ROOT)} imports {module}"


def test_the_window_is_imported_late() -> None:
    for file in FILES:
        if part(file) != "app":
            for module, is_late in imports(file):
                assert is_late or ours(module) != "app", f"{file.relative_to(ROOT)} imports {module} at once"


def test_core_and_games_use_the_standard_library_alone() -> None:
    for file in FILES:
        if part(file) in ("core", "games"):
            for module, _ in imports(file):
                top = module.split(".")[0]
                physics = top == "pymunk" and file.relative_to(ROOT).as_posix() == "games/salad/table.py"
                known = top in sys.stdlib_module_names or top == "grenade_salad"
                assert known or physics, f"{file.relative_to(ROOT)} imports {module}"


def test_only_the_window_imports_pygame() -> None:
    for file in FILES:
        if part(file) not in ("app", "commands"):
            assert all(module.split(".")[0] != "pygame" for module, _ in imports(file)), file
        if file.relative_to(ROOT).as_posix() != "games/salad/table.py":
            assert all(module.split(".")[0] != "pymunk" for module, _ in imports(file)), file


def loaded_by(code: str) -> set[str]:
    """The top names of all modules that a fresh Python has loaded after the code."""
    tell = "; import sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code + tell], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "code",
    [
        "import grenade_salad",
        "import grenade_salad.core, grenade_salad.games",
        "from grenade_salad import games; [games.load(name) for name in games.NAMES]",
        "import grenade_salad.match.match, grenade_salad.match.record, grenade_salad.match.replay",
        "import grenade_salad.bots, grenade_salad.lab.playout, grenade_salad.lab.simulate",
        "import grenade_salad.cli",
        "from grenade_salad.cli import main; main(['rules', 'wheel'])",
        "from grenade_salad.cli import main; main(['simulate', 'live-grenade', '--games', '1', '--json'])",
    ],
)
def test_headless_use_stays_headless(code: str) -> None:
    assert not loaded_by(code) & HEAVY


def test_help_imports_next_to_nothing() -> None:
    quiet = "from contextlib import suppress\nwith suppress(SystemExit): "
    loaded = loaded_by(quiet + "from grenade_salad.cli import main; main(['--help'])\n0")
    assert not loaded & (HEAVY | {"msgspec", "dataclasses", "pathlib", "typing", "json", "random", "shutil"})
