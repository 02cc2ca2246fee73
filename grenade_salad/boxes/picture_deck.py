"""Pictures as a deck: backs, copies and sheets guessed by names and sizes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, islice
from math import isclose
from pathlib import PurePosixPath

from grenade_salad.boxes.answers import NO_ANSWERS, Answers, BackGuess, Guess, PictureGuess, PictureUse
from grenade_salad.boxes.box_reader import MAX_PICTURES, LoadedBox, check_loaded_box
from grenade_salad.boxes.deck_box import CARD_SIZE, Deck, Part, make_deck_box, make_unique, name_kinds
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import MAX_ZIP_BYTES, Source, is_picture_name, why_not_name
from grenade_salad.boxes.image_size import MAX_PICTURE_BYTES, check_picture
from grenade_salad.boxes.losses import LossTally
from grenade_salad.boxes.table_files import clean_cell
from grenade_salad.boxes.tabletop_club import FolderSettings, PictureSettings, StackSettings
from grenade_salad.games.open_table.box import MAX_PIECES, MAX_RULES_LENGTH, MAX_TEXT_LENGTH, Button, Kind, Point, Press
from grenade_salad.text import m

_BACK_WORDS = frozenset(["back", "backs", "rear", "verso", "backside", "rückseite", "reverso", "dos", "rewers"])
_FRONT_WORDS = frozenset(["front", "fronts", "face", "recto", "vorderseite", "anverso", "awers"])
_COPIES = re.compile(r"\s*[\[(]x?([0-9]{1,3})x?[\])]|(?<=front)[-_ ]([0-9]{1,3})$", re.IGNORECASE)
"""The number of copies in a name, as in card[x3], card (3) and card_front_2."""
_GRID = re.compile(r"(?<![0-9a-z])([0-9]{1,2})\s?[x×]\s?([0-9]{1,2})(?![0-9a-z])", re.IGNORECASE)
"""Columns and rows of a sheet in a name, as in 10x7."""
_WORD = re.compile(r"[^\W\d_]+|[0-9]+")
_OTHER_PICTURE = re.compile(r"\.(bmp|tiff?|psd|eps|pdf|ai|heic|avif)$", re.IGNORECASE)
_MODEL = re.compile(r"\.(obj|glb|gltf|stl|fbx|dae|blend)$", re.IGNORECASE)
_BOARD_PIXELS = 2000
"""Pixels of the longer side from which a picture alone is a board."""
_BOARD_SIDE, _MAX_SIDE = 600.0, 240.0
"""Millimetres of the longer side of a board, and of a card."""
_SAME_SHAPE = 0.025
"""Relative difference of the proportions of pictures of one kind."""
_DRAWN_SIDES = 15.0, 240.0
"""Sides of an SVG that are taken for millimetres."""
_MAX_FRONTS = 1000
_SHEET_COLUMNS = 10
_MAX_WORDS = 40
"""Maximum number of words of a name by which it finds its back."""
_MAX_BACKS, _MAX_ASKED = 40, 40
"""Maximum number of pictures offered as a back, and of kinds with such an offer."""
_MAX_SHOWN = 3
"""Maximum number of pictures of a kind on the page where people change it."""
_MAX_STACKS, _MAX_PARTS = 12, 400
"""Maximum number of decks with an order, and of lines of the layout for them."""
_MAX_NOTE_NAMES = 5
"""Maximum number of names before a text that is about many pieces."""
_MARKS = re.compile(r"[*`\[\]|#<>\\]")
"""Letters that Markdown would take for marks."""


def is_back_name(path: str) -> bool:
    """True if the name of a picture says that it is a back, in a whole word.

    >>> is_back_name("img/card-back.png"), is_back_name("Backgammon.png")
    (True, False)
    """
    return not _BACK_WORDS.isdisjoint(word.casefold() for word in _WORD.findall(PurePosixPath(path).stem))


@dataclass(frozen=True)
class _Picture:
    """A picture with the facts in its name."""

    path: str
    """Its path in the source."""
    file: str
    """Its name in the box."""
    pixels: Point
    settings: PictureSettings

    @cached_property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

    @cached_property
    def stem(self) -> str:
        return PurePosixPath(self.path).stem

    @cached_property
    def bare_stem(self) -> str:
        """The name without the number of copies."""
        return _COPIES.sub("", self.stem).strip() or self.stem

    @cached_property
    def copies(self) -> int:
        match = _COPIES.search(self.stem)
        return max(1, int(match[1] or match[2])) if match else 1

    @cached_property
    def _words(self) -> tuple[str, ...]:
        return tuple(word.casefold() for word in _WORD.findall(self.bare_stem))

    @cached_property
    def is_back(self) -> bool:
        return not _BACK_WORDS.isdisjoint(self._words)

    @cached_property
    def rest(self) -> tuple[str, ...]:
        """The first words of the name without those for front and back."""
        words = (word for word in self._words if word not in _BACK_WORDS and word not in _FRONT_WORDS)
        return tuple(islice(words, _MAX_WORDS))

    @cached_property
    def title(self) -> str:
        """The name for people."""
        if self.settings.name:
            return " ".join(clean_cell(self.settings.name).split())[:MAX_TEXT_LENGTH] or "?"
        words = re.sub(r"[_\s]+", " ", self.bare_stem.replace("-", " ")).split()
        named = " ".join(word for word in words if word.casefold() not in _FRONT_WORDS)
        return clean_cell(named or self.stem)[:MAX_TEXT_LENGTH].strip() or "?"

    @cached_property
    def grid(self) -> tuple[int, int] | None:
        """Columns and rows in the name, if they may be those of a sheet."""
        match = _GRID.search(self.stem)
        if match is None:
            return None
        columns, rows = int(match[1]), int(match[2])
        return (columns, rows) if 2 <= columns <= 20 and 2 <= rows <= 20 else None

    @property
    def shape(self) -> float:
        return self.pixels[0] / self.pixels[1]


@dataclass
class _Group:
    """Pictures of one folder and shape with the same back: a kind."""

    pictures: list[_Picture]
    back: _Picture | None
    key: str = ""
    """The key of the answer about it: that of the guess, whatever was answered."""


def _make_key(group: _Group) -> str:
    back = "" if group.back is None else group.back.path
    first = group.pictures[0]
    return f"{first.folder}|{round(first.shape, 2)}|{back}|{first.path if len(group.pictures) == 1 else ''}"[:300]


def load(source: Source, name: str, answers: Answers = NO_ANSWERS) -> LoadedBox:
    """Return the pictures of a source as a box called `name`. Raises BadBoxFile."""
    losses = LossTally()
    settings: dict[str, FolderSettings] = {}
    pictures, data = _read_pictures(source, losses, settings)
    if not pictures:
        raise BadBoxFile(source.name, m("there is no picture in it that can be read"))
    pieces = [picture for picture in pictures if not picture.settings.is_ignored] or pictures
    fronts = [picture for picture in pieces if not picture.is_back] or pieces
    named_backs = {path for picture in fronts if (path := _find_named_back(picture))}
    front_paths = {picture.path for picture in fronts}
    piece_paths = {picture.path for picture in pieces} | named_backs
    pictures = [picture for picture in pictures if picture.path in piece_paths]
    backs = [picture for picture in pictures if picture.path in named_backs or picture.path not in front_paths]
    fronts = [picture for picture in fronts if picture.path not in named_backs] or fronts
    groups = _answer_backs(_group(fronts, backs), pictures, backs, answers)
    likely_backs = _list_likely_backs(pictures, backs)
    stacks = _find_stacks(settings, fronts, losses)
    copies = Counter(path for stack in stacks for path in stack.paths)
    decks: dict[str, list[Kind]] = {}
    boards: list[Kind] = []
    guesses: list[PictureGuess] = []
    pieces_left = MAX_PIECES
    for group in groups:
        guess = _guess_use(group, is_alone=len(pictures) == 1)
        if len(guesses) < _MAX_ASKED:
            guess = replace(guess, backs=_list_backs(group, likely_backs))
        if (use := answers.pictures.get(guess.key)) is not None:
            guess = replace(guess, use=use, is_sure=True)
        guesses.append(guess)
        for kind in _make_kinds(group, guess, copies):
            limited, pieces_left = _limit_copies(kind, pieces_left, losses)
            if limited is not None and limited.piece == "board":
                boards.append(limited)
            elif limited is not None:
                decks.setdefault(group.pictures[0].folder, []).append(limited)
        if guess.key not in answers.pictures:
            _tell_guesses(group, guess, losses)
    if not decks and not boards and answers.pictures:
        # With these answers there is nothing to play with: the page must still be reached.
        return load(source, name)
    if not decks and not boards:
        raise BadBoxFile(source.name, m("there is no card in it"))
    named = []
    for folder, kinds in decks.items():
        title = clean_cell(folder.rpartition("/")[2])[:60] or "cards"
        named.append(Deck(title, tuple(replace(kind, name=title) for kind in kinds)))
    named = _lay_stacks(name_kinds(named), stacks, pictures, losses)
    box = make_deck_box(name, named, [replace(board, name=f"board {index}") for index, board in enumerate(boards, 1)])
    if named and any(picture.settings.rank for picture in fronts):
        box = replace(box, buttons=(*box.buttons, Button("Sort hand", (Press("sort", of="hand", mine=True),))))
    box = replace(box, rules=_write_notes(fronts, stacks, losses))
    used = {file for kind in box.kinds for file in (*kind.pictures, kind.back_picture)}
    box = replace(box, losses=losses.to_losses())
    loaded = LoadedBox(
        box, {file: content for file, content in data.items() if file in used}, guess=Guess(pictures=tuple(guesses))
    )
    check_loaded_box(loaded)
    return loaded


def _read_pictures(
    source: Source, losses: LossTally, settings: dict[str, FolderSettings]
) -> tuple[list[_Picture], dict[str, bytes]]:
    """Return the pictures that can be read, in the order of their names.

    `settings` gets those of their folders.
    """
    pictures: list[_Picture] = []
    data: dict[str, bytes] = {}
    bytes_left = MAX_ZIP_BYTES
    for path in sorted(source.sizes, key=_natural_key):
        is_lone = path == source.main
        if source.main and not is_lone:
            continue
        if not is_lone and not is_picture_name(path):
            losses.add("picture", "format", path, count=_OTHER_PICTURE.search(path) is not None)
            losses.add("piece", "model", path, count=_MODEL.search(path) is not None)
            continue
        if len(pictures) >= MAX_PICTURES:
            losses.add("picture", "number", path)
            continue
        most = min(bytes_left, MAX_PICTURE_BYTES)
        content = source.read_prefix(path, most + 1)
        if len(content) > most:
            losses.add("picture", "large", path)
            continue
        file = _name_file(path, content, len(pictures))
        try:
            pixels = check_picture(file, content)
        except BadBoxFile:
            losses.add("picture", "unreadable", path)
            continue
        bytes_left -= len(content)
        data[file] = content
        folder, _, name = path.rpartition("/")
        if folder not in settings:
            settings[folder] = FolderSettings(source, folder)
        pixel_size = float(pixels[0]), float(pixels[1])
        pictures.append(_Picture(path, file, pixel_size, settings[folder].find(name)))
    return pictures, data


def _name_file(path: str, content: bytes, index: int) -> str:
    """Return the name of a picture in the box: its path with the right ending."""
    ending = guess_ending(content) or PurePosixPath(path).suffix
    name = path if path.lower().endswith(_same_endings(ending)) else f"{PurePosixPath(path).with_suffix('')}{ending}"
    return name if why_not_name(name) is None else f"picture {index + 1}{ending}"


def guess_ending(content: bytes) -> str:
    """Return the ending of a picture by its first bytes, or an empty text."""
    if content.startswith(b"\x89PNG"):
        return ".png"
    if content.startswith(b"\xff\xd8\xff"):
        return ".jpg"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return ".webp"
    if content.startswith(b"GIF8"):
        return ".gif"
    return ".svg" if b"<svg" in content[:2000] else ""


def _same_endings(ending: str) -> tuple[str, ...]:
    return (".jpg", ".jpeg") if ending == ".jpg" else (ending,)


def _natural_key(path: str) -> tuple[object, ...]:
    """Return a key by which card 10 comes after card 2."""
    parts = re.split(r"([0-9]{1,18})", path.casefold())
    return (path.count("/") > 0, *((int(part) if index % 2 else part) for index, part in enumerate(parts)))


def _group(fronts: Sequence[_Picture], backs: Sequence[_Picture]) -> list[_Group]:
    """Return kinds of pictures: of one folder, one shape and one back."""
    groups: list[_Group] = []
    by_place: dict[tuple[str, str, Point | None, float], list[_Group]] = {}
    finder = _BackFinder(backs)
    for picture in fronts:
        back = finder.find(picture)
        place = picture.folder, "" if back is None else back.path, picture.settings.size, picture.settings.mass
        same = by_place.setdefault(place, [])
        group = next((group for group in same if _is_same_shape(group.pictures[0], picture)), None)
        if group is None or picture.grid is not None:
            group = _Group([], back)
            groups.append(group)
            same.append(group)
        group.pictures.append(picture)
    return groups


def _is_same_shape(first: _Picture, second: _Picture) -> bool:
    return isclose(first.shape, second.shape, rel_tol=_SAME_SHAPE)


def _find_named_back(picture: _Picture) -> str:
    """Return the path of the back that the settings name, or an empty text."""
    back = picture.settings.back
    path = f"{picture.folder}/{back}" if picture.folder and back else back
    return "" if path == picture.path else path


class _BackFinder:
    """Finds the back of a card among the pictures whose names say that they are backs."""

    def __init__(self, backs: Sequence[_Picture]) -> None:
        self._by_path = {back.path: back for back in backs}
        self._by_rest: dict[tuple[str, tuple[str, ...]], _Picture] = {}
        self._lone: dict[str, list[_Picture]] = {}
        for back in backs:
            self._by_rest.setdefault((back.folder, back.rest), back)
            self._lone.setdefault(back.folder, []).append(back)

    def find(self, picture: _Picture) -> _Picture | None:
        """Return the back of this card, of its group, or of everything, in that order."""
        folder = picture.folder
        if (named := self._by_path.get(_find_named_back(picture))) is not None:
            return named
        for length in range(len(picture.rest), -1, -1):
            back = self._by_rest.get((folder, picture.rest[:length]))
            if back is not None and (length == len(picture.rest) or _is_same_shape(back, picture)):
                return back
        for place in (folder, ""):
            candidates = self._lone.get(place, [])
            shared = [back for back in candidates if not (back.rest and back.rest[-1].isdigit())]
            if len(shared) == 1 and _is_same_shape(shared[0], picture):
                return shared[0]
        return None


@dataclass(frozen=True)
class _Stack:
    """A deck in an order of its own, with the pictures that it is made of."""

    folder: str
    settings: StackSettings
    paths: tuple[str, ...]
    """The pictures of its pieces, from the top."""


def _find_stacks(settings: Mapping[str, FolderSettings], fronts: Sequence[_Picture], losses: LossTally) -> list[_Stack]:
    """Return the decks of all folders, as long as a box has room for them."""
    by_name: dict[tuple[str, str], str] = {}
    for picture in fronts:
        by_name.setdefault((picture.folder, picture.settings.name or picture.stem), picture.path)
    stacks: list[_Stack] = []
    pieces_left = MAX_PIECES - len(fronts)
    for folder, folder_settings in settings.items():
        for stack in folder_settings.stacks:
            found = tuple(path for item in stack.items if (path := by_name.get((folder, item))))
            for item in stack.items:
                losses.add("piece", "deck", item, count=(folder, item) not in by_name)
            if not found:
                continue
            if len(stacks) >= _MAX_STACKS or len(found) > pieces_left:
                losses.add("piece", "number", stack.name, count=len(found))
                continue
            pieces_left -= len(found)
            stacks.append(_Stack(folder, stack, found))
    return stacks


def _lay_stacks(
    decks: list[Deck], stacks: Sequence[_Stack], pictures: Sequence[_Picture], losses: LossTally
) -> list[Deck]:
    """Return the decks with an order, then those of all other pieces."""
    if not stacks:
        return decks
    files = {picture.path: picture.file for picture in pictures}
    places: dict[str, tuple[Kind, int]] = {}
    left: dict[tuple[str, int], int] = {}
    for deck in decks:
        for kind in deck.kinds:
            for front in kind.piece_fronts:
                left[kind.name, front] = kind.count_of(front)
                if kind.sheet == (1, 1):
                    places[kind.pictures[front]] = kind, front
    ordered: list[Deck] = []
    parts_left = _MAX_PARTS
    titles = make_unique(_title_stack(stack) for stack in stacks)
    for stack, title in zip(stacks, titles, strict=True):
        # What is left out was counted before, or people said that it is no card.
        found = [place for path in stack.paths if (place := places.get(files[path])) is not None]
        lying: list[tuple[Kind, int]] = []
        for kind, front in found:
            if left[kind.name, front]:
                left[kind.name, front] -= 1
                lying.append((kind, front))
        parts = _join_parts([(kind.name, front) for kind, front in reversed(lying)])
        if len(parts) > parts_left:
            losses.add("piece", "order", stack.settings.name)
            for kind, front in lying:
                left[kind.name, front] += 1
        elif lying:
            parts_left -= len(parts)
            kinds = tuple({kind.name: kind for kind, _ in lying}.values())
            ordered.append(Deck(title, kinds, parts, is_ordered=True))
    for deck in decks:
        rest = [
            Part(kind.name, fronts)
            for kind in deck.kinds
            if (fronts := tuple(front for front in kind.piece_fronts if left[kind.name, front]))
        ]
        if rest:
            kinds = tuple(kind for kind in deck.kinds if any(part.kind == kind.name for part in rest))
            ordered.append(Deck(deck.title, kinds, tuple(rest)))
    return ordered


def _title_stack(stack: _Stack) -> str:
    return " ".join(clean_cell(stack.settings.name).split())[:60] or "cards"


def _join_parts(pieces: Sequence[tuple[str, int]]) -> tuple[Part, ...]:
    """Return pieces of kinds as few lines of a layout, in their order.

    >>> _join_parts([("a", 0), ("a", 1), ("a", 0), ("a", 0), ("b", 0), ("b", 0)])
    (Part(kind='a', fronts=(0, 1), n=1), Part(kind='a', fronts=(0,), n=2), Part(kind='b', fronts=(0,), n=2))
    """
    runs = [(piece, len(list(same))) for piece, same in groupby(pieces)]
    parts: list[Part] = []
    fronts: set[int] = set()
    for (kind, front), n in runs:
        last = parts[-1] if parts else None
        if last is not None and (last.kind, last.n, n) == (kind, 1, 1) and front not in fronts:
            parts[-1] = last._replace(fronts=(*last.fronts, front))
            fronts.add(front)
        else:
            parts.append(Part(kind, (front,), n))
            fronts = {front}
    return tuple(parts)


def _write_notes(fronts: Sequence[_Picture], stacks: Sequence[_Stack], losses: LossTally) -> str:
    """Return the notes about decks and pieces as a page of rules, each of them once."""
    notes: dict[str, list[str]] = {}
    for title, note in (
        *((_title_stack(stack), stack.settings.note) for stack in stacks),
        *((picture.title, picture.settings.note) for picture in fronts),
    ):
        if words := " ".join(_MARKS.sub("", clean_cell(note)).split()):
            notes.setdefault(words, []).append(" ".join(_MARKS.sub("", title).split()))
    lines: list[str] = []
    length_left = MAX_RULES_LENGTH // 2
    for words, names in notes.items():
        shown = ", ".join(names[:_MAX_NOTE_NAMES]) + "…" * (len(names) > _MAX_NOTE_NAMES)
        line = f"- **{shown}**: {words}"
        length_left -= len(line) + 1
        if length_left < 0:
            losses.add("words", "cut", names[0])
        else:
            lines.append(line)
    return "\n".join(lines)


def _answer_backs(
    groups: list[_Group], pictures: Sequence[_Picture], backs: Sequence[_Picture], answers: Answers
) -> list[_Group]:
    """Give groups the backs that people chose for them.

    A back that no card has is a picture like all others, and a picture that became a back is no card any more.
    """
    by_path = {picture.path: picture for picture in pictures}
    groups = _add_unused_backs(groups, backs)
    for group in groups:
        use = answers.pictures.get(group.key)
        if use is not None and use.back is not None:
            group.back = by_path.get(use.back)
    used = {group.back.path for group in groups if group.back is not None}
    for group in groups:
        group.pictures = [picture for picture in group.pictures if picture.path not in used]
    remaining = [group for group in groups if group.pictures]
    return _add_unused_backs(remaining, [back for back in backs if back.path not in used])


def _add_unused_backs(groups: list[_Group], backs: Sequence[_Picture]) -> list[_Group]:
    """Return the groups, and more of those backs that are in none of them."""
    used = {group.back.path for group in groups if group.back is not None}
    used |= {picture.path for group in groups for picture in group.pictures}
    result = [*groups, *_group([back for back in backs if back.path not in used], [])]
    for group in result:
        group.key = group.key or _make_key(group)
    return result


def _list_likely_backs(pictures: Sequence[_Picture], backs: Sequence[_Picture]) -> list[_Picture]:
    """Return the pictures that are offered as backs of all groups."""
    named = [picture for picture in pictures if picture.is_back or picture in backs]
    return named[:_MAX_BACKS] if len(pictures) > 1 else []


def _list_backs(group: _Group, likely: Sequence[_Picture]) -> tuple[BackGuess, ...]:
    """Return the pictures that may be on the back of a group, its own ones at last."""
    half = _MAX_BACKS // 2
    own_pictures = group.pictures if len(group.pictures) <= 2 * half else group.pictures[:half] + group.pictures[-half:]
    first = [] if group.back is None else [group.back]
    candidates = {picture.path: picture for picture in (*first, *likely, *own_pictures)}
    if len(group.pictures) == 1:
        candidates.pop(group.pictures[0].path, None)
    return tuple(BackGuess(picture.path, picture.title, picture.file) for picture in candidates.values())


def _guess_use(group: _Group, *, is_alone: bool) -> PictureGuess:
    """Return the likely use of a group of pictures."""
    first = group.pictures[0]
    grid = first.grid
    is_sheet_word = any(word in ("sheet", "sheets", "spritesheet") for word in _WORD.findall(first.stem.casefold()))
    use = PictureUse("card")
    if grid is not None:
        use = PictureUse("sheet", *grid)
    elif is_sheet_word and (cut := _guess_grid(first.shape)) is not None:
        use = PictureUse("sheet", *cut)
    elif is_alone and max(first.pixels) > _BOARD_PIXELS:
        use = PictureUse("board")
    names = tuple(picture.title for picture in group.pictures)
    return PictureGuess(
        group.key,
        names[:_MAX_SHOWN],
        len(group.pictures),
        tuple(picture.file for picture in group.pictures[:_MAX_SHOWN]),
        (),
        "" if group.back is None else group.back.path,
        use,
        is_sure=not is_alone and use.what == "card" and not is_sheet_word,
        is_alone=is_alone,
    )


def _guess_grid(shape: float) -> tuple[int, int] | None:
    """Return columns and rows by which a sheet is cut into usual cards, or None.

    >>> _guess_grid(10 * 63 / (7 * 88)), _guess_grid(63 / 88), _guess_grid(3 * 63 / (3 * 88))
    ((10, 7), None, None)
    """
    card = CARD_SIZE[0] / CARD_SIZE[1]
    grids = [(10, 7), *((columns, rows) for rows in range(1, 11) for columns in range(1, _SHEET_COLUMNS + 1))]
    fitting = (grid for grid in grids if isclose(shape * grid[1] / grid[0], card, rel_tol=_SAME_SHAPE))
    return None if isclose(shape, card, rel_tol=_SAME_SHAPE) else next(fitting, None)


def _make_kinds(group: _Group, guess: PictureGuess, copies: Mapping[str, int]) -> Iterator[Kind]:
    """Yield the kinds of a group.

    `copies` has the numbers of pieces in decks with an order.
    """
    pictures, use = group.pictures, guess.use
    back = "" if group.back is None else group.back.file
    if use.what == "none":
        return
    if use.what == "board":
        for picture in pictures:
            yield Kind(
                "board",
                "board",
                "the board",
                (picture.title,),
                size=_fit(picture, _BOARD_SIDE),
                pictures=(picture.file,),
            )
        return
    template = Kind("cards", "card", "a card", back="a card", back_picture=back, mass=pictures[0].settings.mass)
    if use.what == "sheet":
        columns, rows = max(1, min(use.columns, 20)), max(1, min(use.rows, 20))
        per_sheet = columns * rows
        for start in range(0, len(pictures), max(1, _MAX_FRONTS // per_sheet)):
            part = pictures[start : start + max(1, _MAX_FRONTS // per_sheet)]
            fronts = [f"{picture.title} {index}" for picture in part for index in range(1, per_sheet + 1)]
            size = _size_card(part[0].pixels[0] / columns, part[0].pixels[1] / rows)
            files = tuple(picture.file for picture in part)
            yield replace(
                template,
                fronts=tuple(front[:MAX_TEXT_LENGTH] for front in fronts),
                pictures=files,
                sheet=(columns, rows),
                size=size,
            )
        return
    size = _size_of(pictures[0])
    if any(picture.settings.rank for picture in pictures):
        # Sorting follows the order of the fronts.
        pictures = sorted(pictures, key=lambda picture: (not picture.settings.rank, picture.settings.rank))
    yield replace(
        template,
        fronts=tuple(picture.title for picture in pictures),
        counts=tuple(copies.get(picture.path) or picture.copies for picture in pictures),
        pictures=tuple(picture.file for picture in pictures),
        size=size,
    )


def _size_of(picture: _Picture) -> Point:
    """Return the size of a card in mm: a drawing has its own."""
    if picture.settings.size is not None:
        return picture.settings.size
    width, height = picture.pixels
    least, most = _DRAWN_SIDES
    if picture.file.endswith(".svg") and least <= min(width, height) and max(width, height) <= most:
        return width, height
    return _size_card(width, height)


def _size_card(width: float, height: float) -> Point:
    """Return the size of a card of that shape: 63 mm wide, or 88 mm if it lies across.

    >>> _size_card(630, 880), _size_card(500, 500), _size_card(880, 630), _size_card(100, 1000)
    ((63.0, 88.0), (63.0, 63.0), (88.0, 63.0), (24.0, 240.0))
    """
    card_width, card_height = CARD_SIZE
    if isclose(width / height, card_width / card_height, rel_tol=2 * _SAME_SHAPE):
        return CARD_SIZE
    size = (card_width, card_width * height / width) if height >= width else (card_height, card_height * height / width)
    share = min(1.0, _MAX_SIDE / max(size))
    return round(max(size[0] * share, 4.0), 1), round(max(size[1] * share, 4.0), 1)


def _fit(picture: _Picture, side: float) -> Point:
    width, height = picture.pixels
    share = side / max(width, height)
    return round(max(width * share, 4.0), 1), round(max(height * share, 4.0), 1)


def _limit_copies(kind: Kind, pieces_left: int, losses: LossTally) -> tuple[Kind | None, int]:
    """Return a kind with at most `pieces_left` pieces, and the rest of them."""
    excess = kind.total_count - pieces_left
    if excess <= 0:
        return kind, pieces_left - kind.total_count
    losses.add("piece", "number", count=excess)
    if not pieces_left:
        return None, 0
    counts = []
    for front in kind.piece_fronts:
        counts.append(min(kind.count_of(front), pieces_left))
        pieces_left -= counts[-1]
    if kind.sheet != (1, 1):
        return (replace(kind, counts=tuple(counts)), 0) if all(counts) else (None, pieces_left)
    count = sum(map(bool, counts))
    return (
        replace(kind, fronts=kind.fronts[:count], counts=tuple(counts[:count]), pictures=kind.pictures[:count]),
        pieces_left,
    )


def _tell_guesses(group: _Group, guess: PictureGuess, losses: LossTally) -> None:
    if group.back is not None:
        losses.add("guess", "back", group.back.title)
    for picture in group.pictures:
        losses.add("guess", "copies", picture.title, count=picture.copies > 1 and guess.use.what == "card")
        losses.add("guess", "sheet", picture.title, count=guess.use.what == "sheet")
