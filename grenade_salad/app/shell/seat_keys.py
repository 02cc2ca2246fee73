"""The keys of the seats: how they are called, and which keys may be one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from grenade_salad.app.shell import keys

SEATS = 9
DEFAULT = tuple("123456789")
"""The names of the keys of seats 1 to 9, if nobody chose others."""

_KEYPAD_1 = 0x40000059
"""pygame.K_KP1; written out because the command line reads settings without pygame."""
_PAD_DIGITS = {_KEYPAD_1 + digit - 1: f"keypad {digit}" for digit in range(1, 10)}
_CODES = {name: code for code, name in _PAD_DIGITS.items()}
_LAST_SIGN = 0x10FFFF
_SPACE = 32


def key_name(code: int, taken: Collection[int] | None = None) -> str:
    """What the key with the code (pygame.K_*) is called in the settings; empty if it cannot be a seat's key, as those
    that are taken: they mean something else at a table."""
    if taken is None:
        taken = keys.table_codes({})
    if code in _PAD_DIGITS:
        return _PAD_DIGITS[code]
    if not 0 < code <= _LAST_SIGN or not chr(code).isprintable() or code == _SPACE or code in taken:
        return ""
    return chr(code)


def key_code(name: str, taken: Collection[int] | None = ()) -> int | None:
    """The code of the key with that name; None if there is none that may be a seat's."""
    code = _CODES.get(name, ord(name) if len(name) == 1 else 0)
    return code if key_name(code, taken) == name and name else None


def display_name(name: str) -> str:
    """The name as people read it: letters are large, as on the keyboard."""
    return name.upper() if len(name) == 1 and len(name.upper()) == 1 else name


def repair(names: Sequence[str], taken: Collection[int] | None = None) -> list[str]:
    """The names, with keys that are free in place of those that no seat can have (any more).

    >>> mended("h2ab56789")
    ['1', '2', 'a', 'b', '5', '6', '7', '8', '9']
    """
    if len(names) != SEATS or len(set(names)) != SEATS:
        return list(DEFAULT)
    free = (name for name in DEFAULT if name not in names)
    return [name if key_code(name, taken) is not None else next(free) for name in names]


def assign_key(names: Sequence[str], seat: int, name: str) -> list[str]:
    """The keys when the seat takes that one: a seat that had it gets the seat's old key."""
    assigned = [names[seat] if current == name else current for current in names]
    assigned[seat] = name
    return assigned
