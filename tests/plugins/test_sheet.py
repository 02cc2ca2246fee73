"""The sheet of a plugin: open choices, choices behind a button, and their names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from grenade_salad import games
from grenade_salad.core import Action, View, registry
from grenade_salad.match.match import Header, Match
from grenade_salad.sheets import compose, fallback
from grenade_salad.sheets.sheet import Card, Choice, Sheet, SheetWriter
from grenade_salad.text import Reader, m
from grenade_salad.web.site_files import find_page_files

NAMES = ("Ann", "Bo")


def begin_match(game: str) -> Match:
    match = Match(Header(game, NAMES, registry.load(game).options(), 5))
    match.resolve_chance()
    return match


def write_seat_sheet(match: Match, seat: int, **facts: Any) -> dict[str, Any]:
    """Return the sheet of a seat as its phone gets it."""
    table = compose.TableStatus(0, "A game", NAMES, ("phone", "phone"), (0, 1), **facts)
    return compose.compose_sheet(match.state, seat, table, ())


def write_high_card_sheet(view: View, legal: Sequence[Action], reader: Reader) -> Sheet:
    """Return a sheet of High Card: swaps are open, plays are behind a button."""
    hand = view.hands[view.seat]  # type: ignore[attr-defined]
    playing = [action for action in legal if action.do == "play"]
    swapping = [action for action in legal if action.do == "swap"]
    return Sheet(
        status=fallback.describe_status(view),
        public=(),
        facts=("", ""),
        hand=tuple(Card(str(card), str(card), code=str(card)) for card in hand),
        choices=(
            *(Choice((m("Lay"), str(action.card)), action, cards=(str(action.card),)) for action in playing),  # type: ignore[attr-defined]
            *(Choice((m("Swap"), str(action.card)), action) for action in swapping),  # type: ignore[attr-defined]
        ),
        cover_label=m("Lay one down …"),
    )


@pytest.mark.usefixtures("guests")
def test_sheet_says_which_choices_are_open_and_names_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = replace(registry.plugin("high-card"), sheets="tests.plugins.test_sheet:SHEET")
    match = begin_match("high-card")
    monkeypatch.setattr(registry, "plugin", lambda name: plugin)
    seat_sheet = write_seat_sheet(match, 0)
    assert seat_sheet["covered"] == "Lay one down …"
    assert [(choice["path"][0], bool(choice["cards"])) for choice in seat_sheet["choices"]] == [("Lay", True)] * 3 + [
        ("Swap", False)
    ] * 3
    assert {card for choice in seat_sheet["choices"] for card in choice["cards"]} == {
        card["code"] for card in seat_sheet["hand"]
    }


SHEET = SheetWriter(write_high_card_sheet)


@pytest.mark.parametrize(
    ("name", "covered", "open_actions"),
    [("grenade-salad", "", {"drop"}), ("live-grenade", "Play a card…", {"draw"}), ("wheel", "", {"advance"})],
)
def test_plays_from_the_hand_are_behind_a_button(name: str, covered: str, open_actions: set[str]) -> None:
    match = begin_match(name)
    seat_sheet = write_seat_sheet(match, match.state.active_seats()[0])
    assert seat_sheet["covered"] == covered
    assert {choice["line"]["do"] for choice in seat_sheet["choices"] if not choice["cards"]} == open_actions
    assert not any(choice["passes"] for choice in seat_sheet["choices"])


@pytest.mark.usefixtures("guests")
def test_game_without_a_sheet_names_its_choices_by_their_descriptions(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("high-card")

    def describe_action(action: Action, view: View) -> Any:
        return m("lay a card down") if action.do == "play" else m("throw {card} away", card=action.card)  # type: ignore[attr-defined]

    match = begin_match("high-card")
    monkeypatch.setattr(registry, "load", lambda name: replace(game, describe=describe_action))
    hand = match.state.view(0).hands[0]  # type: ignore[attr-defined]
    paths = [tuple(choice["path"]) for choice in write_seat_sheet(match, 0)["choices"]]
    assert paths[:3] == [("Lay a card down", f"Play card {card}") for card in hand], "of one name: told apart"
    assert paths[3:] == [(f"Throw {card} away",) for card in hand]


def test_page_scripts_contain_no_word_of_a_game() -> None:
    """No script has a game's name, a record word of an action, or a kind of chance."""
    # Actions at a table without turns have everyday words, such as "set" and "put".
    words = {kind.do for name in games.with_turns() for kind in games.load(name).actions}
    words |= {kind.kind for name in games.with_turns() for kind in games.load(name).chances} | set(games.NAMES)
    scripts = {path.name: path.read_text("utf-8") for path in find_page_files().values() if path.suffix == ".js"}
    assert {"actions.js", "aim.js", "tips.js"} <= scripts.keys()
    for name, script in scripts.items():
        keys = set(re.findall(r"[{,]\s*\"?([\w-]+)\"?: ", script))
        compared = set(re.findall(r"(?:[!=]==?|indexOf\() ?[\"']([\w-]+)[\"']", script))
        assert (keys | compared) & words <= OTHER_MEANINGS.get(name, set()), name


OTHER_MEANINGS = {"hand.js": {"pointer"}, "stack_order.js": {"move"}}
"""Words that a script uses in another sense.

They are a finger, and the move at a table without turns.
"""
