"""Guests that break: who it was is said, nothing is lost, and the program goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from time import monotonic
from types import FunctionType
from typing import cast

import pygame
import pytest

from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.app.window.watchdog import Stuck, Watch
from grenade_salad.journal.journal import open_journal
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match.match import Controller
from grenade_salad.session import worker_process
from grenade_salad.system import crash_reports, plugin_blame
from tests.app.conftest import frames, until
from tests.patience import LIMIT
from tests.plugins.conftest import Run, forget
from tests.plugins.guests import describe, install
from tests.plugins.test_window import PERSON, begin
from tests.web import test_headless_table
from tests.web.phones import Network

CODES = "\x1b[31mred\x1b]0;title\x07\x9b2J"


def theirs(function: Callable[..., object]) -> Callable[..., object]:
    """The function as if it stood in the guest's own module."""
    assert isinstance(function, FunctionType)
    known = {"__name__": "guest_games.nim", "__builtins__": __builtins__, "CODES": CODES}
    return FunctionType(function.__code__, known, function.__name__)


def leaves(state: object, action: object = None) -> object:
    raise SystemExit(3)


def raises(state: object, action: object = None) -> object:
    raise ValueError(CODES)


def loops(state: object, action: object = None) -> object:
    while True:
        try:
            for _ in range(1000):
                pass
        except Exception:
            pass


def broken(app: App, monkeypatch: pytest.MonkeyPatch, how: Callable[..., object]) -> MatchScene:
    """A match of Nim whose rules break at the next move, which somebody has just made."""
    table = begin(app, "nim", PERSON, PERSON).table
    assert isinstance(table, MatchScene)
    monkeypatch.setattr(type(table.match.state), "why_not", theirs(how))
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=pygame.K_RETURN, mod=0, unicode="", scancode=0))
    return table


def one_frame(app: App) -> None:
    app.net.frame(pygame.time.Clock())


def said(app: App) -> str:
    assert isinstance(app.scene, Dialog)
    return str(app.scene.words)


@pytest.fixture
def quick(app: App) -> Iterator[None]:
    """The watch of the window loses its patience soon."""
    app.net.watch = Watch(app.net._playing, patience=0.3, tick=0.05)
    yield
    app.net.watch.close()


@pytest.mark.caught
@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize("how", [leaves, raises])
def test_who_failed_is_named_and_three_times_do_not_end_the_program(
    app: App, monkeypatch: pytest.MonkeyPatch, how: Callable[..., object]
) -> None:
    app.push(HomeScene(app))
    for _ in range(4):
        with monkeypatch.context() as patched:
            scene = broken(app, patched, how)
            assert isinstance(scene.match, JournaledMatch)
            one_frame(app)
        assert app.running
        assert said(app).startswith("Something went wrong in the game nim of guest-games. There is a report in ")
        assert said(app).endswith("Your match is saved: you can go on with it.")
        assert [type(one) for one in app.stack] == [HomeScene, Dialog]
        app.pop()


@pytest.mark.caught
@pytest.mark.usefixtures("guests", "quick")
def test_an_endless_loop_is_left_and_the_match_is_kept(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.push(HomeScene(app))
    with monkeypatch.context() as patched:
        scene = broken(app, patched, loops)
        number, lines = scene.journaled(), list(scene.match.entries)
        one_frame(app)
    assert said(app).startswith("The game nim of guest-games did not come back for 10 s, and was left.")
    next(one for one in app.scene.widgets.items if isinstance(one, Button) and one.words == "Go on").accept()
    assert number is not None
    assert isinstance(app.scene, MatchScene)
    assert app.scene.match.entries == lines
    one_frame(app)
    assert app.scene.act(app.scene.match.state.legal_actions(app.scene.match.state.active_seats()[0])[0])


@pytest.mark.usefixtures("guests")
def test_what_swallows_even_that_is_asked_about(app: App, capsys: pytest.CaptureFixture[str]) -> None:
    asked, over = list[str](), Event()

    def give_up(words: str) -> None:
        asked.append(words)
        over.set()

    def swallows(over: Event, until: float, now: Callable[[], float], stuck: type[BaseException]) -> None:
        while not over.is_set() and now() < until:
            try:
                for _ in range(1000):
                    pass
            except stuck:
                pass

    watch = Watch(lambda: "nim", give_up, patience=0.1, tick=0.02)
    with watch:
        try:
            theirs(swallows)(over, monotonic() + LIMIT, monotonic, Stuck)
        except Stuck:
            over.wait(LIMIT)
        watch.close()
    assert [one[:50] for one in asked] == ["nim of guest-games has not come back for 0 s, and "]


@pytest.mark.usefixtures("guests")
def test_our_own_code_is_never_left() -> None:
    left = Watch(lambda: "wheel", lambda _: None, patience=0.02, tick=0.01)
    with left:
        end = monotonic() + 0.2
        while monotonic() < end:
            pass
    left.close()
    assert left.guest is None


@pytest.mark.usefixtures("guests")
def test_an_error_of_another_process_is_theirs_too() -> None:
    there = crash_reports.Elsewhere(("builtins.ValueError", "  guest_games/nim_players.py:12 in decide"))
    assert plugin_blame.of_error(there) in (
        plugin_blame.Guest("nim", "guest-games"),
        plugin_blame.Guest("high-card", "guest-games"),
    )
    assert plugin_blame.of_error(there, "high-card") == plugin_blame.Guest("high-card", "guest-games")
    assert plugin_blame.of_error(ValueError()) is None


MODULE = """
from grenade_salad.core.registry import Plugin
GAME = Plugin(contract=2, title="Bad", tagline="x", min_seats=2, max_seats=3, rules="bad_rules:GAME")
"""
TITLE = MODULE.replace('"Bad"', "None")
RAISES = f"raise ValueError({CODES!r})"


@pytest.fixture
def bad(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Installs a game with these modules: the plugin's, and that of its rules."""

    def there(plugin: str, rules: str) -> None:
        site.mkdir(exist_ok=True)
        (site / "bad_plugin.py").write_text(plugin, encoding="utf-8")
        (site / "bad_rules.py").write_text(rules, encoding="utf-8")
        describe(site, "bad-games", "[grenade_salad.games]\nbad = bad_plugin:GAME\n")
        monkeypatch.syspath_prepend(site)
        forget()

    yield there
    monkeypatch.undo()
    for name in ("bad_plugin", "bad_rules"):
        __import__("sys").modules.pop(name, None)
    forget()


@pytest.mark.parametrize(
    ("plugin", "rules", "why"),
    [
        (MODULE, "raise SystemExit(0)", "ImportError: bad_rules calls sys.exit() when it is imported"),
        (MODULE, RAISES, "ValueError: [31mred ]0;title 2J"),
        ("import sys; sys.exit(3)", "", "ImportError: bad_plugin calls sys.exit() when it is imported"),
        (RAISES, "", "ValueError: [31mred ]0;title 2J"),
        (TITLE, "", "its title is a NoneType"),
    ],
)
def test_a_card_whose_game_cannot_be_imported_says_so(
    app: App, bad: Callable[[str, str], None], plugin: str, rules: str, why: str
) -> None:
    bad(plugin, rules)
    home = HomeScene(app)
    app.push(home)
    frames(app, 2)
    if "bad" in home.playable:
        home.cards[home.playable.index("bad")].accept()
        frames(app, 2)
        assert not home.cards[home.playable.index("bad")].enabled
    assert app.scene is home
    assert f"The game 'bad' of bad-games cannot be played: {why}.".lower() in [
        one.lower() for one in app.messages.words
    ]


NO_REASON = """

def reason(seat, view, action):
    raise ValueError(view)


PLAYERS = Players(levels=("normal",), make=make, reason=reason)
"""


@pytest.fixture
def speechless(guests: Path) -> None:
    """Whoever gives hints in Nim breaks down."""
    players = guests / "guest_games" / "nim_players.py"
    players.write_text(players.read_text(encoding="utf-8") + NO_REASON, encoding="utf-8")


@pytest.mark.usefixtures("speechless")
def test_table_of_phones_goes_on_when_a_hint_breaks(tmp_path: Path) -> None:
    told: list[str] = []
    with open_journal(tmp_path) as journal, test_headless_table.open_table(journal, "nim", 2, told.append) as table:
        network = Network(cast(App, test_headless_table.Terminal(table)), table.hosting.server.port)
        ann = test_headless_table.scanned(network, table, 0, "Ann")
        ann.say(say="chair", do="begin")
        network.until(lambda: bool(ann.sheet.get("choices")) and ann.sheet["hints"], dt=0.2)
        for asked in (1, 2):
            ann.say(say="hint", moment=ann.sheet["moment"])
            network.until(lambda asked=asked: len(ann.got("hint")) == asked)  # type: ignore[misc]
            hint = ann.got("hint")[-1]
            assert (hint["why"], hint["line"]) == ("There is no hint this time: something went wrong.", {})
        assert told[-1] == "Something went wrong with the phones: Elsewhere."
        assert table.session is not None
        before = len(table.session.match.entries)
        ann.act(ann.sheet["choices"][0]["line"])
        network.until(lambda: table.session is not None and len(table.session.match.entries) > before, dt=0.2)
        network.close()


@pytest.mark.usefixtures("guests")
def test_table_of_phones_goes_on_at_random_when_every_machine_breaks(guests: Path, tmp_path: Path) -> None:
    players = guests / "guest_games" / "nim_players.py"
    players.write_text(
        players.read_text(encoding="utf-8").replace("assert isinstance(view, NimView)", "raise KeyError")
    )
    told: list[str] = []
    with open_journal(tmp_path) as journal, test_headless_table.open_table(journal, "nim", 2, told.append) as table:
        table.begin()
        end = monotonic() + LIMIT
        while table.session is None or not table.session.match.state.is_over:
            assert monotonic() < end
            table.step(0.5)
    assert any("the machine player Easy takes over" in words for words in told)
    assert any("goes on at random" in words for words in told)


@pytest.mark.caught
@pytest.mark.usefixtures("speechless")
def test_window_says_that_there_is_no_hint_and_match_goes_on(app: App) -> None:
    app.thinker = worker_process.AtOnce
    table = begin(app, "nim", PERSON, Controller("bot", "normal")).table
    assert isinstance(table, MatchScene)
    until(app, lambda: table.idle and table.actor == 0)
    table.hints.ask()
    until(app, lambda: table.hints.seat is None)
    assert "There is no hint this time: something went wrong." in app.messages.words
    assert app.scene is table
    assert table.act(table.match.state.legal_actions(0)[0])


@pytest.mark.slow
def test_codes_for_terminals_and_tracebacks_stay_away_from_commands(
    run: Run, site: Path, bad: Callable[[str, str], None]
) -> None:
    install(site)
    bad(RAISES, "")
    for words in (("rules",), ("simulate", "bad")):
        told = run(*words, status=0 if words == ("rules",) else 2).stderr
        assert "the game 'bad' of bad-games cannot be played" in told
        assert not set(told) & set("\x1b\x07\x9b")
    (site / "bad_plugin.py").write_text(MODULE.replace('"Bad"', repr(CODES)), encoding="utf-8")
    assert not set(run("rules").stdout) & set("\x1b\x07\x9b")
    nim = site / "guest_games" / "nim.py"
    page = nim.with_suffix(".md")
    page.write_text(page.read_text(encoding="utf-8") + CODES, encoding="utf-8")
    told = run("rules", "nim").stdout
    assert "red" in told
    assert not set(told) & set("\x1b\x07\x9b")
    nim.write_text(
        nim.read_text(encoding="utf-8") + f"\nNimState.legal = lambda *_: exit({CODES!r})\n", encoding="utf-8"
    )
    told = run("simulate", "nim", "--games", "1", status=2).stderr
    assert told.startswith("the game nim of guest-games is broken: SystemExit: ")
    assert not set(told) & set("\x1b\x07\x9b")
