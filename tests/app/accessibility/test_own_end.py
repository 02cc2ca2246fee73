"""One's own end, and who died of a mine, are told before anything else."""

from __future__ import annotations

from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade.actions import Draw
from grenade_salad.games.salad.actions import Arrow, Footpath, Move
from grenade_salad.games.salad.events import Killed
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.match.match import Header, Match
from tests.app import live_grenade, salad_table
from tests.app.accessibility.listener import Listener

NAMES = ("Ann", "Bo")


def _listen(app: App, table: TableScene) -> Listener:
    """Return a listener who has heard everything so far."""
    app.settings.ears = "on"
    table.controller.narrator.skip_log()
    listener = Listener(app)
    listener.run(10)
    listener.utterances.clear()
    return listener


def _hear_news(listener: Listener, steps: int) -> list[str]:
    listener.run(steps)
    return [utterance.words for utterance in listener.utterances if utterance.source == "news"]


def test_own_end_is_heard_before_the_tip_about_guesses(app: App) -> None:
    board = live_grenade.show_match(app, 1, (("6C", "5H"), ("3H", "KS"), ("2S", "QC")), ("AS", "5D", "4C", "AC"))
    assert app.settings.guesses
    listener = _listen(app, board.table)
    assert board.controller.act(Draw(0))
    news = _hear_news(listener, 100)
    own_end = news.index("Ann is out")
    tip = next(index for index, words in enumerate(news) if words.startswith("Who is out may guess"))
    assert own_end < tip


def test_last_soldier_is_told_as_the_last() -> None:
    soldiers = (Soldier(0, 0, 200.0, 200.0, 0.0), Soldier(1, 1, 300.0, 200.0, 0.0))
    match = Match(Header("grenade-salad", NAMES, SaladOptions(starter=0), 5, salad_table.position(soldiers=soldiers)))
    (killed,) = (event for event in match.state.apply(Arrow(0, 0, 1)) if isinstance(event, Killed))
    assert killed.text(NAMES) == "Ann takes Bo's last soldier"
    assert killed.puts_out(1)
    assert not killed.puts_out(0)


def test_listener_hears_who_died_of_a_mine(app: App) -> None:
    crowd = (Soldier(0, 0, 200.0, 200.0, 0.0), Soldier(1, 0, 212.0, 200.0, 0.0), Soldier(2, 1, 212.0, 212.0, 0.0))
    far_soldiers = tuple(Soldier(3 + seat, seat, 100.0 + 80 * seat, 320.0, 0.0) for seat in range(2))
    board = salad_table.sit_down(app, "pp", salad_table.position(soldiers=(*crowd, *far_soldiers)), waits=False)
    listener = _listen(app, board.table)
    assert board.controller.act(Move(0, 0, (201.0, 200.0), 0.0))
    listener.run(30)
    assert board.controller.act(Footpath(1, 0))
    news = _hear_news(listener, 100)
    mine = news.index("A mine!")
    assert news[mine + 1] == "Bo takes Ann 2, Bo 1"
