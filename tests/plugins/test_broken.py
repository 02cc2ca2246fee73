"""Plugins that fail are named, nothing is lost, and the program continues."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from time import monotonic
from types import FunctionType
from typing import cast

import pygame
import pytest

from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.app.window.watchdog import PluginHang, Watchdog
from grenade_salad.journal.journal import open_journal
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match.match import Controller
from grenade_salad.session import worker_process
from grenade_salad.system import crash_reports, plugin_blame
from tests.app.conftest import run_frames, run_until
from tests.patience import LIMIT
from tests.plugins.conftest import Run, clear_caches
from tests.plugins.fallback import PERSON, begin
from tests.plugins.guests import install, write_metadata
from tests.web import headless_tables
from tests.web.phones import Network

CODES = "\x1b[31mred\x1b]0;title\x07\x9b2J"


def as_plugin_code(function: Callable[..., object]) -> Callable[..., object]:
    """Return the function as if it were defined in the plugin's own module."""
    assert isinstance(function, FunctionType)
    module_globals = {"__name__": "guest_games.nim", "__builtins__": __builtins__, "CODES": CODES}
    return FunctionType(function.__code__, module_globals, function.__name__)


def exit_program(state: object, action: object = None) -> object:
    raise SystemExit(3)


def raise_error(state: object, action: object = None) -> object:
    raise ValueError(CODES)


def loop_forever(state: object, action: object = None) -> object:
    while True:
        try:
            for _ in range(1000):
                pass
        except Exception:
            pass


def break_rules(app: App, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., object]) -> TableScene:
    """Begin a match of Nim whose rules fail at the next action.

    The action is a key press that is still waiting in the event queue.
    """
    table = begin(app, "nim", PERSON, PERSON).table
    assert isinstance(table, TableScene)
    monkeypatch.setattr(type(table.controller.match.state), "why_not", as_plugin_code(fault))
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=pygame.K_RETURN, mod=0, unicode="", scancode=0))
    return table


def run_frame(app: App) -> None:
    app.crash_guard.frame(pygame.time.Clock())


def dialog_text(app: App) -> str:
    assert isinstance(app.scene, Dialog)
    return str(app.scene.words)


@pytest.fixture
def quick(app: App) -> Iterator[None]:
    """Shorten the patience of the window's watchdog."""
    app.crash_guard.watch = Watchdog(app.crash_guard._current_game, patience=0.3, tick=0.05)
    yield
    app.crash_guard.watch.close()


@pytest.mark.caught
@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize("how", [exit_program, raise_error])
def test_failing_plugin_is_named_and_repeated_errors_do_not_end_the_program(
    app: App, monkeypatch: pytest.MonkeyPatch, how: Callable[..., object]
) -> None:
    app.push(HomeScene(app))
    for _ in range(4):
        with monkeypatch.context() as patched:
            scene = break_rules(app, patched, how)
            assert isinstance(scene.controller.match, JournaledMatch)
            run_frame(app)
        assert app.running
        assert dialog_text(app).startswith("Something went wrong in the game nim of guest-games. There is a report in ")
        assert dialog_text(app).endswith("Your match is saved: you can go on with it.")
        assert [type(stacked) for stacked in app.stack] == [HomeScene, Dialog]
        app.pop()


@pytest.mark.caught
@pytest.mark.usefixtures("guests", "quick")
def test_endless_loop_is_left_and_the_match_is_saved(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.push(HomeScene(app))
    with monkeypatch.context() as patched:
        scene = break_rules(app, patched, loop_forever)
        match_id, lines = scene.journaled_match(), list(scene.controller.match.entries)
        run_frame(app)
    assert dialog_text(app).startswith("The game nim of guest-games did not come back for 10 s, and was left.")
    next(item for item in app.scene.widgets.items if isinstance(item, Button) and item.words == "Go on").activate()
    assert match_id is not None
    assert isinstance(app.scene, TableScene)
    assert app.scene.controller.match.entries == lines
    run_frame(app)
    assert app.scene.controller.act(
        app.scene.controller.match.state.legal_actions(app.scene.controller.match.state.active_seats()[0])[0]
    )


@pytest.mark.usefixtures("guests")
def test_user_is_asked_about_a_plugin_that_cannot_be_interrupted(app: App, capsys: pytest.CaptureFixture[str]) -> None:
    questions, over = list[str](), Event()

    def give_up(words: str) -> None:
        questions.append(words)
        over.set()

    def swallow_interruption(over: Event, until: float, clock: Callable[[], float], stuck: type[BaseException]) -> None:
        while not over.is_set() and clock() < until:
            try:
                for _ in range(1000):
                    pass
            except stuck:
                pass

    watch = Watchdog(lambda: "nim", give_up, patience=0.1, tick=0.02)
    with watch:
        try:
            as_plugin_code(swallow_interruption)(over, monotonic() + LIMIT, monotonic, PluginHang)
        except PluginHang:
            over.wait(LIMIT)
        watch.close()
    assert [question[:50] for question in questions] == ["nim of guest-games has not come back for 0 s, and "]


@pytest.mark.usefixtures("guests")
def test_own_code_is_never_interrupted() -> None:
    watchdog = Watchdog(lambda: "wheel", lambda _: None, patience=0.02, tick=0.01)
    with watchdog:
        end = monotonic() + 0.2
        while monotonic() < end:
            pass
    watchdog.close()
    assert watchdog.plugin is None


@pytest.mark.usefixtures("guests")
def test_error_in_another_process_is_blamed_on_its_plugin() -> None:
    remote_error = crash_reports.Elsewhere(("builtins.ValueError", "  guest_games/nim_players.py:12 in decide"))
    assert plugin_blame.blame_error(remote_error) in (
        plugin_blame.PluginGame("nim", "guest-games"),
        plugin_blame.PluginGame("high-card", "guest-games"),
    )
    assert plugin_blame.blame_error(remote_error, "high-card") == plugin_blame.PluginGame("high-card", "guest-games")
    assert plugin_blame.blame_error(ValueError()) is None


MODULE = """
from grenade_salad.core.registry import Plugin
GAME = Plugin(contract=2, title="Bad", tagline="x", min_seats=2, max_seats=3, rules="bad_rules:GAME")
"""
MODULE_WITHOUT_TITLE = MODULE.replace('"Bad"', "None")
RAISES = f"raise ValueError({CODES!r})"


@pytest.fixture
def bad(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Return a function that installs a game with two modules.

    The first one is the plugin's, the second one that of its rules.
    """

    def install_game(plugin: str, rules: str) -> None:
        site.mkdir(exist_ok=True)
        (site / "bad_plugin.py").write_text(plugin, encoding="utf-8")
        (site / "bad_rules.py").write_text(rules, encoding="utf-8")
        write_metadata(site, "bad-games", "[grenade_salad.games]\nbad = bad_plugin:GAME\n")
        monkeypatch.syspath_prepend(site)
        clear_caches()

    yield install_game
    monkeypatch.undo()
    for name in ("bad_plugin", "bad_rules"):
        __import__("sys").modules.pop(name, None)
    clear_caches()


@pytest.mark.parametrize(
    ("plugin", "rules", "why"),
    [
        (MODULE, "raise SystemExit(0)", "ImportError: bad_rules calls sys.exit() when it is imported"),
        (MODULE, RAISES, "ValueError: [31mred ]0;title 2J"),
        ("import sys; sys.exit(3)", "", "ImportError: bad_plugin calls sys.exit() when it is imported"),
        (RAISES, "", "ValueError: [31mred ]0;title 2J"),
        (MODULE_WITHOUT_TITLE, "", "its title is a NoneType"),
    ],
)
def test_home_card_says_why_its_game_cannot_be_imported(
    app: App, bad: Callable[[str, str], None], plugin: str, rules: str, why: str
) -> None:
    bad(plugin, rules)
    home = HomeScene(app)
    app.push(home)
    run_frames(app, 2)
    if "bad" in home.playable:
        home.cards[home.playable.index("bad")].activate()
        run_frames(app, 2)
        assert not home.cards[home.playable.index("bad")].enabled
    assert app.scene is home
    assert f"The game 'bad' of bad-games cannot be played: {why}.".lower() in [
        message.lower() for message in app.messages.texts
    ]


FAILING_HINTS = """

def explain(seat, view, action):
    raise ValueError(view)


PLAYERS = Roster(levels=("normal",), make=make, explain=explain)
"""


@pytest.fixture
def speechless(guests: Path) -> None:
    """Make every hint in Nim fail."""
    players = guests / "guest_games" / "nim_players.py"
    players.write_text(players.read_text(encoding="utf-8") + FAILING_HINTS, encoding="utf-8")


@pytest.mark.usefixtures("speechless")
def test_table_of_phones_continues_when_a_hint_fails(tmp_path: Path) -> None:
    messages: list[str] = []
    with open_journal(tmp_path) as journal, headless_tables.open_table(journal, "nim", 2, messages.append) as table:
        network = Network(cast(App, headless_tables.FakeWindow(table)), table.hosting.server.port)
        ann = headless_tables.seat_by_code(network, table, 0, "Ann")
        ann.say(say="chair", do="begin")
        network.until(lambda: bool(ann.sheet.get("choices")) and ann.sheet["hints"], dt=0.2)
        for request_count in (1, 2):
            ann.say(say="hint", moment=ann.sheet["moment"])
            network.until(lambda request_count=request_count: len(ann.got("hint")) == request_count)  # type: ignore[misc]
            hint = ann.got("hint")[-1]
            assert (hint["why"], hint["line"]) == ("There is no hint this time: something went wrong.", {})
        assert messages[-1] == "Something went wrong with the phones: Elsewhere."
        assert table.session is not None
        previous_count = len(table.session.match.entries)
        ann.act(ann.sheet["choices"][0]["line"])
        network.until(lambda: table.session is not None and len(table.session.match.entries) > previous_count, dt=0.2)
        network.close()


@pytest.mark.usefixtures("guests")
def test_table_of_phones_continues_at_random_when_every_machine_fails(guests: Path, tmp_path: Path) -> None:
    players = guests / "guest_games" / "nim_players.py"
    players.write_text(
        players.read_text(encoding="utf-8").replace("assert isinstance(view, NimView)", "raise KeyError")
    )
    messages: list[str] = []
    with open_journal(tmp_path) as journal, headless_tables.open_table(journal, "nim", 2, messages.append) as table:
        table.begin()
        end = monotonic() + LIMIT
        while table.session is None or not table.session.match.state.is_over:
            assert monotonic() < end
            table.step(0.5)
    assert any("the machine player Easy takes over" in words for words in messages)
    assert any("goes on at random" in words for words in messages)


@pytest.mark.caught
@pytest.mark.usefixtures("speechless")
def test_window_reports_a_failed_hint_and_match_continues(app: App) -> None:
    app.thinker = worker_process.ImmediateExecutor
    table = begin(app, "nim", PERSON, Controller("bot", "normal")).table
    assert isinstance(table, TableScene)
    run_until(app, lambda: table.controller.is_idle and table.controller.actor == 0)
    table.hints.ask()
    run_until(app, lambda: table.hints.seat is None)
    assert "There is no hint this time: something went wrong." in app.messages.texts
    assert app.scene is table
    assert table.controller.act(table.controller.match.state.legal_actions(0)[0])


@pytest.mark.slow
def test_terminal_codes_and_tracebacks_stay_out_of_command_output(
    run: Run, site: Path, bad: Callable[[str, str], None]
) -> None:
    install(site)
    bad(RAISES, "")
    for words in (("rules",), ("simulate", "bad")):
        output = run(*words, status=0 if words == ("rules",) else 2).stderr
        assert "the game 'bad' of bad-games cannot be played" in output
        assert not set(output) & set("\x1b\x07\x9b")
    (site / "bad_plugin.py").write_text(MODULE.replace('"Bad"', repr(CODES)), encoding="utf-8")
    assert not set(run("rules").stdout) & set("\x1b\x07\x9b")
    nim = site / "guest_games" / "nim.py"
    page = nim.with_suffix(".md")
    page.write_text(page.read_text(encoding="utf-8") + CODES, encoding="utf-8")
    output = run("rules", "nim").stdout
    assert "red" in output
    assert not set(output) & set("\x1b\x07\x9b")
    nim.write_text(
        nim.read_text(encoding="utf-8") + f"\nNimState.legal_actions = lambda *_: exit({CODES!r})\n", encoding="utf-8"
    )
    output = run("simulate", "nim", "--games", "1", status=2).stderr
    assert output.startswith("the game nim of guest-games is broken: SystemExit: ")
    assert not set(output) & set("\x1b\x07\x9b")
