"""A match with a Jack and a King, for reaction windows on phones."""

from __future__ import annotations

from typing import Any

from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade import LiveGrenadeSetup
from grenade_salad.match.match import Controller, Header
from tests.app.demo import make_header
from tests.web.phones import Network, Phone

SETUP = LiveGrenadeSetup(
    hands=(("2H", "JD"), ("2C", "KD"), ("3H", "5C")),
    deck=("4C", "6D", "AS", "7C", "8C", "9C", "AH"),
    turn=0,
    direction=1,
)


def begin(app: App, setup: LiveGrenadeSetup = SETUP) -> TableScene:
    """Begin a match with all seats at the screen.

    Ann has a Jack, Bo has a King, Cy has neither.
    """
    match_header: Header = make_header(setup)
    app.push(Scene(app))
    start_match.begin(app, match_header, [Controller()] * 3)
    assert isinstance(app.scene, TableScene)
    app.scene.controller.have_looked.update(range(3))
    return app.scene


def find_choice(phone: Phone, do: str) -> dict[str, Any]:
    """Return the line of the first choice of this kind on the sheet."""
    return next(dict(choice["line"]) for choice in phone.sheet["choices"] if choice["line"]["do"] == do)


def skip(network: Network, scene: TableScene, ann: Phone) -> None:
    """Let Ann play her Jack by phone, and wait until the reaction window is open."""
    network.until(lambda: bool(ann.sheet.get("choices")) and ann.sheet["moment"] == network.hosting._moments.current)
    ann.act(find_choice(ann, "skip"))
    network.until(lambda: scene.reaction is not None and bool(ann.sheet["window"]))


def open_reaction_window(app: App, network: Network) -> tuple[TableScene, Phone, Phone]:
    """Begin a match in which the others are asked about Ann's Jack.

    Ann and Bo have phones.
    """
    scene = begin(app)
    ann, bo = network.seat_phone(0), network.seat_phone(1)
    skip(network, scene, ann)
    return scene, ann, bo


def wait_until_screen_is_heard(network: Network) -> None:
    """Wait until a new reaction window accepts answers from the screen.

    It ignores them for a moment of the table's own time.
    """
    network.frames(40)
