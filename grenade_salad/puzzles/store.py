"""The puzzles that come with a game: JSON lines, one for each match with all puzzles of it, compressed with xz."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import cast

from grenade_salad import players
from grenade_salad.core import Action, Json, registry
from grenade_salad.core.puzzle_rules import puzzling
from grenade_salad.lab.evaluation import Difference
from grenade_salad.match.lines import BadLine, convert, decode, encode, entry
from grenade_salad.match.record import RecordError
from grenade_salad.puzzles.puzzle import Choice, Puzzle

_DIGITS = 4


@dataclass(frozen=True)
class _Choice:
    """A `Choice`; `share` with its interval."""

    kind: str
    action: dict[str, object]
    share: tuple[float, float, float]
    worlds: int


@dataclass(frozen=True)
class _Puzzle:
    """A `Puzzle` of a match; `lead` with its interval and the number of worlds."""

    number: int
    line: int
    seat: int
    theme: str
    difficulty: str
    kinds: tuple[_Choice, ...]
    lead: tuple[float, float, float, int]
    place: bool = False


@dataclass(frozen=True)
class _Stored:
    """A line of the file, which also has `lines`: those of the record, as far as its last puzzle."""

    puzzles: tuple[_Puzzle, ...]


def there(game: str) -> bool:
    """Whether puzzles come with the game. Raises registry.NoGame."""
    file = puzzling(game).file
    return file is not None and file.exists()


@cache
def load(game: str) -> tuple[Puzzle, ...]:
    """All puzzles that come with the game, by their numbers. Raises registry.NoGame, RecordError."""
    file = puzzling(game).file
    if file is None or not there(game):
        return ()
    return tuple(sorted(read(file, game), key=lambda puzzle: puzzle.number))


def read(file: Path, game: str) -> Iterator[Puzzle]:
    """The puzzles of a file. Raises OSError, RecordError; that matches can be played shows when they are."""
    number = 0
    try:
        with lzma.open(file, "rb") as stream:
            for raw in stream:
                number += 1
                value = decode(raw)
                lines = _lines(value.pop("lines", None))
                for one in convert(cast(Json, value), _Stored).puzzles:
                    yield _puzzle(game, lines, one)
    except (lzma.LZMAError, EOFError) as error:
        raise RecordError(file.name, number + 1, f"not compressed with xz: {error}") from None
    except BadLine as error:
        raise RecordError(file.name, number, str(error)) from None


def _lines(given: Json) -> tuple[dict[str, Json], ...]:
    """Those of a record; what is in them is looked at when it is played."""
    lines = [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []
    if not lines or lines != given:
        raise BadLine("lines: expected a list of objects")
    return tuple(lines)


def _puzzle(game: str, lines: tuple[dict[str, Json], ...], one: _Puzzle) -> Puzzle:
    if not 1 <= one.line + 1 <= len(lines):
        raise BadLine(f"puzzle {one.number}: the record has {len(lines) - 1} lines below the header, not {one.line}")
    if (there := lines[0].get("game")) != game:
        raise BadLine(f"puzzle {one.number} is of the game {str(there)[:40]!r}, not {game!r}")
    if one.difficulty not in players.LEVELS or not one.kinds:
        raise BadLine(f"puzzle {one.number}: no difficulty, or no kinds of choices")
    rules = registry.load(game)
    kinds = tuple(
        Choice(kind.kind, cast(Action, entry(rules, cast(dict[str, Json], kind.action))), *kind.share, kind.worlds)
        for kind in one.kinds
    )
    until = lines[: one.line + 1]
    return Puzzle(game, one.number, one.seat, one.theme, one.difficulty, kinds, Difference(*one.lead), until, one.place)


def write(file: Path, puzzles: Iterable[Puzzle], *, more: bool = False) -> None:
    """Write puzzles, those of one match in one line, or `more` to those that are there. Raises OSError."""
    matches: dict[bytes, list[Puzzle]] = {}
    for puzzle in puzzles:
        matches.setdefault(encode(puzzle.lines[0]), []).append(puzzle)
    with lzma.open(file, "ab" if more else "wb", preset=9 | lzma.PRESET_EXTREME) as stream:
        for here in matches.values():
            lines = max((one.lines for one in here), key=len)
            stored = asdict(_Stored(tuple(map(_stored, here))))
            stream.write(encode(cast(dict[str, Json], {"lines": lines, **stored})))


def _stored(one: Puzzle) -> _Puzzle:
    kinds = tuple(
        _Choice(
            kind.key,
            cast(dict[str, object], kind.action.to_line()),
            _short(kind.share, kind.low, kind.high),
            kind.worlds,
        )
        for kind in one.kinds
    )
    lead = (*_short(one.lead.gain, one.lead.low, one.lead.high), one.lead.worlds)
    return _Puzzle(one.number, one.line, one.seat, one.theme, one.difficulty, kinds, lead, one.place)


def _short(share: float, low: float, high: float) -> tuple[float, float, float]:
    return round(share, _DIGITS), round(low, _DIGITS), round(high, _DIGITS)
