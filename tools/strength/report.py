"""The report as text, with a head and lines of fixed width."""

from __future__ import annotations

import platform
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy

from grenade_salad import __version__
from grenade_salad.lab.fuzz import Slow
from tools.strength.bars import Bar, Result
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


def format_duration(seconds: float) -> str:
    """Return a duration, rounded for people.

    >>> format_duration(8), format_duration(200), format_duration(9000)
    ('8 s', '3 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


@dataclass(frozen=True)
class Head:
    """The facts of a measurement.

    `commit` is that of the checkout, followed by "changed" if files differ from it; without git it is the version.
    """

    commit: str
    date: str
    python: str
    numpy: str
    machine: str
    open_spiel: str | None


def _git(*words: str) -> str | None:
    here = Path(__file__).parent
    try:
        result = subprocess.run(["git", *words], cwd=here, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return result.stdout.strip()


def _commit() -> str:
    commit = _git("rev-parse", "--short=12", "HEAD")
    if commit is None:
        return f"version {__version__}"
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", "../../grenade_salad")
    return f"{commit} changed" if changed else commit


def _open_spiel() -> str | None:
    try:
        return version("open-spiel")
    except PackageNotFoundError:
        return None


def describe_checkout() -> Head:
    """Return the head for this checkout and the current time."""
    return Head(
        commit=_commit(),
        date=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        python=platform.python_version(),
        numpy=numpy.__version__,
        machine=f"{platform.system()} {platform.machine()}",
        open_spiel=_open_spiel(),
    )


def format_head(head: Head, scale: float, jobs: int) -> list[str]:
    """Return the lines about what was measured, with which versions, and when."""
    spiel = head.open_spiel or "not there"
    return [
        f"Grenade Salad: strength of the machine players, {head.date}",
        f"commit {head.commit}, Python {head.python}, numpy {head.numpy}, OpenSpiel {spiel}, {head.machine}",
        f"scale {scale:g}, {jobs} process{'' if jobs == 1 else 'es'}",
    ]


def _format_players(players: tuple[str, ...]) -> str:
    first, *rivals = players
    names = f"{len(rivals)} {rivals[0]}" if len(rivals) > 1 else rivals[0]
    return f"{first} against {names}"


def _format_ends(ends: dict[str, int], cut_off: int = 0) -> str:
    """Return a second line if games end in several ways or decisions were cut off."""
    parts = [f"ended by {', '.join(f'{reason}: {count}' for reason, count in ends.items())}"] if len(ends) > 1 else []
    if cut_off:
        parts.append(f"{cut_off} decisions cut off by the clock")
    return f"\n    {'; '.join(parts)}" if parts else ""


def format_bar(result: Result) -> str:
    """Return the line of a bar and its result."""
    return _BAR.format(
        result.game,
        _format_players(result.players),
        result.games,
        result.seed,
        f"{result.rate:.1%}",
        f"{result.low:.1%} to {result.high:.1%}",
        f"{result.bar:.0%}",
        result.verdict,
        "" if result.skill is None else f"{result.skill:.0%}",
        f"{result.seconds_per_decision:.4f}",
        format_duration(result.processor),
    ).rstrip() + _format_ends(result.ends, result.cut_off)


def format_unmet(result: Result) -> str:
    """Return a bar that was not met, in a few words."""
    return f"{result.game}, {_format_players(result.players)}: over {result.bar:.0%} ({result.verdict})"


def format_missing(bar: Bar) -> str:
    """Return the line of a bar that cannot be measured."""
    return f"{bar.game:<14} {_format_players(bar.players):<40} not measured: the package open-spiel is not there"


def format_seats(seats: Seats) -> str:
    """Return the line of one number of players."""
    rates = ", ".join(f"{seat.rate:.1%} ({seat.low:.1%} to {seat.high:.1%})" for seat in seats.seats)
    matches = f"{seats.matches} matches from seed {seats.seed}"
    return f"{seats.game:<14} {seats.players} players, {matches}: {rates}{_format_ends(seats.ends)}"


def _format_slow(label: str, slow: Slow | None) -> str:
    if slow is None:
        return f"no {label}"
    time = f"{slow.seconds:.3f} s, {slow.share:.0%} of the time"
    return f"slowest {label} {time} ({slow.name}, seed {slow.seed})"


def format_manners(manners: Manners) -> str:
    """Return the lines of one game."""
    lines = [
        f"{manners.game:<14} {manners.matches} matches from seed {manners.seed}, {manners.decisions} decisions: "
        f"{manners.wrong} matches with an illegal action or an exception; {manners.over} decisions over 1.5 times "
        f"their time ({manners.over_wall} by the clock on the wall); {_format_slow('turn', manners.slowest)}; "
        f"{_format_slow('answer', manners.slowest_answer)}; {_format_slow('of all in seconds', manners.longest)}",
        *(f"    {fault}" for fault in manners.told),
    ]
    return "\n".join(lines)


def format_temper(temper: Temper) -> str:
    """Return the line of one player of a game."""
    parts = [] if temper.first is None else [f"{temper.first:g} turns before the first card"]
    parts += [f"{label}: {rate:.2f}" for label, rate in temper.rates.items()]
    return f"{temper.game:<14} {temper.player:<16} {temper.matches:>4} matches: {', '.join(parts)}"


FORMATS: dict[type, Callable[[Any], str]] = {
    Result: format_bar,
    Seats: format_seats,
    Manners: format_manners,
    Temper: format_temper,
}
"""The function that formats each kind of finding."""
