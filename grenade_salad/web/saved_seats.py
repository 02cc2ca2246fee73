"""Seats of phones, saved so that they return after a restart of the program.

There is one file, for one match and one address. It has digests instead of tokens, so a reader cannot sit down with it.
It is beside the journal, readable by its owner alone, and in no export, report or backup.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

import msgspec

from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.system import private_files

FILE = "phones.json"


class SavedSeats(msgspec.Struct, frozen=True):
    """The digests of the tokens of a match's seats, for one address."""

    address: str
    """Address and port of the page, as in "192.168.1.5:8080"."""
    match: int
    """The id of the match in the journal."""
    seats: dict[int, str]
    """The digest of the token of each seat that a phone has."""


def hash_token(token: str) -> str:
    """Return the digest that is saved of a token.

    A token has 192 random bits, so it cannot be recovered from the digest.
    """
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def load(folder: Path, match: int) -> SavedSeats | None:
    """Return the saved seats if they are of that match, or None."""
    try:
        saved = msgspec.json.decode((folder / FILE).read_bytes(), type=SavedSeats)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return saved if saved.match == match else None


def load_for_match(folder: Path, match: JournaledMatch) -> SavedSeats | None:
    """Return the saved seats that the match really has, or None."""
    saved = load(folder, match.id)
    if saved is None:
        return None
    existing = {seat: token_digest for seat, token_digest in saved.seats.items() if 0 <= seat < len(match.header.seats)}
    return SavedSeats(saved.address, saved.match, existing)


def save(folder: Path, seats: SavedSeats) -> None:
    """Save the seats in place of the old ones, if the file is writable.

    Without the file, phones have to request their seats again; nothing else is lost.
    """
    if not seats.seats:
        forget(folder, seats.match)
        return
    with contextlib.suppress(OSError):
        private_files.write(folder / FILE, msgspec.json.encode(seats))


def forget(folder: Path, match: int) -> None:
    """Forget the seats of a match that has ended or has no phones any more."""
    if load(folder, match) is not None:
        with contextlib.suppress(OSError):
            (folder / FILE).unlink()
