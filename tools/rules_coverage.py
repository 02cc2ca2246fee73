"""Which tests cover which rule: `python -m tools.rules_coverage`.

Every rule of docs/rules has an id; a test says with `@pytest.mark.rule("GS-17")` which rules it covers. The status is 1
if a rule has no test, or a test names a rule that does not exist.
"""

from __future__ import annotations

import re
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
_ID = re.compile(r"^(?:[-*] )?\*\*([A-Z]{2}-\d\d)\b", re.MULTILINE)


class Marks:
    """A pytest plugin that collects the rule marks of all tests."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Note each test under the rules that it names, once whatever its parameters."""
        for item in items:
            for mark in item.iter_markers("rule"):
                for rule in mark.args:
                    test = item.nodeid.partition("[")[0]
                    known = self.tests.setdefault(str(rule), [])
                    if test not in known:
                        known.append(test)


def rules(folder: Path) -> list[str]:
    """The ids of all rules, in the order of the files."""
    return [rule for file in sorted(folder.glob("*.md")) for rule in _ID.findall(file.read_text(encoding="utf-8"))]


def main() -> int:
    """Print each rule with its tests; the exit status."""
    marks = Marks()
    said = StringIO()
    with redirect_stdout(said):
        collected = pytest.main(["--collect-only", "-q", str(ROOT / "tests")], plugins=[marks])
    if collected:
        print(said.getvalue()[-3000:], "The tests cannot be collected", sep="\n", file=sys.stderr)
        return 1
    there = rules(ROOT / "docs" / "rules")
    for rule in there:
        print(rule, *marks.tests.get(rule, ["NO TEST"]), sep="\n    ")
    bare = [rule for rule in there if rule not in marks.tests]
    unknown = sorted(set(marks.tests) - set(there))
    twice = sorted({rule for rule in there if there.count(rule) > 1})
    for words, found in (
        ("rules without a test", bare),
        ("marks of unknown rules", unknown),
        ("ids used twice", twice),
    ):
        if found:
            print(f"{words}: {', '.join(found)}", file=sys.stderr)
    print(f"{len(there) - len(bare)} of {len(there)} rules have tests")
    return 1 if bare or unknown or twice or not there else 0


if __name__ == "__main__":
    sys.exit(main())
