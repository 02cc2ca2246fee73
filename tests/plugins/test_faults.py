"""Planted faults: a game that tells a secret, or believes any luck, does not pass the gate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grenade_salad.core import ReactionWindow, Reason, registry
from grenade_salad.games.live_grenade.state import LiveGrenadeState
from grenade_salad.games.wheel import events as wheel_events
from grenade_salad.games.wheel.state import WheelState
from grenade_salad.lab.check_game import CHECKS, Broken, check_game
from grenade_salad.text import Message, m

Patch = pytest.MonkeyPatch
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


@dataclass(frozen=True)
class Higher(Reason):
    """Somebody has a higher card: a reason that tells a secret."""

    seat: int

    def message(self) -> Message:
        return m("somebody has a higher card")


def changed(patch: Patch, kind: type, method: str, wrong: Callable[..., Any]) -> None:
    """The class with a method that does something with what the right one gives: wrong(state, given, *args)."""
    right = getattr(kind, method)
    patch.setattr(kind, method, lambda self, *args: wrong(self, right(self, *args), *args))


def an_open_deal(patch: Patch) -> None:
    from guest_games import high_card  # type: ignore[import-not-found]

    patch.setattr(high_card.Dealt, "public_fields", ("seat", "cards"))


def a_drawn_card_that_all_are_told(patch: Patch) -> None:
    from guest_games import high_card

    patch.setattr(high_card.Drew, "public_fields", ("seat", "card"))


def a_hand_that_the_neighbour_is_told(patch: Patch) -> None:
    from guest_games.high_card import Dealt, HighCardState

    def wrong(state: Any, happened: list[Any], chance: Any) -> list[Any]:
        for event in happened:
            if isinstance(event, Dealt):
                event.visible_to = (event.seat, (event.seat + 1) % state.seats)
        return happened

    changed(patch, HighCardState, "_apply_chance", wrong)


def a_resample_that_gives_the_truth(patch: Patch) -> None:
    from guest_games.high_card import HighCardState

    patch.setattr(HighCardState, "resample", lambda self, seat, rng: self.copy())


def a_resample_that_leaves_one_hand(patch: Patch) -> None:
    from guest_games.high_card import CARDS, HighCardState

    def resample(self: Any, seat: int, rng: Random) -> Any:
        other, kept = self.copy(), (seat, (seat + 1) % self.seats)
        known = [card for owner in kept for card in self._hands[owner]]
        unseen = [card for card in CARDS if card not in self._gone and card not in known]
        rng.shuffle(unseen)
        for owner, hand in enumerate(self._hands):
            if owner not in kept:
                other._hands[owner] = tuple(sorted(unseen.pop() for _ in hand))
        return other

    patch.setattr(HighCardState, "resample", resample)


def an_action_that_tells_the_next_hand(patch: Patch) -> None:
    from guest_games.high_card import HighCardState, Played

    def wrong(state: Any, happened: list[Any], action: Any) -> list[Any]:
        best = max((card for hand in state._hands for card in hand), default=0)
        return [*happened, Played(action.seat, best, False)]

    changed(patch, HighCardState, "_apply", wrong)


def choices_that_depend_on_other_hands(patch: Patch) -> None:
    from guest_games.high_card import HighCardState, Swap

    def wrong(state: Any, legal: list[Any], seat: int) -> list[Any]:
        highest = max((card for hand in state._hands for card in hand), default=0)
        return [one for one in legal if not isinstance(one, Swap) or highest not in state._hands[seat]]

    changed(patch, HighCardState, "legal_actions", wrong)


def reasons_that_depend_on_other_hands(patch: Patch) -> None:
    from guest_games.high_card import HighCardState

    def wrong(state: Any, reason: Reason | None, action: Any) -> Reason | None:
        owners = [seat for seat, hand in enumerate(state._hands) if action.card in hand]
        return Higher(owners[0]) if reason and owners else reason

    changed(patch, HighCardState, "_why_not", wrong)


def luck_that_nobody_checks(patch: Patch) -> None:
    from guest_games.high_card import HighCardState

    patch.setattr(HighCardState, "_why_not_chance", lambda self, chance: None)


def a_line_without_the_card(patch: Patch) -> None:
    from guest_games.high_card import Play

    changed(patch, Play, "to_line", lambda action, line: {**line, "card": 1})


def a_window_for_who_holds_the_card(patch: Patch) -> None:
    """Only those with a King are asked whether they cancel."""

    def wrong(state: Any, happened: list[Any], seat: int, action: Any) -> list[Any]:
        if state._window is not None:
            held = [other for other in state._window.asked if any(card[0] == "K" for card in state._hands[other])]
            state._window = ReactionWindow(tuple(held) or state._window.asked)
        return happened

    changed(patch, LiveGrenadeState, "_play", wrong)


def hearts_that_all_are_told(patch: Patch) -> None:
    patch.setattr(wheel_events.Dealt, "public_fields", ("seat", "number", "hearts"))
    patch.setattr("grenade_salad.core.events._PARTS", {})


def hearts_that_are_never_dealt_anew(patch: Patch) -> None:
    patch.setattr(WheelState, "resample", lambda self, seat, rng: self.copy())


def a_line_with_all_hands(patch: Patch) -> None:
    """What a seat is told of the position is what there is."""
    changed(patch, LiveGrenadeState, "view", lambda state, _, seat: replace(state.full_view(), seat=seat))


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize(
    ("game", "plant", "check"),
    [
        ("high-card", an_open_deal, "luck_is_told_to_whom_it_is_shown"),
        ("high-card", a_drawn_card_that_all_are_told, "luck_is_told_to_whom_it_is_shown"),
        ("high-card", a_hand_that_the_neighbour_is_told, "luck_is_told_to_whom_it_is_shown"),
        ("high-card", a_resample_that_gives_the_truth, "worlds_are_drawn_anew"),
        ("high-card", a_resample_that_leaves_one_hand, "worlds_are_drawn_anew"),
        ("high-card", an_action_that_tells_the_next_hand, "events_tell_no_secrets"),
        ("high-card", choices_that_depend_on_other_hands, "other_worlds_look_the_same"),
        ("high-card", reasons_that_depend_on_other_hands, "reasons_tell_no_secrets"),
        ("high-card", luck_that_nobody_checks, "luck_is_checked"),
        ("high-card", a_line_without_the_card, "records_read_back"),
        ("live-grenade", a_window_for_who_holds_the_card, "events_tell_no_secrets"),
        ("live-grenade", a_line_with_all_hands, "positions_read_back"),
        ("wheel", hearts_that_all_are_told, "luck_is_told_to_whom_it_is_shown"),
        ("wheel", hearts_that_are_never_dealt_anew, "worlds_are_drawn_anew"),
    ],
)
def test_a_planted_fault_is_caught(game: str, plant: Callable[[Patch], None], check: str, monkeypatch: Patch) -> None:
    registry.load(game)
    plant(monkeypatch)
    with pytest.raises(Broken, match=f"{game}, seed [0-5], {check}: "):
        check_game(game, checks=[one for one in CHECKS if one.__name__ == check])


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize("name", ["nim", "high-card"])
def test_a_playthrough_stays_as_it_is(name: str) -> None:
    file = PLAYTHROUGHS / f"{name}.txt"
    assert file.exists()
    check_game(name, seeds=[], playthrough=file)


@pytest.mark.usefixtures("guests")
def test_a_playthrough_is_written_once_and_compared_then(tmp_path: Path, monkeypatch: Patch) -> None:
    file = tmp_path / "high-card.txt"
    check_game("high-card", seeds=[], playthrough=file)
    text = file.read_text(encoding="utf-8")
    assert '1: {"record": 3, "game": "high-card"' in text
    assert "\n  seat 1 sees " in text
    assert text == (PLAYTHROUGHS / "high-card.txt").read_text(encoding="utf-8")
    file.write_text(text.replace("plays the", "lays the", 1), encoding="utf-8")
    with pytest.raises(Broken, match=r"high-card.txt, line \d+: it was '.* lays the .*', and is '.* plays the"):
        check_game("high-card", seeds=[], playthrough=str(file))
    file.write_text(text.replace(': {"seat": 0, "do": "play"', ': {"seat": 1, "do": "play"', 1), encoding="utf-8")
    with pytest.raises(Broken, match="cannot be played any more"):
        check_game("high-card", seeds=[], playthrough=file)
    file.write_text(text, encoding="utf-8")
    an_open_deal(monkeypatch)
    monkeypatch.setattr("grenade_salad.core.events._PARTS", {})
    with pytest.raises(Broken, match="anybody: P0 gets cards"):
        check_game("high-card", seeds=[], playthrough=file)
