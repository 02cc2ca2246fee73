"""Hard and Expert of the wheel know nothing hidden and play every table."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad.games.wheel import Advance, Roll, WheelOptions, WheelView
from grenade_salad.games.wheel.preview import preview
from grenade_salad.players import STYLES, Advice, time_budget
from grenade_salad.players import make as make_player
from tests.marks import slow_but
from tests.players.telling import show_events
from tests.players.wheel_matches import new_wheel_match
from tests.rules.wheel.positions import position

DECISIONS = 4


@pytest.mark.quick("4")
@pytest.mark.parametrize("seats", [2, 4])
def test_choice_does_not_depend_on_hidden_cards(seats: int) -> None:
    """A twin in a world with other hidden cards chooses the same action."""
    rng = Random(11)
    match = new_wheel_match(seats, WheelOptions(), 5)
    players = [make_player("wheel", "hard", seat, Random(seat)) for seat in range(seats)]
    twins = [make_player("wheel", "hard", seat, Random(seat)) for seat in range(seats)]
    steps = match.resolve_chance()
    for _ in range(DECISIONS):
        for step in steps:
            show_events(players, step.events)
            show_events(twins, step.events)
        seat = match.state.active_seats()[0]
        world = match.state.resample(seat, rng)
        assert world.full_view() != match.state.full_view()
        action = players[seat].decide(match.state.view(seat), match.state.legal_actions(seat))
        assert twins[seat].decide(world.view(seat), world.legal_actions(seat)) == action
        steps = match.act(action)


@pytest.mark.quick("expert*")
@pytest.mark.parametrize("level", ["hard", "expert:0.2"])
def test_player_spares_its_own_card(level: str) -> None:
    """Two of the three dice would blow up AS, the player's own card."""
    state = position("AS 2S 3S 4S 5S 6S 7S joker", ["AH", "2H"], [(5, 5), (1, 1), (5, 5)])
    state.apply_chance(Roll(3))
    player = make_player("wheel", level, 0, Random(1))
    assert player.decide(state.view(0), state.legal_actions(0)) == Advance(0, 1)


@pytest.mark.quick("2-*", "3-*")
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, WheelOptions(last_heart=True)),
        (3, WheelOptions(face_down="counted", joker="twice")),
        (7, WheelOptions(joker_safe=True)),
    ],
)
def test_player_finishes_matches_with_every_house_rule(seats: int, options: WheelOptions) -> None:
    match = new_wheel_match(seats, options, 3)
    players = [make_player("wheel", "expert:0.001", seat, Random(seat)) for seat in range(seats)]
    steps = match.resolve_chance()
    while not match.state.is_over:
        for step in steps:
            show_events(players, step.events)
        seat = match.state.active_seats()[0]
        steps = match.act(players[seat].decide(match.state.view(seat), match.state.legal_actions(seat)))
    assert len(match.state.ranking()) == seats


@pytest.fixture
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock, so that no player is cut off on a busy machine."""
    monkeypatch.setattr(time_budget, "perf_counter", lambda: 0.0)


@pytest.mark.quick("2-hard")
@pytest.mark.usefixtures("no_clock")
@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("seats", [2, 3])
def test_advice_has_action_of_player_and_its_win_share(level: str, seats: int) -> None:
    """Die 0 blows up the last card of a rival, die 1 the player's own."""
    hearts, down = (["AH", "3H"], ()) if seats == 2 else (["AH", "3H", "6H"], ())
    state = position("AS 2S joker 3S 4S 5S 6S 7S", hearts, [(1, 5), (7, 5), (5, 1)], down)
    state.apply_chance(Roll(1))
    player = make_player("wheel", level, 0, Random(1))
    view, legal = state.view(0), state.legal_actions(0)
    advice_on_loss = player.advise(view, legal, Advance(0, 1))
    assert advice_on_loss.played == pytest.approx(0.0, abs=1e-6)
    assert advice_on_loss.chance is not None
    assert 1 / seats - 0.1 < advice_on_loss.chance <= 1
    assert advice_on_loss.action == player.decide(view, legal)
    advice_on_best = player.advise(view, legal, advice_on_loss.action)
    assert advice_on_best == Advice(advice_on_loss.action, advice_on_loss.chance, advice_on_loss.chance)
    assert player.advise(view, legal).played is None


@pytest.mark.quick("normal")
@pytest.mark.usefixtures("no_clock")
@pytest.mark.parametrize("level", slow_but(["normal", "hard"], ["normal", "hard", "expert"]))
def test_styles_differ_between_actions_of_similar_value(level: str) -> None:
    """Reckless has more explosions, jokers and high numbers than Careful.

    Neither blows up its own cards freely.
    """
    rng = Random(3)
    boldness = dict.fromkeys(STYLES, 0)
    differ = decisions = 0
    for seed in range(5):
        match = new_wheel_match(2, WheelOptions(), seed)
        players = {style: make_player("wheel", f"{level}-{style}", 0, Random(1)) for style in STYLES}
        steps = match.resolve_chance()
        while not match.state.is_over:
            for step in steps:
                show_events(list(players.values()), step.events)
            seat = match.state.active_seats()[0]
            view, legal = match.state.view(seat), match.state.legal_actions(seat)
            if seat == 0:
                assert isinstance(view, WheelView)
                chosen = {style: player.decide(view, legal) for style, player in players.items()}
                for style, action in chosen.items():
                    assert isinstance(action, Advance)
                    outcome = preview(view, action.die)
                    boldness[style] += 10 * len(outcome.explosions) + 3 * outcome.joker + max(outcome.pips)
                differ += chosen["careful"] != chosen["reckless"]
                decisions += 1
            steps = match.act(rng.choice(legal))
    assert decisions > 20
    assert 0.1 * decisions < differ < 0.9 * decisions
    assert boldness["reckless"] > boldness["careful"]
