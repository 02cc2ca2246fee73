"""Actions as text: they are read back, and errors suggest the probable meaning."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields
from math import cos, hypot, sin
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import Action, State, action_notation, to_json
from grenade_salad.core.action_notation import (
    MAX_LINE_LENGTH,
    NoNumber,
    NoSuchWord,
    NotFinished,
    NumberPart,
    Phrase,
    Unreadable,
)
from grenade_salad.games.live_grenade.actions import Draw, Pair, Skip
from grenade_salad.games.salad.actions import Arrow, Drop, Explosion, Move
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.text import say
from tests.kinds import expect_type
from tests.marks import for_each
from tests.playing import fill_template, random_match, random_positions

NAMES = ("Ann", "Mary Ann", "b", "7", "Ann", "Zoë", "at", "North", "")
"""Names that could be read as something else.

They are repeated, a letter, a number, words of games, or empty.
"""

_MAX_LENGTH_ERROR = 0.00051
"""Half of the last decimal place of a length, and a little for rounding."""
_MAX_ANGLE_ERROR = 2e-5
"""0.001 degrees on the unit circle (1.75e-5), and a little."""


def _find_cases(name: str, seed: int) -> list[tuple[State, Action]]:
    """Return legal actions with the states before them, points and angles filled in."""
    cases: list[tuple[State, Action]] = []
    rng = Random(f"notation/{name}/{seed}")
    for match in random_positions(name, seed, 60):
        state = match.state
        for seat in state.active_seats():
            legal = state.legal_actions(seat)
            for template in rng.sample(legal, min(4, len(legal))):
                action = fill_template(state, template, rng)
                if action is not None:
                    cases.append((state.copy(), action))
    return cases


def _is_close(first: object, second: object) -> bool:
    """True if two actions are equal except for rounding: 0.001 mm, 0.001 degrees."""
    if type(first) is not type(second):
        return False
    for part in fields(first):  # type: ignore[arg-type]
        first_value, second_value = getattr(first, part.name), getattr(second, part.name)
        if part.name == "angle":
            is_near = (
                hypot(cos(first_value) - cos(second_value), sin(first_value) - sin(second_value)) < _MAX_ANGLE_ERROR
            )
        elif isinstance(first_value, float):
            is_near = abs(first_value - second_value) <= _MAX_LENGTH_ERROR
        elif isinstance(first_value, tuple) and first_value and isinstance(first_value[0], float):
            is_near = all(abs(a - b) <= _MAX_LENGTH_ERROR for a, b in zip(first_value, second_value, strict=True))
        else:
            is_near = first_value == second_value
        if not is_near:
            return False
    return True


@for_each("seed", [1, 2], range(3, 15), range(15, 60))
@pytest.mark.parametrize("name", games.with_turns())
def test_formatted_actions_are_parsed_back(name: str, seed: int) -> None:
    cases = _find_cases(name, seed)
    for state, action in cases:
        seat = action.seat if action.seat is not None else state.active_seats()[0]
        for names in ((), NAMES[: state.seats]):
            line = state.format_action(action, names)
            parsed = state.parse_action(line, seat, names)
            assert _is_close(parsed, action), (line, parsed, action)
            assert state.why_not(parsed) is None, line
            assert state.format_action(parsed, names) == line
    assert cases


def _phrase_words(phrase: Phrase) -> object:
    return [
        part if isinstance(part, str | NumberPart) else [spelling for spelling, _ in part.options]
        for part in phrase.parts
    ]


@pytest.mark.parametrize("name", games.with_turns())
def test_offered_phrases_reveal_no_hand(name: str) -> None:
    """The phrases are the same for a spectator: anyone may see the suggestions."""
    phrases_compared = 0
    for match in random_positions(name, 3, 40):
        state, notation = match.state, match.state.action_notation
        assert notation is not None
        for seat in state.active_seats():
            public_phrases, seat_phrases = (
                notation.phrases(view, seat) for view in (state.view(None), state.view(seat))
            )
            assert [_phrase_words(phrase) for phrase in public_phrases] == [
                _phrase_words(phrase) for phrase in seat_phrases
            ]
            phrases_compared += 1
    assert phrases_compared > 10


@pytest.mark.parametrize("name", games.with_turns())
def test_every_suggested_word_leads_to_an_action(name: str) -> None:
    """Taking suggestions word by word ends in a legal action."""
    rng = Random(name)
    actions = 0
    for match in random_positions(name, 5, 30):
        state = match.state
        for seat in state.active_seats():
            line = ""
            for _ in range(12):
                offered = state.complete_action(line, seat, NAMES[: state.seats])
                if not offered:
                    break
                word = rng.choice(offered)
                line += f"{rng.randint(1, 90)} " if word.startswith("<") else f"{word} "
            assert isinstance(state.parse_action(line, seat, NAMES[: state.seats]), Action), line
            actions += 1
    assert actions > 10


def _find_position(name: str, seed: int, step: str) -> State:
    for match in random_positions(name, seed):
        if to_json(match.state.view(None)).get("step", step) == step and match.state.active_seats():  # type: ignore[union-attr]
            return match.state
    raise AssertionError("no such position")


def test_grenade_salad_parses_typed_actions() -> None:
    state = _find_position("grenade-salad", 2, "move")
    seat = state.active_seats()[0]
    names = [f"P{seat_index}" for seat_index in range(state.seats)]
    view = state.view(None)
    own_soldier = next(item for item in view.soldiers if item.seat == seat)  # type: ignore[attr-defined]
    rival_soldier = next(candidate for candidate in view.soldiers if candidate.seat != seat)  # type: ignore[attr-defined]
    rival_name, letter = names[rival_soldier.seat].upper(), "abcd"[rival_soldier.seat]
    assert state.parse_action(f"arrow {own_soldier.id} at {rival_name} {rival_soldier.id}", seat, names) == Arrow(
        seat, own_soldier.id, rival_soldier.id
    )
    assert state.parse_action(f"ARR {own_soldier.id} a {letter} {rival_soldier.id}", seat, names) == Arrow(
        seat, own_soldier.id, rival_soldier.id
    )
    north = state.parse_action(f"move {own_soldier.id} north 40", seat)
    assert north == Move(seat, own_soldier.id, (own_soldier.x, own_soldier.y + 40.0), own_soldier.angle)
    assert state.parse_action(f"move {own_soldier.id} to 310,220", seat) == Move(
        seat, own_soldier.id, (310.0, 220.0), own_soldier.angle
    )
    thrown = state.parse_action(f"explosion {own_soldier.id} at {letter} {rival_soldier.id} west 12.5", seat)
    assert thrown == Explosion(seat, own_soldier.id, (rival_soldier.x - 12.5, rival_soldier.y))
    nearest = expect_type(Explosion, state.parse_action(f"explosion at {own_soldier.x},{own_soldier.y}", seat))
    assert nearest.soldier == own_soldier.id


def test_other_games_parse_typed_actions() -> None:
    state = _find_position("wheel", 2, "")
    seat = state.active_seats()[0]
    assert state.parse_action("die 2", seat) == state.parse_action("D 2", seat) == Advance(seat, 1)
    state = _find_position("live-grenade", 2, "")
    seat = state.active_seats()[0]
    assert state.parse_action("Draw", seat) == Draw(seat)
    rival = (seat + 1) % state.seats
    assert state.parse_action(f"pair 4H 4C from {'abcdefghi'[rival]}", seat) == Pair(seat, ("4C", "4H"), rival)
    assert isinstance(state.parse_action("skip", seat), Skip)


def _reason(state: State, words: str, names: tuple[str, ...] = ()) -> action_notation.Reason:
    with pytest.raises(Unreadable) as caught:
        state.parse_action(words, state.active_seats()[0], names)
    return caught.value.reason


def test_errors_suggest_the_probable_meaning() -> None:
    state = _find_position("live-grenade", 2, "")
    names = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ivy")[: state.seats]
    why = expect_type(NoSuchWord, _reason(state, "drw", names))
    assert say(why.message()) == '"drw" is not known: did you mean draw?'
    text = say(_reason(state, "steal 10s frm Bo", names).message())
    assert text == '"frm" cannot follow "steal 10s": did you mean from?'
    assert (
        say(_reason(state, "steal from Boo", names).message()) == '"boo" cannot follow "steal from": did you mean bo?'
    )
    why = expect_type(NotFinished, _reason(state, "pair 4", names))
    assert say(why.message()) == '"pair 4" goes on with from'
    assert say(_reason(state, "draw two", names).message()) == 'nothing can follow "draw"'
    assert isinstance(_reason(state, "", names), NotFinished)


@pytest.mark.parametrize("name", games.with_turns())
def test_nonsense_is_refused_in_one_line(name: str) -> None:
    state = _find_position(name, 2, "drop" if name == "grenade-salad" else "")
    seat, names, rng = state.active_seats()[0], NAMES[: state.seats], Random(name)
    alphabet = "abdefmnoprstuw 0123456789 ,.-+<>{}%\\\n\0é\u202e"
    junk = ["".join(rng.choices(alphabet, k=rng.randint(0, MAX_LINE_LENGTH))) for _ in range(200)]
    for words in [*junk, "x" * 1_000_000, "draw " * 10_000, "drop nan", "drop 1e999", "drop 1_0", "move {who} north 4"]:
        with suppress(Unreadable):
            assert isinstance(state.parse_action(words, seat, names), Action)
        assert all(word for word in state.complete_action(words, seat, names))
    for words in ("x" * 1_000_000, "drop nan", "x \n\n y", "{who}"):
        with pytest.raises(Unreadable) as caught:
            state.parse_action(words, seat, names)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 2 * MAX_LINE_LENGTH


def test_inactive_seat_is_refused() -> None:
    state = _find_position("wheel", 2, "")
    with pytest.raises(Unreadable, match=r"seat|Seat|player"):
        state.parse_action("die 1", (state.active_seats()[0] + 1) % state.seats)


def test_game_without_notation_uses_words_of_records(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in games.with_turns():
        monkeypatch.setattr(type(random_match(name, 1).state), "action_notation", None)
    for state, action in _find_cases("live-grenade", 2) + _find_cases("wheel", 2):
        assert action.seat is not None
        assert state.parse_action(state.format_action(action), action.seat) == action
        assert not state.is_action_public(action)


def test_drop_height_may_be_omitted() -> None:
    state = _find_position("grenade-salad", 2, "drop")
    default_drop = expect_type(Drop, state.parse_action("drop", 0))
    assert state.why_not(default_drop) is None
    assert state.parse_action("drop 120", 0) == Drop(120.0)
    assert isinstance(_reason(state, "drop high"), NoNumber)
