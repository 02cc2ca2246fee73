"""The rules and the tests that cover them: `python -m tools.rules_coverage`.

Every rule of docs/rules has an id; a test says with `@pytest.mark.rule("GS-17")` which rules it covers. The exit status
is 1 if a rule has no test, or a test names a rule that does not exist.
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


class RuleMarks:
    """A pytest plugin that collects the rule marks of all tests."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Record each test under the rules that it names, once for all its parameters."""
        for item in items:
            for mark in item.iter_markers("rule"):
                for rule in mark.args:
                    test = item.nodeid.partition("[")[0]
                    tests = self.tests.setdefault(str(rule), [])
                    if test not in tests:
                        tests.append(test)


def read_rule_ids(folder: Path) -> list[str]:
    """Return the ids of all rules, in the order of the files."""
    return [rule for file in sorted(folder.glob("*.md")) for rule in _ID.findall(file.read_text(encoding="utf-8"))]


def main() -> int:
    """Print each rule with its tests; return the exit status."""
    marks = RuleMarks()
    output = StringIO()
    with redirect_stdout(output):
        collected = pytest.main(["--collect-only", "-q", str(ROOT / "tests")], plugins=[marks])
    if collected:
        print(output.getvalue()[-3000:], "The tests cannot be collected", sep="\n", file=sys.stderr)
        return 1
    rule_ids = read_rule_ids(ROOT / "docs" / "rules")
    for rule in rule_ids:
        print(rule, *marks.tests.get(rule, ["NO TEST"]), sep="\n    ")
    untested = [rule for rule in rule_ids if rule not in marks.tests]
    unknown = sorted(set(marks.tests) - set(rule_ids))
    duplicates = sorted({rule for rule in rule_ids if rule_ids.count(rule) > 1})
    for words, ids in (
        ("rules without a test", untested),
        ("marks of unknown rules", unknown),
        ("ids used twice", duplicates),
    ):
        if ids:
            print(f"{words}: {', '.join(ids)}", file=sys.stderr)
    print(f"{len(rule_ids) - len(untested)} of {len(rule_ids)} rules have tests")
    return 1 if untested or unknown or duplicates or not rule_ids else 0


if __name__ == "__main__":
    sys.exit(main())
