"""Hard and Expert in Live Grenade: legal, blind to hidden cards, and sensible."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from random import Random
from statistics import mean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grenade_salad.core import Action
from grenade_salad.games.live_grenade import Cancel, LiveGrenadeOptions, LiveGrenadeState, LiveGrenadeView, Pass
from grenade_salad.games.live_grenade.cards import GRENADES
from grenade_salad.games.live_grenade.events import Drew
from grenade_salad.players import make as make_player
from grenade_salad.players.live_grenade import search_player
from grenade_salad.players.live_grenade.beliefs import Beliefs
from grenade_salad.players.live_grenade.determinizations import FRIEND, Floats, Worlds, card_sort
from tests.players.still_clock import stop_clocks
from tests.players.telling import play_to_end, show_events
from tests.rules.live_grenade.matches import start_match, tables
from tests.rules.live_grenade.positions import cancel, pair, play, position, skip
from tests.saying import explain_action

THINKING_LEVELS = ("hard", "hard-careful", "expert:0.001", "expert-reckless:0.001")


def decide(level: str, state: LiveGrenadeState, seat: int) -> Action:
    """Return a player's decision here, without the events before."""
    return make_player("live-grenade", level, seat, Random(1)).decide(state.view(seat), state.legal_actions(seat))


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(tables(), st.integers(0, 2**32))
def test_every_table_is_played_to_its_end(table: tuple[int, LiveGrenadeOptions], seed: int) -> None:
    seats, options = table
    state, rng = start_match(seats, options), Random(seed)
    names = [rng.choice(("expert:0.001", "expert-careful:0.001", "normal-reckless")) for _ in range(seats)]
    players = [make_player("live-grenade", name, seat, Random(seed)) for seat, name in enumerate(names)]
    play_to_end(state, players, rng)


@pytest.mark.parametrize("seats", [2, 4])
def test_choice_does_not_depend_on_what_the_seat_cannot_know(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A twin sees the same, but decides where all hidden cards are different.

    It does and thinks the same.
    """
    stop_clocks(monkeypatch)
    rng = Random(11)
    state = start_match(seats, LiveGrenadeOptions())
    players = [make_player("live-grenade", "hard", seat, Random(seat)) for seat in range(seats)]
    twins = [make_player("live-grenade", "hard", seat, Random(seat)) for seat in range(seats)]
    decisions = 0
    while not state.is_over and decisions < 12:
        if state.pending_chance():
            events = state.apply_chance(state.sample_chance(rng))
        else:
            seat = state.active_seats()[0]
            world = state.resample(seat, rng)
            advice = players[seat].advise(state.view(seat), state.legal_actions(seat))
            assert twins[seat].advise(world.view(seat), world.legal_actions(seat)) == advice
            decisions += 1
            events = state.apply(advice.action)
        show_events(players, events)
        show_events(twins, events)


@pytest.mark.parametrize("seats", [2, 4])
def test_worlds_agree_with_what_the_seat_sees(seats: int) -> None:
    """Every world has all cards once, hands of their sizes, and seen cards in place."""
    rng = Random(3)
    state = start_match(seats, LiveGrenadeOptions())
    beliefs = [Beliefs() for _ in range(seats)]
    random = np.random.default_rng(1)
    while not state.is_over:
        if state.pending_chance():
            events = state.apply_chance(state.sample_chance(rng))
        else:
            check_worlds(state, beliefs[0], random)
            events = state.apply(rng.choice(state.legal_actions(state.active_seats()[0])))
        show_events(beliefs, events)


def check_worlds(state: LiveGrenadeState, beliefs: Beliefs, random: np.random.Generator) -> None:
    """Check the worlds that seat 0 considers here against the position."""
    view, truth = state.view(0), state.full_view()
    assert isinstance(truth.deck, tuple)
    sorts = [0] * 11
    for cards in (*truth.hands, truth.deck):
        assert isinstance(cards, tuple)
        for card in set(cards) - GRENADES:
            sorts[card_sort(card)] += cards.count(card)
    worlds = beliefs.possible_worlds(view, 0, 20, random)
    assert (worlds.hands.sum(1) + worlds.deck == sorts).all()
    assert (worlds.hands.sum(2) == [len(hand) for hand in truth.hands]).all()
    assert (worlds.hands >= 0).all()
    assert (worlds.deck >= 0).all()
    assert isinstance(truth.hands[0], tuple)
    assert worlds.hands[0, 0, FRIEND] == sum(card[:-1] in "23" for card in truth.hands[0])


def test_card_stolen_from_the_seat_is_known() -> None:
    state = position("2H 4C", "4D 4S 5C", "6C 6D", deck="AS AH 7C 7D 8C JC")
    beliefs = [Beliefs() for _ in range(3)]
    no_events = play(state, pair(1, "4D 4S", 0)) if state.active_seats() == (1,) else []
    assert not no_events
    state = position("2H 4C", "4D 4S 5C", "6C 6D", deck="AS AH 7C 7D 8C JC", turn=1)
    events = play(state, pair(1, "4D 4S", 0), Pass(2), Pass(0))
    show_events(beliefs, events)
    stolen = state.sample_chance(Random(1))
    show_events(beliefs, state.apply_chance(stolen))
    sort = card_sort(stolen.outcome)  # type: ignore[attr-defined]
    assert beliefs[0].expected_cards(3)[0, 1, sort] == 1
    assert beliefs[2].expected_cards(3)[2, 1].sum() < 1
    worlds = beliefs[0].possible_worlds(state.view(0), 0, 10, np.random.default_rng(1))
    assert (worlds.hands[:, 1, sort] >= 1).all()


@pytest.mark.parametrize("level", ["hard", "expert:0.1"])
def test_player_avoids_a_certain_grenade(level: str) -> None:
    state = position("JC 5C", "4C", deck="AS")
    assert decide(level, state, 0) == skip(0, "JC")


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_player_answers_by_what_is_at_stake(level: str) -> None:
    state = position("4C 4D 6C", "2H KC", deck="AS 6D 7D 8D")
    play(state, pair(0, "4C 4D", 1))
    assert decide(level, state, 1) == cancel(1, "KC")
    state = position("JC", "4C KC", deck="AS", discard="2C 2D 2H 2S 3C 3D 3H")
    play(state, skip(0, "JC"))
    assert decide(level, state, 1) == cancel(1, "KC")


def test_cheap_card_is_played_for_fun(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player's own chance decides, so that a match can be repeated.

    Advice is what wins most often, whatever the style.
    """
    stop_clocks(monkeypatch)
    win_chances = {("draw", None): 0.5, ("steal", 1): 0.49, ("skip", None): 0.4}
    monkeypatch.setattr(search_player, "estimate_choices", lambda *about: dict(win_chances))
    monkeypatch.setattr(search_player, "_MAX_GAP", 0.0)
    deck = " ".join(["AS", *(f"{rank}{suit}" for rank in range(4, 9) for suit in "DHS")])
    state = position("10C JC 3C", "4C 5C", deck=deck)
    legal = state.legal_actions(0)

    def choose_actions(level: str, draws: int = 4) -> list[str]:
        players = [make_player("live-grenade", level, 0, Random(seed)) for seed in range(30)]
        show_events(players, [Drew(0, None)] * draws)
        assert {player.advise(state.view(0), legal).action.do for player in players} == {"draw"}
        return [player.decide(state.view(0), legal).do for player in players]

    for level in ("hard", "expert"):
        choices = choose_actions(level)
        assert set(choices) == {"draw", "steal"}
        assert choose_actions(level) == choices
        assert set(choose_actions(level, 2)) == {"draw"}
        assert set(choose_actions(f"{level}-careful")) == {"draw"}
        assert choices.count("steal") < choose_actions(f"{level}-reckless").count("steal")
    win_chances["steal", 1] = 0.4
    assert set(choose_actions("hard")) == {"draw"}
    win_chances["skip", None] = 0.5 - 1e-6
    assert set(choose_actions("hard-reckless")) == {"draw"}


@pytest.mark.parametrize(("cards", "done"), [(5, {"steal"}), (3, {"draw"})])
def test_cards_are_played_for_fun_in_the_middle_of_a_match_too(
    cards: int, done: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds as long as three of four draws are safe."""
    stop_clocks(monkeypatch)
    win_chances = {("draw", None): 0.5, ("steal", 1): 0.49}
    monkeypatch.setattr(search_player, "estimate_choices", lambda *about: dict(win_chances))
    monkeypatch.setattr(search_player, "_MAX_GAP", 0.0)
    state = position("10C 4H 3C", "4C 5C", deck=" ".join(["AS", "6C", "6D", "7C", "7D"][:cards]))
    players = [make_player("live-grenade", "hard", 0, Random(seed)) for seed in range(30)]
    show_events(players, [Drew(0, None)] * 4)
    assert {player.decide(state.view(0), state.legal_actions(0)).do for player in players} == done


@pytest.mark.parametrize("seats", [3, 13])
def test_decision_is_as_much_work_at_a_large_table(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is worlds times choices times seats: all of them cost time."""
    stop_clocks(monkeypatch)
    work = []

    def record_work(worlds: Worlds, seat: int, *about: object) -> Floats:
        choices = about[2]
        assert isinstance(choices, Sequence)
        work.append(worlds.count * len(choices) * seats)
        return np.full((len(choices), worlds.count), 0.5, dtype=np.float32)

    monkeypatch.setattr(search_player, "play_out_choices", record_work)
    monkeypatch.setattr(search_player, "_MAX_GAP", 1.0)
    other_hands = [f"{rank}{suit}" for rank in "4567" for suit in "CDHS"][: seats - 1]
    deck = " ".join(["AS", "AC", "AD", "AH"] * 3).split()[: seats - 1]
    state = position("10C JC", *other_hands, deck=" ".join(deck) + " 8C 8D", options=LiveGrenadeOptions(decks=3))
    decide("expert", state, 0)
    assert 0 < sum(work) <= 2048 * 15 + 6 * seats  # One world more at most.
    assert (len(work) > 5) == (seats == 3)


@pytest.mark.parametrize("level", THINKING_LEVELS)
def test_players_can_be_sent_to_another_process(level: str) -> None:
    state = position("JC 10C 2H", "4C 5C 2C", deck="AS 6D 7D 8D")
    player = make_player("live-grenade", level, 0, Random(1))
    assert isinstance(pickle.loads(pickle.dumps(player)).decide(state.view(0), state.legal_actions(0)), Action)


def test_advice_says_how_likely_a_win_is() -> None:
    state = position("JC 5C", "4C", deck="AS")
    draw, jack = state.legal_actions(0)
    chances = []
    for seed in range(12):
        player = make_player("live-grenade", "expert", 0, Random(seed))
        advice = player.advise(state.view(0), state.legal_actions(0), draw)
        assert advice.action == jack
        assert advice.chance is not None
        assert advice.played is not None
        assert advice.played < 0.05
        chances.append(advice.chance)
    assert mean(chances) > 0.6
    state = position("4C 4D 6C", "2H KC", deck="AS 6D 7D 8D")
    play(state, pair(0, "4C 4D", 1))
    player = make_player("live-grenade", "hard", 1, Random(1))
    advice = player.advise(state.view(1), state.legal_actions(1), Pass(1))
    assert isinstance(advice.action, Cancel)
    assert advice.chance is not None
    assert advice.played is not None
    assert 0 < advice.played < advice.chance < 1


def test_every_kind_of_action_has_an_explanation() -> None:
    """Explanations are short and plain, without a full stop, with seats as {seat}."""
    rng, action_names = Random(5), set()
    for seats in (2, 4):
        state = start_match(seats, LiveGrenadeOptions(extra_cards=4))
        while not state.is_over:
            if state.pending_chance():
                state.apply_chance(state.sample_chance(rng))
                continue
            seat = rng.choice(state.active_seats())
            view = state.view(seat)
            assert isinstance(view, LiveGrenadeView)
            for action in state.legal_actions(seat):
                words = explain_action("live-grenade", seat, view, action)
                action_names.add(action.do)
                assert 10 < len(words) < 90
                assert not words.endswith(".")
                assert f"{{{seat}}}" not in words
                words.format(*"ABCD")
            state.apply(rng.choice(state.legal_actions(seat)))
    assert action_names == {"draw", "pair", "steal", "skip", "reverse", "cancel", "pass"}


def test_explanations_contain_the_numbers() -> None:
    state = position("JC 5C KC", "4C 10C", deck="AS 4D 5D 6D")
    assert explain_action("live-grenade", 0, state.view(0), skip(0, "JC")) == (
        "one card in 4 is a grenade, and you have no Best Friend: {1} draws first"
    )
