"""What moves on a television: it hangs on what everybody may know, is small, and its parts are there."""

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
from grenade_salad.core import Event, State, chance_rngs, redact, registry
from grenade_salad.games.salad.pieces import SYMBOLS
from grenade_salad.journal.journal import open_journal
from grenade_salad.lab.random_play import some_action
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.session import Session, Shown
from grenade_salad.sheets.sheet import Sheet
from grenade_salad.web import headless_table
from grenade_salad.web.headless_table import TableAlone
from grenade_salad.web.site_files import page_files, site_files
from grenade_salad.web.snapshots import told
from tests.web import test_headless_table
from tests.web.phones import Network
from tests.web.playing import Player
from tests.web.test_matches import short

NAMES = ("Ann", "Bo", "Cy", "Dee")
MOST = 25_000
"""Bytes of a drop on its way to a television."""


@dataclass(frozen=True)
class Moment:
    """A step of a match: the events, unredacted, and the states around it."""

    before: State
    events: tuple[Event, ...]
    after: State

    def shown(self, name: str, rng: Random | None = None) -> str:
        """What a television is sent; with luck, as if all that nobody in particular sees were something else."""
        show = registry.load_object(registry.plugin(name).sheets or "", Sheet).show
        assert show is not None
        states = [self.before, self.after]
        if rng is not None:
            states = [state.resample(0, rng) for state in states]
        beats = show([redact(event, None) for event in self.events], *(state.view(None) for state in states))
        return told(beats, NAMES, 0, "en") if beats else ""


def moments(name: str, seed: int, most: int) -> Iterator[Moment]:
    """The steps of a match at random."""
    match, rng = Match(Header(name, NAMES, short(name), seed)), Random(seed)
    while not match.state.is_over and len(match.entries) < most:
        before = match.state.copy()
        luck = chance_rngs(match.header.seed, match.header.version)(match.chances)
        entry = before.copy().sample_chance(luck) if before.pending_chance() else some_action(before, rng)
        step = match.add(entry)
        yield Moment(before, step.events, match.state.copy())


@pytest.mark.parametrize("name", games.with_turns())
def test_a_television_is_told_what_everybody_may_know_and_little_of_it(name: str) -> None:
    rng, served, sent = Random(2), site_files(), []
    movers = set(re.findall(r"^    (\w+): function \(beat", page_files()["animations.js"].read_text("utf-8"), re.M))
    for moment in moments(name, 4, 60):
        words = moment.shown(name)
        assert words == moment.shown(name, rng), "what is hidden was something else"
        if words:
            sent.append(words)
    assert len(sent) > 10
    assert max(len(words.encode()) for words in sent) < MOST
    for beat in (beat for words in sent for beat in json.loads(words)["beats"]):
        assert beat["do"] in movers
        assert not beat["sound"] or f"/sounds/{beat['sound']}.wav" in served
        for art in [beat.get("art"), *beat.get("arts", [])]:
            assert art is None or f"/{art}.svg" in served


@pytest.mark.slow
def test_drops_of_any_match_are_small() -> None:
    sizes = [
        len(one.shown("grenade-salad").encode()) for seed in range(12) for one in moments("grenade-salad", seed, 400)
    ]
    assert 3_000 < max(sizes) < MOST


def test_the_film_of_a_television_says_nothing_of_the_seed() -> None:
    """The same drop in a match with another seed, whose deck is another one, moves the same."""
    seen = []
    drop = list(moments("grenade-salad", 6, 2))[-1]
    for seed in (6, 99):
        match = Match(Header("grenade-salad", NAMES, short("grenade-salad"), seed))
        match.add(some_action(match.state, Random(6)))
        seen.append(Moment(match.state.copy(), drop.events, drop.after).shown("grenade-salad"))
    assert '"do":"fall"' in seen[0]
    assert seen[0] == seen[1]


def test_the_pages_that_move_know_no_game() -> None:
    ours = {*SYMBOLS, "mine", "heart", "hearts", "spade", "joker", "ace", "king", "queen", "jack", "steal", "cancel"}
    for name in ("animations.js", "television.js"):
        words = set(re.findall(r"[a-z]+", page_files()[name].read_text("utf-8").lower()))
        found = words & (ours | {part for one in games.with_turns() for part in one.split("-")})
        assert not found, name


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TableAlone]:
    monkeypatch.setattr(headless_table, "MACHINE", Controller("bot", "random"))
    with open_journal(tmp_path) as journal:
        with test_headless_table.open_table(journal) as made:
            yield made


@pytest.fixture
def network(table: TableAlone) -> Iterator[Network]:
    made = Network(cast(App, test_headless_table.Terminal(table)), table.hosting.server.port)
    yield made
    made.close()


def test_a_television_sees_each_step_before_its_sheet_and_phones_do_not(table: TableAlone, network: Network) -> None:
    hosting = table.hosting
    kept: list[Any] = []
    show = hosting.show

    def noting(shown: Shown, session: Session) -> float:
        kept.append((shown, shown.open))
        return show(shown, session)

    hosting.show = noting  # type: ignore[method-assign]
    zoe, screen = test_headless_table.scanned(network, table, 0, "Zoe"), network.watching()
    network.until(lambda: hosting.watching == 1)
    table.begin()
    player = Player(zoe, Random(1))

    def enough() -> bool:
        player.move()
        return len(screen.got("show")) > 5

    network.until(enough, dt=0.2)
    assert not zoe.got("show")
    allowed = {"table", "you", "show", "invite"}
    assert {message["kind"] for message in screen.inbox} <= allowed
    for message in screen.got("show"):
        later = screen.inbox[screen.inbox.index(message) :]
        assert all(one["moment"] > message["after"] for one in later if one["kind"] == "table")
    backs = [beat["art"] for message in screen.got("show") for beat in message["beats"] if beat.get("from") == "deck"]
    assert set(backs) - {"cards/playing/back"} <= {f"cards/playing/A{suit}" for suit in "CDHS"}, "grenades are open"
    for shown, views in kept:
        assert views is not None
        assert all(view.seat is None for view in views)
        assert all(redact(event, None) == event for event in shown.events)


def test_a_match_goes_on_at_once_when_nobody_watches(table: TableAlone, network: Network) -> None:
    screen = network.watching()
    network.until(lambda: table.hosting.watching == 1)
    table.begin()
    network.until(lambda: bool(screen.got("show")))
    assert table._moves > 0
    screen.drop()
    network.until(lambda: table.hosting.watching == 0)
    network.frames(1, dt=30)
    network.until(lambda: table.session is not None and table.session.rests)
    assert table._moves == 0


def test_the_code_is_shown_to_who_knows_it_and_guesses_are_few(table: TableAlone, network: Network) -> None:
    code = table.hosting.server.lobby.code
    knows, wrong, none = network.watching(code), network.watching("abcdef"), network.watching()
    (said,) = knows.got("invite")
    assert said["code"] == code
    assert len(said["rows"]) == len(said["rows"][0]) > 20
    for page in (wrong, none):
        assert page.got("invite")[0]["code"] == ""
        assert code not in "".join(page.raw)
    guesses = [network.watching("zzzzzz") for _ in range(8)]
    assert all(not one.got("invite")[0]["code"] for one in guesses)
    assert network.watching(code).got("invite")[0]["code"] == "", "who guesses has to wait"
    assert network.watching(code, address="127.0.0.7").got("invite")[0]["code"] == code
