"""Games that people play at the open table, by real events alone.

Each evening is played from the first screen to the last.
"""

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
from tests.web.conftest import start_listening
from tests.web.phones import Network, Phone
from tools.tables import get_journal

pytestmark = pytest.mark.slow


def play_evening(app: App, evening: Callable[[People], int]) -> tuple[int, Match]:
    """Play an evening, and return the winner and the match as its record has it."""
    won = evening(People(app))
    assert isinstance(app.scene, EndScene)
    [summary] = get_journal(app).matches()
    assert summary.finished
    match = replay(get_journal(app).record(summary.id)).match
    assert match.state.is_over
    return won, match


def count_actions(match: Match) -> Counter[str]:
    """Count the actions of a match by their kind."""
    return Counter(entry.do for entry in match.entries if isinstance(entry, Action))


def state(match: Match) -> TableState:
    assert isinstance(match.state, TableState)
    return match.state


def test_crazy_eights_of_two_at_one_screen(app: App) -> None:
    won, match = play_evening(app, evenings.play_crazy_eights)
    assert state(match).ranking() == ((won,), (1 - won,))
    hands = {holder.name: holder.count for holder in state(match).view(None).holders}
    assert hands[f"hand {won}"] == 0
    assert hands[f"hand {1 - won}"] > 0
    assert count_actions(match)["set"] >= 4


def test_crazy_eights_of_two_at_the_screen_and_two_on_phones(app: App) -> None:
    networks: list[Network] = []

    def seat_phone(seat: int) -> Phone:
        if not networks:
            networks.append(Network(app, start_listening(app).server.port))
        return networks[0].seat_phone(seat)

    try:
        won, match = play_evening(app, lambda people: evenings.play_crazy_eights_with_phones(people, seat_phone))
    finally:
        for network in networks:
            network.close()
    hands = {holder.name: holder.count for holder in state(match).view(None).holders}
    assert hands[f"hand {won}"] == 0
    assert all(hands[f"hand {seat}"] for seat in range(4) if seat != won)
    acting_seats = {entry.seat for entry in match.entries if isinstance(entry, Action)}
    assert acting_seats == {0, 1, 2, 3}


def test_draughts(app: App) -> None:
    won, match = play_evening(app, evenings.play_draughts)
    assert state(match).ranking() == ((won,), (1 - won,))
    assert count_actions(match)["flip"] > 0, "somebody got a king"


def test_chess_by_keys_alone(app: App) -> None:
    won, match = play_evening(app, evenings.play_chess_by_keys)
    assert (won, state(match).ranking()) == (0, ((0,), (1,)))
    assert count_actions(match) == {"move": 8, "set": 6, "finish": 1}


def test_dominoes(app: App) -> None:
    won, match = play_evening(app, evenings.play_dominoes)
    assert state(match).ranking() == ((won,), (1 - won,))


def test_crokinole(app: App) -> None:
    _, match = play_evening(app, evenings.play_crokinole)
    assert count_actions(match)["flick"] == 8


def test_grenade_salad_by_hand(app: App) -> None:
    _, match = play_evening(app, evenings.play_salad_by_hand)
    assert state(match).ranking() == ()
    taken = [holder.count for holder in state(match).view(None).holders if holder.name.startswith("taken")]
    assert sum(taken) == 4


def count_by_holder(match: Match) -> Counter[str]:
    """Count the pieces in each holder at the end."""
    return Counter({holder.name: holder.count for holder in state(match).view(None).holders})


def test_pig_with_dice(app: App) -> None:
    won, match = play_evening(app, more_evenings.play_pig)
    assert state(match).ranking() == ((won,), (1 - won,))
    assert state(match).view(None).counters[f"points {won}"] >= 15


def test_backgammon(app: App) -> None:
    won, match = play_evening(app, more_evenings.play_backgammon)
    trays = ("white off", "black off")
    assert count_by_holder(match)[trays[won]] == 15 > count_by_holder(match)[trays[1 - won]]


def test_go(app: App) -> None:
    won, match = play_evening(app, stones.play_go)
    assert state(match).ranking() == ((won,), (1 - won,))
    assert count_by_holder(match)["taken 0"] + count_by_holder(match)["taken 1"] > 0


def test_carrom(app: App) -> None:
    won, match = play_evening(app, stones.play_carrom)
    assert count_by_holder(match)[f"taken {won}"] == 9


def test_live_grenade_by_hand(app: App) -> None:
    won, match = play_evening(app, more_evenings.play_live_grenade_by_hand)
    assert state(match).ranking() == ((won,), (1 - won,))
    assert count_actions(match)["shuffle"] >= 1


def test_the_wheel_by_hand(app: App) -> None:
    won, match = play_evening(app, more_evenings.play_wheel_by_hand)
    assert state(match).ranking() == ((won,), (1 - won,))
    assert count_actions(match)["flip"] >= 1


def test_an_invention_on_blank_cards(app: App) -> None:
    won, match = play_evening(app, more_evenings.play_invention)
    assert state(match).view(None).counters[f"points {won}"] >= 2
    assert count_actions(match)["set"] > 7
