"""Fronts of pieces in a pile, in as few entries of a layout as hold them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def group_fronts(fronts: Sequence[int], *, keeps_order: bool) -> list[tuple[tuple[int, ...], int]]:
    """Return fronts with the number of pieces of each.

    >>> group_fronts([3, 3, 1, 3], keeps_order=True), group_fronts([3, 3, 1, 3, 2], keeps_order=False)
    ([((3,), 2), ((1, 3), 1)], [((3,), 3), ((1, 2), 1)])
    """
    if not keeps_order:
        by_count: dict[int, list[int]] = {}
        for front, count in Counter(fronts).items():
            by_count.setdefault(count, []).append(front)
        return [(tuple(group), count) for count, group in by_count.items()]
    runs: list[tuple[list[int], int]] = []
    for front in fronts:
        if runs and runs[-1][0] == [front]:
            runs[-1] = [front], runs[-1][1] + 1
        elif runs and runs[-1][1] == 1 and front not in runs[-1][0]:
            runs[-1][0].append(front)
        else:
            runs.append(([front], 1))
    return [(tuple(group), count) for group, count in runs]
