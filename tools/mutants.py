"""Do the tests notice when the rules are broken? Random mutants of the rules and the contract, and who survives.

    python -m tools.mutants --sample 20 [--seed 1] [--jobs 2] [--only games/wheel]
    python -m tools.mutants --sample 120 --seed 24 --list --keep FILE      what is drawn, kept
    python -m tools.mutants --same FILE --keep AFTER                       the same ones, tried by other tests

A mutant is one small change: a comparison turned, a number one more, `and` for `or`, a `not` gone, a statement left
out. It is tried in a copy of the package, by the tests of its game or its package, of the contract, of secrecy and of
the records. Survivors are listed with their line: each is equal to the original, or lacks a test; of the others, which
test noticed them first. A kept list has a JSON line for each, and holds while its lines of the source are there.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent.parent
PACKAGE = HERE / "grenade_salad"
FOLDERS = ("games", "core", "match", "session")
COMMON = (
    "tests/contract",
    "tests/secrecy",
    "tests/records",
    "tests/match/test_reading.py",
    "tests/match/test_undo.py",
    "tests/match/test_statistics.py",
)
OWN = {
    "match": ("tests/match/test_jump.py", "tests/match/test_names.py", "tests/match/test_turning.py", "tests/session"),
    "session": (
        *("tests/session", "tests/app/test_tempo.py", "tests/app/test_undo.py", "tests/app/test_reaction_pause.py"),
        *("tests/app/test_machines.py", "tests/app/test_table_scene.py", "tests/phone/test_windows.py"),
    ),
}
"""What notices first what is wrong in a package that is no game."""
SLOWEST = 900.0
"""Seconds until a mutant that hangs counts as noticed."""
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: in which file, from which byte to which, what stands there, and what is put there instead."""

    file: Path
    line: int
    start: int
    end: int
    was: str
    now: str

    def text(self) -> bytes:
        """The whole file with the change."""
        data = self.file.read_bytes()
        return data[: self.start] + self.now.encode() + data[self.end :]

    def place(self) -> tuple[str, str, str, str]:
        """What makes it the same in another version of the source: its file, its line as text, and the change."""
        text = self.file.read_text(encoding="utf-8").splitlines()[self.line - 1].strip()
        return self.file.relative_to(HERE).as_posix(), text, self.was, self.now


def _changes(node: ast.AST) -> Iterator[str]:
    """What may stand in a node's place."""
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare):
        new.ops[0] = TURNED[type(new.ops[0])]()
        yield f"({ast.unparse(new)})"
    elif isinstance(new, ast.BoolOp):
        new.op = ast.And() if isinstance(new.op, ast.Or) else ast.Or()
        yield f"({ast.unparse(new)})"
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not):
        yield f"({ast.unparse(new.operand)})"
    elif isinstance(new, ast.BinOp) and type(new.op) in SWAPPED:
        new.op = SWAPPED[type(new.op)]()
        yield f"({ast.unparse(new)})"
    elif isinstance(new, ast.Constant) and isinstance(new.value, bool):
        yield repr(not new.value)
    elif isinstance(new, ast.Constant) and isinstance(new.value, int | float):
        yield repr(new.value + 1)
    elif isinstance(new, ast.Expr | ast.Assign | ast.AugAssign) and not isinstance(new.value, ast.Constant):
        yield "pass"
    elif isinstance(new, ast.IfExp):
        yield f"({ast.unparse(new.body)})"
        yield f"({ast.unparse(new.orelse)})"


def _running(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes that run: bodies of functions, but for words that people read, and parts of f-strings."""
    seen: set[ast.AST] = set()
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        if function.name in ("message", "text", "__repr__", "__str__"):
            seen.update(ast.walk(function))
    seen.update(part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node))
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for node in (inner for statement in function.body for inner in ast.walk(statement)):
            if node not in seen:
                seen.add(node)
                yield node


def mutants(only: str = "") -> list[Mutant]:
    """All mutants of FOLDERS, or of the files there that begin with `only`, as in "games/wheel"."""
    found = []
    for file in sorted(one for folder in FOLDERS for one in (PACKAGE / folder).rglob("*.py")):
        if not file.relative_to(PACKAGE).as_posix().startswith(only):
            continue
        data = file.read_bytes()
        starts = [0]
        for line in data.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        for node in _running(ast.parse(data)):
            if isinstance(node, ast.expr | ast.stmt) and node.end_lineno and node.end_col_offset is not None:
                start = starts[node.lineno - 1] + node.col_offset
                end = starts[node.end_lineno - 1] + node.end_col_offset
                was = data[start:end].decode()
                found += [Mutant(file, node.lineno, start, end, was, now) for now in _changes(node)]
    return found


def same(file: Path) -> list[Mutant]:
    """The mutants of a kept list, as they are in this source; which are not there any more is printed."""
    there: dict[tuple[str, ...], list[Mutant]] = {}
    for one in mutants():
        there.setdefault(one.place(), []).append(one)
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        kept = json.loads(line)
        alike = there.get((kept["file"], kept["text"], kept["was"], kept["now"]), [])
        if alike:
            found.append(min(alike, key=lambda one: abs(one.line - int(kept["line"]))))
        else:
            print(f"gone     {kept['file']}:{kept['line']}: {kept['text']}")
    return found


def tests_for(mutant: Mutant) -> tuple[str, ...]:
    """The tests that have to notice it."""
    parts = mutant.file.relative_to(PACKAGE).parts
    if parts[0] in OWN:
        return *OWN[parts[0]], *COMMON
    own = f"tests/rules/{parts[1]}" if parts[0] == "games" and len(parts) > 2 else "tests/rules"
    return own, *COMMON


def noticed(mutant: Mutant) -> str:
    """Which test fails first with it, tried in a copy of the package and of the tests; empty if it survives."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder)
        for name in ("grenade_salad", "tests", "tools", "docs"):
            shutil.copytree(HERE / name, copied / name, ignore=shutil.ignore_patterns(".hypothesis"))
        (copied / "assets").symlink_to(HERE / "assets")
        for name in ("pyproject.toml", "conftest.py"):
            shutil.copy(HERE / name, copied)
        (copied / mutant.file.relative_to(HERE)).write_bytes(mutant.text())
        words = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow"]
        environment = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                [*words, *tests_for(mutant)], cwd=copied, env=environment, capture_output=True, timeout=SLOWEST
            )
        except subprocess.TimeoutExpired:
            return "the time"
    first = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout.decode(errors="replace"), re.M)
    return "" if done.returncode == 0 else first[1] if first else "the start of the tests"


def main(words: Sequence[str] | None = None) -> int:
    """Try a sample and list who survives; the exit status is 0 whoever does."""
    assert __doc__
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, default=20, help="how many mutants, drawn at random (default: 20)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument("--only", default="", help="files that begin so, as in games/wheel")
    parser.add_argument("--list", action="store_true", help="name the mutants, and try none")
    parser.add_argument("--same", type=Path, help="the mutants of a kept list, instead of a sample")
    parser.add_argument("--keep", type=Path, help="write what was tried, and who noticed it, to this file")
    args = parser.parse_args(words)
    every = same(args.same) if args.same else mutants(args.only)
    sample = every if args.same else Random(args.seed).sample(every, min(args.sample, len(every)))
    tried = [] if args.list else sample
    alive = 0
    with ThreadPoolExecutor(args.jobs) as pool, (args.keep or Path(os.devnull)).open("w", encoding="utf-8") as kept:
        for mutant, by in zip(sample, pool.map(noticed, tried) if tried else [None] * len(sample), strict=True):
            alive += by == ""
            file, text, was, now = mutant.place()
            said = "listed  " if by is None else "dies    " if by else "SURVIVES"
            shown, instead = (" ".join(part.split())[:70] for part in (was, now))
            print(f"{said} {file}:{mutant.line}: {shown}  ->  {instead}", f"  ({by})" if by else "", flush=True)
            line = {"file": file, "line": mutant.line, "text": text, "was": was, "now": now, "by": by}
            print(json.dumps(line), file=kept, flush=True)
    print(f"{alive} of {len(sample)} survive, of {len(every)} that there are (seed {args.seed})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
