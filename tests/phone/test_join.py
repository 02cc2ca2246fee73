"""A phone asks for a seat, the host lets it in, it comes back by its token, and goes again."""

from __future__ import annotations

from grenade_salad.app.app import App
from grenade_salad.app.scenes.phones_host import Hosting
from grenade_salad.app.scenes.setup import SetupScene
from grenade_salad.match.seats import Controller
from tests.phone.phones import Network


def test_a_phone_joins_in_the_set_up_and_plays_in_the_match(app: App, hosting: Hosting, network: Network) -> None:
    scene = SetupScene(app, "live-grenade")
    app.push(scene)
    phone = network.phone()
    assert phone.seat is None
    assert [one["name"] for one in phone.sheet["seats"]] == scene.names[: scene.count]
    phone.say(say="claim", seat=1)
    network.until(lambda: bool(phone.got("wish")) and bool(hosting.wishes))
    (wish,) = hosting.wishes.values()
    assert phone.got("wish")[-1]["code"] == wish.code
    assert scene.controllers[1].kind != "phone"
    hosting.admit(wish)
    network.until(lambda: phone.seat == 1 and phone.sheet["seat"] == 1)
    assert scene.controllers[1] == Controller("phone")
    scene.start()
    network.until(lambda: "hand" in phone.sheet)
    assert len(phone.sheet["hand"]) > 0
