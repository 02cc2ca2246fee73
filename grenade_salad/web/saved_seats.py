"""Phones come back into their seats after the program was started again: a file for one match and one address.

It has digests, no tokens: whoever reads it cannot sit down with it. It lies beside the journal, readable by its owner
alone, and is in no export, report or copy.
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
    """`address` is where the page was, as in "192.168.1.5:8080"; `seats` the digest of each seat's token."""

    address: str
    match: int
    seats: dict[int, str]


def hash_token(token: str) -> str:
    """What is kept of a token. It has 192 random bits: nobody finds it again from this."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def load(folder: Path, match: int) -> SavedSeats | None:
    """The seats of that match, if they are the ones that were kept."""
    try:
        saved = msgspec.json.decode((folder / FILE).read_bytes(), type=SavedSeats)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return saved if saved.match == match else None


def load_for_match(folder: Path, match: JournaledMatch) -> SavedSeats | None:
    """The same, as far as the match has such seats."""
    saved = load(folder, match.id)
    if saved is None:
        return None
    existing = {seat: token_digest for seat, token_digest in saved.seats.items() if 0 <= seat < len(match.header.seats)}
    return SavedSeats(saved.address, saved.match, existing)


def save(folder: Path, seats: SavedSeats) -> None:
    """Keep them instead of what was there. Without a place to write, phones have to ask anew: nothing else is lost."""
    if not seats.seats:
        forget(folder, seats.match)
        return
    with contextlib.suppress(OSError):
        private_files.write(folder / FILE, msgspec.json.encode(seats))


def forget(folder: Path, match: int) -> None:
    """That match is gone, or nobody plays it by phone any more."""
    if load(folder, match) is not None:
        with contextlib.suppress(OSError):
            (folder / FILE).unlink()
