"""Planted faults: a game that tells a secret or believes any chance is caught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grenade_salad.core import ReactionWindow, Reason, registry
from grenade_salad.core import events as core_events
from grenade_salad.games.live_grenade.state import LiveGrenadeState
from grenade_salad.games.wheel import events as wheel_events
from grenade_salad.games.wheel.state import WheelState
from grenade_salad.lab.check_game import CHECKS, Broken, check_game
from grenade_salad.text import Message, m

Patch = pytest.MonkeyPatch
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


@dataclass(frozen=True)
class Higher(Reason):
    """A seat has a higher card: a reason that tells a secret."""

    seat: int

    def message(self) -> Message:
        return m("somebody has a higher card")


def change_method(patch: Patch, kind: type, method: str, wrong: Callable[..., Any]) -> None:
    """Replace a method by one that changes its result: wrong(state, result, *args)."""
    right = getattr(kind, method)
    patch.setattr(kind, method, lambda self, *args: wrong(self, right(self, *args), *args))


def split_fields_again(patch: Patch) -> None:
    """Let `redact` read the public fields of an event class at each call."""
    patch.setattr(core_events, "_split_fields", core_events._split_fields.__wrapped__)


def reveal_deal(patch: Patch) -> None:
    from guest_games import high_card  # type: ignore[import-not-found]

    patch.setattr(high_card.Dealt, "public_fields", ("seat", "cards"))


def reveal_drawn_card(patch: Patch) -> None:
    from guest_games import high_card

    patch.setattr(high_card.Drew, "public_fields", ("seat", "card"))


def reveal_hand_to_neighbour(patch: Patch) -> None:
    from guest_games.high_card import Dealt, HighCardState

    def wrong(state: Any, events: list[Any], chance: Any) -> list[Any]:
        for event in events:
            if isinstance(event, Dealt):
                event.visible_to = (event.seat, (event.seat + 1) % state.seats)
        return events

    change_method(patch, HighCardState, "_apply_chance", wrong)


def resample_the_truth(patch: Patch) -> None:
    from guest_games.high_card import HighCardState

    patch.setattr(HighCardState, "resample", lambda self, seat, rng: self.copy())


def resample_without_one_hand(patch: Patch) -> None:
    from guest_games.high_card import CARDS, HighCardState

    def resample(self: Any, seat: int, rng: Random) -> Any:
        world, unchanged_seats = self.copy(), (seat, (seat + 1) % self.seats)
        unchanged_cards = [card for owner in unchanged_seats for card in self._hands[owner]]
        unseen = [card for card in CARDS if card not in self._gone and card not in unchanged_cards]
        rng.shuffle(unseen)
        for owner, hand in enumerate(self._hands):
            if owner not in unchanged_seats:
                world._hands[owner] = tuple(sorted(unseen.pop() for _ in hand))
        return world

    patch.setattr(HighCardState, "resample", resample)


def reveal_best_card_by_an_action(patch: Patch) -> None:
    from guest_games.high_card import HighCardState, Played

    def wrong(state: Any, events: list[Any], action: Any) -> list[Any]:
        best = max((card for hand in state._hands for card in hand), default=0)
        return [*events, Played(action.seat, best, False)]

    change_method(patch, HighCardState, "_apply", wrong)


def make_choices_depend_on_hands(patch: Patch) -> None:
    from guest_games.high_card import HighCardState, Swap

    def wrong(state: Any, legal: list[Any], seat: int) -> list[Any]:
        highest = max((card for hand in state._hands for card in hand), default=0)
        return [action for action in legal if not isinstance(action, Swap) or highest not in state._hands[seat]]

    change_method(patch, HighCardState, "legal_actions", wrong)


def make_reasons_depend_on_hands(patch: Patch) -> None:
    from guest_games.high_card import HighCardState

    def wrong(state: Any, reason: Reason | None, action: Any) -> Reason | None:
        owners = [seat for seat, hand in enumerate(state._hands) if action.card in hand]
        return Higher(owners[0]) if reason and owners else reason

    change_method(patch, HighCardState, "_why_not", wrong)


def accept_any_chance(patch: Patch) -> None:
    from guest_games.high_card import HighCardState

    patch.setattr(HighCardState, "_why_not_chance", lambda self, chance: None)


def omit_card_from_the_line(patch: Patch) -> None:
    from guest_games.high_card import Play

    change_method(patch, Play, "to_line", lambda action, line: {**line, "card": 1})


def ask_only_holders_of_a_king(patch: Patch) -> None:
    """Ask only those with a King whether they cancel."""

    def wrong(state: Any, events: list[Any], seat: int, action: Any) -> list[Any]:
        if state._window is not None:
            holders = [
                seat_asked
                for seat_asked in state._window.waiting_seats
                if any(card[0] == "K" for card in state._hands[seat_asked])
            ]
            state._window = ReactionWindow(tuple(holders) or state._window.waiting_seats)
        return events

    change_method(patch, LiveGrenadeState, "_apply_play", wrong)


def reveal_hearts(patch: Patch) -> None:
    patch.setattr(wheel_events.Dealt, "public_fields", ("seat", "number", "hearts"))
    split_fields_again(patch)


def resample_the_true_hearts(patch: Patch) -> None:
    patch.setattr(WheelState, "resample", lambda self, seat, rng: self.copy())


def show_all_hands(patch: Patch) -> None:
    """Tell a seat everything there is of the position."""
    change_method(patch, LiveGrenadeState, "view", lambda state, _, seat: replace(state.full_view(), seat=seat))


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize(
    ("game", "plant", "check"),
    [
        ("high-card", reveal_deal, "luck_is_told_to_whom_it_is_shown"),
        ("high-card", reveal_drawn_card, "luck_is_told_to_whom_it_is_shown"),
        ("high-card", reveal_hand_to_neighbour, "luck_is_told_to_whom_it_is_shown"),
        ("high-card", resample_the_truth, "worlds_are_drawn_anew"),
        ("high-card", resample_without_one_hand, "worlds_are_drawn_anew"),
        ("high-card", reveal_best_card_by_an_action, "events_tell_no_secrets"),
        ("high-card", make_choices_depend_on_hands, "other_worlds_look_the_same"),
        ("high-card", make_reasons_depend_on_hands, "reasons_tell_no_secrets"),
        ("high-card", accept_any_chance, "luck_is_checked"),
        ("high-card", omit_card_from_the_line, "records_read_back"),
        ("live-grenade", ask_only_holders_of_a_king, "events_tell_no_secrets"),
        ("live-grenade", show_all_hands, "positions_read_back"),
        ("wheel", reveal_hearts, "luck_is_told_to_whom_it_is_shown"),
        ("wheel", resample_the_true_hearts, "worlds_are_drawn_anew"),
    ],
)
def test_planted_fault_is_caught(game: str, plant: Callable[[Patch], None], check: str, monkeypatch: Patch) -> None:
    registry.load(game)
    plant(monkeypatch)
    with pytest.raises(Broken, match=f"{game}, seed [0-5], {check}: "):
        check_game(game, checks=[candidate for candidate in CHECKS if candidate.__name__ == check])


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize("name", ["nim", "high-card"])
def test_playthrough_is_unchanged(name: str) -> None:
    file = PLAYTHROUGHS / f"{name}.txt"
    assert file.exists()
    check_game(name, seeds=[], playthrough=file)


@pytest.mark.usefixtures("guests")
def test_playthrough_is_written_once_and_then_compared(tmp_path: Path, monkeypatch: Patch) -> None:
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
    reveal_deal(monkeypatch)
    split_fields_again(monkeypatch)
    with pytest.raises(Broken, match="anybody: P0 gets cards"):
        check_game("high-card", seeds=[], playthrough=file)
