"""Games that people play at the open table, from the first screen to the last, by real events alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.window.application import App
from grenade_salad.core import Action
from grenade_salad.games.open_table.state import TableState
from grenade_salad.match.match import Match
from grenade_salad.match.record import replay
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.open_table import evenings, more_evenings, stones
from tests.open_table.people import People
from tests.web.conftest import listening
from tests.web.phones import Network, Phone
from tools.tables import journal_of

pytestmark = pytest.mark.slow


def played(app: App, evening: Callable[[People], int]) -> tuple[int, Match]:
    """Who won by what they did, and the match as its record says it."""
    won = evening(People(app))
    assert isinstance(app.scene, EndScene)
    [kept] = journal_of(app).matches()
    assert kept.finished
    match = replay(journal_of(app).record(kept.id)).match
    assert match.state.is_over
    return won, match


def kinds(match: Match) -> Counter[str]:
    """How often each thing was done."""
    return Counter(entry.do for entry in match.entries if isinstance(entry, Action))


def state(match: Match) -> TableState:
    assert isinstance(match.state, TableState)
    return match.state


def test_crazy_eights_of_two_at_one_screen(app: App) -> None:
    won, match = played(app, evenings.crazy_eights)
    assert state(match).ranking() == ((won,), (1 - won,))
    hands = {one.name: one.count for one in state(match).view(None).holders}
    assert hands[f"hand {won}"] == 0
    assert hands[f"hand {1 - won}"] > 0
    assert kinds(match)["set"] >= 4


def test_crazy_eights_with_two_at_the_screen_and_two_on_phones(app: App) -> None:
    networks: list[Network] = []

    def seated(seat: int) -> Phone:
        if not networks:
            networks.append(Network(app, listening(app).server.port))
        return networks[0].seated(seat)

    try:
        won, match = played(app, lambda people: evenings.crazy_eights_of_four(people, seated))
    finally:
        for network in networks:
            network.close()
    hands = {one.name: one.count for one in state(match).view(None).holders}
    assert hands[f"hand {won}"] == 0
    assert all(hands[f"hand {seat}"] for seat in range(4) if seat != won)
    done = {entry.seat for entry in match.entries if isinstance(entry, Action)}
    assert done == {0, 1, 2, 3}


def test_draughts(app: App) -> None:
    won, match = played(app, evenings.draughts)
    assert state(match).ranking() == ((won,), (1 - won,))
    assert kinds(match)["flip"] > 0, "somebody got a king"


def test_chess_by_keys_alone(app: App) -> None:
    won, match = played(app, evenings.chess_by_keys)
    assert (won, state(match).ranking()) == (0, ((0,), (1,)))
    assert kinds(match) == {"move": 8, "set": 6, "finish": 1}


def test_dominoes(app: App) -> None:
    won, match = played(app, evenings.dominoes)
    assert state(match).ranking() == ((won,), (1 - won,))


def test_crokinole(app: App) -> None:
    _, match = played(app, evenings.crokinole)
    assert kinds(match)["flick"] == 8


def test_grenade_salad_by_hand(app: App) -> None:
    _, match = played(app, evenings.salad_by_hand)
    assert state(match).ranking() == ()
    taken = [one.count for one in state(match).view(None).holders if one.name.startswith("taken")]
    assert sum(taken) == 4


def counts(match: Match) -> Counter[str]:
    """How many lie in each holder at the end."""
    return Counter({one.name: one.count for one in state(match).view(None).holders})


def test_pig_with_dice(app: App) -> None:
    won, match = played(app, more_evenings.pig)
    assert state(match).ranking() == ((won,), (1 - won,))
    assert state(match).view(None).counters[f"points {won}"] >= 15


def test_backgammon(app: App) -> None:
    won, match = played(app, more_evenings.backgammon)
    trays = ("white off", "black off")
    assert counts(match)[trays[won]] == 15 > counts(match)[trays[1 - won]]


def test_go(app: App) -> None:
    won, match = played(app, stones.go)
    assert state(match).ranking() == ((won,), (1 - won,))
    assert counts(match)["taken 0"] + counts(match)["taken 1"] > 0


def test_carrom(app: App) -> None:
    won, match = played(app, stones.carrom)
    assert counts(match)[f"taken {won}"] == 9


def test_live_grenade_by_hand(app: App) -> None:
    won, match = played(app, more_evenings.live_grenade_by_hand)
    assert state(match).ranking() == ((won,), (1 - won,))
    assert kinds(match)["shuffle"] >= 1


def test_the_wheel_by_hand(app: App) -> None:
    won, match = played(app, more_evenings.wheel_by_hand)
    assert state(match).ranking() == ((won,), (1 - won,))
    assert kinds(match)["flip"] >= 1


def test_an_invention_on_blank_cards(app: App) -> None:
    won, match = played(app, more_evenings.invention)
    assert state(match).view(None).counters[f"points {won}"] >= 2
    assert kinds(match)["set"] > 7
