"""Pictures of a file of playingcards.io: its own, and the art of the program.

Addresses are never fetched. Of the program's own art there are the usual cards, dice and pieces here.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePosixPath

from grenade_salad.boxes.box_reader import MAX_PICTURES
from grenade_salad.boxes.drawings import Drawing
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import MAX_ZIP_BYTES, Source
from grenade_salad.boxes.image_size import MAX_PICTURE_BYTES, check_picture
from grenade_salad.boxes.losses import LossTally
from grenade_salad.boxes.virtualtabletop.pictures import guess_suffix
from grenade_salad.core import Json
from grenade_salad.games import playing_cards
from grenade_salad.system import resources

_OWN = "package://"
_PROGRAM = "/img/"
_RANK_FIRST = re.compile(r"(10|[2-9TJQKA])[-_ ]?([CDHS])", re.IGNORECASE)
_SUIT_FIRST = re.compile(r"(club|diamond|heart|spade)s?[-_ ](10|[2-9TJQKA])", re.IGNORECASE)
"""As in the addresses of its own pictures: hearts-q."""
_PIECE = re.compile(r"/img/pieces/([a-z-]{1,30})/([a-z-]{1,30})\.\w{3,4}", re.IGNORECASE)
_SUIT_SIGN = re.compile(r"/img/cards-suits/(club|diamond|heart|spade)", re.IGNORECASE)
_BACK_FILE = "back.svg"
"""The name of our back of cards among the pictures of a box."""


def is_own(address: Json) -> bool:
    """True if the picture is in the file."""
    return isinstance(address, str) and address.startswith(_OWN)


def is_programs(address: Json) -> bool:
    """True if the picture is the program's own art."""
    return isinstance(address, str) and address.startswith(_PROGRAM)


def find_card_code(words: str) -> str:
    """Return one of the usual cards by its name or its picture's address; "" if none.

    >>> find_card_code("/img/cards-french/hearts-q.svg"), find_card_code("10s"), find_card_code("joker-red")
    ('QH', '10S', 'joker')
    >>> find_card_code("Queen of cups"), find_card_code("my joker")
    ('', '')
    """
    stem = PurePosixPath(words[:300]).stem if "/" in words else words[:60]
    if rank_first := _RANK_FIRST.fullmatch(stem):
        rank, suit = rank_first.groups()
    elif suit_first := _SUIT_FIRST.fullmatch(stem):
        suit, rank = suit_first[1][0], suit_first[2]
    else:
        return "joker" if stem.lower().startswith("joker") and len(stem) <= len("joker-colour") else ""
    code = f"{rank.upper().replace('T', '10')}{suit.upper()}"
    return code if playing_cards.card_name(code) else ""


def find_piece_art(address: Json) -> tuple[str, str]:
    """Return shape and colour of a piece that the program draws; ("", "") for others.

    >>> find_piece_art("/img/pieces/chips/red.svg"), find_piece_art("package://userassets/x.png")
    (('chips', 'red'), ('', ''))
    """
    match = _PIECE.fullmatch(address[:200]) if isinstance(address, str) else None
    return ("", "") if match is None else (match[1].lower(), match[2].lower())


def find_icon(address: Json) -> str:
    """Return our icon for a sign of a suit that the program draws; "" for others.

    >>> find_icon("/img/cards-suits/hearts.svg"), find_icon("/img/cards-french/hearts-q.svg")
    ('heart', '')
    """
    match = _SUIT_SIGN.match(address[:200]) if isinstance(address, str) else None
    return "" if match is None else match[1].lower()


def describe_art(address: Json) -> str:
    """Return the words for a picture of the program: its file's name.

    >>> describe_art("/img/cards-suits/hearts-big.svg")
    'hearts big'
    """
    return PurePosixPath(address[:200]).stem.replace("-", " ") if isinstance(address, str) else ""


@cache
def _read_back() -> bytes:
    return (resources.assets() / "cards" / "playing" / "back.svg").read_bytes()


class PictureStore:
    """Takes the pictures that a game names from its file, each once."""

    def __init__(self, files: Source, losses: LossTally) -> None:
        self._files, self._losses = files, losses
        self.pictures: dict[str, bytes] = {}
        """The bytes by their names in the box."""
        self.drawings: dict[str, Drawing] = {}
        """Pictures that are put together from others, by name."""
        self._drawn: dict[Drawing, str] = {}
        self._names: dict[str, str] = {}
        """Names in the box by address; "" for a picture that is lost."""
        self._bytes_left = MAX_ZIP_BYTES

    def load(self, address: Json, title: str = "") -> str:
        """Return the name of a picture in the box, or "" if it is lost, which is counted.

        `title` is what people call the thing that shows it.
        """
        if not isinstance(address, str) or not address.strip():
            return ""
        address = address.strip()
        if address not in self._names:
            name, cause = self._take(address)
            self._names[address] = name
            if cause:
                self._losses.add("picture", cause, title)
        return self._names[address]

    def add_drawing(self, drawing: Drawing, fallback: str = "") -> str:
        """Return the name of a picture that is drawn from others; "" if it cannot be.

        Until it is drawn, its largest picture stands for it, or `fallback`.
        """
        if drawing not in self._drawn:
            shown = [part for part in drawing.parts if part.picture]
            self._drawn[drawing] = ""
            if (shown or fallback) and len(self.pictures) < MAX_PICTURES:
                largest = max(shown, key=lambda part: part.width * part.height).picture if shown else fallback
                name = f"p{len(self.pictures) + 1}{largest[largest.rindex('.') :]}"
                self.pictures[name], self.drawings[name] = self.pictures[largest], drawing
                self._drawn[drawing] = name
        return self._drawn[drawing]

    def load_own_back(self) -> str:
        """Return the name of our back of cards, which is then in the box."""
        if _BACK_FILE not in self.pictures and len(self.pictures) < MAX_PICTURES:
            self.pictures[_BACK_FILE] = _read_back()
        return _BACK_FILE if _BACK_FILE in self.pictures else ""

    def _take(self, address: str) -> tuple[str, str]:
        """Take a picture into the box; return its name, or "" and why it is lost."""
        if is_programs(address):
            return "", "program"
        if not is_own(address):
            return "", "internet"
        name = self._files.find(address.removeprefix(_OWN))
        if not name:
            return "", "missing"
        if len(self.pictures) >= MAX_PICTURES:
            return "", "number"
        max_bytes = min(self._bytes_left, MAX_PICTURE_BYTES)
        data = self._files.read_prefix(name, max_bytes + 1)
        if len(data) > max_bytes:
            return "", "large"
        if not (suffix := guess_suffix(data)):
            return "", "format" if data else "missing"
        file_name = f"p{len(self.pictures) + 1}{suffix}"
        try:
            check_picture(file_name, data)
        except BadBoxFile:
            return "", "unreadable"
        self._bytes_left -= len(data)
        self.pictures[file_name] = data
        return file_name, ""
