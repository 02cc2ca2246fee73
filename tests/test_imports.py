"""The permitted imports between packages; headless use stays headless."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import grenade_salad
from grenade_salad import games
from grenade_salad.core.discovery import GAMES_GROUP, PLAYERS_GROUP

ROOT = Path(grenade_salad.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
MAY_USE: dict[str, set[str]] = {
    "text": set(),
    "core": set(),
    "system": {"core"},
    "artwork": set(),
    "games": {"core"},
    "films": {"core", "games"},
    "match": {"core", "games"},
    "journal": {"core", "games", "match"},
    "boxes": {"core", "games", "match"},
    "players": {"core", "games"},
    "lab": {"core", "games", "match", "journal", "players"},
    "session": {"core", "games", "match", "journal", "players", "lab"},
    "puzzles": {"core", "games", "match", "players", "lab"},
    "scenarios": {"core", "games", "match", "players", "lab"},
    "sheets": {"core", "games", "films", "match", "session", "boxes"},
    "web": {"core", "games", "match", "journal", "players", "session", "boxes", "sheets"},
    "quarantine": {"core", "games", "match", "journal", "boxes", "players", "lab", "scenarios"},
}
"""The packages from the bottom up, and those that each may import.

All may import "text" and `SHARED` besides, if those are before them.
"""
MAY_USE["app"] = {*MAY_USE}
MAY_USE["commands"] = {*MAY_USE}
LAYERS = tuple(MAY_USE)
APP_LAYERS = (
    "ui",
    "shell",
    "accessibility",
    "seating",
    "pages",
    "sharing",
    "phones",
    "match",
    "setup",
    "scenarios",
    "puzzles",
    "history",
    "editor",
    "games",
    "window",
)
"""The same within the window."""
PAGES = {"pages", "setup", "scenarios", "puzzles", "history"}
"""Packages of the window that do not import each other.

The app or the first screen opens them.
"""
PARTS = set(LAYERS)
SHARED = {"", "system", "artwork"}
"""Packages that every package above them may use."""
TOP_MODULES = {"", "cli", "__main__"}

HEAVY_LIBRARIES = {"pygame", "pymunk", "numpy", "rich", "aiohttp", "pettingzoo"}

LIBRARIES_BY_FILE = {
    "text/person_names.py": ("regex",),
    "games/physics/bodies.py": ("pymunk", "numpy"),
    "games/physics/sliding.py": ("pymunk", "numpy"),
    "games/physics/pushing.py": ("pymunk",),
    "films/impacts.py": ("numpy",),
    "films/slide_film.py": ("numpy",),
    "games/salad/physics.py": ("pymunk", "numpy"),
    "games/salad/vector_geometry.py": ("numpy",),
    "films/drop_film.py": ("numpy",),
    "films/drop_path.py": ("numpy",),
    "films/separation.py": ("numpy",),
    "quarantine/drawings.py": ("pygame",),
    "quarantine/pictures.py": ("pygame", "numpy"),
}
"""Libraries that single files import, late: for letters, real soldiers and films."""
NETWORK_LIBRARIES = {"aiohttp", "asyncio", "socket", "ssl", "ifaddr", "multiprocessing"}
NETWORK_FILES = {"site.py", "socket_server.py", "connection_limiter.py", "addresses.py"}
"""Files of `web` that may import them."""
PHYSICS_FILES = {file for file, heavy in LIBRARIES_BY_FILE.items() if "pymunk" in heavy}
"""Files with the physics of games: no other file imports pymunk."""
PICTURE_FILES = ("quarantine/drawings.py", "quarantine/pictures.py")
"""The files that decode pictures of strangers, in a process without a window."""
GAME_DECLARATIONS = {*ROOT.glob("games/*/__init__.py")}
"""Files with the plugins of our games: others import what they name."""


def find_package(file: Path) -> str:
    """Return the package folder that a file is in, or the name of a top-level module."""
    path = file.relative_to(ROOT)
    return path.parts[0] if len(path.parts) > 1 else path.stem.replace("__init__", "")


_STATEMENT_FIELDS = ("body", "orelse", "finalbody", "handlers", "cases")
"""Fields of nodes that contain statements.

An import is a statement, so no other fields are searched.
"""


class Import(NamedTuple):
    """An import: its module and names.

    `is_late` is true if it runs only with a function, `is_for_types` if it is for type checkers alone.
    """

    module: str
    names: tuple[str, ...]
    is_late: bool
    is_for_types: bool


def _find_imports(nodes: Sequence[ast.AST], is_late: bool, is_for_types: bool) -> Iterator[Import]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, (), is_late, is_for_types) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports are not used"
            assert node.module
            yield Import(node.module, tuple(alias.name for alias in node.names), is_late, is_for_types)
        else:
            is_inner_late = is_late or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            is_inner_for_types = is_for_types or (
                isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            )
            for block in _STATEMENT_FIELDS:
                yield from _find_imports(getattr(node, block, ()), is_inner_late, is_inner_for_types)


@cache
def read_imports(file: Path) -> tuple[Import, ...]:
    """Return all imports of a file."""
    return tuple(_find_imports([ast.parse(file.read_text(encoding="utf-8"))], is_late=False, is_for_types=False))


def runtime_imports(file: Path) -> Iterator[tuple[str, bool]]:
    """Return the modules that a file imports at run time.

    With each module comes True if it is imported only when a function runs.
    """
    for statement in read_imports(file):
        if not statement.is_for_types:
            yield statement.module, statement.is_late
            yield from ((f"{statement.module}.{name}", statement.is_late) for name in statement.names)


MODULE_PATH = re.compile(r"grenade_salad(\.\w+)+")


def named_modules(file: Path) -> Iterator[str]:
    """Return the modules of the project that strings in a file name.

    "package.module:OBJECT" names one, too. A group of entry points is no module.
    """
    if file in GAME_DECLARATIONS:
        return
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            module = node.value.partition(":")[0]
            if MODULE_PATH.fullmatch(module) and module not in (GAMES_GROUP, PLAYERS_GROUP):
                yield module


def own_package(module: str) -> str | None:
    """Return the package of the project that a module belongs to, or None."""
    names = module.split(".")
    if names[0] != "grenade_salad":
        return None
    return names[1] if len(names) > 1 and names[1] in PARTS | TOP_MODULES else ""


def test_search_finds_the_project() -> None:
    assert {find_package(file) for file in FILES} >= {
        "core",
        "games",
        "match",
        "journal",
        "session",
        "players",
        "app",
        "lab",
        "commands",
        "cli",
    }
    assert {find_package(file) for file in FILES} <= PARTS | TOP_MODULES
    assert ("grenade_salad.core", False) in set(runtime_imports(ROOT / "match" / "match.py"))
    assert ("grenade_salad.app.window", True) in set(runtime_imports(ROOT / "commands" / "window.py"))


@pytest.mark.parametrize("name", sorted(MAY_USE))
def test_packages_import_only_what_they_may(name: str) -> None:
    permitted = MAY_USE[name] | SHARED | {name, "text"}
    for file in FILES:
        if find_package(file) == name:
            for module in (*(module for module, _ in runtime_imports(file)), *named_modules(file)):
                assert (own_package(module) or "") in permitted, f"{file.relative_to(ROOT)} imports {module}"


def test_strings_that_name_modules_count_as_imports(tmp_path: Path) -> None:
    assert set(named_modules(ROOT / "app" / "match" / "start_match.py")) == {"grenade_salad.app.match.fallback_board"}
    assert not set(named_modules(ROOT / "games" / "wheel" / "__init__.py")), "others import what a plugin names"
    assert not set(named_modules(ROOT / "core" / "discovery.py")), "groups of entry points"
    (tmp_path / "late.py").write_text('"""About grenade_salad.web."""\nHOST = "grenade_salad.web.host:PhoneHost"\n')
    assert list(named_modules(tmp_path / "late.py")) == ["grenade_salad.web.host"]


def module_name(file: Path) -> str:
    """Return the name of the module in a file."""
    return ".".join(("grenade_salad", *file.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")


def build_import_graph() -> dict[str, set[str]]:
    """Return the modules of the project that each module imports.

    Late imports and imports for types count.

    A package that re-exports names of its own modules (see core.lazy_exports) imports them for types alone, and that
    does not count; nor does a package that imports its own modules for a declaration about itself.
    """
    modules = {module_name(file): file for file in FILES}
    graph: dict[str, set[str]] = {}
    for name, file in modules.items():
        is_package = file.name == "__init__.py"
        imported = graph[name] = set()
        for statement in read_imports(file):
            candidates = {f"{statement.module}.{imported_name}" for imported_name in statement.names}
            targets = {candidate if candidate in modules else statement.module for candidate in candidates} or {
                statement.module
            }
            imported |= {
                target for target in targets & modules.keys() if not (is_package and target.startswith(f"{name}."))
            }
    return graph


def find_cycles(graph: dict[str, set[str]]) -> list[tuple[str, ...]]:
    """Return the sets of modules that can all be reached from one another."""
    reach = {name: set(targets) for name, targets in graph.items()}
    for via in graph:
        for name in graph:
            if via in reach[name]:
                reach[name] |= reach[via]
    cycles = {tuple(sorted(partner for partner in reach[name] if name in reach.get(partner, ()))) for name in graph}
    return sorted(cycle for cycle in cycles if cycle)


def test_modules_have_no_import_cycles() -> None:
    assert find_cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [("a", "b", "c")]
    graph = build_import_graph()
    assert "grenade_salad.app.shell.scene" in graph["grenade_salad.app.window.application"], "it sees imports"
    assert "grenade_salad.app.pages.rules_page" in graph["grenade_salad.app.window.application"], "it sees late ones"
    assert find_cycles(graph) == []


def find_imports_among(
    graph: dict[str, set[str]], packages: Collection[str], depth: int
) -> Iterator[tuple[str, str, str, str]]:
    """Yield each import among these packages.

    An import is a module and its package, then the imported module and its package. `depth` is the index of the
    packages' names in the name of a module.
    """
    for module, imports in graph.items():
        parts = module.split(".")
        for imported in imports:
            target = imported.split(".")
            if (
                parts[:depth] == target[:depth]
                and depth < min(len(parts), len(target))
                and {parts[depth], target[depth]} <= {*packages}
            ):
                yield module, parts[depth], imported, target[depth]


def find_upward_imports(graph: dict[str, set[str]], layers: tuple[str, ...], depth: int) -> set[tuple[str, str]]:
    """Return the imports among these packages that point upward, as pairs of modules."""
    return {
        (module, imported)
        for module, package, imported, target in find_imports_among(graph, layers, depth)
        if layers.index(target) > layers.index(package)
    }


def test_no_import_points_upward() -> None:
    graph = build_import_graph()
    assert find_upward_imports({"a.x.m": {"a.y"}, "a.y.m": {"a.x.m", "a"}}, ("x", "y"), 1) == {("a.x.m", "a.y")}
    assert find_upward_imports(graph, LAYERS, 1) | find_upward_imports(graph, APP_LAYERS, 2) == set()
    folders = {file.relative_to(ROOT).parts for file in FILES}
    assert {parts[0] for parts in folders if len(parts) > 1} == PARTS
    assert {parts[1] for parts in folders if parts[0] == "app" and len(parts) > 2} == {*APP_LAYERS}


def find_imports_between(graph: dict[str, set[str]], packages: Collection[str], depth: int) -> set[tuple[str, str]]:
    """Return the imports from one of these packages to another, as pairs of modules."""
    return {
        (module, imported)
        for module, package, imported, target in find_imports_among(graph, packages, depth)
        if package != target
    }


def test_pages_do_not_import_each_other() -> None:
    assert find_imports_between({"a.x.m": {"a.y", "a.x.n", "a.z"}}, {"x", "y"}, 1) == {("a.x.m", "a.y")}
    assert find_imports_between(build_import_graph(), PAGES, 2) == set()
    assert {*APP_LAYERS} >= PAGES


def test_ui_toolkit_does_not_import_the_rest_of_the_window() -> None:
    for file in FILES:
        if file.relative_to(ROOT).as_posix().startswith("app/ui/"):
            for module, _ in runtime_imports(file):
                is_foreign = module.startswith("grenade_salad.app") and not module.startswith("grenade_salad.app.ui")
                assert not is_foreign, f"{file.relative_to(ROOT)} imports {module}"


def test_window_is_imported_late() -> None:
    for file in FILES:
        if find_package(file) != "app":
            for module, is_late in runtime_imports(file):
                assert is_late or own_package(module) != "app", f"{file.relative_to(ROOT)} imports {module} at once"


def test_core_and_games_use_only_the_standard_library() -> None:
    for file in FILES:
        if find_package(file) in ("text", "core", "games", "films"):
            for module, _ in runtime_imports(file):
                library = module.split(".")[0]
                is_permitted = library in LIBRARIES_BY_FILE.get(file.relative_to(ROOT).as_posix(), ())
                is_standard = library in sys.stdlib_module_names or library == "grenade_salad"
                assert is_standard or is_permitted, f"{file.relative_to(ROOT)} imports {module}"


def test_only_the_window_imports_pygame() -> None:
    for file in FILES:
        if find_package(file) not in ("app", "commands") and file.relative_to(ROOT).as_posix() not in PICTURE_FILES:
            assert all(module.split(".")[0] != "pygame" for module, _ in runtime_imports(file)), file
        if file.relative_to(ROOT).as_posix() not in PHYSICS_FILES:
            assert all(module.split(".")[0] != "pymunk" for module, _ in runtime_imports(file)), file


def find_loaded_libraries(code: str) -> set[str]:
    """Return the top-level names of all modules that a fresh Python loads."""
    report_code = "; import sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    result = subprocess.run([sys.executable, "-c", code + report_code], capture_output=True, text=True, check=True)
    return set(result.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "code",
    [
        "import grenade_salad",
        "import grenade_salad.core, grenade_salad.games",
        "from grenade_salad import games; [games.load(name) for name in games.NAMES]",
        "import grenade_salad.match.match, grenade_salad.match.record",
        "import grenade_salad.players, grenade_salad.lab.playout, grenade_salad.lab.simulate",
        "import grenade_salad.session.session, grenade_salad.session.player_worker, grenade_salad.web.host",
        "import grenade_salad.app.match.controller",
        "import grenade_salad.puzzles.continuation, grenade_salad.puzzles.search",
        "import grenade_salad.cli",
        "from grenade_salad.cli import main; main(['rules', 'wheel'])",
        "from grenade_salad.cli import main; main(['simulate', 'live-grenade', '--games', '1', '--json'])",
    ],
)
def test_headless_use_stays_headless(code: str) -> None:
    assert not find_loaded_libraries(code) & HEAVY_LIBRARIES


def test_host_of_phones_needs_no_network_library() -> None:
    for file in FILES:
        if find_package(file) == "web" and file.name not in NETWORK_FILES:
            for module, _ in runtime_imports(file):
                assert module.split(".")[0] not in NETWORK_LIBRARIES, f"{file.name} imports {module}"
    loaded = find_loaded_libraries("import grenade_salad.web.host, grenade_salad.web.headless_table")
    assert "grenade_salad" in loaded
    # The standard library itself loads `socket`, from `importlib.metadata` by way of `email`.
    assert not loaded & (NETWORK_LIBRARIES - {"socket"} | {"segno"})
    assert "aiohttp" in find_loaded_libraries("import grenade_salad.web.socket_server")


def test_help_imports_almost_nothing() -> None:
    prefix = "from contextlib import suppress\nwith suppress(SystemExit): "
    loaded = find_loaded_libraries(prefix + "from grenade_salad.cli import main; main(['--help'])\n0")
    assert not loaded & (HEAVY_LIBRARIES | {"msgspec", "dataclasses", "pathlib", "typing", "json", "random", "shutil"})


def test_game_names_occur_only_in_the_folders_of_the_game() -> None:
    folders_by_name = {name: set[str]() for name in games.NAMES}
    for file in FILES:
        for name in re.findall(r'"([a-z-]+)"', file.read_text(encoding="utf-8")):
            if name in folders_by_name:
                folders_by_name[name].add(file.relative_to(ROOT).parent.as_posix())
    folders = {"grenade-salad": "salad", "live-grenade": "live_grenade", "wheel": "wheel"}
    for name, folder in folders.items():
        assert f"games/{folder}" in folders_by_name[name]
        assert folders_by_name[name] <= {f"games/{folder}", f"players/{folder}", f"app/games/{folder}"}


def test_first_screen_imports_no_rules() -> None:
    """Modules that a plugin names by strings are loaded only when they are used.

    The rules of three games would double the start time.
    """
    code = (
        "import tempfile, pathlib, sys\n"
        "from grenade_salad.app.window.application import App\n"
        "from grenade_salad.app.window.home import HomeScene\n"
        "app = App(pathlib.Path(tempfile.mkdtemp()))\n"
        "app.push(HomeScene(app))\napp.frame()\napp.close()\n"
        "print(*sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = result.stdout.split()
    assert "grenade_salad.games.wheel" in loaded
    assert not [name for name in loaded if name.startswith("grenade_salad.games.") and name.count(".") > 2]
