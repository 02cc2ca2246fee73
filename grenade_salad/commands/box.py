"""`grenade-salad box new|check|pack NAME`: begin, check or zip boxes."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from grenade_salad.boxes.box_writer import pack_box, write_box, write_starter_box
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.losses import describe_loss
from grenade_salad.commands import Fail
from grenade_salad.quarantine.boxes import open_in_quarantine
from grenade_salad.quarantine.process import Quarantine
from grenade_salad.text import m, say


def run(args: Namespace) -> int:
    """Begin, check or zip a box; its errors are a failure, one a line."""
    path = Path(args.folder)
    try:
        match args.what:
            case "new":
                _write_new(path, Path(args.source) if args.source else None)
            case "check":
                _check(path)
            case _:
                _pack(path)
    except BadBoxFile as error:
        raise Fail("\n".join(say(single.message) for single in error.all_errors)) from None
    except FileExistsError as error:
        raise Fail(say(m("{folder}: it is already there", folder=str(error.filename or path)))) from None
    except OSError as error:
        raise Fail(f"{error.filename or path}: {error.strerror or error}") from None
    return 0


def _write_new(path: Path, source: Path | None) -> None:
    if source is None:
        files = write_starter_box(path)
    else:
        with Quarantine() as quarantine:
            opened = open_in_quarantine(quarantine, source)
        files = write_box(path, opened.box, opened.pictures)
        for loss in opened.box.losses:
            print(say(describe_loss(loss)))
    for file in files:
        print(file)
    print(say(m("\nChange the files as you like, and try it with: grenade-salad --box {folder}", folder=str(path))))


def _check(path: Path) -> None:
    with Quarantine() as quarantine:
        opened = open_in_quarantine(quarantine, path)
    box = opened.box
    for loss in box.losses:
        print(say(describe_loss(loss)))
    pieces, kinds = len(box.pieces), len(box.kinds)
    # Translators: {many} is "30 pieces", {kinds} is "2 kinds"
    message = m(
        "{name}: nothing is wrong with it. {many} of {kinds}.",
        name=box.name,
        many=m("{n} piece", "{n} pieces", n=pieces),
        kinds=m("{n} kind", "{n} kinds", n=kinds),
    )
    print(say(message))


def _pack(path: Path) -> None:
    with Quarantine() as quarantine:
        box = open_in_quarantine(quarantine, path).box
    data = pack_box(path, box)
    file = path.resolve().with_name(f"{path.resolve().name}.zip")
    with file.open("xb") as stream:
        stream.write(data)
    print(file)
