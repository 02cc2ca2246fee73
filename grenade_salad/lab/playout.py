"""One match of machines, without a window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, sleep

from grenade_salad import bots, games
from grenade_salad.core import Json, Options, plain, redact, rng
from grenade_salad.match.match import Header, Match, Step

TURN_LIMIT = 100
"""Turns after which a game of machines ends with the score as it stands, where the game has such a limit (GS-33)."""
_MOST_DECISIONS = 100_000


@dataclass(frozen=True)
class Playout:
    """How one match of machines went. `scores` is None in games without points; `drops` counts rest lines.

    `lines` are the lines of its record, the header first.
    """

    seed: int
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...] | None
    decisions: int
    drops: int
    seconds: float
    lines: tuple[dict[str, Json], ...] = field(repr=False)


def machine_options(game: str) -> Options:
    """The rules as machines play them: with a limit on turns where a game may go on for ever."""
    kind = games.load(game).options
    limited: Callable[..., Options] = kind
    return limited(turn_limit=TURN_LIMIT) if "turn_limit" in kind.__dataclass_fields__ else kind()


def show(players: Sequence[bots.Bot], steps: Iterable[Step]) -> None:
    """Show each player what it may know of what happened; one that takes a seat now is shown all of the match."""
    for step in steps:
        for event in step.events:
            for seat, player in enumerate(players):
                player.see(redact(event, seat))


def play(
    match: Match, players: Sequence[bots.Bot], saw: Callable[[Step], None] | None = None, pace: float = 0.0
) -> int:
    """Let machines play the match to its end; how many decisions they made.

    `saw` gets every step from here on, unredacted. Where several may act, the one whose answer counts first is asked
    first. `pace` is how many seconds to wait before each decision.
    """

    def tell(steps: Sequence[Step]) -> None:
        show(players, steps)
        if saw is not None:
            for step in steps:
                saw(step)

    tell(match.settle())
    decisions = 0
    while not match.state.over:
        if pace:
            sleep(pace)
        seat = match.state.to_act()[0]
        action = players[seat].decide(match.state.view(seat), match.state.legal(seat))
        tell(match.act(action))
        decisions += 1
        if decisions > _MOST_DECISIONS:
            raise RuntimeError(f"no end of {match.header.game} after {decisions} decisions, seed {match.header.seed}")
    return decisions


def make_players(game: str, levels: Sequence[str], seed: int) -> list[bots.Bot]:
    """A machine player for each seat; what they do depends on the seed and on what they are shown alone."""
    return [bots.make(game, level, seat, rng(seed, -1 - seat)) for seat, level in enumerate(levels)]


def _play_kept(first: Header, levels: Sequence[str], data: Path, pace: float) -> tuple[Match, int]:
    """The match, played in the journal of that data directory."""
    from grenade_salad.match.journal import open_journal

    with open_journal(data) as journal, journal.begin(first) as match:
        decisions = play(match, make_players(first.game, levels, first.seed), pace=pace)
        match.finish()
    return match, decisions


def playout(game: str, levels: Sequence[str], seed: int, data: Path | None = None, pace: float = 0.0) -> Playout:
    """A match of machines of these levels, one for each seat, from the set-up to the end.

    It is kept in the journal of `data`, if there is one: then raises JournalError. `pace`: see `play`.
    """
    begun = perf_counter()
    names = tuple(f"Player {seat + 1}" for seat in range(len(levels)))
    meta: dict[str, Json] = {"controllers": [f"bot {level}" for level in levels]}
    header = Header(game, names, machine_options(game), seed, None, meta)
    if data is None:
        match = Match(header)
        decisions = play(match, make_players(game, levels, seed), pace=pace)
    else:
        match, decisions = _play_kept(header, levels, data, pace)
    lines = [entry.line() for entry in match.entries]
    end = plain(match.state.position())
    assert isinstance(end, dict)
    scores = end.get("scores")
    return Playout(
        seed=seed,
        ranking=match.state.ranking(),
        scores=tuple(int(str(score)) for score in scores) if isinstance(scores, list) else None,
        decisions=decisions,
        drops=sum(line.get("chance") == "rest" for line in lines),
        seconds=perf_counter() - begun,
        lines=(header.line(), *lines),
    )
