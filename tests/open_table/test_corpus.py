"""Games of other programs: shares over folders outside the project.

`PCIO_CORPUS` names a folder of `.pcio` files, `VTT_CORPUS` one of `.vtt` files and of unpacked ones; without them
nothing is tested. With `-s`, the shares are printed.
"""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grenade_salad.boxes.answers import Answers
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.door import open_any
from grenade_salad.games.open_table.box import Box
from grenade_salad.games.open_table.buttons import expand_button
from grenade_salad.games.open_table.state import TableState
from tests.open_table.playing import find_fault, new_table, settle

FOLDER = os.environ.get("PCIO_CORPUS", "")
TABLETOPS = os.environ.get("VTT_CORPUS", "")
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


# Games of VirtualTabletop. Their states are read here a second time, without the importer: what it does not see must
# not be missing in the count.

_STATE = re.compile(r"/?[^/]+\.json")
_ADDRESS = re.compile(r"/?(assets/-?\w+)")
_TAG = re.compile(rb"<([A-Za-z]+)")
_SHOWING = ("card", "label", "dice", "spinner", "holder", None)
"""Types of widgets whose pictures are counted; None is a basic one."""
_INSIDE = ("unreadable", "large", "number", "format", "page", "spinner")
"""Causes for which a picture that is in the file is lost."""
_QUIET = ("AUDIO", "TIMER", "DELAY", "SORT", "TURN", "SHUFFLE")


@dataclass
class _Game:
    """A state of a game, as it is in its file."""

    state: dict[str, Any]
    assets: dict[str, bytes] = field(default_factory=dict)

    def widgets(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the widgets that are in the room, or in one that is."""
        for name, widget in self.state.items():
            if name != "_meta" and isinstance(widget, dict) and self._exists(widget):
                yield name, widget

    def _exists(self, widget: dict[str, Any]) -> bool:
        for _ in range(20):
            if widget.get("display") is False:
                return False
            parent = widget.get("parent")
            if not parent or not isinstance(parent, str):
                return True
            if not isinstance(self.state.get(parent), dict):
                return False
            widget = self.state[parent]
        return False

    def deck_of(self, card: dict[str, Any]) -> dict[str, Any] | None:
        """Return the deck that has a card's type; None if the card is of no deck."""
        deck = self.state.get(str(card.get("deck")))
        types = deck.get("cardTypes") if isinstance(deck, dict) and deck.get("type") == "deck" else None
        return deck if isinstance(types, dict) and isinstance(types.get(str(card.get("cardType"))), dict) else None

    def count_living(self) -> Counter[str]:
        """Count cards, dice and pieces that people move."""
        counts: Counter[str] = Counter()
        for _, widget in self.widgets():
            kind = widget.get("type")
            if kind == "card" and self.deck_of(widget) is not None:
                counts["cards"] += 1
            elif kind in ("dice", "spinner"):
                counts["dice"] += 1
            elif kind in (None, "basic") and self._is_moved(widget) and widget.get("image"):
                counts["pieces"] += 1
        return counts

    def _is_moved(self, widget: dict[str, Any]) -> bool:
        """True if people can move a widget; one that inherits may be fixed by its parent."""
        default = "inheritFrom" not in widget
        return widget.get("movable", default) is not False

    def list_pictures(self) -> set[str]:
        """Return the pictures inside the file that widgets show."""
        names: set[str] = set()
        for _, widget in self.widgets():
            kind = widget.get("type")
            if kind == "card":
                deck = self.deck_of(widget)
                if deck is not None:
                    card_type = deck["cardTypes"][str(widget["cardType"])]
                    names |= self._list_shown(deck.get("faceTemplates"), {**deck, **card_type, **widget})
            elif kind in _SHOWING or kind == "basic":
                keys = _SHOWN_KEYS if kind != "holder" else ("css",)
                names |= {*_ADDRESS.findall(json.dumps([widget.get(key) for key in keys]))}
        return {name for name in names if _is_picture(self.assets.get(name, b""))}

    def _list_shown(self, templates: Any, values: dict[str, Any]) -> set[str]:
        """Return the pictures on the faces of a card with these values."""
        names: set[str] = set()
        for template in templates if isinstance(templates, list) else []:
            objects = template.get("objects") if isinstance(template, dict) else None
            for thing in objects if isinstance(objects, list) else []:
                if not isinstance(thing, dict) or thing.get("type") != "image":
                    continue
                dynamic = thing.get("dynamicProperties")
                key = dynamic.get("value") if isinstance(dynamic, dict) else None
                if key is None and dynamic is None and thing.get("valueType", "static") != "static":
                    key = thing.get("value")
                names |= {*_ADDRESS.findall(str(values.get(key) if key is not None else thing.get("value")))}
        return names

    def count_dealt(self, label: str) -> Counter[int]:
        """Return how many cards a button's plain deals give to each seat.

        The result is empty if several buttons have that label.
        """
        seats = sorted(
            (widget.get("index", 1), name) for name, widget in self.widgets() if widget.get("type") == "seat"
        )
        order = {name: position for position, (_, name) in enumerate(seats)}
        dealt: Counter[int] = Counter()
        buttons = (widget for _, widget in self.widgets() if widget.get("type") == "button")
        named = [button for button in buttons if button.get("text") == label]
        steps = named[0].get("clickRoutine") if len(named) == 1 else None
        if isinstance(steps, list):
            for step in steps:
                targets = step.get("to") if isinstance(step, dict) and step.get("func") == "MOVE" else None
                for target in targets if isinstance(targets, list) else [targets]:
                    if target in order:
                        dealt[order[target]] += int(step.get("count", 1))
        return dealt


_SHOWN_KEYS = ("image", "css", "html", "faces", "options")


def _read_games(path: Path) -> list[_Game]:
    """Return the states of a game, in the order of their files."""
    files: dict[str, bytes] = {}
    if path.is_dir():
        for file in path.rglob("*"):
            if file.is_file():
                files[file.relative_to(path).as_posix()] = file.read_bytes()
    else:
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    assets = {name.lstrip("/"): data for name, data in files.items() if "assets/" in name}
    states = [json.loads(files[name].decode("utf-8-sig")) for name in sorted(files) if _STATE.fullmatch(name)]
    return [_Game(state, assets) for state in states if isinstance(state, dict) and "_meta" in state]


def _is_picture(data: bytes) -> bool:
    return data[:4] in (b"\x89PNG", b"RIFF", b"GIF8") or data[:3] == b"\xff\xd8\xff" or b"<svg" in data[:4000]


def _shape(svg: bytes) -> tuple[bytes, ...]:
    """Return the tags of a drawing, which stay when its words are replaced.

    Its bitmaps are not among them.
    """
    return tuple(tag for tag in _TAG.findall(svg) if tag not in (b"image", b"use", b"defs", b"pattern", b"style"))


def _count_visible(loaded: LoadedBox, game: _Game, names: set[str]) -> int:
    """Return how many of these pictures a box has, whole or in a drawing."""
    visible = {*loaded.pictures.values()}
    shapes = {_shape(data) for data in visible if b"<svg" in data[:4000]}
    count = 0
    for name in names:
        data = game.assets[name]
        is_drawing = b"<svg" in data[:4000]
        count += data in visible or (is_drawing and (_shape(data) in shapes or b"<image" in data))
    return count


def _press_and_deal(game: _Game, box: Box, state: TableState) -> Counter[str]:
    """Compare the hands after each button that deals with the file."""
    results: Counter[str] = Counter()
    hands = [holder.name for holder in box.holders if holder.secret == "hand" and holder.each]
    for button in box.buttons:
        dealt = game.count_dealt(button.label)
        if not dealt or not any(line.do == "deal" and not line.up_to for line in button.lines):
            continue
        table, rng = state.copy(), Random(2)
        old_counts = _count_hands(table, hands[0])
        lines = expand_button(button, 0, table.view(0))
        for action in lines:
            if table.why_not(action) is not None:
                results["deals from too few"] += 1
                break
            table.apply(action)
            settle(table, rng)
        else:
            after = _count_hands(table, hands[0])
            is_right = all(after[seat] - old_counts[seat] == dealt[seat] for seat in range(table.seats))
            results["deals as in the file" if is_right else "other deals"] += 1
    return results


def _count_hands(table: TableState, name: str) -> list[int]:
    counts = {holder.name: holder.count for holder in table.view(0).holders}
    return [counts[f"{name} {seat}"] for seat in range(table.seats)]


def _count_buttons(game: _Game) -> int:
    """Return the number of buttons that do more than pass the turn."""
    return sum(
        any(not isinstance(step, str) and not (isinstance(step, dict) and step.get("func") in _QUIET) for step in steps)
        for _, widget in game.widgets()
        if widget.get("type") == "button" and isinstance(steps := widget.get("clickRoutine"), list)
    )


def _count_tabletop(game: _Game, loaded: LoadedBox) -> Counter[str]:
    """Return the counts of one state of a game."""
    box = loaded.box
    counts: Counter[str] = Counter()
    for seats in sorted(set(box.seats)):
        state = new_table(box, seats, 1)
        counts["tables that began"] += 1
        assert find_fault(state) == ""
    counts += _press_all(box, state)
    counts += _press_and_deal(game, box, state)
    lost = {(loss.part, loss.cause): loss.count for loss in box.losses}
    named = game.list_pictures()
    visible = _count_visible(loaded, game, named)
    counts["pictures"], counts["pictures that are seen"] = len(named), visible
    pictures_lost = sum(count for (part, cause), count in lost.items() if part == "picture" and cause in _INSIDE)
    # Of cards with more than two faces, the others are told as faces.
    counts["pictures of other faces"] = min(lost.get(("piece", "faces"), 0), len(named) - visible)
    pictures_lost += counts["pictures of other faces"]
    counts["pictures lost and told"] = pictures_lost
    counts["pictures lost in silence"] = max(0, len(named) - visible - pictures_lost)
    living = game.count_living()
    counts["living pieces"] = living.total()
    laid = sum(kind.total_count for kind in box.kinds if kind.piece != "board")
    counts["living pieces here"] = min(laid, living.total())
    pieces_lost = sum(count for (part, _), count in lost.items() if part in ("piece", "picture"))
    counts["pieces lost in silence"] = max(0, living.total() - laid - pieces_lost)
    counts["buttons"] = _count_buttons(game)
    counts["buttons here"] = len(box.buttons) - 1
    counts["buttons lost and told"] = sum(count for (part, _), count in lost.items() if part == "button")
    return counts


@pytest.mark.skipif(not TABLETOPS, reason="VTT_CORPUS names no folder of games of VirtualTabletop")
def test_games_of_virtualtabletop_open_begin_and_show_what_is_in_them() -> None:
    counts: Counter[str] = Counter()
    for path in sorted(Path(TABLETOPS).iterdir()):
        counts["files"] += 1
        loaded = open_any(path)
        games = _read_games(path)
        for index, game in enumerate(games):
            if index:
                loaded = open_any(path, Answers(variant=loaded.variants[index]))
            counts["states"] += 1
            mine = _count_tabletop(game, loaded)
            counts += mine
            silent = mine["pictures lost in silence"], mine["pieces lost in silence"], mine["other deals"]
            if any(silent):
                print(path.name, index, "pictures, pieces, deals:", silent)
    for name, count in counts.items():
        print(f"{count:7} {name}")
    assert counts["pictures that are seen"] >= 0.98 * (counts["pictures"] - counts["pictures of other faces"])
    assert counts["living pieces here"] >= 0.98 * counts["living pieces"]
    assert counts["refused"] <= 0.03 * counts["pressed"]
    assert not counts["other deals"]
