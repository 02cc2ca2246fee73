"""Questions of reaction windows: who did what to whom, the same on phones."""

from __future__ import annotations

import pytest

from grenade_salad.app.window.application import App
from grenade_salad.core import State, View
from grenade_salad.games.live_grenade import LiveGrenadeOptions, LiveGrenadeSetup
from grenade_salad.games.live_grenade.actions import Cancel, Pair, Reverse, Skip, Steal
from grenade_salad.games.salad.actions import Circles, Move, Pointer, Rest
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Pose
from grenade_salad.match.match import Header, Match
from grenade_salad.sheets.compose import sheet_for
from grenade_salad.text import Reader, say
from tests.app import live_grenade, salad_table

NAMES = ("Ann", "Bo", "Cy")
HANDS = (("4C", "4H", "10C", "JD", "QD", "KD"), ("2C", "KH"), ("3H", "KS"))
MAX_WORDS = 8


def _ask_on_phone(state: State, seat: int | None, seats: int = 3) -> str:
    """Return the question on the phone of a seat, or on a television."""
    view: View = state.view(seat)
    question = say(sheet_for(view, (), Reader(NAMES[:seats], seat)).question)
    assert len(question.split()) <= MAX_WORDS
    return question


def _start_live_grenade() -> Match:
    setup = LiveGrenadeSetup(hands=HANDS, deck=("5D", "6C", "AS", "AH"), turn=0, direction=1)
    return Match(Header("live-grenade", NAMES, LiveGrenadeOptions(), 5, setup))


@pytest.mark.parametrize(
    ("action", "question"),
    [
        (Pair(0, ("4C", "4H"), 1), "Ann steals from you. Cancel?"),
        (Steal(0, ("10C",), 2), "Ann steals from Cy. Cancel?"),
        (Skip(0, ("JD",)), "Ann skips the draw. Cancel?"),
        (Reverse(0, ("QD",)), "Ann reverses the order. Cancel?"),
    ],
)
def test_phone_is_asked_about_actor_and_object_of_a_card(action: Pair | Steal | Skip | Reverse, question: str) -> None:
    match = _start_live_grenade()
    match.apply_entry(action)
    assert _ask_on_phone(match.state, 1) == question


def test_phone_is_asked_about_the_last_card_of_several() -> None:
    match = _start_live_grenade()
    match.apply_entry(Pair(0, ("4C", "4H"), 1))
    match.apply_entry(Cancel(1, ("KH",)))
    assert _ask_on_phone(match.state, 0) == "Bo cancels your pair. Cancel that?"
    assert _ask_on_phone(match.state, 2) == _ask_on_phone(match.state, None) == "Bo cancels Ann's pair. Cancel that?"


def test_window_and_phone_ask_the_same(app: App) -> None:
    board = live_grenade.show_match(app, 1)
    board.controller.match.apply_entry(Skip(0, ("JD",)))
    prompt = board.reaction_prompt()
    assert prompt is not None
    assert say(prompt.words) == _ask_on_phone(board.controller.match.state, 0)


def _start_salad() -> Match:
    hands = (("pointer", "circles"), ("footpath", "arrow"))
    options = SaladOptions(starter=0)
    return Match(Header("grenade-salad", NAMES[:2], options, 5, salad_table.position(hands)))


def test_question_for_a_mine_tells_what_was_done_and_to_how_many() -> None:
    moved, placed, dropped = _start_salad(), _start_salad(), _start_salad()
    moved.apply_entry(Move(0, 0, (200.0, 180.0), 0.0))
    assert _ask_on_phone(moved.state, 1, 2) == "Ann moved a soldier. Mine?"
    placed.apply_entry(Pointer(0, (400.0, 100.0), 0.0))
    assert _ask_on_phone(placed.state, 1, 2) == "Ann placed a soldier. Mine?"
    dropped.apply_entry(Circles(0, 200.0))
    spots = ((7, 300.0, 120.0), (8, 420.0, 200.0))
    lying = tuple(Pose(soldier.id, soldier.x, soldier.y, soldier.angle) for soldier in salad_table.FEW)
    dropped.apply_entry(Rest((*lying, *(Pose(id_, x, y, 0.0) for id_, x, y in spots))))
    assert _ask_on_phone(dropped.state, 1, 2) == "Ann dropped two soldiers. Mine?", "one fell over the edge"
    assert _ask_on_phone(dropped.state, 0, 2) == "Ann dropped two soldiers. A mine, Bo?"
