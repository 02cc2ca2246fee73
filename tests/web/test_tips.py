"""What a hand tells whom it is the first for: the right tip at its moment, to its seat, with a rule that is there."""

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
from grenade_salad.sheets.sheet import Sheet
from tests.web.phones import Network, Phone
from tests.web.test_windows import begin, line_of

DOOMED = LiveGrenadeSetup(
    hands=(("4C", "JD"), ("2C", "KD"), ("3H", "5C")), deck=("AS", "6D", "7C", "8C", "AH"), turn=0, direction=1
)
"""Ann has no Best Friend, and draws a grenade."""


def names(phone: Phone) -> set[str]:
    """What the newest sheet tells."""
    return {tip["name"] for tip in phone.sheet.get("tips", ())}


def test_a_tip_comes_at_its_moment_to_whom_it_is_about(app: App, network: Network) -> None:
    begin(app, DOOMED)
    ann, bo, onlooker = network.seated(0), network.seated(1), network.phone()
    network.until(lambda: "turn" in names(ann))
    assert {"goal", "jack", "friendless"} <= names(ann)
    assert "friend" not in names(ann)
    assert {"goal", "friend"} <= names(bo)
    assert not names(bo) & {"turn", "jack", "friendless", "out"}
    assert names(onlooker) == set()
    ann.act(line_of(ann, "draw"))
    network.until(lambda: "out" in names(bo))
    (tip,) = (tip for tip in bo.sheet["tips"] if tip["name"] == "out")
    assert tip["rule"] == "LG-14"
    assert tip["beside"] == "table"
    network.until(lambda: bool(bo.sheet["choices"]))
    bo.act(line_of(bo, "draw"))
    network.until(lambda: any("You draw" in words for words in (*bo.sheet["log"], *bo.sheet["secrets"])))
    network.until(lambda: not bo.sheet["choices"])
    assert "out" not in names(bo), "it is told when it happened"


def refused(network: Network, phone: Phone, said: dict[str, Any]) -> dict[str, Any]:
    """How a decision is refused. It is made again if a new sheet was on its way: somebody has just sat down."""
    known = len(phone.got("no"))
    phone.act(said)
    network.until(lambda: len(phone.got("no")) > known)
    answer = phone.got("no")[-1]
    return refused(network, phone, said) if answer["words"].startswith("Things have changed since") else answer


def test_a_refusal_says_its_rule(app: App, network: Network) -> None:
    begin(app)
    ann, bo = network.seated(0), network.seated(1)
    network.until(lambda: bool(ann.sheet.get("choices")))
    for said, rule in (
        ({"seat": 0, "do": "steal", "cards": ["JD"], "target": 1}, "LG-18"),
        ({"seat": 0, "do": "cancel", "cards": ["JD"]}, "LG-22"),
    ):
        assert refused(network, ann, said)["rule"] == rule
    bo.act(line_of(ann, "draw"), ann.sheet["moment"])
    network.until(lambda: bool(bo.got("no")))
    assert bo.got("no")[-1]["rule"] == "", "that is no rule of the game"


@pytest.mark.quick("3-*")
@pytest.mark.rule("WH-13")
@pytest.mark.parametrize("last_heart", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_wheel_warns_of_dice_that_put_you_out_and_of_no_others(seats: int, last_heart: bool) -> None:
    tip = next(one for one in registry.load_object(registry.plugin("wheel").lesson, Lesson).tips if one.name == "own")
    rng, warned = Random(seats), 0
    for _ in range(40):
        state = WheelState(seats, WheelOptions(last_heart=last_heart), None)
        while not state.is_over:
            for seat in range(seats):
                said = tip.when(Moment(seat, state.view(seat)))
                next_ones = [after(state, action) for action in state.legal_actions(seat)]
                if said:  # It may be over before it comes to that: with another's spade (WH-14).
                    assert not all(is_in(one, seat) and not one.is_over for one in next_ones)
                else:
                    assert all(is_in(one, seat) for one in next_ones)
                warned += said
            step(state, rng)
    assert warned > 20


def after(state: WheelState, action: Action) -> WheelState:
    """The position that follows."""
    copy = state.copy()
    copy.apply(action)
    return copy


def is_in(state: WheelState, seat: int) -> bool:
    """Whether the seat is not out."""
    view = state.full_view()
    assert isinstance(view, WheelView)
    return view.alive[seat]


def step(state: State, rng: Random) -> None:
    """Whatever comes next, by luck."""
    if state.active_seats():
        state.apply(rng.choice(state.legal_actions(state.active_seats()[0])))
    else:
        state.apply_chance(state.sample_chance(rng))


@pytest.mark.rule("GS-27")
def test_few_cards_are_left_only_in_a_deck_that_was_dealt() -> None:
    tip = next(
        one for one in registry.load_object(registry.plugin("grenade-salad").lesson, Lesson).tips if one.name == "few"
    )
    salad = registry.load("grenade-salad")
    dropping = salad.start(2, salad.options(), None).view(0)
    assert isinstance(dropping, SaladView)
    assert (dropping.step, dropping.deck, dropping.active_seats) == ("drop", 0, (0, 1))
    assert not tip.when(Moment(0, replace(dropping, turn=0)))
    for deck, told in ((5, False), (4, True), (1, True), (0, False)):
        assert tip.when(Moment(0, replace(dropping, step="cards", turn=0, deck=deck))) is told, deck


def rules_there(name: str) -> set[str]:
    """The ids of all rules of the game."""
    page = registry.plugin(name).rules_page
    assert page is not None
    return set(re.findall(r"\*\*([A-Z]{2}-\d{2})\*\*", page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", games.with_turns())
def test_every_rule_that_is_named_is_there(name: str) -> None:
    plugin = registry.plugin(name)
    lesson = registry.load_object(plugin.lesson, Lesson)
    tips = (*lesson.tips, *lesson.hand)
    assert len({tip.name for tip in tips}) == len(tips)
    named = {tip.rule for tip in tips} | set(registry.load_object(plugin.sheets, Sheet).rules.values())
    assert named <= rules_there(name)


def kinds(reason: type[Reason]) -> list[type[Reason]]:
    """All kinds of it."""
    return [reason, *(one for below in reason.__subclasses__() for one in kinds(below))]


def test_every_rule_that_a_reason_cites_is_there() -> None:
    there = {rule for name in games.with_turns() if registry.load(name) for rule in rules_there(name)}
    cited = {kind.rule_id for kind in kinds(Reason) if kind.__module__.startswith("grenade_salad.")} - {""}
    assert len(cited) > 10
    assert cited <= there
