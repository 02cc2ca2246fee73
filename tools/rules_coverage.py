"""Print each rule with the tests that cover it: `python -m tools.rules_coverage`.

Every rule of docs/rules has an id; a test names the rules that it covers: `@pytest.mark.rule("GS-17")`. The exit status
is 1 if a rule has no test, or a test names a rule that does not exist.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
_ID = re.compile(r"^(?:[-*] )?\*\*([A-Z]{2}-\d\d)\b", re.MULTILINE)


class RuleMarks:
    """A pytest plugin that collects the tests of each rule, without their parameters."""

    def __init__(self) -> None:
        self.tests: dict[str, dict[str, None]] = defaultdict(dict)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Note each test under the rules that it names."""
        for item in items:
            for mark in item.iter_markers("rule"):
                for rule in mark.args:
                    self.tests[rule][item.nodeid.partition("[")[0]] = None


def find_rules(folder: Path) -> list[str]:
    """Return the ids of all rules, in the order of the files."""
    return [rule for file in sorted(folder.glob("*.md")) for rule in _ID.findall(file.read_text(encoding="utf-8"))]


def main() -> int:
    """Print the rules, and return the exit status."""
    marks, output = RuleMarks(), StringIO()
    with redirect_stdout(output):
        status = pytest.main(["--collect-only", "-q", str(ROOT / "tests")], plugins=[marks])
    if status:
        print(output.getvalue()[-3000:], "The tests cannot be collected", sep="\n", file=sys.stderr)
        return 1
    tests, rules = marks.tests, find_rules(ROOT / "docs" / "rules")
    for rule in rules:
        print(rule, *tests.get(rule, ["NO TEST"]), sep="\n    ")
    untested = [rule for rule in rules if rule not in tests]
    problems = {
        "rules without a test": untested,
        "marks of unknown rules": sorted(set(tests) - set(rules)),
        "ids used twice": sorted({rule for rule in rules if rules.count(rule) > 1}),
    }
    for problem, ids in problems.items():
        if ids:
            print(f"{problem}: {', '.join(ids)}", file=sys.stderr)
    print(f"{len(rules) - len(untested)} of {len(rules)} rules have tests")
    return 1 if any(problems.values()) or not rules else 0


if __name__ == "__main__":
    sys.exit(main())
