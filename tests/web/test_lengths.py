"""Lengths on phones, televisions and in the terminal: in tiles, as at the window."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.window.application import App
from grenade_salad.journal.journal import open_journal
from tests.web.headless_tables import FakeWindow, open_table, seat_by_code
from tests.web.phones import Network, Phone
from tests.web.playing import begin


def drop_and_keep(network: Network, phones: dict[int, Phone]) -> None:
    """Drop the soldiers, keep the drop, and begin the first turn."""
    network.until(lambda: all(phone.sheet.get("choices") for phone in phones.values()))
    phones[0].act({"seat": 0, "do": "drop", "height": 150})
    network.until(lambda: bool(phones[0].sheet["picture"]["soldiers"]))
    network.until(lambda: any(choice["line"]["do"] == "keep" for choice in phones[0].sheet["choices"]))
    for seat, phone in phones.items():
        phone.act({"seat": seat, "do": "keep"})
        network.until(lambda phone=phone: not phone.sheet.get("choices") or has_move(phone))
    network.until(lambda: any(has_move(phone) for phone in phones.values()))


def has_move(phone: Phone) -> bool:
    """Return True if the phone may move a soldier."""
    return any(choice["line"]["do"] == "move" for choice in phone.sheet.get("choices") or ())


def preview_far_move(network: Network, phone: Phone, n: int = 1) -> str:
    """Return what the phone is texts about a move of three tiles."""
    phone.say(say="try", n=n, moment=phone.sheet["moment"], action=find_far_move(phone.sheet))
    network.until(lambda: any(answer["n"] == n for answer in phone.got("seen")))
    return str(next(answer["words"] for answer in phone.got("seen") if answer["n"] == n))


def find_far_move(sheet: dict[str, Any]) -> dict[str, Any]:
    """Return a move of three tiles towards the middle of the table."""
    line = next(choice["line"] for choice in sheet["choices"] if choice["line"]["do"] == "move")
    soldier = next(soldier for soldier in sheet["picture"]["soldiers"] if soldier["id"] == line["soldier"])
    shift = 150 if soldier["x"] < sheet["picture"]["wide"] / 2 else -150
    return {**line, "to": [soldier["x"] + shift, soldier["y"]], "angle": 0}


@pytest.mark.parametrize("in_millimetres", [False, True])
def test_phones_and_televisions_tell_lengths_as_the_host_would_like_them(
    app: App, network: Network, in_millimetres: bool
) -> None:
    app.settings.millimetres = in_millimetres
    app.save_settings()
    begin(app, "grenade-salad", "ss")
    phones = {seat: network.seat_phone(seat) for seat in (0, 1)}
    drop_and_keep(network, phones)
    mover = next(phone for phone in phones.values() if has_move(phone))
    spectator = network.phone()
    texts = [preview_far_move(network, mover), "\n".join(spectator.sheet["log"])]
    mover.act(find_far_move(mover.sheet))
    network.until(lambda: bool(mover.got("no")))
    texts.append(mover.got("no")[-1]["words"])
    for words in texts:
        assert ("mm" in words) is in_millimetres, words
    steps = [words for _, words in mover.sheet["picture"]["steps"]]
    assert steps == (
        ["12 mm", "25 mm", "50 mm"] if in_millimetres else ["a quarter of a tile", "half a tile", "one tile"]
    )
    assert all("mm" in words for words in mover.sheet["spoken"] if "away" in words), "readers get exact figures"
    assert "steps" not in spectator.sheet["picture"]


def test_lengths_on_phones_do_not_change_while_the_host_reads_a_page(app: App, network: Network) -> None:
    begin(app, "grenade-salad", "ss")
    phones = {seat: network.seat_phone(seat) for seat in (0, 1)}
    drop_and_keep(network, phones)
    mover = next(phone for phone in phones.values() if has_move(phone))
    app.push(SettingsScene(app))
    network.until(lambda: mover.sheet["menu"])
    assert "mm" not in json.dumps(mover.sheet["log"])


def test_terminal_tells_lengths_in_tiles(tmp_path: Path) -> None:
    messages: list[str] = []
    with open_journal(tmp_path) as journal, open_table(journal, "grenade-salad", 2, messages.append) as table:
        network = Network(cast(App, FakeWindow(table)), table.hosting.server.port)
        phones = {seat: seat_by_code(network, table, seat, name) for seat, name in enumerate(("Zoe", "Max"))}
        phones[0].say(say="chair", do="begin")
        drop_and_keep(network, phones)
        network.close()
    assert "The soldiers lie on the table" in messages, "with millimetres it tells the height"
    assert not [words for words in messages if " mm" in words]
