"""Tips reach the right seat at the right moment and cite existing rules."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from grenade_salad import games
from grenade_salad.app.window.application import App
from grenade_salad.core import Action, Reason, State, registry
from grenade_salad.core.lesson import Lesson, Moment
from grenade_salad.games.live_grenade import LiveGrenadeSetup
from grenade_salad.games.salad.view import SaladView
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.games.wheel.state import WheelState
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.sheets.sheet import SheetWriter
from tests.web.phones import Network, Phone
from tests.web.reaction_windows import begin, find_choice

DOOMED = LiveGrenadeSetup(
    hands=(("4C", "JD"), ("2C", "KD"), ("3H", "5C")), deck=("AS", "6D", "7C", "8C", "AH"), turn=0, direction=1
)
"""Ann has no Best Friend, and draws a grenade."""


def tip_names(phone: Phone) -> set[str]:
    """Return the names of the tips on the newest sheet."""
    return {tip["name"] for tip in phone.sheet.get("tips", ())}


def test_tip_reaches_its_seat_at_its_moment(app: App, network: Network) -> None:
    begin(app, DOOMED)
    ann, bo, onlooker = network.seat_phone(0), network.seat_phone(1), network.phone()
    network.until(lambda: "turn" in tip_names(ann))
    assert {"goal", "jack", "friendless"} <= tip_names(ann)
    assert "friend" not in tip_names(ann)
    assert {"goal", "friend"} <= tip_names(bo)
    assert not tip_names(bo) & {"turn", "jack", "friendless", "out"}
    assert tip_names(onlooker) == set()
    ann.act(find_choice(ann, "draw"))
    network.until(lambda: "out" in tip_names(bo))
    network.until(lambda: any("out" in words for words in ann.sheet["log"]))
    assert tip_names(ann) == set(), "one's own end comes first"
    (tip,) = (tip for tip in bo.sheet["tips"] if tip["name"] == "out")
    assert tip["rule"] == "LG-14"
    assert tip["beside"] == "table"
    network.until(lambda: bool(bo.sheet["choices"]))
    bo.act(find_choice(bo, "draw"))
    network.until(lambda: any("You draw" in words for words in (*bo.sheet["log"], *bo.sheet["secrets"])))
    network.until(lambda: not bo.sheet["choices"])
    assert "out" not in tip_names(bo), "it is told when it happened"


def act_and_get_refusal(network: Network, phone: Phone, action_line: dict[str, Any]) -> dict[str, Any]:
    """Make a decision that is refused, and return the refusal.

    The decision is made again if a new sheet was on its way, because a player has just sat down.
    """
    previous_count = len(phone.got("no"))
    phone.act(action_line)
    network.until(lambda: len(phone.got("no")) > previous_count)
    answer = phone.got("no")[-1]
    return (
        act_and_get_refusal(network, phone, action_line)
        if answer["words"].startswith("Things have changed since")
        else answer
    )


def test_refusal_cites_its_rule(app: App, network: Network) -> None:
    begin(app)
    ann, bo = network.seat_phone(0), network.seat_phone(1)
    network.until(lambda: bool(ann.sheet.get("choices")))
    for action_line, rule in (
        ({"seat": 0, "do": "steal", "cards": ["JD"], "target": 1}, "LG-18"),
        ({"seat": 0, "do": "cancel", "cards": ["JD"]}, "LG-22"),
    ):
        assert act_and_get_refusal(network, ann, action_line)["rule"] == rule
    bo.act(find_choice(ann, "draw"), ann.sheet["moment"])
    network.until(lambda: bool(bo.got("no")))
    assert bo.got("no")[-1]["rule"] == "", "that is no rule of the game"


@pytest.mark.quick("3-*")
@pytest.mark.rule("WH-13")
@pytest.mark.parametrize("last_heart", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_wheel_warns_of_dice_that_put_the_seat_out_and_of_no_others(seats: int, last_heart: bool) -> None:
    tip = next(
        candidate
        for candidate in registry.load_object(registry.plugin("wheel").lesson, Lesson).tips
        if candidate.name == "own"
    )
    rng, warned = Random(seats), 0
    for _ in range(40):
        state = WheelState(seats, WheelOptions(last_heart=last_heart), None)
        while not state.is_over:
            for seat in range(seats):
                is_warned = tip.when(Moment(seat, state.view(seat)))
                next_states = [apply_to_copy(state, action) for action in state.legal_actions(seat)]
                if is_warned:  # The match may end before that, with another seat's spade (WH-14).
                    assert not all(is_alive(next_state, seat) and not next_state.is_over for next_state in next_states)
                else:
                    assert all(is_alive(next_state, seat) for next_state in next_states)
                warned += is_warned
            play_random_step(state, rng)
    assert warned > 20


def apply_to_copy(state: WheelState, action: Action) -> WheelState:
    """Return the state after the action."""
    copy = state.copy()
    copy.apply(action)
    return copy


def is_alive(state: WheelState, seat: int) -> bool:
    """True if the seat is not out."""
    view = state.full_view()
    assert isinstance(view, WheelView)
    return view.alive[seat]


def play_random_step(state: State, rng: Random) -> None:
    """Carry out a random action, or the chance that is pending."""
    if state.active_seats():
        state.apply(rng.choice(state.legal_actions(state.active_seats()[0])))
    else:
        state.apply_chance(state.sample_chance(rng))


@pytest.mark.rule("GS-27")
def test_tip_on_few_cards_needs_a_deck_that_was_dealt() -> None:
    tip = next(
        candidate
        for candidate in registry.load_object(registry.plugin("grenade-salad").lesson, Lesson).tips
        if candidate.name == "few"
    )
    salad = registry.load("grenade-salad")
    dropping = salad.start(2, salad.options(), None).view(0)
    assert isinstance(dropping, SaladView)
    assert (dropping.step, dropping.deck, dropping.active_seats) == ("drop", 0, (0, 1))
    assert not tip.when(Moment(0, replace(dropping, turn=0)))
    for deck, is_due in ((5, False), (4, True), (1, True), (0, False)):
        assert tip.when(Moment(0, replace(dropping, step="cards", turn=0, deck=deck))) is is_due, deck


def list_rules(name: str) -> set[str]:
    """Return the ids of all rules of the game."""
    page = registry.plugin(name).rules_page
    assert page is not None
    return set(re.findall(r"\*\*([A-Z]{2}-\d{2})\*\*", page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", games.with_turns())
def test_tips_and_sheets_cite_only_existing_rules(name: str) -> None:
    plugin = registry.plugin(name)
    lesson = registry.load_object(plugin.lesson, Lesson)
    tips = (*lesson.tips, *lesson.hand_tips)
    assert len({tip.name for tip in tips}) == len(tips)
    cited = {tip.rule for tip in tips} | set(registry.load_object(plugin.sheets, SheetWriter).rules.values())
    assert cited <= list_rules(name)


def list_reason_classes(reason: type[Reason]) -> list[type[Reason]]:
    """Return the class and all its subclasses."""
    return [
        reason,
        *(descendant for subclass in reason.__subclasses__() for descendant in list_reason_classes(subclass)),
    ]


def test_reasons_cite_only_existing_rules() -> None:
    rules = {rule for name in games.with_turns() if registry.load(name) for rule in list_rules(name)}
    cited = {kind.rule_id for kind in list_reason_classes(Reason) if kind.__module__.startswith("grenade_salad.")} - {
        ""
    }
    assert len(cited) > 10
    assert cited <= rules
