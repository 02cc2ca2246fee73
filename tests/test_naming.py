"""Names and docstrings follow docs/naming.md.

`python -m tools.naming` lists the places that do not.
"""

from __future__ import annotations

import pytest

from tools.naming import FROZEN, PACKAGES, ROOT, Place, count_names

VAGUE, QUESTIONS = 0.02, 0.01
"""Shares of names and docstrings, 0 to 1."""


def report(title: str, places: list[Place]) -> list[str]:
    """Return a line for the problem and one for each of the first places.

    Return nothing if there is no place.
    """
    return [f"{len(places)} {title}:", *(f"  {place}" for place in sorted(places)[:10])] if places else []


@pytest.mark.parametrize("package", PACKAGES)
def test_package_follows_the_guide(package: str) -> None:
    count = count_names([ROOT / package])
    assert count.names
    problems = report("tests are named after a question", count.tests)
    problems += report("docstrings have a long first line", count.long_lines)
    if count.vague_share >= VAGUE:
        problems += report(f"names ({count.vague_share:.1%}) are vague", count.vague)
    if count.question_share >= QUESTIONS:
        problems += report(f"docstrings ({count.question_share:.1%}) begin with a question word", count.questions)
    if package == "grenade_salad":
        gone = {name for names in FROZEN.values() for name in names} - count.frozen
        problems += [f"no longer there, so no exception: {name}" for name in sorted(gone)]
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)
