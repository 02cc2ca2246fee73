"""One match of machine players, without a window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Protocol

from grenade_salad import players
from grenade_salad.core import Event, Json, Options, State, derive_rng, redact, registry
from grenade_salad.lab.turnless import LINES, choose_seat, offered_actions
from grenade_salad.match.lines import convert
from grenade_salad.match.match import Header, Match, Step, is_endless
from grenade_salad.text import m, say

if TYPE_CHECKING:
    from grenade_salad.journal.journal import Journal


@dataclass(frozen=True)
class Playout:
    """The result of one match of machine players."""

    seed: int
    ranking: tuple[tuple[int, ...], ...]
    ended: str
    """The reason why it was over, as positions give it."""
    scores: tuple[int, ...] | None
    """None in games without points."""
    decisions: int
    drops: int
    """The number of chances that are drops: see `Chance.is_drop`."""
    seconds: float
    lines: tuple[dict[str, Json], ...] = field(repr=False)
    """The lines of its record, the header first, if they were requested."""


class Endless(Exception):
    """Machine players would play forever (`match.is_endless`); the text is one line."""

    def __init__(self, lines: int) -> None:
        super().__init__(lines)

    def __str__(self) -> str:
        return say(
            m(
                "Stopped after {n} line: nothing brings the match on any more, and its rules have no end for that",
                "Stopped after {n} lines: nothing brings the match on any more, and its rules have no end for that",
                n=self.args[0],
            )
        )


def make_options(game: str, seats: int, chosen: Mapping[str, Json] | None = None) -> Options:
    """Return the chosen house rules of the game, written as in records.

    The rest is the default, or depends on the number of seats. Raises `BadLine` for a house rule that does not exist,
    and `Illegal` for a match that records refuse, too.
    """
    rules = registry.load(game)
    wanted = convert(dict(chosen or {}), rules.options, "options")
    options = replace(wanted.for_seats(seats), **{name: getattr(wanted, name) for name in chosen or ()})
    rules.start(seats, options, None)
    return options


def find_end_reason(state: State) -> str:
    """Return why a game is over, as positions give it."""
    ended = state.full_view().end_reason
    assert ended is not None
    return ended


class EventObserver(Protocol):
    """An object that gets events."""

    def see(self, event: Event) -> None:
        """Receive an event, redacted for its seat."""


def show_steps(players: Sequence[EventObserver], steps: Iterable[Step]) -> None:
    """Show each player what it may know of the steps.

    A player that takes a seat now is shown all of the match.
    """
    _show_events([player.see for player in players], steps)


def _show_events(observers: Sequence[Callable[[Event], None]], steps: Iterable[Step]) -> None:
    for _, events in steps:
        for event in events:
            hidden = redact(event, None)
            if hidden is event:
                for see in observers:
                    see(event)
                continue
            for seat, see in enumerate(observers):
                see(redact(event, seat) if seat in event.visible_to else hidden)


def play(
    match: Match, players: Sequence[players.Player], on_step: Callable[[Step], None] | None = None, pace: float = 0.0
) -> int:
    """Let machine players play the match to its end; return the number of decisions.

    `on_step` gets every step from here on, unredacted. Where several seats are active, the one whose answer counts
    first is asked first; without turns it is a random one, and after `turnless.LINES` decisions a player ends the
    match. `pace` is how many seconds to wait before each decision. Raises `Endless`.

    >>> from grenade_salad.match.match import new_match
    >>> match = new_match('live-grenade', ('Ann', 'Bo'))
    >>> play(match, make_players('live-grenade', ['easy', 'easy'], seed=1)) > 0
    True
    """

    steps, observers = match.resolve_chance(), [player.see for player in players]
    # Creating a generator takes as long as a decision of some games.
    seats = Random(f"seats/{match.header.seed}") if match.state.is_turnless else None
    decisions = 0
    while True:
        _show_events(observers, steps)
        if on_step is not None:
            for step in steps:
                on_step(step)
        state = match.state
        if state.is_over:
            return decisions
        if is_endless(match):
            raise Endless(len(match.entries))
        if pace:
            sleep(pace)
        seat = choose_seat(state, seats)
        legal = state.legal_actions(seat)
        if state.is_turnless:
            legal = offered_actions(legal, last=decisions >= LINES)
        steps = match.act(players[seat].decide(state.view(seat), legal))
        decisions += 1


def make_players(game: str, levels: Sequence[str], seed: int) -> list[players.Player]:
    """Return a machine player for each seat.

    Their actions depend on the seed and on what they are shown alone.
    """
    return [players.make(game, level, seat, derive_rng(seed, -1 - seat)) for seat, level in enumerate(levels)]


def _play_in_journal(header: Header, levels: Sequence[str], journal: Journal, pace: float) -> tuple[Match, int]:
    """Play the match in the journal; return it and the number of decisions."""
    with journal.begin(header) as match:
        decisions = play(match, make_players(header.game, levels, header.seed), pace=pace)
        match.finish()
    return match, decisions


def run_playout(
    game: str,
    levels: Sequence[str],
    seed: int,
    journal: Journal | None = None,
    pace: float = 0.0,
    lines: bool = True,
    options: Options | None = None,
) -> Playout:
    """Play a match of machine players of these levels, one for each seat, to its end.

    It is saved in the journal, if there is one: then raises `JournalError`. `pace`: see `play`. Without `lines` the
    result has no lines of a record. `options`: see `make_options`, which makes the default ones.
    """
    started = perf_counter()
    names = tuple(f"Player {seat + 1}" for seat in range(len(levels)))
    meta: dict[str, Json] = {"controllers": [f"bot {level}" for level in levels]}
    header = Header(game, names, options or make_options(game, len(levels)), seed, None, meta)
    if journal is None:
        match = Match(header)
        decisions = play(match, make_players(game, levels, seed), pace=pace)
    else:
        match, decisions = _play_in_journal(header, levels, journal, pace)
    drops = tuple(kind for kind in match.game.chances if kind.is_drop)
    return Playout(
        seed=seed,
        ranking=match.state.ranking(),
        ended=find_end_reason(match.state),
        scores=match.state.scores,
        decisions=decisions,
        drops=sum(isinstance(entry, drops) for entry in match.entries) if drops else 0,
        seconds=perf_counter() - started,
        lines=(header.to_line(), *(entry.to_line() for entry in match.entries)) if lines else (),
    )
