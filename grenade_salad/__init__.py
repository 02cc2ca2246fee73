"""Three games and an open table around one screen, and a library of their rules.

>>> from random import Random
>>> import grenade_salad as gs
>>> match = gs.new_match('wheel', ('Ann', 'Bo'), seed=7)
>>> players = [gs.players.make('wheel', 'easy', seat, Random(seat)) for seat in (0, 1)]
>>> gs.play(match, players) > 0
True
>>> match.state.is_over, len(match.state.ranking())
(True, 2)

- `game_names()`, `load(name)`: the games that are installed, and the rules of one (`Game`).
- `new_match(game, names, seed)`, `Match`, `Header`: a match. Its `state` is a position (`print` shows it);
  `state.legal_actions(seat)` lists the legal actions, `state.why_not(action)` says why an action is refused, and
  `match.act(action)` carries one out, or raises `Illegal`.
- `state.view(seat)` is what a seat may know, and `redact(event, seat)` returns an event with only what it may know;
  `resample(seat, rng)` draws everything else again.
- `players`: the machine players; `play(match, players)` lets them play to the end.
- `read_record(path)`, `write_record(path, header, entries)`, `replay(record)`: matches as files; `RecordError`.
- `check_game(name)`: checks that a game keeps the contract. To write a game of your own, see CONTRIBUTING.md.

Importing this package imports next to nothing: modules are imported when they are used.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from grenade_salad import players as players
    from grenade_salad.core import Game as Game
    from grenade_salad.core import Illegal as Illegal
    from grenade_salad.core import redact as redact
    from grenade_salad.core.registry import NoGame as NoGame
    from grenade_salad.core.registry import load as load
    from grenade_salad.core.registry import names
    from grenade_salad.lab.check_game import check_game as check_game
    from grenade_salad.lab.playout import play as play
    from grenade_salad.match.match import Header as Header
    from grenade_salad.match.match import Match as Match
    from grenade_salad.match.match import new_match as new_match
    from grenade_salad.match.record import RecordError as RecordError
    from grenade_salad.match.record import read_record as read_record
    from grenade_salad.match.record import replay as replay
    from grenade_salad.match.record import write_record as write_record

    game_names = names

__version__ = "0.3.0.dev0"
PROGRAM = __name__.replace("_", "-")
"""The program's name for packages, folders and commands.

One of the bundled games has the same name.
"""

_LAZY_EXPORTS = {
    "Game": "core",
    "Header": "match.match",
    "Illegal": "core",
    "Match": "match.match",
    "NoGame": "core.registry",
    "RecordError": "match.record",
    "check_game": "lab.check_game",
    "game_names": "core.registry:names",
    "load": "core.registry",
    "new_match": "match.match",
    "play": "lab.playout",
    "read_record": "match.record",
    "redact": "core",
    "replay": "match.record",
    "write_record": "match.record",
}


def limit_to_one_core() -> None:
    """Let this process, and those that it starts, compute on one core.

    Call it before numpy is imported, which reads the variables then. For matrices as small as the players', numpy's
    threads cost more than they save. Programs that import this package decide for their process themselves.
    """
    for threads in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(threads, "1")


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name == "players":
        return import_module(f"{__name__}.players")
    if name not in _LAZY_EXPORTS:
        raise AttributeError(
            f"module {__name__!r} has no attribute {name!r}; it has {', '.join(sorted(_LAZY_EXPORTS))}, players"
        )
    module, _, attribute = _LAZY_EXPORTS[name].partition(":")
    exported: object = getattr(import_module(f"{__name__}.{module}"), attribute or name)
    return exported


def __dir__() -> list[str]:
    return sorted((*globals(), *_LAZY_EXPORTS, "players"))
