"""Games of playingcards.io: shares over a folder outside the project.

`PCIO_CORPUS` names a folder of `.pcio` files; without it nothing is tested.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from grenade_salad.boxes.door import open_any
from grenade_salad.games.open_table.box import Box
from grenade_salad.games.open_table.buttons import expand_button
from grenade_salad.games.open_table.state import TableState
from tests.open_table.playing import find_fault, new_table, settle

FOLDER = os.environ.get("PCIO_CORPUS", "")
_LIVING = ("card", "piece", "gamePiece", "chooser", "dice", "spinner")


def _read_types(path: Path) -> list[str]:
    """Return the types of the widgets in a file."""
    with zipfile.ZipFile(path) as archive:
        return [str(widget.get("type")) for widget in json.loads(archive.read("widgets.json").decode("utf-8-sig"))]


def _count_pieces(box: Box) -> int:
    return sum(kind.total_count for kind in box.kinds if kind.piece != "board")


def _press_all(box: Box, state: TableState) -> Counter[str]:
    """Press each button once at the start, and count what becomes of it."""
    results: Counter[str] = Counter()
    for button in box.buttons:
        table, rng = state.copy(), Random(2)
        results["pressed"] += 1
        for action in expand_button(button, 0, table.view(0)):
            if table.why_not(action) is not None:
                results["refused"] += 1
                break
            table.apply(action)
            settle(table, rng)
        assert find_fault(table) == "", button.label
    return results


@pytest.mark.skipif(not FOLDER, reason="PCIO_CORPUS names no folder of .pcio files")
def test_games_of_playingcards_io_open_begin_and_do_what_their_buttons_say() -> None:
    counts: Counter[str] = Counter()
    losses: Counter[tuple[str, str]] = Counter()
    for path in sorted(Path(FOLDER).glob("*.pcio")):
        types = Counter(_read_types(path))
        box = open_any(path).box
        for seats in sorted(set(box.seats)):
            state = new_table(box, seats, 1)
        counts += _press_all(box, state)
        losses.update({(loss.part, loss.cause): loss.count for loss in box.losses})
        counts["files"] += 1
        counts["buttons"] += types["automationButton"]
        counts["lost buttons"] += sum(loss.count for loss in box.losses if loss.part == "button")
        counts["pieces"] += sum(types[kind] for kind in _LIVING)
        counts["laid pieces"] += _count_pieces(box)
    print(counts, losses)
    assert counts["lost buttons"] <= 0.04 * counts["buttons"]
    assert counts["refused"] <= 0.01 * counts["pressed"]
    assert counts["laid pieces"] >= 0.99 * counts["pieces"]
