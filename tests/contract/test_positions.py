"""Positions as text: they are read back and reveal nothing hidden.

Impossible ones are refused with the part and the rule.
"""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import count
from math import cos, hypot, pi, sin
from pathlib import Path
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import ChancePending, GameOver, Illegal, State, View, to_json
from grenade_salad.core.action_notation import NoSuchWord, NotFinished, Unreadable
from grenade_salad.core.position_notation import find_game
from grenade_salad.core.position_tokens import (
    MAX_LENGTH,
    InPart,
    NoNotation,
    NoSeats,
    NotFrom,
    OtherGame,
    PositionTooLong,
    SaidTwice,
    TooFewLeft,
)
from grenade_salad.core.reasons import Reason
from grenade_salad.games.live_grenade import reasons as live
from grenade_salad.games.salad import reasons as salad
from grenade_salad.games.salad.actions import SaladSetup
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.games.salad.placement import OnSoldier, OverEdge
from grenade_salad.games.salad.view import SaladView
from grenade_salad.games.wheel import reasons as wheel
from grenade_salad.match.lines import convert
from grenade_salad.match.match import Header, Match
from tests.marks import doors_but, for_each
from tests.playing import mutate, random_positions, random_steps

NAMES = ("grenade-salad", "live-grenade", "wheel")
PLAYERS = ("Ann", "Mary Ann", "b", "deck", "Zoë", "P5", "P6", "P7", "P8", "P9", "P10", "P11", "P12")
MANY = 4_000
_MAX_LENGTH_ERROR = 0.00051
"""Half of the last decimal place of a length, and a little for rounding."""
_MAX_ANGLE_ERROR = 1e-5
"""Half of 0.001 degrees on the unit circle (0.87e-5), and a little."""


def _format_or_none(state: State, seat: int | None = None) -> str | None:
    """Return the position as text; None if a chance is pending or the game is over."""
    if not state.is_over and state.pending_chance() in (None, "roll"):
        return state.format_position(seat)
    with pytest.raises(Illegal) as caught:
        state.format_position(seat)
    assert isinstance(caught.value.reason, GameOver if state.is_over else ChancePending)
    return None


def _is_near(first: Soldier, second: Soldier) -> bool:
    rotation = hypot(cos(first.angle) - cos(second.angle), sin(first.angle) - sin(second.angle))
    is_same = (first.id, first.seat) == (second.id, second.seat)
    return (
        is_same
        and max(abs(first.x - second.x), abs(first.y - second.y)) <= _MAX_LENGTH_ERROR
        and rotation < _MAX_ANGLE_ERROR
    )


def _check_equal(first: View, second: View) -> bool:
    """Check that two views are equal except for rounding and what no longer matters.

    That is: how often the soldiers were dropped, and that ranks were drawn by chance that are public now. Return True.
    """
    ignored = {"attempts"} if isinstance(first, SaladView) and first.step != "drop" else set()
    for part in fields(first):
        first_value, second_value = getattr(first, part.name), getattr(second, part.name)
        if part.name == "soldiers":
            assert len(first_value) == len(second_value)
            assert all(_is_near(a, b) for a, b in zip(first_value, second_value, strict=True))
        elif part.name == "options" and hasattr(first_value, "short_ranks"):
            assert replace(first_value, short_ranks=None) == replace(second_value, short_ranks=None)
        elif part.name not in ignored:
            assert first_value == second_value, part.name
    return True


def _check_line(state: State, rng: Random, players: tuple[str, ...]) -> bool:
    """Check all properties of the line of a position; False if it has none.

    The same actions are legal in the position and in the one that is read back.
    """
    line = _format_or_none(state)
    if line is None:
        return False
    game = games.load(state.full_view().game)
    restored = game.parse_position(line)
    assert restored.format_position() == line
    assert game.parse_position(state.format_position(names=players)).format_position() == line
    for seat in (None, *range(state.seats)):
        assert _check_equal(state.view(seat), restored.view(seat))
    for seat in state.active_seats():
        assert [action.do for action in state.legal_actions(seat)] == [
            action.do for action in restored.legal_actions(seat)
        ]
    seat = rng.randrange(state.seats)
    seat_line = state.format_position(seat)
    assert game.parse_position(seat_line, rng).format_position(seat) == seat_line
    start = game.parse_start(line)
    setup = to_json(start.setup)
    assert isinstance(setup, dict)
    assert convert({key: value for key, value in setup.items() if value is not None}, game.setup) == start.setup
    return True


@pytest.mark.rule("GS-04")
@pytest.mark.parametrize("name", NAMES)
def test_written_positions_are_read_back(name: str) -> None:
    rng = Random(name)
    checked = 0
    for seed in range(3):
        for index, match in enumerate(random_positions(name, seed, 90)):
            checked += index % 6 == seed and _check_line(match.state, rng, PLAYERS[: match.state.seats])
    assert checked > 20


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("share", doors_but([10], [10, 1]))
@pytest.mark.parametrize("name", NAMES)
def test_thousands_of_positions_are_read_back(name: str, share: int) -> None:
    """Read back every tenth position of thousands; all of them with --doors."""
    rng, checked = Random(name), 0
    for seed in count(100):
        for index, match in enumerate(random_positions(name, seed)):
            if (index + seed) % share == 0:
                checked += _check_line(match.state, rng, PLAYERS[: match.state.seats])
        if checked >= MANY / share:
            break


def test_touching_soldiers_are_written_with_more_decimals() -> None:
    """More decimals are written only if 0.001 mm would overlap too much (GS-04)."""
    game, rng = games.load("grenade-salad"), Random(5)
    longer_lines = 0
    for _ in range(60):
        angle, x, y = rng.uniform(-9, 9), rng.uniform(50, 500), rng.uniform(50, 300)
        distance = 7.95 + rng.uniform(-0.0002, 0.0008) * rng.random() ** 4
        first = Soldier(0, 0, x, y, angle)
        second = Soldier(
            1, 1, x + distance * cos(angle), y + distance * sin(angle), angle + rng.choice((0, pi / 2, 1e-6))
        )
        setup = SaladSetup((first, second), (15, 15), (0, 0), ((), ()), (), 0)
        try:
            state = game.start(2, game.options(), setup)
        except Illegal:
            continue
        line = state.format_position()
        restored = game.parse_position(line)
        assert restored.format_position() == line
        assert _check_equal(state.full_view(), restored.full_view())
        longer_lines += any(
            len(word.partition(".")[2]) > 3 for word in line.replace(",", " ").replace(";", " ").split()
        )
    assert longer_lines > 5


@for_each("seed", [1], range(2, 8), range(8, 30))
@pytest.mark.parametrize("name", NAMES)
def test_line_for_a_seat_is_the_same_in_every_world(name: str, seed: int) -> None:
    """In other worlds of a seat its line is the same byte for byte.

    The full line mostly differs.
    """
    rng, differing, compared = Random(f"{name}/{seed}"), 0, 0
    for index, match in enumerate(random_positions(name, seed, 60)):
        state = match.state
        if index % 4 or _format_or_none(state) is None:
            continue
        for seat in range(state.seats):
            world = state.resample(seat, rng)
            assert world.format_position(seat) == state.format_position(seat)
            differing += world.format_position() != state.format_position()
            compared += 1
    assert differing > compared / 4


@pytest.mark.parametrize("name", NAMES)
def test_matches_continue_from_parsed_positions(name: str) -> None:
    """Also in a reaction window and with cards played: it is a start like any other."""
    continued_steps = 0
    for index, match in enumerate(random_positions(name, 7, 60)):
        line = _format_or_none(match.state)
        if index % 5 or line is None:
            continue
        start = match.game.parse_start(line)
        continued = Match(Header(name, match.header.seats, start.options, index, start.setup))
        assert continued.state.active_seats() == match.state.active_seats()
        for _ in random_steps(continued, Random(index), 12):
            continued_steps += 1
    assert continued_steps > 50


def test_players_are_named_by_name_or_letter() -> None:
    game = games.load("grenade-salad")
    by_name = game.parse_position(
        "seats Ann, Mary Ann\nann 3 300,205 30; Mary Ann 7 350,200; b8 20,20; hand mary ann Arrow ?; turn MARY ANN\n"
    )
    by_letter = game.parse_position(
        "grenade-salad;; seats 2; b 8 20 20 ; b7 350mm,200 0; hand b arrow ?4; a3 300,205 30°; turn b;"
    )
    assert by_name.format_position(1) == by_letter.format_position(1)
    assert (
        "; a3 300,205 30; b7 350,200 0; b8 20,20 0; reserve 15 15; hand a; hand b arrow " in by_letter.format_position()
    )
    assert by_name.format_position(0, ("Ann", "Mary Ann")).startswith("grenade-salad; seats Ann, Mary Ann; a3 ")
    assert "hand b ?5; deck ?49; turn b" in by_name.format_position(0)
    assert by_name.format_position(names=("A;b", "C")).startswith("grenade-salad; seats 2; "), (
        "no name can spoil the line"
    )


def test_omitted_parts_are_filled_in_fixed_or_random_order() -> None:
    game = games.load("wheel")
    assert game.parse_position("seats 3").format_position() == game.parse_position("seats 3").format_position()
    random_lines = {game.parse_position("seats 3", Random(seed)).format_position() for seed in range(5)}
    assert len(random_lines) == 5
    deck = games.load("live-grenade").parse_position("seats 3; hand a 3H 4C 5C; hand b ?; hand c ?3").full_view()
    assert [len(hand) for hand in deck.hands] == [3, 3, 3]  # type: ignore[attr-defined]
    assert sum(card[0] == "A" for card in deck.deck) == 2  # type: ignore[attr-defined]
    assert (
        deck
        == games.load("live-grenade")
        .parse_position("seats 3; hand a 3H 4C 5C; hand b ?; hand c ?3; deck ?")
        .full_view()
    )


def test_house_rules_are_written_with_their_keys() -> None:
    game = games.load("grenade-salad")
    line = "grenade-salad; seats 2; rule table 700 450.5; rule sight centre; rule starter 1; rule throw_away yes; "
    state = game.parse_position(line + "turn b")
    assert state.format_position().startswith(line)
    assert (
        game.parse_position("seats 2; rule starter none")
        .format_position()
        .startswith("grenade-salad; seats 2; reserve")
    )
    short = games.load("live-grenade").parse_position("seats 2; rule short yes; rule short_ranks 4 7")
    assert "4" not in {card[0] for card in short.full_view().deck}  # type: ignore[attr-defined]


CHAIN = "seats 3; hand a 4C; hand b 5C; hand c 6C; discard JC KD; turn a; skip JC; "
IMPOSSIBLE: tuple[tuple[str, str, int, type[Reason], str], ...] = (
    ("grenade-salad", "seats 2; a3 300,205 30; b7 303,205 10; turn a", 3, OnSoldier, "GS-04"),
    ("grenade-salad", "seats 2; a3 300,205; b7 3,205 10; b8 1,1", 3, OverEdge, "GS-04"),
    ("grenade-salad", "seats 2; hand a" + 8 * " arrow", 2, salad.TooManyCards, "GS-10"),
    ("grenade-salad", "seats 2; deck" + 9 * " arrow" + "; discard arrow; turn b", 3, salad.NotInBox, "GS-02"),
    ("grenade-salad", "seats 2; reserve 21 0; turn a", 2, salad.TooManySoldiers, "GS-01"),
    ("grenade-salad", "seats 2; a1 9,9; taken 0 25", 3, salad.TooManySoldiers, "GS-01"),
    ("grenade-salad", "seats 2; drop; hand a ?5", 3, salad.WrongDrop, "GS-05"),
    ("grenade-salad", "seats 2; drop 1; a7 9,9", 3, salad.WrongDrop, "GS-05"),
    ("grenade-salad", "seats 2; a1 9,9; hand b ?; stepped 2 asked b", 4, salad.WrongTrigger, "GS-21"),
    ("grenade-salad", "seats 2; a1 9,9; hand a ?; stepped 1 asked b", 4, salad.WrongAsked, "GS-25"),
    ("grenade-salad", "seats 2; rule tile 500; turn a", 2, salad.NotBetween, "GS-03"),
    ("grenade-salad", "seats 2; deck ?20; still 6; turn a", 3, salad.CannotBe, ""),
    ("grenade-salad", "seats 2; hand a ?60; turn a", 2, TooFewLeft, "GS-02"),
    ("live-grenade", "seats 3; turn b; deck AC AD AH", 3, live.WrongGrenades, "LG-13"),
    ("live-grenade", "seats 3; hand a AC", 2, live.GrenadeInHand, "LG-12"),
    ("live-grenade", "seats 3; hand a 4C; hand b 4C; turn a", 3, live.NotInBox, "LG-02"),
    ("live-grenade", "seats 3; out a; hand a 3C; turn b", 3, live.OutWithCards, "LG-14"),
    ("live-grenade", "seats 3; out a; turn a", 3, live.OutOnTurn, "LG-12"),
    ("live-grenade", CHAIN + "cancel a KD; asked b", 8, live.WrongStack, "LG-23"),
    ("live-grenade", CHAIN + "asked b", 7, live.NotDiscarded, "LG-07"),
    ("live-grenade", CHAIN + "cancel b KD; asked b", 8, live.WrongAsked, "LG-24"),
    ("wheel", "seats 3; hearts a AH; hearts b AH; turn a", 3, wheel.CardTwice, "WH-02"),
    ("wheel", "seats 3; hearts a AH 2H", 2, wheel.WrongHearts, "WH-03"),
    ("wheel", "seats 3; hearts a AH; out a", 3, wheel.NotOut, "WH-13"),
    (
        "wheel",
        "seats 3; ring AS joker 2S 3S; hearts a AH; hearts b 2H; hearts c 3H; down 5S",
        6,
        wheel.NotInRing,
        "WH-04",
    ),
    ("wheel", "seats 2; dice AS 1, AS 1, 2S 1; down AS", 3, wheel.OnFaceDown, "WH-07"),
    ("wheel", "seats 3; down 2S; dice AS 1, AS 1, AS 1; hearts b 2H; turn b", 5, wheel.TurnOfNobody, "WH-05"),
)


@pytest.mark.rule("GS-01", "GS-04", "GS-10", "GS-21", "GS-25", "LG-07", "LG-13", "LG-23", "LG-24", "WH-05", "WH-13")
@pytest.mark.parametrize("name", NAMES)
def test_impossible_position_is_refused_with_part_and_rule(name: str) -> None:
    for game, line, part, kind, rule in IMPOSSIBLE:
        if game != name:
            continue
        with pytest.raises(Unreadable) as caught:
            games.load(name).parse_position(line)
        reason = caught.value.reason
        assert isinstance(reason, InPart), line
        assert (reason.index, type(reason.why), reason.rule or reason.why.rule_id) == (part, kind, rule), line
        assert str(caught.value).startswith(f"part {part}, "), line
        assert str(caught.value).endswith(f" ({rule})" if rule else "there"), line


UNREADABLE: tuple[tuple[str, type[Reason], str], ...] = (
    ("", NoSeats, 'a position says who plays: "seats 2", "seats Ann, Bo"'),
    ("wheel; seats 2", OtherGame, 'part 1, "wheel": this is a position of wheel'),
    ("seats 9; turn a", NotFrom, 'part 1, "seats 9": a whole number from 2 to 4 must stand there, not "9"'),
    ("seats 2; seats 3", SaidTwice, 'part 2, "seats 3": that was said before'),
    ("seats 2; hand a arow", NoSuchWord, 'part 2, "hand a arow": "arow" cannot follow "hand a": did you mean arrow?'),
    ("seats 2; hand a ?2 arrow", NoSuchWord, 'part 2, "hand a ?2 arrow": nothing can follow "hand a ?2"'),
    ("seats 2; hnd a", NoSuchWord, 'part 2, "hnd a": "hnd" is not known: did you mean hand'),
    ("seats 2; a3 300", NotFinished, 'part 2, "a3 300": "a 3 300" goes on with <y>'),
    (
        "seats 2; rule tle 5",
        NoSuchWord,
        'part 2, "rule tle 5": "tle" cannot follow "rule": did you mean tile or table?',
    ),
    ("seats 2; \x1b[2J\u202e", NoSuchWord, 'part 2, " [2J ": " [2j " is not known'),
    ("x" * 1_000_000, PositionTooLong, f"a position has at most {MAX_LENGTH} letters"),
    ("seats 2; " + "9 " * 500_000, PositionTooLong, f"a position has at most {MAX_LENGTH} letters"),
)


def test_unreadable_position_is_refused_with_a_suggestion() -> None:
    game = games.load("grenade-salad")
    for line, kind, words in UNREADABLE:
        with pytest.raises(Unreadable) as caught:
            game.parse_position(line)
        reason = caught.value.reason
        assert type(reason.why if isinstance(reason, InPart) else reason) is kind, line
        assert str(caught.value).startswith(words), line
        assert "\n" not in str(caught.value)


@for_each("seed", [1], range(2, 10), range(10, 40))
@pytest.mark.parametrize("name", NAMES)
def test_spoilt_lines_are_positions_or_refused_in_one_line(name: str, seed: int) -> None:
    rng = Random(f"spoilt/{name}/{seed}")
    game, accepted, refused = games.load(name), 0, 0
    alphabet = "abdehk 0123456789 ,.-+?;<>{}%\\\n\0é\u202eACDHS"
    lines = [line for match in random_positions(name, seed, 30) if (line := _format_or_none(match.state))]
    for line in rng.sample(lines, min(12, len(lines))):
        assert game.parse_position(line.upper().replace(" ", " \t")).format_position() == line
        for spoilt in (
            "; ".join(map(str, mutate(line.split("; "), rng))),
            "; ".join(" ".join(map(str, mutate(part.split(), rng))) for part in line.split("; ")),
            line[: rng.randrange(len(line))] + rng.choice(alphabet) + line[rng.randrange(len(line)) :],
            "seats 2;" + "".join(rng.choices(alphabet, k=rng.randrange(300))),
        ):
            try:
                state = game.parse_position(spoilt)
            except Unreadable as error:
                refused += 1
                message = str(error)
            else:
                accepted += 1
                message = ""
            assert "\n" not in message
            assert len(message) < 600
            if message:
                continue
            line_again = state.format_position() if not state.is_over else ""
            assert not line_again or game.parse_position(line_again).format_position() == line_again
    assert refused > accepted


def test_some_positions_have_no_line() -> None:
    with pytest.raises(Illegal) as caught:
        games.load("open-table").parse_position("seats 2")
    assert caught.value.reason == NoNotation("open-table")
    state = next(random_positions("live-grenade", 1)).state
    with pytest.raises(Illegal) as caught:
        state.format_position()
    assert isinstance(caught.value.reason, ChancePending)


def test_action_is_parsed_for_the_seat_to_act() -> None:
    """A position and an action, both in words."""
    state = games.load("grenade-salad").parse_position(
        "seats Ann, Bo; a3 300,205; a2 280,220; bo 7 350,205; hand ann arrow hammers; turn ann"
    )
    action = state.parse_action("arrow 3 at bo 7", names=("Ann", "Bo"))
    assert state.why_not(action) is None
    assert state.why_not(state.parse_action("move 2 to 310,220")) is None
    assert state.format_action(state.parse_action("move 2 to 310,220")) == "move 2 to 310,220"
    cards = games.load("live-grenade").parse_position("seats Ann, Bo; hand a 4C 4H 2C; hand b 3H 5C; turn a")
    assert cards.why_not(cards.parse_action("pair 4C 4H from Bo", names=("Ann", "Bo"))) is None
    ring = games.load("wheel").parse_position("seats 2; turn b; roll 2")
    assert ring.why_not(ring.parse_action("die 2")) is None


def test_examples_of_the_notation_page_are_positions() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "notation.md").read_text(encoding="utf-8")
    block = page.split("## Positions\n", 1)[1].split("```")[1]
    lines = block.strip().splitlines()
    assert [find_game(line) for line in lines] == list(NAMES)
    for line in lines:
        games.load(find_game(line)).parse_position(line)
