"""The bar over a table says where a match is in at most eight words."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from grenade_salad import players
from grenade_salad.app.match.start_match import make_match_table
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.core import registry
from grenade_salad.games.salad.aim import Intent, IntentKind
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.phases import Over, Reacting
from grenade_salad.session.worker_process import ImmediateExecutor
from grenade_salad.text import Message, Reader, Words, languages, say
from tests.app.salad_table import NAMES, position, sit_down
from tests.marks import slow_but

GAMES = ("grenade-salad", "live-grenade", "wheel")
MAX_WORDS = 8
MAX_FRAMES = 60_000
MAX_GROWTH = 2.0
"""Maximum letters in another language, as a multiple of the English ones."""
LONG_ENOUGH = 24
"""Letters of an English line that is compared."""


def count_words(line: str) -> int:
    """Return the number of words of a line."""
    return sum(any(letter.isalnum() for letter in word) for word in line.split())


def check_lines(lines: list[Words]) -> None:
    """Check that lines are short, and not much longer in other languages."""
    assert not [say(line) for line in lines if count_words(say(line)) > MAX_WORDS]
    for line in lines:
        english = len(say(line))
        translations = [say(line, Reader(language=code)) for code in languages.available()]
        longest = max(translations, key=len)
        assert len(longest) <= MAX_GROWTH * max(english, LONG_ENOUGH), (say(line), longest)


def collect_bar(app: App, game: str, seed: int, controllers: tuple[Controller, ...]) -> list[Words]:
    """Return all lines of the bar of a whole match; people decide as Easy would."""
    app.worker = app.thinker = ImmediateExecutor
    app.settings.speed = "off"
    names = NAMES[: len(controllers)]
    scene = make_match_table(app, Match(Header(game, names, registry.load(game).options(), seed)), controllers)
    assert isinstance(scene, TableScene)
    controller = scene.controller
    controller.session.window_rng = Random(seed)
    controller.have_looked.update(range(len(names)))
    app.push(scene)
    deciders = [players.make(game, "easy", seat, Random(seed)) for seat in range(len(names))]
    lines: dict[str, Words] = {}
    for _ in range(MAX_FRAMES):
        app.frame(0.5)
        line = scene.bar_content()[0]
        lines[say(line)] = line
        phase = controller.session.phase
        if isinstance(phase, Over):
            return list(lines.values())
        if scene.motion.is_busy or controller.session.pending_count:
            continue
        asked = phase.seats if isinstance(phase, Reacting) and not phase.is_closed else ()
        for seat in asked or ([controller.actor] if controller.actor is not None else []):
            if controller.match.state.is_over or not controllers[seat].is_person:
                continue
            legal = controller.match.state.legal_actions(seat)
            action = deciders[seat].decide(controller.match.state.view(seat), legal) if legal else None
            if action is not None:
                controller.act(action)
            break
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(("persons", "game"), slow_but([(3, "wheel")], product((1, 3), GAMES)))
def test_bar_of_a_whole_match_has_at_most_eight_words(app: App, game: str, persons: int) -> None:
    seats = (Controller(),) * persons + (Controller("bot", "easy"),) * (3 - persons)
    lines = collect_bar(app, game, 7, seats)
    assert len(lines) > 5
    check_lines(lines)


@pytest.mark.parametrize("kind", ["move", "pointer", "circles", "hammers", "arrow", "explosion"])
@pytest.mark.parametrize("kinds", ["pb", "pp"])
def test_bar_says_what_to_do_with_each_card_in_eight_words(app: App, kind: IntentKind, kinds: str) -> None:
    board = sit_down(app, kinds, position())
    board.battlefield.begin(Intent(kind, 0 if kind != "pointer" else None))
    line = board.table.bar_content()[0]
    assert isinstance(line, Message)
    assert ":" in say(line)
    check_lines([line])
