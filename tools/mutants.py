"""Mutation testing of the rules and the contract: which random mutants survive?

    python -m tools.mutants --sample 20 [--seed 1] [--jobs 2] [--only games/wheel]
    python -m tools.mutants --sample 120 --seed 24 --list --keep FILE      save the sample
    python -m tools.mutants --same FILE --keep AFTER                       try the same mutants with other tests

A mutant is one small change: an inverted comparison, a number plus one, `and` for `or`, a missing `not`, a statement
left out. All are put into one copy of the package, each behind a switch, and tried there one by one
(`tools.mutant_runs`) by the tests that concern them: those of the game or the package, of the contract, of secrecy and
of the records. Survivors are listed with their line: each is equivalent to the original, or lacks a test. For the
others, the test that noticed them first is printed. A saved list has a JSON line for each mutant, and is valid while
these lines of the source exist.
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

from tools.mutant_runs import AT_IMPORT, JOB, MUTANT_TIMEOUT, SWITCH, Job

HERE = Path(__file__).resolve().parent.parent
PACKAGE = HERE / "grenade_salad"
FOLDERS = ("games", "core", "match", "session")
COMMON_TESTS = (
    "tests/contract",
    "tests/secrecy",
    "tests/records",
    "tests/match/test_reading.py",
    "tests/match/test_undo.py",
    "tests/match/test_statistics.py",
)
PACKAGE_TESTS = {
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
"""The tests that should notice first what is wrong in a package that is no game."""
INVERTED_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SWAPPED_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change of a file."""

    file: Path
    line: int
    start: int
    """The first byte of what is changed."""
    end: int
    """The byte after the last one."""
    original: str
    """The text there."""
    replacement: str

    def identity(self) -> tuple[str, str, str, str]:
        """Return what identifies the mutant in another version of the source.

        This is its file, its line as text, the original and the replacement.
        """
        text = self.file.read_text(encoding="utf-8").splitlines()[self.line - 1].strip()
        return self.file.relative_to(HERE).as_posix(), text, self.original, self.replacement


def _replacements(node: ast.AST) -> Iterator[str]:
    """Yield the texts that may replace a node."""
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare):
        new.ops[0] = INVERTED_COMPARISONS[type(new.ops[0])]()
        yield f"({ast.unparse(new)})"
    elif isinstance(new, ast.BoolOp):
        new.op = ast.And() if isinstance(new.op, ast.Or) else ast.Or()
        yield f"({ast.unparse(new)})"
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not):
        yield f"({ast.unparse(new.operand)})"
    elif isinstance(new, ast.BinOp) and type(new.op) in SWAPPED_OPERATORS:
        new.op = SWAPPED_OPERATORS[type(new.op)]()
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


def _executed_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes that are executed: the bodies of functions.

    Texts for people and parts of f-strings are left out.
    """
    handled: set[ast.AST] = set()
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        if function.name in ("message", "text", "__repr__", "__str__"):
            handled.update(ast.walk(function))
    handled.update(part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node))
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for node in (inner for statement in function.body for inner in ast.walk(statement)):
            if node not in handled:
                handled.add(node)
                yield node


def _line_starts(data: bytes) -> list[int]:
    return list(accumulate((len(line) for line in data.splitlines(keepends=True)), initial=0))


def _find_span(node: ast.AST, line_starts: Sequence[int]) -> tuple[int, int] | None:
    """Return the range of bytes of an expression or a statement; None for other nodes."""
    if not isinstance(node, ast.expr | ast.stmt) or node.end_lineno is None or node.end_col_offset is None:
        return None
    return line_starts[node.lineno - 1] + node.col_offset, line_starts[node.end_lineno - 1] + node.end_col_offset


def list_mutants(only: str = "") -> list[Mutant]:
    """Return all mutants of FOLDERS, or of the files whose path begins with `only`.

    For example "games/wheel".
    """
    result = []
    for file in sorted(path for folder in FOLDERS for path in (PACKAGE / folder).rglob("*.py")):
        if not file.relative_to(PACKAGE).as_posix().startswith(only):
            continue
        data = file.read_bytes()
        starts = _line_starts(data)
        for node in _executed_nodes(ast.parse(data)):
            if span := _find_span(node, starts):
                original = data[slice(*span)].decode()
                result += [Mutant(file, node.lineno, *span, original, text) for text in _replacements(node)]
    return result


def find_same(file: Path, alive: bool = False) -> list[Mutant]:
    """Return the mutants of a saved list as they are in this source.

    With `alive` only those that survived. Those that don't exist any more are printed.
    """
    by_identity: dict[tuple[str, ...], list[Mutant]] = {}
    for mutant in list_mutants():
        by_identity.setdefault(mutant.identity(), []).append(mutant)
    result = []
    for line in file.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if alive and entry["by"] != "":
            continue
        alike = by_identity.get((entry["file"], entry["text"], entry["was"], entry["now"]), [])
        if alike:
            result.append(min(alike, key=lambda candidate: abs(candidate.line - int(entry["line"]))))
        else:
            print(f"gone     {entry['file']}:{entry['line']}: {entry['text']}")
    return result


def choose_tests(mutant: Mutant) -> tuple[str, ...]:
    """Return the tests that have to notice the mutant."""
    parts = mutant.file.relative_to(PACKAGE).parts
    if parts[0] in PACKAGE_TESTS:
        return *PACKAGE_TESTS[parts[0]], *COMMON_TESTS
    rule_tests = f"tests/rules/{parts[1]}" if parts[0] == "games" and len(parts) > 2 else "tests/rules"
    return rule_tests, *COMMON_TESTS


class _Switches(ast.NodeTransformer):
    """Puts a switch in the place of every mutant of a file.

    It runs the original unless the mutant is on.
    """

    def __init__(self, data: bytes, mutants_by_id: Mapping[int, Mutant]) -> None:
        self.mutants_by_id = mutants_by_id
        self.line_starts = _line_starts(data)

    def visit(self, node: ast.AST) -> Any:
        """Return the node with its switches and those inside it."""
        span = _find_span(node, self.line_starts)
        mutants = {
            mutant_id: mutant
            for mutant_id, mutant in self.mutants_by_id.items()
            if (mutant.start, mutant.end) == span and mutant.replacement in _replacements(node)
        }
        new = self.generic_visit(node)
        for mutant_id, mutant in mutants.items():
            on = ast.parse(f"mutant({mutant_id})", mode="eval").body
            if isinstance(new, ast.stmt):
                new = ast.If(on, [ast.Pass()], [new])
            elif isinstance(new, ast.expr):
                new = ast.IfExp(on, ast.parse(mutant.replacement, mode="eval").body, new)
        return new


def add_switches(file: Path, mutants_by_id: Mapping[int, Mutant]) -> str:
    """Return the source of a file with these mutants, each behind a switch."""
    data = file.read_bytes()
    tree = _Switches(data, mutants_by_id).visit(ast.parse(data))
    first = next(
        index
        for index, node in enumerate(tree.body)
        if not (isinstance(node, ast.Expr) or (isinstance(node, ast.ImportFrom) and node.module == "__future__"))
    )
    tree.body.insert(first, ast.parse("from grenade_salad.mutant_switch import mutant").body[0])
    text = ast.unparse(ast.fix_missing_locations(tree))
    for mutant_id, mutant in mutants_by_id.items():
        assert text.count(f"mutant({mutant_id})") == 1, mutant
    return text


@contextmanager
def _project_copy() -> Iterator[Path]:
    """Yield the folder of a copy of the project."""
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


def _start_pytest(copied: Path, *words: str, **environ: str) -> subprocess.Popen[bytes]:
    """Start the default tests in a copy."""
    plain = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow"]
    (copied / "tmp").mkdir(exist_ok=True)
    environment = {**os.environ, "PYTHONPATH": str(copied), "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"TMPDIR": str(copied / "tmp"), **environ}
    return subprocess.Popen([*plain, *words], cwd=copied, env=environment, stdout=subprocess.PIPE)


def find_failing_test(copied: Path, mutant_id: int, mutant: Mutant) -> str:
    """Return the first test that fails in a copy with the mutant on from the start.

    Empty if the mutant survives.
    """
    process = _start_pytest(copied, *choose_tests(mutant), MUTANT=str(mutant_id))
    try:
        output, _ = process.communicate(timeout=MUTANT_TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return "the time"
    first = re.search(r"^(?:FAILED|ERROR) (\S+)", output.decode(errors="replace"), re.M)
    return "" if process.returncode == 0 else first[1] if first else "the start of the tests"


def try_mutants(sample: Sequence[Mutant], jobs: int, tests: Sequence[str] = ()) -> Iterator[tuple[Mutant, str, int]]:
    """Yield each mutant, the first test that fails, and the number of tests chosen.

    The test is empty if the mutant survives. Mutants are yielded as they are done. If `tests` is not empty, only the
    tests with these ids are run.
    """
    with _project_copy() as copied:
        mutants_by_id = dict(enumerate(sample))
        (copied / "grenade_salad/mutant_switch.py").write_text(SWITCH, encoding="utf-8")
        for file in {sampled.file for sampled in sample}:
            inside = {mutant_id: sampled for mutant_id, sampled in mutants_by_id.items() if sampled.file == file}
            (copied / file.relative_to(HERE)).write_text(add_switches(file, inside), encoding="utf-8")
        job = Job(list(mutants_by_id), jobs, str(copied / "told.jsonl"), list(tests))
        (copied / "job.json").write_text(json.dumps(asdict(job)), encoding="utf-8")
        Path(job.out).touch()
        folders = {test.partition("::")[0] for test in tests} or {
            path for sampled in sample for path in choose_tests(sampled)
        }
        process = _start_pytest(copied, "-p", "tools.mutant_runs", *sorted(folders), **{JOB: str(copied / "job.json")})
        with Path(job.out).open(encoding="utf-8") as results:
            while True:
                is_over = process.poll() is not None
                while line := results.readline():
                    answer = json.loads(line)
                    mutant = mutants_by_id.pop(answer["number"])
                    by = (
                        answer["by"]
                        if answer["by"] != AT_IMPORT
                        else find_failing_test(copied, answer["number"], mutant)
                    )
                    yield mutant, by, answer["tests"]
                if is_over:
                    break
                sleep(0.2)
        if mutants_by_id:
            assert process.stdout is not None
            raise SystemExit(process.stdout.read().decode(errors="replace")[-3000:])


def main(words: Sequence[str] | None = None) -> int:
    """Try a sample and list the survivors; the exit status is 0 in any case."""
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
    all_mutants = find_same(args.same, args.alive) if args.same else list_mutants(args.only)
    sample = all_mutants if args.same else Random(args.seed).sample(all_mutants, min(args.sample, len(all_mutants)))
    tests = args.tests.read_text(encoding="utf-8").split("\n") if args.tests else []
    results: Iterable[tuple[Mutant, str | None, int]]
    results = (
        ((sampled, None, 0) for sampled in sample)
        if args.list
        else try_mutants(sample, args.jobs, list(filter(None, tests)))
    )
    alive = 0
    with (args.keep or Path(os.devnull)).open("w", encoding="utf-8") as saved_list:
        for mutant, by, test_count in results:
            alive += by == ""
            file, text, original, replacement = mutant.identity()
            how = "listed  " if by is None else "dies    " if by else "SURVIVES"
            old_text, new_text = (" ".join(part.split())[:70] for part in (original, replacement))
            why = f"  ({by})" if by else "" if test_count or by is None else "  (no test comes there)"
            print(f"{how} {file}:{mutant.line}: {old_text}  ->  {new_text}{why}", flush=True)
            line = {
                "file": file,
                "line": mutant.line,
                "text": text,
                "was": original,
                "now": replacement,
                "by": by,
                "tests": test_count,
            }
            print(json.dumps(line), file=saved_list, flush=True)
    print(f"{alive} of {len(sample)} survive, of {len(all_mutants)} that there are (seed {args.seed})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
