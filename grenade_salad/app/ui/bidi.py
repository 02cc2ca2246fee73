"""The order of letters on a line that has words from right to left: Unicode's UAX #9, for a line of one paragraph.

Without explicit embeddings, which no line that we draw has. The line as a whole goes from left to right.
"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import bidirectional

_OPENING, _CLOSING = "([{", ")]}"
_WEAK = ("ON", "WS", "B", "S", "BN", "ES", "ET", "CS", "NSM")


def levels(line: str) -> list[int]:
    """The level of each character: an odd one runs from right to left.

    >>> levels("a שב 12 b")
    [0, 0, 1, 1, 1, 2, 2, 0, 0]
    >>> levels("ב (2) b")
    [1, 1, 1, 2, 1, 0, 0]
    """
    kinds = _numbers([bidirectional(letter) or "L" for letter in line])
    kinds = _neutral(_brackets(line, kinds))
    return [{"R": 1, "AN": 2, "EN": 2}.get(kind, 0) for kind in kinds]


def _numbers(kinds: list[str]) -> list[str]:
    """Rules W1 to W7."""
    before = strong = "L"
    for at, kind in enumerate(kinds):
        if kind == "NSM":
            kind = before
        if kind == "EN" and strong == "AL":
            kind = "AN"
        if kind in ("L", "R", "AL"):
            strong = kind
        kinds[at] = before = kind
    kinds = ["R" if kind == "AL" else kind for kind in kinds]
    for at in range(1, len(kinds) - 1):
        left, right = kinds[at - 1], kinds[at + 1]
        if left == right and ((left == "EN" and kinds[at] in ("ES", "CS")) or (left == "AN" and kinds[at] == "CS")):
            kinds[at] = left
    for order in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):
        before = ""
        for at in order:
            if kinds[at] == "ET" and before == "EN":
                kinds[at] = "EN"
            before = kinds[at]
    strong = "L"
    for at, kind in enumerate(kinds):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[at] = "L"
    return kinds


def _brackets(line: str, kinds: list[str]) -> list[str]:
    """Rule N0: a pair of brackets goes with what is in it, or with what is before it."""
    pairs, opened = [], []
    for at, letter in enumerate(line):
        if letter in _OPENING:
            opened.append(at)
        elif letter in _CLOSING:
            while opened:
                start = opened.pop()
                if _OPENING.index(line[start]) == _CLOSING.index(letter):
                    pairs.append((start, at))
                    break
    for start, end in sorted(pairs):
        within = {_side(kind) for kind in kinds[start + 1 : end] if kind not in _WEAK}
        before = next((_side(kind) for kind in reversed(kinds[:start]) if kind not in _WEAK), "L")
        if within:
            kinds[start] = kinds[end] = "R" if within == {"R"} and before == "R" else "L"
    return kinds


def _neutral(kinds: list[str]) -> list[str]:
    """Rules N1 and N2: what has no direction goes with its neighbours if they agree, else with the line."""
    at = 0
    while at < len(kinds):
        if kinds[at] not in _WEAK:
            at += 1
            continue
        end = at
        while end < len(kinds) and kinds[end] in _WEAK:
            end += 1
        left = _side(kinds[at - 1]) if at else "L"
        right = _side(kinds[end]) if end < len(kinds) else "L"
        kinds[at:end] = [left if left == right else "L"] * (end - at)
        at = end
    return kinds


def _side(kind: str) -> str:
    return "R" if kind in ("R", "EN", "AN") else "L"


def in_order(levels: Sequence[int]) -> list[int]:
    """Rule L2: which of the runs with these levels stands where, from left to right.

    >>> in_order([0, 1, 2, 1, 0])
    [0, 3, 2, 1, 4]
    """
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        at = 0
        while at < len(order):
            end = at
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[at:end] = reversed(order[at:end])
            at = max(end, at + 1)
    return order
