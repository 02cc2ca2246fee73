"""The visual order of letters on a line with words from right to left.

Unicode's UAX #9, for a line of one paragraph without explicit embeddings. The line as a whole runs from left to right.
"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import bidirectional

_OPENING, _CLOSING = "([{", ")]}"
_NEUTRAL = ("ON", "WS", "B", "S", "BN", "ES", "ET", "CS", "NSM")
"""Bidirectional classes that have no direction after the rules W1 to W7."""


def levels(line: str) -> list[int]:
    """Return the level of each character: an odd one runs from right to left.

    >>> levels("a שב 12 b")
    [0, 0, 1, 1, 1, 2, 2, 0, 0]
    >>> levels("ב (2) b")
    [1, 1, 1, 2, 1, 0, 0]
    """
    kinds = _resolve_numbers([bidirectional(letter) or "L" for letter in line])
    kinds = _resolve_neutrals(_resolve_brackets(line, kinds))
    return [{"R": 1, "AN": 2, "EN": 2}.get(kind, 0) for kind in kinds]


def _resolve_numbers(kinds: list[str]) -> list[str]:
    """Apply the rules W1 to W7."""
    previous = strong = "L"
    for index, kind in enumerate(kinds):
        if kind == "NSM":
            kind = previous
        if kind == "EN" and strong == "AL":
            kind = "AN"
        if kind in ("L", "R", "AL"):
            strong = kind
        kinds[index] = previous = kind
    kinds = ["R" if kind == "AL" else kind for kind in kinds]
    for index in range(1, len(kinds) - 1):
        left, right = kinds[index - 1], kinds[index + 1]
        if left == right and (
            (left == "EN" and kinds[index] in ("ES", "CS")) or (left == "AN" and kinds[index] == "CS")
        ):
            kinds[index] = left
    for order in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):
        previous = ""
        for index in order:
            if kinds[index] == "ET" and previous == "EN":
                kinds[index] = "EN"
            previous = kinds[index]
    strong = "L"
    for index, kind in enumerate(kinds):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[index] = "L"
    return kinds


def _resolve_brackets(line: str, kinds: list[str]) -> list[str]:
    """Apply rule N0: a pair of brackets follows what is in it, or what is before it."""
    pairs, opened = [], []
    for index, letter in enumerate(line):
        if letter in _OPENING:
            opened.append(index)
        elif letter in _CLOSING:
            while opened:
                start = opened.pop()
                if _OPENING.index(line[start]) == _CLOSING.index(letter):
                    pairs.append((start, index))
                    break
    for start, end in sorted(pairs):
        within = {_direction(kind) for kind in kinds[start + 1 : end] if kind not in _NEUTRAL}
        preceding = next((_direction(kind) for kind in reversed(kinds[:start]) if kind not in _NEUTRAL), "L")
        if within:
            kinds[start] = kinds[end] = "R" if within == {"R"} and preceding == "R" else "L"
    return kinds


def _resolve_neutrals(kinds: list[str]) -> list[str]:
    """Apply the rules N1 and N2.

    What has no direction follows its neighbours if they agree, else the line.
    """
    start = 0
    while start < len(kinds):
        if kinds[start] not in _NEUTRAL:
            start += 1
            continue
        end = start
        while end < len(kinds) and kinds[end] in _NEUTRAL:
            end += 1
        left = _direction(kinds[start - 1]) if start else "L"
        right = _direction(kinds[end]) if end < len(kinds) else "L"
        kinds[start:end] = [left if left == right else "L"] * (end - start)
        start = end
    return kinds


def _direction(kind: str) -> str:
    return "R" if kind in ("R", "EN", "AN") else "L"


def visual_order(run_levels: Sequence[int]) -> list[int]:
    """Return the visual order of runs with these levels, left to right (rule L2).

    >>> visual_order([0, 1, 2, 1, 0])
    [0, 3, 2, 1, 4]
    """
    order = list(range(len(run_levels)))
    for level in range(max(run_levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and run_levels[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = max(end, start + 1)
    return order
