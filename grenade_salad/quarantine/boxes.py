"""Boxes of strangers, read in the quarantine.

What comes out is checked again, and its pictures are PNG.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from grenade_salad.boxes.answers import NO_ANSWERS, Answers
from grenade_salad.boxes.box_reader import LoadedBox, list_pictures, rename_pictures
from grenade_salad.boxes.errors import BadBoxFile, raise_all
from grenade_salad.boxes.files import DESCRIPTION
from grenade_salad.boxes.image_size import check_picture
from grenade_salad.boxes.loader import open_box
from grenade_salad.core import Json, to_json
from grenade_salad.games.open_table.box import MAX_LOSSES, Box, Loss
from grenade_salad.games.open_table.box_validation import why_not_setup
from grenade_salad.match.lines import BadLine
from grenade_salad.quarantine import process
from grenade_salad.quarantine.messages import NoMessage, decode_words, encode_words
from grenade_salad.quarantine.process import Quarantine, QuarantineError, Report, Sealed, explain
from grenade_salad.system.progress import Progress
from grenade_salad.text import m

T = TypeVar("T")

_PICTURES = "pictures"
_BLOBS = (_PICTURES, "cover")
"""The fields of a box that come out as blobs."""


@dataclass(frozen=True)
class _BoxFacts:
    """A box as data, or what is wrong with it."""

    box: dict[str, Any] | None = None
    pictures: tuple[str, ...] = ()
    """Names of the pictures, in the order of the blobs."""
    has_cover: bool = False
    """True if the last blob is the picture for the shelf."""
    errors: tuple[tuple[str, int, str, Any], ...] = ()
    """File, line, location and reason of each error."""


def seal_box(report: Report, path: str, is_brief: bool, answers: Answers = NO_ANSWERS) -> Sealed:
    """Read a box, in the quarantine. If `is_brief`, its pictures are small."""
    from grenade_salad.quarantine import pictures  # It loads pygame, which is needed in the process alone.

    report(Path(path).name)
    try:
        loaded = open_box(Path(path), answers)
        max_pixels = pictures.BRIEF_PIXELS if is_brief else pictures.MAX_PIXELS
        encoded = pictures.encode_pictures(loaded, report, max_pixels)
    except BadBoxFile as error:
        facts = _BoxFacts(errors=tuple(_encode_error(single) for single in error.all_errors))
        return Sealed(to_json(facts))
    # Drawings are pictures now.
    box = _drop_pictures(loaded.box, encoded.pictures)
    box = replace(box, losses=_add_loss(box.losses, "part", encoded.incomplete_count))
    sealed = replace(loaded, box=box, drawings={}, cover_name="")
    data = {part.name: to_json(getattr(sealed, part.name)) for part in fields(sealed) if part.name not in _BLOBS} | {
        "pictures_hash": loaded.pictures_hash
    }
    covers = (encoded.cover,) if encoded.cover else ()
    facts = _BoxFacts(data, tuple(encoded.pictures), bool(covers))
    return Sealed(to_json(facts), (*encoded.pictures.values(), *covers))


def _add_loss(losses: tuple[Loss, ...], cause: str, count: int) -> tuple[Loss, ...]:
    """Return the losses with so many more pictures that are lost for a cause."""
    if not count:
        return losses
    present = next((loss for loss in losses if (loss.part, loss.cause) == ("picture", cause)), None)
    if present is not None:
        return tuple(replace(loss, count=loss.count + count) if loss is present else loss for loss in losses)
    pictures = [loss for loss in losses if loss.part == "picture"]
    return (*pictures, Loss("picture", cause, count), *losses[len(pictures) :])[:MAX_LOSSES]


def _drop_pictures(box: Box, names: Collection[str]) -> Box:
    """Return a box with these pictures alone; the others are losses."""
    lost = {*list_pictures(box)} - {*names}
    if not lost:
        return box

    def find(name: str) -> str:
        return "" if name in lost else name

    return replace(rename_pictures(box, find), losses=_add_loss(box.losses, "unreadable", len(lost)))


def _encode_error(error: BadBoxFile) -> tuple[str, int, str, Json]:
    file, line, location, reason = error.details
    return file, line, location, encode_words(reason)


def open_in_quarantine(
    quarantine: Quarantine,
    path: Path,
    progress: Progress | None = None,
    *,
    answers: Answers = NO_ANSWERS,
    is_brief: bool = False,
) -> LoadedBox:
    """Return the box at a path, with its pictures as PNG.

    Raises BadBoxFile with all errors, and Cancelled.
    """
    progress = progress or Progress()
    try:
        sealed = quarantine.run(progress, seal_box, str(path), is_brief, answers)
        return _unseal_box(sealed)
    except (process.BrokenReader, process.ProcessLost, BadLine, NoMessage) as error:
        # Translators: after the name of a file that somebody made; its reader ended with an error
        raise BadBoxFile(progress.part or path.name, m("reading it ended with an error")) from error
    except QuarantineError as error:
        raise BadBoxFile(progress.part or path.name, explain(error)) from error


def _unseal_box(sealed: Sealed) -> LoadedBox:
    """Return the box that came out, checked again.

    Raises BadBoxFile, BadLine and NoMessage.
    """
    facts = _convert(sealed.facts, _BoxFacts)
    raise_all([BadBoxFile(file, decode_words(reason), location, line) for file, line, location, reason in facts.errors])
    if facts.box is None or len(facts.pictures) + facts.has_cover != len(sealed.blobs):
        raise BadLine("there is no box")
    loaded = _convert({**facts.box, _PICTURES: {}}, LoadedBox)
    if sorted(facts.pictures) != list_pictures(loaded.box):
        raise BadLine("its pictures are others")
    for data in sealed.blobs:
        check_picture("it.png", data)
    cover = sealed.blobs[-1] if facts.has_cover else b""
    loaded = replace(loaded, pictures=dict(zip(facts.pictures, sealed.blobs, strict=False)), cover=cover)
    # It was checked for every number of seats in the process. Here, a thread of the window's process would take time
    # from its frames.
    if (reason := why_not_setup(loaded.box.seats[0], loaded.setup)) is not None:
        raise BadBoxFile(DESCRIPTION, reason.message())
    return loaded


def _convert(value: object, kind: type[T]) -> T:
    """Return the value as an instance of the dataclass. Raises BadLine."""
    try:
        return msgspec.convert(value, type=kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadLine(str(error)) from None
