"""Files of the puzzles that come with a game.

They are JSON lines, one for each match with all puzzles of it, compressed with xz.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import cast

from grenade_salad import players
from grenade_salad.core import Action, Json, registry
from grenade_salad.core.puzzle_rules import load_puzzle_rules
from grenade_salad.lab.evaluation import WinShareGap
from grenade_salad.match.lines import BadLine, convert, decode, encode, parse_entry
from grenade_salad.match.record import RecordError
from grenade_salad.puzzles.puzzle import Choice, Puzzle

_DIGITS = 4
"""Decimal places of shares in the file."""
_MAX_QUOTE = 40
"""Maximum number of characters of the file that a message quotes."""


@dataclass(frozen=True)
class _Choice:
    """A `Choice`."""

    kind: str
    """Its key."""
    action: dict[str, object]
    """The line of the action."""
    share: tuple[float, float, float]
    """The share and its interval."""
    worlds: int


@dataclass(frozen=True)
class _Puzzle:
    """A `Puzzle` of a match."""

    number: int
    line: int
    """The number of lines below the header before the moment."""
    seat: int
    theme: str
    difficulty: str
    kinds: tuple[_Choice, ...]
    lead: tuple[float, float, float, int]
    """The lead, its interval, and the number of worlds."""
    place: bool = False


@dataclass(frozen=True)
class _Stored:
    """A line of the file.

    It also has `lines`: those of the record, up to its last puzzle.
    """

    puzzles: tuple[_Puzzle, ...]


def has_puzzles(game: str) -> bool:
    """True if puzzles come with the game. Raises registry.NoGame."""
    file = load_puzzle_rules(game).file
    return file is not None and file.exists()


@cache
def load(game: str) -> tuple[Puzzle, ...]:
    """Return all puzzles that come with the game, by number.

    Raises registry.NoGame, RecordError.
    """
    file = load_puzzle_rules(game).file
    if file is None or not has_puzzles(game):
        return ()
    return tuple(sorted(read(file, game), key=lambda puzzle: puzzle.number))


def read(file: Path, game: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a file. Raises OSError, RecordError.

    It does not check that their matches can be played.
    """
    line_number = 0
    try:
        with lzma.open(file, "rb") as stream:
            for raw in stream:
                line_number += 1
                value = decode(raw)
                lines = _parse_lines(value.pop("lines", None))
                for stored in convert(cast(Json, value), _Stored).puzzles:
                    yield _to_puzzle(game, lines, stored)
    except (lzma.LZMAError, EOFError) as error:
        raise RecordError(file.name, line_number + 1, f"not compressed with xz: {error}") from None
    except BadLine as error:
        raise RecordError(file.name, line_number, str(error)) from None


def _parse_lines(value: Json) -> tuple[dict[str, Json], ...]:
    """Return the lines of a record; what is in them is checked when it is played."""
    lines = [line for line in value if isinstance(line, dict)] if isinstance(value, list) else []
    if not lines or lines != value:
        raise BadLine("lines: expected a list of objects")
    return tuple(lines)


def _to_puzzle(game: str, lines: tuple[dict[str, Json], ...], stored: _Puzzle) -> Puzzle:
    if not 1 <= stored.line + 1 <= len(lines):
        raise BadLine(
            f"puzzle {stored.number}: the record has {len(lines) - 1} lines below the header, not {stored.line}"
        )
    if (record_game := lines[0].get("game")) != game:
        raise BadLine(f"puzzle {stored.number} is of the game {str(record_game)[:_MAX_QUOTE]!r}, not {game!r}")
    if stored.difficulty not in players.LEVELS or not stored.kinds:
        raise BadLine(f"puzzle {stored.number}: no difficulty, or no kinds of choices")
    rules = registry.load(game)
    kinds = tuple(
        Choice(
            kind.kind, cast(Action, parse_entry(rules, cast(dict[str, Json], kind.action))), *kind.share, kind.worlds
        )
        for kind in stored.kinds
    )
    return Puzzle(
        game=game,
        number=stored.number,
        seat=stored.seat,
        theme=stored.theme,
        difficulty=stored.difficulty,
        kinds=kinds,
        lead=WinShareGap(*stored.lead),
        lines=lines[: stored.line + 1],
        place=stored.place,
    )


def write(file: Path, puzzles: Iterable[Puzzle], *, more: bool = False) -> None:
    """Write puzzles, those of one match in one line. Raises OSError.

    With `more` they are added to those of the file.
    """
    matches: dict[bytes, list[Puzzle]] = {}
    for puzzle in puzzles:
        matches.setdefault(encode(puzzle.lines[0]), []).append(puzzle)
    with lzma.open(file, "ab" if more else "wb", preset=9 | lzma.PRESET_EXTREME) as stream:
        for same_match in matches.values():
            lines = max((puzzle.lines for puzzle in same_match), key=len)
            stored = asdict(_Stored(tuple(map(_to_stored, same_match))))
            stream.write(encode(cast(dict[str, Json], {"lines": lines, **stored})))


def _to_stored(puzzle: Puzzle) -> _Puzzle:
    kinds = tuple(
        _Choice(
            kind.key,
            cast(dict[str, object], kind.action.to_line()),
            _round_interval(kind.share, kind.low, kind.high),
            kind.worlds,
        )
        for kind in puzzle.kinds
    )
    lead = (*_round_interval(puzzle.lead.gain, puzzle.lead.low, puzzle.lead.high), puzzle.lead.worlds)
    return _Puzzle(puzzle.number, puzzle.line, puzzle.seat, puzzle.theme, puzzle.difficulty, kinds, lead, puzzle.place)


def _round_interval(share: float, low: float, high: float) -> tuple[float, float, float]:
    return round(share, _DIGITS), round(low, _DIGITS), round(high, _DIGITS)
