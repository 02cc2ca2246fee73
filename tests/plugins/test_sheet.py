"""A guest's sheet for phones: what stands open, what lies behind a button, and what it is called."""

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
from grenade_salad.sheets.sheet import Card, Choice, Sheet, Told
from grenade_salad.text import Reader, m
from grenade_salad.web.site_files import page_files

NAMES = ("Ann", "Bo")


def match_of(game: str) -> Match:
    match = Match(Header(game, NAMES, registry.load(game).options(), 5))
    match.settle()
    return match


def sent(match: Match, seat: int, **facts: Any) -> dict[str, Any]:
    """The sheet of a seat, as its phone gets it."""
    table = compose.Table(0, "A game", NAMES, ("phone", "phone"), (0, 1), **facts)
    return compose.sheet(match.state, seat, table, ())


def told(view: View, legal: Sequence[Action], reader: Reader) -> Told:
    """High Card with its hand: swaps stand open, playing lies behind a button."""
    hand = view.hands[view.seat]  # type: ignore[attr-defined]
    playing = [action for action in legal if action.do == "play"]
    swapping = [action for action in legal if action.do == "swap"]
    return Told(
        status=fallback.status(view),
        public=(),
        facts=("", ""),
        hand=tuple(Card(str(card), str(card), code=str(card)) for card in hand),
        choices=(
            *(Choice((m("Lay"), str(one.card)), one, cards=(str(one.card),)) for one in playing),  # type: ignore[attr-defined]
            *(Choice((m("Swap"), str(one.card)), one) for one in swapping),  # type: ignore[attr-defined]
        ),
        covered=m("Lay one down …"),
    )


@pytest.mark.usefixtures("guests")
def test_a_sheet_says_what_stands_open_and_how_the_rest_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = replace(registry.plugin("high-card"), sheets="tests.plugins.test_sheet:SHEET")
    match = match_of("high-card")
    monkeypatch.setattr(registry, "plugin", lambda name: plugin)
    found = sent(match, 0)
    assert found["covered"] == "Lay one down …"
    assert [(one["path"][0], bool(one["cards"])) for one in found["choices"]] == [("Lay", True)] * 3 + [
        ("Swap", False)
    ] * 3
    assert {card for one in found["choices"] for card in one["cards"]} == {card["code"] for card in found["hand"]}


SHEET = Sheet(told)


@pytest.mark.parametrize(
    ("name", "covered", "stands_open"),
    [("grenade-salad", "", {"drop"}), ("live-grenade", "Play a card…", {"draw"}), ("wheel", "", {"advance"})],
)
def test_what_plays_cards_of_the_hand_lies_behind_a_button(name: str, covered: str, stands_open: set[str]) -> None:
    match = match_of(name)
    found = sent(match, match.state.active_seats()[0])
    assert found["covered"] == covered
    assert {one["line"]["do"] for one in found["choices"] if not one["cards"]} == stands_open
    assert not any(one["passes"] for one in found["choices"])


@pytest.mark.usefixtures("guests")
def test_a_game_without_a_sheet_calls_its_choices_as_it_describes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("high-card")

    def described(action: Action, view: View) -> Any:
        return m("lay a card down") if action.do == "play" else m("throw {card} away", card=action.card)  # type: ignore[attr-defined]

    match = match_of("high-card")
    monkeypatch.setattr(registry, "load", lambda name: replace(game, describe=described))
    hand = match.state.view(0).hands[0]  # type: ignore[attr-defined]
    paths = [tuple(one["path"]) for one in sent(match, 0)["choices"]]
    assert paths[:3] == [("Lay a card down", f"Play card {card}") for card in hand], "of one name: told apart"
    assert paths[3:] == [(f"Throw {card} away",) for card in hand]


def test_the_page_knows_no_word_of_a_game() -> None:
    """No script has the name of a game, what an action is called in records, or the kind of a chance."""
    # What is done at a table without turns is called by everyday words, as "set" and "put".
    words = {kind.do for name in games.with_turns() for kind in games.load(name).actions}
    words |= {kind.kind for name in games.with_turns() for kind in games.load(name).chances} | set(games.NAMES)
    scripts = {path.name: path.read_text("utf-8") for path in page_files().values() if path.suffix == ".js"}
    assert {"actions.js", "aim.js", "tips.js"} <= scripts.keys()
    for name, script in scripts.items():
        keys = set(re.findall(r"[{,]\s*\"?([\w-]+)\"?: ", script))
        compared = set(re.findall(r"(?:[!=]==?|indexOf\() ?[\"']([\w-]+)[\"']", script))
        assert (keys | compared) & words <= OTHERWISE.get(name, set()), name


OTHERWISE = {"hand.js": {"pointer"}, "stack_order.js": {"move"}}
"""What a script calls something else by that word: a finger, and the move of a table without turns."""
