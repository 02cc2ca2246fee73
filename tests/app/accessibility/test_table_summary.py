"""The table of Grenade Salad in a few words, as F7 says it."""

from __future__ import annotations

import re
from collections import Counter

import pygame
import pytest

from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Arrow, SaladSetup
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.view import SaladView
from grenade_salad.match.match import Header, Match
from grenade_salad.sheets.salad_heaps import describe_heaps
from grenade_salad.text import Reader, say
from tests.app import salad_table
from tests.app.accessibility.listener import Listener
from tests.app.conftest import press_keys
from tools.picture import crowded_setup

NAMES = ("Ann", "Bo", "Cyril", "Dora")
MAX_WORDS = 40


def _make_match(setup: SaladSetup, names: tuple[str, ...] = NAMES) -> Match:
    return Match(Header("grenade-salad", names, SaladOptions(starter=0), 5, setup))


def _view(match: Match, seat: int) -> SaladView:
    view = match.state.view(seat)
    assert isinstance(view, SaladView)
    return view


def _summarize(match: Match, seat: int) -> str:
    names = match.header.names
    return " ".join(say(words, Reader(names)) for words in describe_heaps(_view(match, seat), seat, names))


@pytest.mark.parametrize("seed", range(7, 11))
def test_summary_counts_each_soldier_once_in_few_words(seed: int) -> None:
    match = _make_match(crowded_setup(seed))
    summary = _summarize(match, 1)
    assert len(summary.split()) <= MAX_WORDS, summary
    places = summary.partition("In reach")[0]
    counts = Counter[str]()
    for name, count in re.findall(r"(\w+) (\d+)", places):
        counts[name] += int(count)
    assert counts == Counter(NAMES[soldier.seat] for soldier in _view(match, 1).soldiers)


def test_summary_tells_heap_and_its_place() -> None:
    far_soldier = salad_table.FEW[5]
    near_soldiers = tuple(soldier for soldier in salad_table.FEW if soldier.id in (0, 2, 6))
    crowd = tuple(type(s)(s.id, s.seat, 100.0 + 12 * index, 60.0, 0.0) for index, s in enumerate(near_soldiers))
    match = _make_match(salad_table.position(soldiers=(*crowd, far_soldier)), NAMES[:2])
    heap, rest, *_ = (say(words, Reader(NAMES)) for words in describe_heaps(_view(match, 0), 0, NAMES[:2]))
    assert heap == "Heap at the lower left: Ann 2, Bo 1."
    assert rest == "Elsewhere: Bo 1."


def test_arrow_reaches_as_many_as_the_rules_allow() -> None:
    match = _make_match(salad_table.position(), NAMES[:2])
    targets = {action.target for action in match.state.legal_actions(0) if isinstance(action, Arrow)}
    assert targets
    assert f"Arrow {len(targets)}" in _summarize(match, 0)


def test_f7_says_the_summary_in_and_out_of_own_turn(app: App) -> None:
    app.settings.ears = "on"
    board = salad_table.sit_down(app, "pb", salad_table.position(), waits=False)
    listener = Listener(app)
    listener.run(40)
    board.table.controller.narrator.skip_log()
    press_keys(app, pygame.K_F7)
    listener.run(4)
    spoken = [utterance for utterance in listener.utterances if "In reach of Ann" in utterance.words]
    assert len(spoken) == 1
    assert spoken[0].word_count <= MAX_WORDS
