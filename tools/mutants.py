"""Do the tests notice when the rules are broken? Random mutants of the rules and the contract, and who survives.

    python -m tools.mutants --sample 20 [--seed 1] [--jobs 2] [--only games/wheel]
    python -m tools.mutants --sample 120 --seed 24 --list --keep FILE      what is drawn, kept
    python -m tools.mutants --same FILE --keep AFTER                       the same ones, tried by other tests

A mutant is one small change: a comparison turned, a number one more, `and` for `or`, a `not` gone, a statement left
out. All are put into one copy of the package, each behind a switch, and tried there one by one (`tools.mutant_runs`),
by those tests that come there: of its game or its package, of the contract, of secrecy and of the records. Survivors
are listed with their line: each is equal to the original, or lacks a test; of the others, which test noticed them
first. A kept list has a JSON line for each, and holds while its lines of the source are there.
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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import accumulate
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

from tools.mutant_runs import AT_IMPORT, JOB, SLOWEST, SWITCH, Job

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
    "match": (
        "tests/match/test_jump.py",
        "tests/text/test_person_names.py",
        "tests/match/test_story.py",
        "tests/session",
    ),
    "session": (
        *("tests/session", "tests/app/test_tempo.py", "tests/app/test_undo.py", "tests/app/test_reaction_pause.py"),
        *("tests/app/test_machines.py", "tests/app/test_table_scene.py", "tests/web/test_windows.py"),
    ),
}
"""What notices first what is wrong in a package that is no game."""
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


def same(file: Path, alive: bool = False) -> list[Mutant]:
    """The mutants of a kept list, as they are in this source, all or those that survived; which are not there any more
    is printed."""
    there: dict[tuple[str, ...], list[Mutant]] = {}
    for one in mutants():
        there.setdefault(one.place(), []).append(one)
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        kept = json.loads(line)
        if alive and kept["by"] != "":
            continue
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


class _Switches(ast.NodeTransformer):
    """Puts a switch in the place of every mutant of a file: what stands there, unless the mutant is on."""

    def __init__(self, data: bytes, numbered: Mapping[int, Mutant]) -> None:
        self.data, self.numbered = data, numbered
        self.starts = list(accumulate((len(line) for line in data.splitlines(keepends=True)), initial=0))

    def visit(self, node: ast.AST) -> Any:
        """The node with its switches, and those within it."""
        fit = list(self._fit(node))
        new = self.generic_visit(node)
        for number, mutant in fit:
            on = ast.parse(f"mutant({number})", mode="eval").body
            if isinstance(new, ast.stmt):
                new = ast.If(on, [ast.Pass()], [new])
            elif isinstance(new, ast.expr):
                new = ast.IfExp(on, ast.parse(mutant.now, mode="eval").body, new)
        return new

    def _fit(self, node: ast.AST) -> Iterator[tuple[int, Mutant]]:
        if not isinstance(node, ast.expr | ast.stmt) or node.end_lineno is None or node.end_col_offset is None:
            return
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[node.end_lineno - 1] + node.end_col_offset
        for number, mutant in self.numbered.items():
            if (mutant.start, mutant.end) == (start, end) and mutant.now in _changes(node):
                yield number, mutant


def switched(file: Path, numbered: Mapping[int, Mutant]) -> str:
    """The source of a file with all these mutants in it, each behind a switch that is off."""
    data = file.read_bytes()
    tree = _Switches(data, numbered).visit(ast.parse(data))
    first = next(
        at
        for at, node in enumerate(tree.body)
        if not (isinstance(node, ast.Expr) or (isinstance(node, ast.ImportFrom) and node.module == "__future__"))
    )
    tree.body.insert(first, ast.parse("from grenade_salad.mutant_switch import mutant").body[0])
    text = ast.unparse(ast.fix_missing_locations(tree))
    for number, mutant in numbered.items():
        assert text.count(f"mutant({number})") == 1, mutant
    return text


@contextmanager
def _copied() -> Iterator[Path]:
    """A copy of the project."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder)
        for name in ("grenade_salad", "tests", "tools", "docs"):
            ignored = shutil.ignore_patterns(".hypothesis", "__pycache__")
            shutil.copytree(HERE / name, copied / name, ignore=ignored)
        for name in ("assets", "boxes", "examples"):
            (copied / name).symlink_to(HERE / name)
        for name in ("pyproject.toml", "conftest.py"):
            shutil.copy(HERE / name, copied)
        yield copied


def _pytest(copied: Path, *words: str, **environ: str) -> subprocess.Popen[bytes]:
    """The default tests in a copy."""
    plain = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow"]
    (copied / "tmp").mkdir()
    environment = {**os.environ, "PYTHONPATH": str(copied), "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"TMPDIR": str(copied / "tmp"), **environ}
    return subprocess.Popen([*plain, *words], cwd=copied, env=environment, stdout=subprocess.PIPE)


def noticed(mutant: Mutant) -> str:
    """Which test fails first with it, tried alone, in a copy of its own; empty if it survives."""
    with _copied() as copied:
        (copied / mutant.file.relative_to(HERE)).write_bytes(mutant.text())
        process = _pytest(copied, *tests_for(mutant))
        try:
            said, _ = process.communicate(timeout=SLOWEST)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return "the time"
    first = re.search(r"^(?:FAILED|ERROR) (\S+)", said.decode(errors="replace"), re.M)
    return "" if process.returncode == 0 else first[1] if first else "the start of the tests"


def tried(sample: Sequence[Mutant], jobs: int, tests: Sequence[str] = ()) -> Iterator[tuple[Mutant, str, int]]:
    """Each mutant with the test that fails first with it, empty if it survives, and how many tests were chosen for it.

    As they come. Where there are `tests`, only those, by their ids, are run.
    """
    with _copied() as copied:
        numbered = dict(enumerate(sample))
        (copied / "grenade_salad/mutant_switch.py").write_text(SWITCH, encoding="utf-8")
        for file in {one.file for one in sample}:
            inside = {number: one for number, one in numbered.items() if one.file == file}
            (copied / file.relative_to(HERE)).write_text(switched(file, inside), encoding="utf-8")
        job = Job(list(numbered), jobs, str(copied / "told.jsonl"), list(tests))
        (copied / "job.json").write_text(json.dumps(asdict(job)), encoding="utf-8")
        Path(job.out).touch()
        folders = {test.partition("::")[0] for test in tests} or {one for each in sample for one in tests_for(each)}
        process = _pytest(copied, "-p", "tools.mutant_runs", *sorted(folders), **{JOB: str(copied / "job.json")})
        with Path(job.out).open(encoding="utf-8") as told:
            while True:
                over = process.poll() is not None
                while line := told.readline():
                    said = json.loads(line)
                    mutant = numbered.pop(said["number"])
                    by = noticed(mutant) if said["by"] == AT_IMPORT else said["by"]
                    yield mutant, by, said["tests"]
                if over:
                    break
                sleep(0.2)
        if numbered:
            assert process.stdout is not None
            raise SystemExit(process.stdout.read().decode(errors="replace")[-3000:])


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
    parser.add_argument("--alive", action="store_true", help="with --same: those that survived")
    parser.add_argument("--tests", type=Path, help="only the tests whose ids stand in this file, a line each")
    parser.add_argument("--keep", type=Path, help="write what was tried, and who noticed it, to this file")
    args = parser.parse_args(words)
    every = same(args.same, args.alive) if args.same else mutants(args.only)
    sample = every if args.same else Random(args.seed).sample(every, min(args.sample, len(every)))
    tests = args.tests.read_text(encoding="utf-8").split("\n") if args.tests else []
    said: Iterable[tuple[Mutant, str | None, int]]
    said = ((one, None, 0) for one in sample) if args.list else tried(sample, args.jobs, list(filter(None, tests)))
    alive = 0
    with (args.keep or Path(os.devnull)).open("w", encoding="utf-8") as kept:
        for mutant, by, number in said:
            alive += by == ""
            file, text, was, now = mutant.place()
            how = "listed  " if by is None else "dies    " if by else "SURVIVES"
            shown, instead = (" ".join(part.split())[:70] for part in (was, now))
            why = f"  ({by})" if by else "" if number or by is None else "  (no test comes there)"
            print(f"{how} {file}:{mutant.line}: {shown}  ->  {instead}{why}", flush=True)
            line = {"file": file, "line": mutant.line, "text": text, "was": was, "now": now, "by": by, "tests": number}
            print(json.dumps(line), file=kept, flush=True)
    print(f"{alive} of {len(sample)} survive, of {len(every)} that there are (seed {args.seed})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
