"""Animations on the television page: public, small, and made of known parts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from grenade_salad import games
from grenade_salad.app.window.application import App
from grenade_salad.core import Event, State, match_rngs, redact, registry
from grenade_salad.games.salad.pieces import SYMBOLS
from grenade_salad.journal.journal import open_journal
from grenade_salad.lab.random_play import random_action
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.session import Session, VisibleStep
from grenade_salad.sheets.sheet import SheetWriter
from grenade_salad.text import Reader
from grenade_salad.web import headless_table
from grenade_salad.web.headless_table import HeadlessTable
from grenade_salad.web.site_files import find_page_files, load_site_files
from grenade_salad.web.snapshots import encode_animations
from tests.web import headless_tables
from tests.web.phones import Network
from tests.web.playing import Player, make_short_options

NAMES = ("Ann", "Bo", "Cy", "Dee")
MAX_DROP_BYTES = 25_000
"""Maximum size in bytes of a drop that is sent to a television page."""


@dataclass(frozen=True)
class Moment:
    """A step of a match: the events, unredacted, and the states around it."""

    state_before: State
    events: tuple[Event, ...]
    state_after: State

    def encode_animations(self, name: str, rng: Random | None = None) -> str:
        """Return the message for the television page, or an empty string.

        With `rng`, everything that is hidden from spectators is drawn again.
        """
        show = registry.load_object(registry.plugin(name).sheets or "", SheetWriter).animate
        assert show is not None
        states = [self.state_before, self.state_after]
        if rng is not None:
            states = [state.resample(0, rng) for state in states]
        beats = show([redact(event, None) for event in self.events], *(state.view(None) for state in states))
        return encode_animations(beats, Reader(NAMES, None, "en"), 0) if beats else ""


def random_moments(name: str, seed: int, max_entries: int) -> Iterator[Moment]:
    """Yield the steps of a random match."""
    match, rng = Match(Header(name, NAMES, make_short_options(name), seed)), Random(seed)
    while not match.state.is_over and len(match.entries) < max_entries:
        state = match.state.copy()
        chance_generator = match_rngs(match.header.seed, match.header.version)(match.chance_count)
        entry = state.copy().sample_chance(chance_generator) if state.pending_chance() else random_action(state, rng)
        step = match.apply_entry(entry)
        yield Moment(state, step.events, match.state.copy())


@pytest.mark.parametrize("name", games.with_turns())
def test_television_gets_only_public_facts_and_few_bytes(name: str) -> None:
    rng, served, sent = Random(2), load_site_files(), []
    movers = set(
        re.findall(r"^    (\w+): function \(beat", find_page_files()["animations.js"].read_text("utf-8"), re.M)
    )
    for moment in random_moments(name, 4, 60):
        words = moment.encode_animations(name)
        assert words == moment.encode_animations(name, rng), "what is hidden was something else"
        if words:
            sent.append(words)
    assert len(sent) > 10
    assert max(len(words.encode()) for words in sent) < MAX_DROP_BYTES
    for beat in (beat for words in sent for beat in json.loads(words)["beats"]):
        assert beat["do"] in movers
        assert not beat["sound"] or f"/sounds/{beat['sound']}.wav" in served
        for art in [beat.get("art"), *beat.get("arts", [])]:
            assert art is None or f"/{art}.svg" in served


@pytest.mark.slow
def test_drops_of_any_match_are_small() -> None:
    sizes = [
        len(moment.encode_animations("grenade-salad").encode())
        for seed in range(12)
        for moment in random_moments("grenade-salad", seed, 400)
    ]
    assert 3_000 < max(sizes) < MAX_DROP_BYTES


def test_television_animation_does_not_depend_on_the_seed() -> None:
    """Compare a drop in a match with another seed, and so another deck."""
    messages = []
    drop = list(random_moments("grenade-salad", 6, 2))[-1]
    for seed in (6, 99):
        match = Match(Header("grenade-salad", NAMES, make_short_options("grenade-salad"), seed))
        match.apply_entry(random_action(match.state, Random(6)))
        messages.append(Moment(match.state.copy(), drop.events, drop.state_after).encode_animations("grenade-salad"))
    assert '"do":"fall"' in messages[0]
    assert messages[0] == messages[1]


def test_animation_scripts_contain_no_word_of_a_game() -> None:
    game_words = {
        *SYMBOLS,
        "mine",
        "heart",
        "hearts",
        "spade",
        "joker",
        "ace",
        "king",
        "queen",
        "jack",
        "steal",
        "cancel",
    }
    for name in ("animations.js", "television.js"):
        words = set(re.findall(r"[a-z]+", find_page_files()[name].read_text("utf-8").lower()))
        used_words = words & (game_words | {part for game in games.with_turns() for part in game.split("-")})
        assert not used_words, name


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HeadlessTable]:
    monkeypatch.setattr(headless_table, "DEFAULT_MACHINE", Controller("bot", "random"))
    with open_journal(tmp_path) as journal:
        with headless_tables.open_table(journal) as table:
            yield table


@pytest.fixture
def network(table: HeadlessTable) -> Iterator[Network]:
    network = Network(cast(App, headless_tables.FakeWindow(table)), table.hosting.server.port)
    yield network
    network.close()


def test_television_gets_each_step_before_its_sheet_and_phones_get_none(table: HeadlessTable, network: Network) -> None:
    hosting = table.hosting
    shown_steps: list[Any] = []
    show = hosting.show

    def note_step(step: VisibleStep, session: Session) -> float:
        shown_steps.append((step, step.spectator_views))
        return show(step, session)

    hosting.show = note_step  # type: ignore[method-assign]
    zoe, screen = headless_tables.seat_by_code(network, table, 0, "Zoe"), network.open_television()
    network.until(lambda: hosting.television_count == 1)
    table.begin()
    player = Player(zoe, Random(1))

    def has_enough_animations() -> bool:
        player.move()
        return len(screen.got("show")) > 5

    network.until(has_enough_animations, dt=0.2)
    assert not zoe.got("show")
    allowed = {"table", "you", "show", "invite"}
    assert {message["kind"] for message in screen.inbox} <= allowed
    for message in screen.got("show"):
        later = screen.inbox[screen.inbox.index(message) :]
        assert all(
            later_message["moment"] > message["after"] for later_message in later if later_message["kind"] == "table"
        )
    backs = [beat["art"] for message in screen.got("show") for beat in message["beats"] if beat.get("from") == "deck"]
    assert set(backs) - {"cards/playing/back"} <= {f"cards/playing/A{suit}" for suit in "CDHS"}, "grenades are open"
    for step, views in shown_steps:
        assert views is not None
        assert all(view.seat is None for view in views)
        assert all(redact(event, None) == event for event in step.events)


def test_match_continues_at_once_when_no_television_watches(table: HeadlessTable, network: Network) -> None:
    screen = network.open_television()
    network.until(lambda: table.hosting.television_count == 1)
    table.begin()
    network.until(lambda: bool(screen.got("show")))
    assert table._animation_seconds > 0
    screen.drop()
    network.until(lambda: table.hosting.television_count == 0)
    network.frames(1, dt=30)
    network.until(lambda: table.session is not None and table.session.is_settled)
    assert table._animation_seconds == 0


def test_code_is_shown_only_to_pages_that_know_it_and_guesses_are_limited(
    table: HeadlessTable, network: Network
) -> None:
    code = table.hosting.server.connections.code
    knowing, wrong, without_code = (
        network.open_television(code),
        network.open_television("abcdef"),
        network.open_television(),
    )
    (invitation,) = knowing.got("invite")
    assert invitation["code"] == code
    assert len(invitation["rows"]) == len(invitation["rows"][0]) > 20
    for page in (wrong, without_code):
        assert page.got("invite")[0]["code"] == ""
        assert code not in "".join(page.raw)
    guesses = [network.open_television("zzzzzz") for _ in range(8)]
    assert all(not guess.got("invite")[0]["code"] for guess in guesses)
    assert network.open_television(code).got("invite")[0]["code"] == "", "who guesses has to wait"
    assert network.open_television(code, address="127.0.0.7").got("invite")[0]["code"] == code
