"""Plugins keep the contract, and `check_game` notices a game that does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from grenade_salad import core
from grenade_salad.core import registry
from grenade_salad.lab.check_game import CHECKS, Broken, check_game


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize("name", ["nim", "high-card"])
def test_plugins_keep_the_contract(name: str) -> None:
    check_game(name)


def show_all_hands(state: Any, old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda seat: replace(state.full_view(), seat=seat)


def tell_all_events(state: Any, old: Callable[..., Any]) -> Callable[..., Any]:
    def apply_chance(chance: Any) -> list[Any]:
        events = old(chance)
        for event in events:
            event.visible_to = tuple(range(state.seats))
        return events

    return apply_chance


def allow_every_action(state: Any, old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda action: None


def share_lists(state: Any, old: Callable[..., Any]) -> Callable[..., Any]:
    def copy() -> Any:
        copied = old()
        copied._gone, copied._hands = state._gone, state._hands
        return copied

    return copy


def reverse_own_hand(state: Any, old: Callable[..., Any]) -> Callable[..., Any]:
    def resample(seat: int, rng: Random) -> Any:
        world = old(seat, rng)
        world._hands[seat] = tuple(reversed(world._hands[seat]))
        return world

    return resample


def ignore_the_seed(state: Any, old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda rng: old(Random())


def rank_first_place_only(state: Any, old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda: old()[:1]


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize(
    ("steps", "why"),
    [
        (lambda lesson: lesson.steps[:1] * 13, "13 steps"),
        (lambda lesson: [replace(lesson.steps[0], text="word " * 26)], "words at once"),
        (lambda lesson: [*lesson.steps, replace(lesson.steps[1])], "its record ends at step 4"),
        (lambda lesson: [replace(lesson.steps[0], skip_when=lambda moment: True)], "it passes over"),
    ],
)
def test_lesson_that_leads_nowhere_is_noticed(
    steps: Callable[[Any], Any], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.load("nim")
    from guest_games import nim_lesson  # type: ignore[import-not-found]

    monkeypatch.setattr(nim_lesson, "LESSON", replace(nim_lesson.LESSON, steps=tuple(steps(nim_lesson.LESSON))))
    with pytest.raises(Broken, match=f"nim, seed 0, the_lesson_leads_in: .*{why}"):
        check_game("nim", seeds=[0], checks=[check for check in CHECKS if check.__name__ == "the_lesson_leads_in"])


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize(
    ("method", "wrong", "check"),
    [
        ("view", show_all_hands, "other_worlds_look_the_same"),
        ("apply_chance", tell_all_events, "events_tell_no_secrets"),
        ("_why_not", allow_every_action, "legal_is_what_why_not_allows"),
        ("copy", share_lists, "copies_are_independent"),
        ("resample", reverse_own_hand, "other_worlds_look_the_same"),
        ("sample_chance", ignore_the_seed, "luck_happens_when_due"),
        ("ranking", rank_first_place_only, "it_ends"),
    ],
)
def test_broken_game_is_noticed(
    method: str, wrong: Callable[..., Any], check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.load("high-card")
    from guest_games.high_card import HighCardState  # type: ignore[import-not-found]

    right = getattr(HighCardState, method)

    def broken(self: Any, *args: Any) -> Any:
        return wrong(self, lambda *arguments: right(self, *arguments))(*args)

    monkeypatch.setattr(HighCardState, method, broken)
    checks = [candidate for candidate in CHECKS if candidate.__name__ == check]
    with pytest.raises(Broken, match=f"high-card, seed [0-5], {check}: "):
        check_game("high-card", checks=checks)


@dataclass(frozen=True)
class Ranged(core.Options):
    """House rules with ranges of all sorts."""

    plain: int = field(default=3, metadata={"range": (1, 5, 1)})
    pair: tuple[float, float] = field(default=(2.0, 3.0), metadata={"range": (1.5, 4.0, 0.5), "parts": ("a", "b")})
    open: int | None = field(default=None, metadata={"range": (1, 9, 1), "optional": True})
    word: str = "x"


@pytest.mark.usefixtures("guests")
def test_seats_and_numbers_out_of_range_are_refused() -> None:
    game = replace(registry.load("nim"), options=Ranged)
    for options in (Ranged(), Ranged(plain=1, pair=(1.5, 4.0), open=9)):
        core.check_start(game, 2, options)
    for wrong, text in (
        (Ranged(plain=0), "the house rule 'plain' cannot be 0: it must be 1 to 5"),
        (Ranged(plain=None), "the house rule 'plain' cannot be None: it must be 1 to 5"),  # type: ignore[arg-type]
        (Ranged(pair=(2.0, 4.5)), "the house rule 'pair' cannot be (2.0, 4.5): it must be 1.5 to 4.0"),
        (Ranged(open=10), "the house rule 'open' cannot be 10: it must be 1 to 9"),
    ):
        with pytest.raises(core.Illegal) as refused:
            core.check_start(game, 2, wrong)
        assert str(refused.value) == text
    with pytest.raises(core.Illegal, match="Nim is for 2 to 4 players, not for 5"):
        core.check_start(game, 5, Ranged())


@pytest.mark.usefixtures("guests")
def test_copy_shares_nothing_and_ranking_follows_the_points_by_default() -> None:
    game = registry.load("high-card")
    state: Any = game.start(2, game.options(), None)
    state.apply_chance(state.sample_chance(Random(4)))
    copy, previous = state.copy(), state.full_view()
    copy.apply(copy.legal_actions(0)[0])
    assert state.full_view() == previous
    assert copy != state
    while not state.is_over:
        assert state.ranking() == ()
        (seat,) = state.active_seats()
        state.apply(state.legal_actions(seat)[0])
    assert state.ranking() == core.rank_seats(state.scores)
