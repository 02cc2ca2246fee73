"""Random events at the window reach no crash guard; a match goes on after them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pygame
import pytest

from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.window.application import App
from grenade_salad.match.record import replay
from grenade_salad.system import crash_reports
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import run_until
from tests.app.screens import SCREENS
from tests.fuzz.monkey import Monkey
from tests.marks import doors_but
from tests.web.conftest import door as door
from tests.web.conftest import hosting as hosting
from tests.web.conftest import network as network
from tests.web.phones import Network, Phone
from tools.tables import get_journal, get_top_scene


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Point the home folders at a temporary one, so that exports stay there."""
    for name in ("HOME", "USERPROFILE", "XDG_DOCUMENTS_DIR", "XDG_DOWNLOAD_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)


def run_monkey(app: App, seed: int, events: int) -> Monkey:
    """Let a monkey use the window, then check that a match still goes on."""
    monkey = Monkey(app, seed)
    try:
        monkey.act(events)
    except Exception as error:
        last_events = "\n  ".join(monkey.history[-12:])
        raise AssertionError(
            f"seed {seed}, in {type(app.scene).__name__} of {app.screen.get_size()}:\n  {last_events}"
        ) from error
    check_usable(app, monkey)
    return monkey


def check_usable(app: App, monkey: Monkey) -> None:
    """Check that a match goes on and that all saved matches can be replayed."""
    app.forget_events()
    pygame.event.clear()
    pygame.display.set_mode((1280, 720), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(1280, 720), w=1280, h=720))
    app.home()
    app.settings.speed = "off"
    monkey.begin_match(people=0.0)
    scene = get_top_scene(app, TableScene)
    run_until(app, lambda: len(scene.controller.match.entries) > 12 or scene.controller.match.state.is_over, 3000)
    for match in get_journal(app).matches(limit=1000):
        assert len(replay(get_journal(app).record(match.id)).match.entries) >= match.lines


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", doors_but([100, 101, 102], range(100, 108)))
def test_app_survives_a_persistent_monkey(app: App, seed: int) -> None:
    """20,000 events over all seeds with --doors."""
    monkey = run_monkey(app, seed, 2500)
    assert len(monkey.scenes) > 8


@pytest.mark.slow
@pytest.mark.parametrize("name", ["set_up", "set_up_live", "set_up_wheel", "scenarios", "scenario"])
def test_app_survives_a_monkey_in_editors_and_scenarios(app: App, name: str) -> None:
    monkey = Monkey(app, 300)
    opened_scenes = set[str]()
    for _ in range(10):
        app.home()
        SCREENS[name](app)
        opened_scenes.add(type(app.scene).__name__)
        for _ in range(40):
            monkey.post_random_event()
            monkey.frame()
    assert opened_scenes <= monkey.scenes, "not each time: the first click may close it"
    check_usable(app, monkey)


@pytest.mark.parametrize("seed", [1])
def test_app_survives_a_monkey_with_phones(app: App, seed: int, network: Network) -> None:
    run_monkey_with_phones(app, network, seed, 25)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", doors_but([200], range(200, 204)))
def test_app_survives_a_persistent_monkey_with_phones(app: App, seed: int, network: Network) -> None:
    run_monkey_with_phones(app, network, seed, 300)


def run_monkey_with_phones(app: App, network: Network, seed: int, rounds: int) -> None:
    """Let phones ask for seats, send anything, drop and return.

    A monkey uses the window meanwhile.
    """
    monkey = Monkey(app, seed, home=False)
    rng = monkey.rng
    app.push(SetupScene(app, rng.choice(("wheel", "live-grenade", "grenade-salad"))))
    app.frame()
    phones: list[Phone] = []
    for index in range(rounds):
        if app.phones is None:  # The monkey has returned to the home scene.
            break
        # Some phones have sat down by then.
        if index == 3 and isinstance(app.scene, SetupScene):
            app.scene.start()
        for _ in range(rng.randrange(8)):
            monkey.post_random_event()
            monkey.frame()
        network.frames(2)
        phones = [phone for phone in phones if phone.closed is None]
        with suppress(ConnectionResetError):  # The host has closed the connection, which the phone doesn't know yet.
            act_by_phone(app, network, rng, phones)
    network.frames(20)
    assert not crash_reports.caught
    app.home()
    check_usable(app, monkey)


def act_by_phone(app: App, network: Network, rng: Random, phones: list[Phone]) -> None:
    """Let a random phone ask, act, drop or leave, or let the host admit two of them."""
    phone = rng.choice(phones) if phones else None
    match rng.randrange(7):
        case 0 | 1 if len(phones) < 5 and app.phones is not None and app.phones.server.port == network.port:
            phones.append(network.phone(rng.choice([None, *(other_phone.token for other_phone in phones)])))
        case 2 if phone is not None:
            phone.drop()
        case 3 if phone is not None:
            phone.say(say="claim", seat=rng.randrange(6))
        case 4 if phone is not None and phone.sheet:
            phone.act(rng.choice(({"do": "pass", "seat": 0}, {"do": "draw", "seat": rng.randrange(4)}, {})))
        case 5 if phone is not None:
            phone.say(say="leave")
        case _:
            hosting = app.phones
            for request in list(hosting.requests.values())[:2] if hosting is not None else ():
                hosting.admit(request)
