"""Sentences are built in one place: no other code cuts, joins or searches them."""

from __future__ import annotations

import re
from pathlib import Path

import grenade_salad

ROOT = Path(grenade_salad.__file__).parent
TAKEN_APART = re.compile(
    r"\.capitalize\(\)|\[:1\]\.upper\(\)|\[0\]\.(?:upper|lower)\(\)|\.text\([^)]*\)(?:\.|\[)|say\(.*\)\.(?:replace|split)"
)
ELSEWHERE = {
    "text/say.py": "the one place",
    "text/languages.py": "codes of languages",
    "core/default_wording.py": "names of fields of a guest's game, which nobody has put into words",
}


def test_no_other_code_takes_sentences_apart() -> None:
    problems = []
    for file in sorted(ROOT.rglob("*.py")):
        name = file.relative_to(ROOT).as_posix()
        if name not in ELSEWHERE:
            lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
            problems += [
                f"{name}:{line_number}: {line.strip()}" for line_number, line in lines if TAKEN_APART.search(line)
            ]
    assert not problems
