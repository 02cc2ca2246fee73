"""The report as people read it: lines of fixed width."""

from __future__ import annotations

from grenade_salad.lab.fuzz import Slow
from tools.strength.bars import Bar, Result
from tools.strength.head import Head
from tools.strength.manners import Manners
from tools.strength.seats import Seats
from tools.strength.tempers import Temper

_BAR = "{:<14} {:<40} {:>7} {:>8} {:>7} {:>16} {:>6} {:<6} {:>6} {:>9} {:>10}"
TITLES = {
    "bars": "Bars: met if the lower end of the 95 % interval is over it, missed if the upper end is below, else open",
    "seats": "Seats: how often each of equal players (normal) wins, the one who begins first, with 95 % intervals",
    "conduct": "Conduct: everybody with everybody, by all house rules",
    "tempers": "Tempers: what players do among Normal; turns before the first card are the median",
}
BARS_HEAD = _BAR.format("game", "players", "games", "seed", "rate", "95 %", "bar", "", "skill", "s a move", "processor")


def duration(seconds: float) -> str:
    """Roughly, as people say it.

    >>> duration(8), duration(200), duration(9000)
    ('8 s', '3 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def head_lines(head: Head, scale: float, jobs: int) -> list[str]:
    """What was measured, with what, and when."""
    spiel = head.open_spiel or "not there"
    return [
        f"Grenade Salad: strength of the machine players, {head.date}",
        f"commit {head.commit}, Python {head.python}, numpy {head.numpy}, OpenSpiel {spiel}, {head.machine}",
        f"scale {scale:g}, {jobs} process{'' if jobs == 1 else 'es'}",
    ]


def _seated(players: tuple[str, ...]) -> str:
    first, *others = players
    names = f"{len(others)} {others[0]}" if len(others) > 1 else others[0]
    return f"{first} against {names}"


def _ended(ends: dict[str, int], cut_off: int = 0) -> str:
    """A second line, where games end in more than one way or decisions were cut off."""
    told = [f"ended by {', '.join(f'{why}: {number}' for why, number in ends.items())}"] if len(ends) > 1 else []
    if cut_off:
        told.append(f"{cut_off} decisions cut off by the clock")
    return f"\n    {'; '.join(told)}" if told else ""


def bar_line(of: Result) -> str:
    """One bar and what came of it."""
    return _BAR.format(
        of.game,
        _seated(of.players),
        of.games,
        of.seed,
        f"{of.rate:.1%}",
        f"{of.low:.1%} to {of.high:.1%}",
        f"{of.bar:.0%}",
        of.verdict,
        "" if of.skill is None else f"{of.skill:.0%}",
        f"{of.seconds_per_decision:.4f}",
        duration(of.processor),
    ).rstrip() + _ended(of.ends, of.cut_off)


def unshown(of: Result) -> str:
    """A bar that was not met, in a few words."""
    return f"{of.game}, {_seated(of.players)}: over {of.bar:.0%} ({of.verdict})"


def missing_line(bar: Bar) -> str:
    """A bar that cannot be measured."""
    return f"{bar.game:<14} {_seated(bar.players):<40} not measured: the package open-spiel is not there"


def seats_line(of: Seats) -> str:
    """One number of players."""
    rates = ", ".join(f"{seat.rate:.1%} ({seat.low:.1%} to {seat.high:.1%})" for seat in of.seats)
    return f"{of.game:<14} {of.players} players, {of.matches} matches from seed {of.seed}: {rates}{_ended(of.ends)}"


def _slow(what: str, slow: Slow | None) -> str:
    if slow is None:
        return f"no {what}"
    time = f"{slow.seconds:.3f} s, {slow.share:.0%} of the time"
    return f"slowest {what} {time} ({slow.name}, seed {slow.seed})"


def manners_line(of: Manners) -> str:
    """One game."""
    lines = [
        f"{of.game:<14} {of.matches} matches from seed {of.seed}, {of.decisions} decisions: "
        f"{of.wrong} matches with an illegal action or an exception; {of.over} decisions over 1.5 times their time "
        f"({of.over_wall} by the clock on the wall); {_slow('turn', of.slowest)}; "
        f"{_slow('answer', of.slowest_answer)}; {_slow('of all in seconds', of.longest)}",
        *(f"    {told}" for told in of.told),
    ]
    return "\n".join(lines)


def temper_line(of: Temper) -> str:
    """One player of a game."""
    told = [] if of.first is None else [f"{of.first:g} turns before the first card"]
    told += [f"{what}: {rate:.2f}" for what, rate in of.rates.items()]
    return f"{of.game:<14} {of.player:<16} {of.matches:>4} matches: {', '.join(told)}"
