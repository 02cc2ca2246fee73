"""Reasons on the table of Grenade Salad name the owner of a soldier.

Soldiers bear no numbers there.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from grenade_salad.app.games.salad.words import StatusContext, status
from grenade_salad.core import Reason
from grenade_salad.games.salad import Drop, reasons
from grenade_salad.games.salad.aim import describe_reason
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.games.salad.placement import OnSoldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.match.match import new_match
from grenade_salad.text import say

NAMES = ("Ann", "seat 0", "soldier 3")
SOLDIERS = {soldier_id: Soldier(soldier_id, soldier_id % 3, 100.0, 100.0, 0.0) for soldier_id in range(6)}


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (reasons.NoSight(0, 1, 3), "No line of sight: your own soldier is in the way"),
        (reasons.NoSight(0, 1, 4), "No line of sight: seat 0's soldier is in the way"),
        (OnSoldier(0, 0.25), "Your own soldier is in the way: they would overlap by 0.2 mm"),
        (OnSoldier(5, 0.25), "soldier 3's soldier is in the way: they would overlap by 0.2 mm"),
        (reasons.SetNothingOff(2), "soldier 3's soldier was not moved, placed or dropped just now"),
        (reasons.NotOwnSoldier(1, 1), "This soldier is seat 0's"),
        (reasons.OwnTarget(0), "Only an opponent's soldier can be attacked"),
        (reasons.NoSuchSoldier(9), "That soldier is not on the table"),
        (reasons.MoveIsOver(), "One move per turn, and before the first card: this turn's move is over"),
    ],
)
def test_reason_names_owner_of_soldier(reason: Reason, words: str) -> None:
    assert say(describe_reason(reason, SOLDIERS, NAMES, 0), begin=True) == words


@pytest.mark.rule("GS-34")
def test_last_turn_before_standstill_is_announced() -> None:
    match = new_match("grenade-salad", ("Ann", "Bo"), 1)
    status_by_turn = dict[int, str]()
    while not match.state.is_over:
        match.resolve_chance()
        seat = match.state.active_seats()[0]
        view = match.state.view(seat)
        assert isinstance(view, SaladView)
        context = StatusContext(
            actor=seat, viewer=seat, is_busy=False, is_reacting=False, is_person_asked=False, kind="", can_move=True
        )
        status_by_turn[view.turns] = say(status(view, ("Ann", "Bo"), context))
        actions_by_word = {action.do: action for action in match.state.legal_actions(seat)}
        action = next(actions_by_word[do] for do in ("end", "pass", "keep", "drop") if do in actions_by_word)
        match.apply_entry(replace(action, height=100.0) if isinstance(action, Drop) else action)
    last = max(status_by_turn)
    assert last == 5
    assert status_by_turn.pop(last) == "Your turn: the last, unless somebody plays"
    assert not [words for words in status_by_turn.values() if "the last" in words]
