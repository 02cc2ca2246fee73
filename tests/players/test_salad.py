"""Grenade Salad players that think: decisions, explanations and secrecy."""

from __future__ import annotations

import re
from random import Random

import pytest

from grenade_salad.core import Action, redact
from grenade_salad.games.salad import (
    Arrow,
    Circles,
    Drop,
    End,
    Explosion,
    Footpath,
    Hammers,
    Keep,
    Move,
    Pass,
    Pointer,
    SaladOptions,
)
from grenade_salad.games.salad.events import Killed
from grenade_salad.games.salad.pieces import SYMBOLS, Card
from grenade_salad.games.salad.state import SaladState
from grenade_salad.match.match import Header, Match
from grenade_salad.players import SeededPlayer
from grenade_salad.players import make as make_player
from grenade_salad.players.salad.known_position import read_position
from grenade_salad.players.salad.search import weigh_answers
from tests.rules.salad.positions import play, position, soldier_at
from tests.saying import explain_action

HARD_LEVELS = ("hard", "expert:0.1", "hard-careful", "hard-reckless")
DECK = tuple(card for card in SYMBOLS for _ in range(4))
HOUSE_RULES = (
    (2, SaladOptions(turn_limit=6)),
    (3, SaladOptions(turn_limit=6, cube=12.0, tile=30.0, table=(260.0, 200.0), sight="centre", blast="width")),
    (4, SaladOptions(turn_limit=8, starter=2)),
)


def make_salad_player(name: str, seat: int = 0) -> SeededPlayer:
    return make_player("grenade-salad", name, seat, Random(1))


def decide(state: SaladState, name: str, seat: int = 0) -> Action:
    """Return a player's decision there."""
    return make_salad_player(name, seat).decide(state.view(seat), state.legal_actions(seat))


def make_match(seats: int, options: SaladOptions, seed: int) -> Match:
    return Match(Header("grenade-salad", tuple("ABCD"[:seats]), options, seed))


@pytest.mark.parametrize("name", HARD_LEVELS)
def test_player_takes_the_last_visible_soldier(name: str) -> None:
    state = position(
        soldier_at(0, 0, 100, 100), soldier_at(5, 1, 300, 100), hands=(["arrow", "hammers"], ["circles"] * 5)
    )
    assert any(isinstance(action, Arrow) for action in play_turn(state, name))


def play_turn(state: SaladState, name: str) -> list[Action]:
    """Return what a player does in its turn, while nobody answers with a mine."""
    actions: list[Action] = []
    while state.turn == 0 and not state.is_over:
        actions.append(decide(state, name))
        play(state, actions[-1])
        while state.step == "mines":
            play(state, Pass(state.active_seats()[0]))
    return actions


@pytest.mark.parametrize("name", HARD_LEVELS)
def test_player_throws_at_most_enemies_and_no_own_soldiers(name: str) -> None:
    state = position(
        *(soldier_at(0, 0, 100, 100), soldier_at(1, 0, 110, 112), soldier_at(9, 1, 500, 300)),
        *(
            soldier_at(5, 1, 146, 100),
            soldier_at(6, 1, 156, 100),
            soldier_at(7, 1, 146, 112),
            soldier_at(8, 1, 156, 112),
        ),
        hands=(["explosion"], ["arrow"] * 5),
        deck=DECK,
    )
    assert any(isinstance(action, Explosion) for action in play_turn(state, name))
    assert sorted(soldier.seat for soldier in state.soldiers.values()) == [0, 0, 1]


@pytest.mark.parametrize("name", HARD_LEVELS)
def test_player_does_not_blow_up_own_soldiers(name: str) -> None:
    """An enemy is amid own soldiers: a grenade there would kill three of these."""
    state = position(
        *(soldier_at(0, 0, 300, 200), soldier_at(1, 0, 312, 200), soldier_at(2, 0, 300, 212)),
        *(soldier_at(5, 1, 312, 212), soldier_at(6, 1, 500, 300), soldier_at(7, 1, 80, 60), soldier_at(8, 1, 80, 360)),
        hands=(["explosion", "footpath", "footpath", "footpath", "arrow"], ["pointer"] * 5),
        deck=DECK,
    )
    play_turn(state, name)
    assert sum(soldier.seat == 0 for soldier in state.soldiers.values()) == 3
    assert sum(soldier.seat == 1 for soldier in state.soldiers.values()) <= 3


@pytest.mark.parametrize("name", HARD_LEVELS)
def test_grenade_at_nobody_hits_no_own_soldiers(name: str) -> None:
    """No enemy is left to be hit, and the match is as good as won."""
    places = (
        *((328, 254), (252, 101), (175, 349), (170, 199), (347, 86)),
        *((194, 43), (217, 241), (554, 379), (205, 146), (260, 79)),
    )
    state = position(
        *(soldier_at(soldier_id, 0, x, y) for soldier_id, (x, y) in enumerate(places)),
        hands=(["hammers", "arrow", "explosion", "hammers", "footpath"], ["arrow"] * 5),
        deck=("pointer", "circles", "arrow") * 3 + ("hammers",) * 2,
        reserve=[2, 1],
        taken=[20, 7],
    )
    play(state, Move(0, 0, (348.0, 264.0), 0.0), Pass(1))
    play_turn(state, name)
    assert sum(soldier.seat == 0 for soldier in state.soldiers.values()) == len(places)


@pytest.mark.parametrize("name", HARD_LEVELS)
def test_player_does_not_wait_for_ever(name: str) -> None:
    """It has no soldier but Three Circles, and there are mines.

    If it waits in one turn, it would wait in each.
    """
    state = position(
        *(soldier_at(5, 1, 500, 300), soldier_at(6, 2, 80, 60), soldier_at(7, 3, 80, 360)),
        hands=(["hammers", "hammers", "hammers", "circles", "circles"], *[["arrow"] * 3] * 3),
        deck=DECK[:6],
        reserve=[14, 15, 11, 12],
        taken=[14, 6, 3, 2],
    )
    assert isinstance(decide(state, name), Circles)


@pytest.mark.parametrize("name", ["hard", "expert"])
def test_mine_is_played_where_it_pays(name: str) -> None:
    state = position(
        *(
            soldier_at(0, 0, 100, 100),
            soldier_at(5, 1, 300, 200),
            soldier_at(6, 1, 312, 200),
            soldier_at(7, 1, 300, 212),
        ),
        hands=(["footpath", "arrow"], ["pointer"]),
        turn=1,
    )
    play(state, Pointer(1, (312.0, 212.0), 0.0))
    (new,) = state.triggers
    assert decide(state, name) == Footpath(0, new)


@pytest.mark.parametrize(("seats", "plays"), [(2, True), (3, False)])
def test_normal_plays_last_mine_for_one_soldier_among_two_players_but_not_three(seats: int, plays: bool) -> None:
    state = position(
        *(soldier_at(0, 0, 100, 100), soldier_at(5, 1, 300, 200)),
        hands=(["footpath", "arrow"], ["pointer"], ["arrow"])[:seats],
        turn=1,
    )
    play(state, Pointer(1, (500.0, 300.0), 0.0))
    while state.step == "mines" and state.active_seats()[0] != 0:
        play(state, Pass(state.active_seats()[0]))
    (new,) = state.triggers
    assert decide(state, "normal") == (Footpath(0, new) if plays else Pass(0))


def test_normal_strikes_before_it_shoots() -> None:
    """Enemies are seldom near enough for Hammers, and the shot can wait.

    This is so although the shot would take the more dangerous soldier.
    """
    state = position(
        *(
            soldier_at(0, 0, 100, 100),
            soldier_at(1, 0, 400, 300),
            soldier_at(2, 0, 412, 300),
            soldier_at(3, 0, 400, 312),
        ),
        *(soldier_at(5, 1, 110, 100), soldier_at(6, 1, 420, 320)),
        hands=(["arrow", "hammers", "footpath", "footpath", "footpath"], ["circles"] * 5),
    )
    first = next(action for action in play_turn(state, "normal") if not isinstance(action, Move))
    assert isinstance(first, Hammers)


def test_answer_takes_the_same_path_whatever_the_hand_is() -> None:
    """Both hands weigh the same answers; without the mine the player passes."""
    soldiers = (soldier_at(0, 0, 100, 100), soldier_at(5, 1, 300, 200), soldier_at(6, 1, 312, 200))
    weighed_actions = []
    for card in ("footpath", "arrow"):
        state = position(*soldiers, hands=([card] * 2, ["pointer"]), turn=1)
        play(state, Pointer(1, (312.0, 212.0), 0.0))
        options = weigh_answers(read_position(state.view(0), 0), state.triggers)
        weighed_actions.append([option.action for option in options])
    assert weighed_actions[0] == weighed_actions[1] == [Pass(0), Footpath(0, state.triggers[0])]
    assert decide(state, "hard") == Pass(0)


@pytest.mark.parametrize("seats", [2, 3])
def test_choice_does_not_depend_on_what_the_seat_cannot_know(seats: int) -> None:
    """A twin that decides in a world with other hidden cards does the same."""
    rng = Random(5)
    match = make_match(seats, SaladOptions(), 5)
    players = [make_salad_player("hard", seat) for seat in range(seats)]
    twins = [make_salad_player("hard", seat) for seat in range(seats)]
    steps = match.resolve_chance()
    different_worlds = 0
    for _ in range(14):
        for step in steps:
            for event in step.events:
                for seat in range(seats):
                    players[seat].see(redact(event, seat))
                    twins[seat].see(redact(event, seat))
        seat = match.state.active_seats()[0]
        world = match.state.resample(seat, rng)
        different_worlds += world.full_view() != match.state.full_view()
        action = players[seat].decide(match.state.view(seat), match.state.legal_actions(seat))
        assert twins[seat].decide(world.view(seat), world.legal_actions(seat)) == action
        steps = match.act(action)
    assert different_worlds > 8


@pytest.mark.parametrize(("seats", "options"), HOUSE_RULES)
@pytest.mark.parametrize("name", ["expert-reckless:0.001", "normal-careful"])
def test_player_plays_with_every_house_rule(seats: int, options: SaladOptions, name: str) -> None:
    match = make_match(seats, options, 3)
    players = [make_salad_player(name, seat) for seat in range(seats)]
    match.resolve_chance()
    while not match.state.is_over:
        seat = match.state.active_seats()[0]
        match.act(players[seat].decide(match.state.view(seat), match.state.legal_actions(seat)))
    assert sum(len(place) for place in match.state.ranking()) == seats


def test_styles_prefer_different_actions() -> None:
    """A shot or a grenade at one enemy is about equal, and each style prefers one."""
    state = position(
        *(soldier_at(0, 0, 100, 100), soldier_at(5, 1, 140, 100), soldier_at(6, 1, 500, 300)),
        hands=(["arrow", "explosion"], ["arrow"] * 5),
    )
    play(state, Move(0, 0, (100.0, 100.0), 1.0))
    assert isinstance(decide(state, "normal-reckless"), Explosion)
    assert isinstance(decide(state, "normal-careful"), Arrow)


def test_advice_weighs_the_played_action_by_the_same_measure() -> None:
    state = position(
        soldier_at(0, 0, 100, 100), soldier_at(5, 1, 300, 100), hands=(["arrow", "hammers"], ["circles"] * 5)
    )
    view, legal = state.view(0), state.legal_actions(0)
    assert make_salad_player("hard").advise(view, legal).action == Arrow(0, 0, 5)
    advice = make_salad_player("expert").advise(view, legal, Move(0, 0, (140.0, 100.0), 0.0))
    assert advice.chance is not None
    assert advice.played is not None
    assert 0 < advice.played <= advice.chance < 1
    same_advice = make_salad_player("expert").advise(view, legal, advice.action)
    assert same_advice.played == same_advice.chance == advice.chance
    end_advice = make_salad_player("expert").advise(view, legal, End(0))
    assert end_advice.played is not None
    assert end_advice.played < advice.chance


ARROWS: tuple[Card, ...] = ("arrow",) * 9
HANDS = (["arrow", "hammers", "explosion", "pointer", "circles"], ["footpath"], ["arrow"])


def make_position() -> SaladState:
    """Return a position with soldiers in pairs, and a single one far away.

    Two of seat 1 are together, one of seat 2 is far away behind another, and two own ones are together.
    """
    return position(
        *(soldier_at(0, 0, 100, 100), soldier_at(1, 0, 112, 100), soldier_at(2, 0, 300, 200)),
        *(
            soldier_at(5, 1, 140, 100),
            soldier_at(6, 1, 150, 110),
            soldier_at(7, 1, 311, 200),
            soldier_at(9, 2, 500, 200),
        ),
        hands=HANDS,
    )


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Arrow(0, 1, 5), "{1} has the most points of all your opponents, and loses three while you get one"),
        (Arrow(0, 1, 9), "takes the last soldier that {2} has on the table"),
        (Hammers(0, 2, 7), "{1} has the most points of all your opponents, and loses three while you get one"),
        (Explosion(0, 1, (146.0, 106.0)), "hits two of {1}'s soldiers and none of yours"),
        (Explosion(0, 1, (125.0, 100.0)), "hits two of {1}'s soldiers and two of yours"),
        (Explosion(0, 0, (100.0, 100.0)), "hits only two soldiers of yours, but makes room for a new card"),
        (Explosion(0, 2, (300.0, 245.0)), "hits nobody, but makes room for a new card"),
        (Pointer(0, (550.0, 350.0), 0.0), "one more soldier on the table, far from all grenades"),
        (Pointer(0, (150.0, 97.0), 0.0), "one more soldier on the table, near enough to strike"),
        (Pointer(0, (200.0, 100.0), 0.0), "one more soldier on the table, near enough to throw"),
        (Circles(0, 200.0), "three more soldiers on the table, worth 9 points"),
        (Move(0, 1, (128.0, 100.0), 0.0), "gets next to one of {1}'s soldiers, near enough to strike"),
        (Move(0, 0, (60.0, 100.0), 0.0), "gets away from {1}'s soldiers"),
        (Move(0, 2, (280.0, 200.0), 0.0), "gets away from {1}'s soldiers"),
        (End(0), "keeps five cards for a better moment"),
    ],
)
def test_explanation_says_what_an_action_brings(action: Action, words: str) -> None:
    state = make_position()
    assert explain_action("grenade-salad", 0, state.view(0), action) == words


@pytest.mark.rule("GS-30")
def test_card_that_must_be_played_makes_no_room() -> None:
    state = position(soldier_at(0, 0, 100, 100), soldier_at(5, 1, 300, 300), hands=(["explosion"], ["arrow"]), deck=())
    words = explain_action("grenade-salad", 0, state.view(0), Explosion(0, 0, (140.0, 100.0)))
    assert words == "hits nobody, but a card must be played"


def test_log_says_what_a_grenade_at_nobody_is_for() -> None:
    """Everybody can see all of it, and is told; a grenade that hits needs no words."""
    at_nobody, at_enemy = Explosion(0, 0, (100.0, 140.0)), Explosion(0, 0, (140.0, 100.0))
    soldiers = (soldier_at(0, 0, 100, 100), soldier_at(5, 1, 150, 100))
    hand: list[Card] = ["explosion", "explosion", "explosion"]
    texts = []
    for options, deck in ((SaladOptions(), ARROWS), (SaladOptions(), ()), (SaladOptions(standstill=1), ARROWS)):
        state = position(*soldiers, hands=(hand, ["hammers"]), deck=deck, options=options)
        if options.standstill == 1:
            state.still = 1
        events = [redact(event, 1) for event in state.apply(at_nobody)]
        texts += [event.text(("Ann", "Bo")) for event in events if isinstance(event, Killed)]
    second_texts = [event.text(("Ann", "Bo")) for event in state.apply(at_nobody) if isinstance(event, Killed)]
    assert texts == [
        "Nobody is hit, but there is room for a new card",
        "Ann hits nobody, but had to play a card",
        "Nobody is hit, but the match goes on: without a card it would have ended here",
    ]
    assert second_texts == ["Nobody is hit, but there is room for a new card"]
    hit_events = position(*soldiers, hands=(hand, ["hammers"]), deck=ARROWS).apply(at_enemy)
    assert [event.brings for event in hit_events if isinstance(event, Killed)] == [""]


@pytest.mark.rule("GS-34")
def test_end_by_standstill_is_explained() -> None:
    state = position(
        soldier_at(0, 0, 100, 100), hands=(["arrow"], ["arrow"]), options=SaladOptions(standstill=1), turn=1
    )
    state.apply(End(1))
    assert explain_action("grenade-salad", 0, state.view(0), End(0)) == "ends the game with the most points"


def test_explanation_counts_all_victims() -> None:
    crowd = [soldier_at(5 + index, 1, 131.0 + 9.0 * (index % 3), 91.0 + 9.0 * (index // 3)) for index in range(7)]
    state = position(soldier_at(0, 0, 95, 100), *crowd, hands=(["explosion"], ["arrow"]))
    words = explain_action("grenade-salad", 0, state.view(0), Explosion(0, 0, (138.0, 100.0)))
    assert words == "hits seven of {1}'s soldiers and none of yours"


def test_getting_out_of_sight_is_explained() -> None:
    """At 100, 200 the soldier is in the open; at 100, 150 a comrade hides it.

    The comrade is between it and seat 1.
    """
    state = position(
        soldier_at(0, 0, 100, 200),
        soldier_at(1, 0, 150, 150),
        soldier_at(5, 1, 300, 150),
        hands=(["pointer"], ["arrow"]),
    )
    hiding_move = Move(0, 0, (100.0, 150.0), 0.0)
    assert explain_action("grenade-salad", 0, state.view(0), hiding_move) == "gets out of {1}'s line of sight"


@pytest.mark.parametrize(
    ("to", "words"),
    [
        (175.0, "gets away from your other soldiers, so that no grenade hits two at once"),
        (160.0, "gets nearer to {1}'s soldiers"),
    ],
)
def test_soldiers_that_one_blast_can_hit_are_not_called_apart(to: float, words: str) -> None:
    """A blast is 56 mm wide and hits any soldier with a part inside.

    At 160, there are 52 mm between the two.
    """
    state = position(
        soldier_at(0, 0, 100, 200), soldier_at(1, 0, 130, 200), soldier_at(5, 1, 500, 200), hands=(["footpath"], [])
    )
    assert explain_action("grenade-salad", 0, state.view(0), Move(0, 1, (to, 200.0), 0.0)) == words


def test_only_spots_in_reach_of_hammers_are_near_enough_to_strike() -> None:
    """Hammers reach 8 mm, a cube width, from edge to edge; at 483, 9 mm are between."""
    state = position(soldier_at(0, 0, 470, 200), soldier_at(5, 1, 500, 200), hands=(["hammers"], []))
    words = [explain_action("grenade-salad", 0, state.view(0), Move(0, 0, (x, 200.0), 0.0)) for x in (483.0, 486.0)]
    assert words == ["gets nearer to {1}'s soldiers", "gets next to one of {1}'s soldiers, near enough to strike"]


def test_getting_near_is_explained() -> None:
    state = position(soldier_at(0, 0, 100, 200), soldier_at(5, 1, 220, 200), hands=(["explosion"], ["arrow"]))
    approaching_move = Move(0, 0, (148.0, 200.0), 0.0)
    assert (
        explain_action("grenade-salad", 0, state.view(0), approaching_move)
        == "gets near enough to {1}'s soldiers for a grenade"
    )


def test_answers_and_end_of_turn_are_explained() -> None:
    state = make_position()
    play(state, Pointer(0, (150.0, 97.0), 0.0))
    (new,) = state.triggers
    mine = explain_action("grenade-salad", 1, state.view(1), Footpath(1, new))
    assert mine == "hits one of {0}'s soldiers and two of yours"
    passes = [explain_action("grenade-salad", seat, state.view(seat), Pass(seat)) for seat in (1, 2)]
    assert passes == ["a mine here would hit your soldiers too", "you have no mine"]
    assert explain_action("grenade-salad", 2, state.view(None), Pass(2)) == "a mine is not worth it now", (
        "no word of the hand"
    )
    play(state, Pass(1), Pass(2), Arrow(0, 1, 5))
    assert explain_action("grenade-salad", 0, state.view(0), End(0)) == "both cards of this turn are played"


def test_drop_and_keep_are_explained() -> None:
    match = Match(Header("grenade-salad", ("A", "B"), SaladOptions(), 1))
    view = match.state.view(0)
    low_words, high_words = (explain_action("grenade-salad", 0, view, Drop(height=height)) for height in (40.0, 250.0))
    assert low_words != high_words
    assert explain_action("grenade-salad", 0, view, Keep())


def test_every_action_of_a_match_has_a_short_explanation() -> None:
    match = Match(Header("grenade-salad", ("A", "B", "C"), SaladOptions(turn_limit=9), 4))
    players = [make_player("grenade-salad", "normal", seat, Random(seat)) for seat in range(3)]
    match.resolve_chance()
    while not match.state.is_over:
        seat = match.state.active_seats()[0]
        view = match.state.view(seat)
        action = players[seat].decide(view, match.state.legal_actions(seat))
        words = explain_action("grenade-salad", seat, view, action)
        assert words == words.strip(". ")
        assert 2 <= len(words.split()) <= 16
        assert all(int(named_seat) in range(3) for named_seat in re.findall(r"{(\d)}", words))
        match.act(action)
