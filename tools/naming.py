"""List of names and docstrings to mend: `python -m tools.naming [PATH ...]`.

Prints each place that docs/naming.md asks to write in another way, and their share in each folder or file: names from
the table "Words to avoid", docstrings that begin with a question word or a long line, tests named after a question.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
GUIDE = ROOT / "docs" / "naming.md"
PACKAGES = ("grenade_salad", "tests", "tools", "examples")
MAX_SUMMARY_LENGTH = 80
"""Characters in the first line of a docstring."""
_QUESTION_WORDS = ("what", "whether", "how", "where", "who", "whom", "which", "why")
_QUESTION = re.compile(rf"({'|'.join(word.title() for word in _QUESTION_WORDS)})\b")
_TEST = re.compile(rf"test_({'|'.join(_QUESTION_WORDS)})_")

FROZEN = {
    "records contain the fields of actions and setups": (
        "Die.at",
        "Explosion.at",
        "Flick.what",
        "Flip.what",
        "Push.what",
        "Roll.what",
        "Set.at",
        "Shuffle.what",
        "Taking.at",
        "Taking.what",
    ),
    "box.toml has keys of this name": (
        "Counter.least",
        "Counter.most",
        "Holder.most",
        "Kind.least",
        "Lay.at",
        "Press.what",
        "Printed.number",
        "Start.at",
        "Start.least",
        "Start.most",
    ),
    "the file of the settings has a key of this name": ("Settings.told",),
    "files of puzzles and of their solvers have a key of this name": ("_Puzzle.number",),
    "pages send it to the server": ("SuggestWording.now",),
}
"""Names of the list that stay, as `Class.name`, by the reason."""

_FROZEN_NAMES = {name for names in FROZEN.values() for name in names}

_BINDINGS: dict[type, str] = {
    ast.Name: "id",
    ast.arg: "arg",
    ast.Attribute: "attr",
    ast.alias: "asname",
    **dict.fromkeys((ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef), "name"),
    **dict.fromkeys((ast.ExceptHandler, ast.MatchAs, ast.MatchStar), "name"),
    ast.MatchMapping: "rest",
}
"""The field of a node that has the name it binds.

Of names and attributes, only those that are stored count.
"""
_LEAVES = {ast.Constant, ast.Load, ast.Store, ast.Del, str, int, bool, type(None)}


@dataclass(frozen=True, order=True)
class Place:
    """A line to mend."""

    path: str
    line: int
    problem: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.problem}"


@dataclass
class NamingCount:
    """Number of names and docstrings in the sources read so far.

    The lists are the places to mend among them.
    """

    words: frozenset[str]
    """The words to avoid."""
    names: int = 0
    docstrings: int = 0
    vague: list[Place] = field(default_factory=list)
    questions: list[Place] = field(default_factory=list)
    """Docstrings that begin with a question word."""
    long_lines: list[Place] = field(default_factory=list)
    tests: list[Place] = field(default_factory=list)
    """Tests named after a question."""
    frozen: set[str] = field(default_factory=set)
    """Those of `FROZEN` in these sources."""

    @property
    def vague_share(self) -> float:
        """Share of names that are on the list, 0 to 1."""
        return len(self.vague) / max(self.names, 1)

    @property
    def question_share(self) -> float:
        """Share of docstrings that begin with a question word, 0 to 1."""
        return len(self.questions) / max(self.docstrings, 1)

    @property
    def places(self) -> list[Place]:
        """All places, by file and line."""
        return sorted([*self.vague, *self.questions, *self.long_lines, *self.tests])

    def add_source(self, source: str | bytes, path: str) -> None:
        """Add the names and docstrings of a source.

        Raises `SyntaxError`.
        """
        exempt: set[ast.AST] = set()
        tree = ast.parse(source)
        self._add_docstrings(tree.body, path)
        for node in _walk_bindings(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self._add_docstrings(node.body[:1], path)
            elif isinstance(node, ast.ClassDef):
                self._add_docstrings(node.body, path)
                exempt.update(self._frozen_fields(node))
            name = getattr(node, _BINDINGS.get(type(node), ""), None)
            if name and node not in exempt:
                self.names += 1
                if name.strip("_") in self.words:
                    self.vague.append(Place(path, node.lineno, f"vague name: {name}"))
                elif _TEST.match(name):
                    self.tests.append(Place(path, node.lineno, f"question as a test: {name}"))

    def _add_docstrings(self, body: Sequence[ast.stmt], path: str) -> None:
        """Add a docstring, and those below the variables of a module or class."""
        for statement in body:
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text), lineno=line)):
                    first = text.strip().partition("\n")[0]
                    self.docstrings += 1
                    if question := _QUESTION.match(first):
                        self.questions.append(Place(path, line, f"docstring begins with {question[0]}"))
                    if len(first) > MAX_SUMMARY_LENGTH:
                        self.long_lines.append(Place(path, line, f"docstring's first line has {len(first)} characters"))

    def _frozen_fields(self, definition: ast.ClassDef) -> Iterator[ast.AST]:
        """Yield the fields that `FROZEN` names, and add their names to `frozen`."""
        for statement in definition.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                qualified = f"{definition.name}.{statement.target.id}"
                if qualified in _FROZEN_NAMES:
                    self.frozen.add(qualified)
                    yield statement.target


def _walk_bindings(tree: ast.Module) -> Iterator[Any]:
    """Yield the nodes that may bind a name, a class before its fields.

    It takes a third of the time of `ast.walk`: most nodes are names that are only read, and leaves.
    """
    stack: list[Any] = [*tree.body]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is ast.Name:
            if type(node.ctx) is ast.Store:
                yield node
        elif kind not in _LEAVES:
            if kind in _BINDINGS and (kind is not ast.Attribute or type(node.ctx) is ast.Store):
                yield node
            for value in node.__dict__.values():
                if type(value) is list:
                    stack += value
                elif type(value) not in _LEAVES:
                    stack.append(value)


def read_words(guide: str) -> frozenset[str]:
    r"""Return the names in backticks that the table "Words to avoid" has on the left.

    >>> sorted(read_words("## Words to avoid\n\n|instead of|write|\n|-|-|\n|`one`, `x_of(y)`|`seat`|\n|`at`|it|\n"))
    ['at', 'one']
    """
    table = guide.partition("## Words to avoid\n")[2].partition("\n## ")[0]
    cells = (line.split("|")[1] for line in table.splitlines() if line.startswith("|"))
    return frozenset(word for cell in cells for word in re.findall(r"`([^`]+)`", cell) if word.isidentifier())


def count_names(paths: Iterable[Path]) -> NamingCount:
    """Read the files, and those in the folders, once each."""
    result = NamingCount(read_words(GUIDE.read_text(encoding="utf-8")))
    for path in paths:
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            name = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
            result.add_source(file.read_bytes(), name.as_posix())
    return result


HEADING = f"{'':20} {'vague names':>24} {'question docstrings':>24} {'long':>6} {'tests':>6}"


def format_row(title: str, count: NamingCount) -> str:
    """Return the line of a table below `HEADING`."""
    names = f"{len(count.vague):6} of {count.names:6} {count.vague_share:7.1%}"
    docstrings = f"{len(count.questions):6} of {count.docstrings:6} {count.question_share:7.1%}"
    return f"{title:20} {names} {docstrings} {len(count.long_lines):6} {len(count.tests):6}"


def main() -> int:
    """Print the places, then the figures."""
    assert __doc__
    parser = argparse.ArgumentParser(prog="python -m tools.naming", description=__doc__.partition("\n")[0])
    parser.add_argument("paths", metavar="PATH", nargs="*", type=Path, help=f"instead of {', '.join(PACKAGES)}")
    paths: list[Path] = parser.parse_args().paths
    counts = {str(path): count_names([path.resolve()]) for path in paths or map(Path, PACKAGES)}
    for count in counts.values():
        for place in count.places:
            print(place)
    print(HEADING, *(format_row(title, count) for title, count in counts.items()), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
