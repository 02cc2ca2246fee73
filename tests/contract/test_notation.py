"""Moves in a line of words: what is said is read again, what is wrong is told with what was probably meant."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields
from math import cos, hypot, sin
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import Action, State, action_notation, to_json
from grenade_salad.core.action_notation import (
    LONGEST,
    NoNumber,
    NoSuchWord,
    NotFinished,
    Number,
    Phrase,
    Unreadable,
    complete,
)
from grenade_salad.games.live_grenade.actions import Draw, Pair, Skip
from grenade_salad.games.salad.actions import Arrow, Drop, Explosion, Move
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.text import say
from tests.kinds import as_a
from tests.marks import over
from tests.playing import fill, positions, random_match

NAMES = ("Ann", "Mary Ann", "b", "7", "Ann", "Zoë", "at", "North", "")
"""Names that may be taken for something else: the same twice, a letter, a number, words of games, none at all."""


def _cases(name: str, seed: int) -> list[tuple[State, Action]]:
    """Legal moves of everybody in the positions of a match, with points and angles where there are some."""
    found: list[tuple[State, Action]] = []
    rng = Random(f"notation/{name}/{seed}")
    for match in positions(name, seed, 60):
        state = match.state
        for seat in state.active_seats():
            legal = state.legal_actions(seat)
            for template in rng.sample(legal, min(4, len(legal))):
                action = fill(state, template, rng)
                if action is not None:
                    found.append((state.copy(), action))
    return found


def _alike(one: object, other: object) -> bool:
    """Whether two moves are the same but for what was rounded: 0.001 mm, 0.001 degrees."""
    if type(one) is not type(other):
        return False
    for part in fields(one):  # type: ignore[arg-type]
        own, its = getattr(one, part.name), getattr(other, part.name)
        if part.name == "angle":
            near = hypot(cos(own) - cos(its), sin(own) - sin(its)) < 2e-5
        elif isinstance(own, float):
            near = abs(own - its) <= 0.00051
        elif isinstance(own, tuple) and own and isinstance(own[0], float):
            near = all(abs(a - b) <= 0.00051 for a, b in zip(own, its, strict=True))
        else:
            near = own == its
        if not near:
            return False
    return True


@over("seed", [1, 2], range(3, 60))
@pytest.mark.parametrize("name", games.with_turns())
def test_what_is_said_is_read_again(name: str, seed: int) -> None:
    cases = _cases(name, seed)
    for state, action in cases:
        seat = action.seat if action.seat is not None else state.active_seats()[0]
        for names in ((), NAMES[: state.seats]):
            line = state.format_action(action, names)
            read = state.parse_action(line, seat, names)
            assert _alike(read, action), (line, read, action)
            assert state.why_not(read) is None, line
            assert state.format_action(read, names) == line
    assert cases


def _words(phrase: Phrase) -> object:
    return [
        part if isinstance(part, str | Number) else [spelling for spelling, _ in part.options] for part in phrase.parts
    ]


@pytest.mark.parametrize("name", games.with_turns())
def test_what_can_be_typed_tells_no_hand(name: str) -> None:
    """The words are the same for everybody as for the seat: who looks on may see what is offered."""
    seen = 0
    for match in positions(name, 3, 40):
        state, told = match.state, match.state.action_notation
        assert told is not None
        for seat in state.active_seats():
            open_to_all, own = (told.phrases(view, seat) for view in (state.view(None), state.view(seat)))
            assert [_words(one) for one in open_to_all] == [_words(one) for one in own]
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("name", games.with_turns())
def test_every_word_that_is_offered_leads_on(name: str) -> None:
    """Whoever takes what is offered, word for word, comes to a move."""
    rng = Random(name)
    ends = 0
    for match in positions(name, 5, 30):
        state = match.state
        for seat in state.active_seats():
            line = ""
            for _ in range(12):
                offered = complete(state, line, seat, NAMES[: state.seats])
                if not offered:
                    break
                word = rng.choice(offered)
                line += f"{rng.randint(1, 90)} " if word.startswith("<") else f"{word} "
            assert isinstance(state.parse_action(line, seat, NAMES[: state.seats]), Action), line
            ends += 1
    assert ends > 10


def _position(name: str, seed: int, step: str) -> State:
    for match in positions(name, seed):
        if to_json(match.state.view(None)).get("step", step) == step and match.state.active_seats():  # type: ignore[union-attr]
            return match.state
    raise AssertionError("no such position")


def test_grenade_salad_reads_what_people_type() -> None:
    state = _position("grenade-salad", 2, "move")
    seat = state.active_seats()[0]
    names = [f"P{number}" for number in range(state.seats)]
    view = state.view(None)
    own = next(one for one in view.soldiers if one.seat == seat)  # type: ignore[attr-defined]
    other = next(one for one in view.soldiers if one.seat != seat)  # type: ignore[attr-defined]
    whom, letter = names[other.seat].upper(), "abcd"[other.seat]
    assert state.parse_action(f"arrow {own.id} at {whom} {other.id}", seat, names) == Arrow(seat, own.id, other.id)
    assert state.parse_action(f"ARR {own.id} a {letter} {other.id}", seat, names) == Arrow(seat, own.id, other.id)
    north = state.parse_action(f"move {own.id} north 40", seat)
    assert north == Move(seat, own.id, (own.x, own.y + 40.0), own.angle)
    assert state.parse_action(f"move {own.id} to 310,220", seat) == Move(seat, own.id, (310.0, 220.0), own.angle)
    thrown = state.parse_action(f"explosion {own.id} at {letter} {other.id} west 12.5", seat)
    assert thrown == Explosion(seat, own.id, (other.x - 12.5, other.y))
    nearest = as_a(Explosion, state.parse_action(f"explosion at {own.x},{own.y}", seat))
    assert nearest.soldier == own.id


def test_the_other_games_read_what_people_type() -> None:
    state = _position("wheel", 2, "")
    seat = state.active_seats()[0]
    assert state.parse_action("die 2", seat) == state.parse_action("D 2", seat) == Advance(seat, 1)
    state = _position("live-grenade", 2, "")
    seat = state.active_seats()[0]
    assert state.parse_action("Draw", seat) == Draw(seat)
    other = (seat + 1) % state.seats
    assert state.parse_action(f"pair 4H 4C from {'abcdefghi'[other]}", seat) == Pair(seat, ("4C", "4H"), other)
    assert isinstance(state.parse_action("skip", seat), Skip)


def _why(state: State, words: str, names: tuple[str, ...] = ()) -> action_notation.Reason:
    with pytest.raises(Unreadable) as caught:
        state.parse_action(words, state.active_seats()[0], names)
    return caught.value.reason


def test_what_is_wrong_is_told_with_what_was_meant() -> None:
    state = _position("live-grenade", 2, "")
    names = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ivy")[: state.seats]
    why = as_a(NoSuchWord, _why(state, "drw", names))
    assert say(why.message()) == '"drw" is not known: did you mean draw?'
    said = say(_why(state, "steal 10s frm Bo", names).message())
    assert said == '"frm" cannot follow "steal 10s": did you mean from?'
    assert say(_why(state, "steal from Boo", names).message()) == '"boo" cannot follow "steal from": did you mean bo?'
    why = as_a(NotFinished, _why(state, "pair 4", names))
    assert say(why.message()) == '"pair 4" goes on with from'
    assert say(_why(state, "draw two", names).message()) == 'nothing can follow "draw"'
    assert isinstance(_why(state, "", names), NotFinished)


@pytest.mark.parametrize("name", games.with_turns())
def test_nonsense_is_refused_in_a_line(name: str) -> None:
    state = _position(name, 2, "drop" if name == "grenade-salad" else "")
    seat, names, rng = state.active_seats()[0], NAMES[: state.seats], Random(name)
    alphabet = "abdefmnoprstuw 0123456789 ,.-+<>{}%\\\n\0é\u202e"
    junk = ["".join(rng.choices(alphabet, k=rng.randint(0, LONGEST))) for _ in range(200)]
    for words in [*junk, "x" * 1_000_000, "draw " * 10_000, "drop nan", "drop 1e999", "drop 1_0", "move {who} north 4"]:
        with suppress(Unreadable):
            assert isinstance(state.parse_action(words, seat, names), Action)
        assert all(word for word in complete(state, words, seat, names))
    for words in ("x" * 1_000_000, "drop nan", "x \n\n y", "{who}"):
        with pytest.raises(Unreadable) as caught:
            state.parse_action(words, seat, names)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 2 * LONGEST


def test_who_is_not_to_act_is_told_so() -> None:
    state = _position("wheel", 2, "")
    with pytest.raises(Unreadable, match=r"seat|Seat|player"):
        state.parse_action("die 1", (state.active_seats()[0] + 1) % state.seats)


def test_a_game_without_phrases_has_the_words_of_its_records(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in games.with_turns():
        monkeypatch.setattr(type(random_match(name, 1).state), "action_notation", None)
    for state, action in _cases("live-grenade", 2) + _cases("wheel", 2):
        assert action.seat is not None
        assert state.parse_action(state.format_action(action), action.seat) == action
        assert not action_notation.is_open(state, action)


def test_a_height_may_go_without_saying() -> None:
    state = _position("grenade-salad", 2, "drop")
    usual = as_a(Drop, state.parse_action("drop", 0))
    assert state.why_not(usual) is None
    assert state.parse_action("drop 120", 0) == Drop(120.0)
    assert isinstance(_why(state, "drop high"), NoNumber)
