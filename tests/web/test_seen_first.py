"""Phones are told what happened once the window has shown it, and not before."""

from __future__ import annotations

from grenade_salad.app.window.application import App
from tests.web.phones import Network
from tests.web.playing import begin

REVEALING_PARTS = ("log", "picture", "public", "status")


def test_menu_over_a_film_reveals_nothing_of_its_step(app: App, network: Network) -> None:
    scene = begin(app, "wheel", "ssm")
    ann, bo = network.seat_phone(0), network.seat_phone(1)
    network.until(lambda: any("rolls" in line for line in ann.sheet.get("log", ())), 1 / 30)
    app.settings.speed = "slow"
    network.until(lambda: bool(ann.sheet["choices"] or bo.sheet["choices"]), 1 / 30)
    mover = ann if ann.sheet["choices"] else bo
    network.wait_until_heard(mover)  # An outdated sheet would be answered by a newer one.
    previous = {part: mover.sheet[part] for part in REVEALING_PARTS}
    mover.act(mover.sheet["choices"][0]["line"])
    network.until(lambda: scene.motion.is_busy)
    scene.menu()
    network.until(lambda: bool(ann.sheet["menu"] and bo.sheet["menu"]))
    assert {part: mover.sheet[part] for part in REVEALING_PARTS} == previous
    app.pop()
    network.until(lambda: mover.sheet["log"] != previous["log"], 1 / 30)
