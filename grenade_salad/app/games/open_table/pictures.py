"""Pictures of pieces: those of their box, else drawn wood, paper cards and dice.

Each face and size has one surface, cached within the limit of `shapes.baked`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import hypot, pi

import pygame

from grenade_salad.app.games.open_table import card_picture
from grenade_salad.app.games.open_table.box_pictures import NO_FILES, PictureFiles, find_picture, render_picture
from grenade_salad.app.ui import pictures, shapes
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import (
    BLACK,
    BRASS_LIGHT,
    EMBER,
    INK,
    PAPER,
    PAPER_EDGE,
    PAPER_SHADE,
    WHITE,
    WOOD,
    WOOD_DARK,
    Colour,
    mix,
    readable_on,
)
from grenade_salad.artwork import court_cards
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.colours import PAINTS
from grenade_salad.games.open_table.faces import Picture, encode_front
from grenade_salad.games.open_table.placed_pieces import bounding_size
from grenade_salad.games.open_table.view import Face
from grenade_salad.text.say import language

_SUITS = {"C": ("club", INK), "D": ("diamond", EMBER), "H": ("heart", EMBER), "S": ("spade", INK)}
_RANKS = frozenset(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"))
_LARGE_CARD = 100.0
"""Width in units from which a playing card shows its full face.

A smaller one shows a large index, to be readable.
"""
LARGEST = 1800
"""Longest side of a cached picture in pixels.

Of a larger board, only the visible part is enlarged.
"""
_MIN_PLAIN_SIDE = 100
"""Pixels of a plain inside from which a blur leaves it out."""
SIDE_HEIGHT = 10.0
"""Height of the side of a piece in the lamp's light, in units."""
SIDE_TO_VIEWER = 0.4
"""Units by which a side is lower on the screen.

Pieces right under the lamp so show the side that faces the viewer, as all cards do.
"""
_LAYER_OFFSET = -0.9, -1.4
"""Offset of each layer of a stack from the one below: units right and down."""
_CROWN_INK = 0.3
"""Share of the disc's own colour in its crown."""
_MIN_TYPE = 5.0
"""Pixels of the smallest type that is written on a piece."""
_MIN_WORD_SCALE = 0.5
"""Share of their usual size to which words shrink before one of them is broken."""
_STRIP_RATIO = 2.0
"""Width by height of a strip for one line of words, such as a label on the table."""
_PAINTS: dict[str, Colour] = {
    name: (int(paint[1:3], 16), int(paint[3:5], 16), int(paint[5:], 16)) for name, paint in PAINTS.items()
}
_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip


def is_playing_card(front: str) -> bool:
    """True if a front is a card of the standard deck, such as "10S" or "joker".

    >>> is_playing_card("10S"), is_playing_card("the Fool")
    (True, False)
    """
    return front == "joker" or (front[-1:] in _SUITS and front[:-1] in _RANKS)


@cache
def parse_colour(name: str, default: Colour = _PAINTS["wood"]) -> Colour:
    """Parse a colour of a box, a word or "#b8322a"; unfinished wood if it is neither.

    >>> parse_colour("#ffffff"), parse_colour("white") == parse_colour("White")
    ((255, 255, 255), True)
    """
    key = name.strip().lower()
    if key in _PAINTS:
        return _PAINTS[key]
    digits = key.removeprefix("#")
    if len(digits) == 6 and all(digit in "0123456789abcdef" for digit in digits):
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    return default


def face_text(kind: Kind, face: Face) -> str:
    """Return the text on the visible side: of the box, or written by a player."""
    if face.side < 0:
        return kind.back
    if kind.piece == "die":
        return kind.fronts[face.side] if 0 <= face.side < len(kind.fronts) else ""
    if face.text:
        return face.text
    return kind.fronts[face.front] if face.front is not None and face.front < len(kind.fronts) else ""


def coded_face_text(kind: Kind, face: Face) -> str:
    """Return the text of a face for `translate_word`, with the code of a deck's card."""
    words = face_text(kind, face)
    return words if face.text or face.side < 0 else encode_front(kind.codes, words)


def shows_index_only(kind: Kind | None, width: float) -> bool:
    """True if a playing card of that width in units shows nothing but its index."""
    return kind is not None and kind.piece == "card" and width < _LARGE_CARD


def render_face(
    kind: Kind | None, face: Face, size: tuple[int, int], files: PictureFiles = NO_FILES, index_only: bool = False
) -> pygame.Surface:
    """Return the upright picture of a face in `size` pixels.

    The surface is shared: do not draw on it. With the kind None nothing of the piece is known. `index_only`: a playing
    card shows nothing but its index.
    """
    key = ("piece", kind, face, size, files.hash, index_only, language())
    return shapes.get_cached(key, lambda: _render_face(kind, face, size, files, index_only))


def _render_face(
    kind: Kind | None, face: Face, size: tuple[int, int], files: PictureFiles, index_only: bool
) -> pygame.Surface:
    width, height = size
    if kind is None:
        return _render_bag(size)
    words = face_text(kind, face)
    if kind.blank and face.side >= 0 and not face.text and words == kind.title:
        words = ""
    if kind.printed and face.side >= 0 and face.front is not None and not face.text:
        return card_picture.render_card(
            kind,
            face.front,
            size,
            parse_colour,
            lambda name, box_size: render_picture(Picture(name, True), box_size, files),
        )
    if not (index_only and is_playing_card(words)) and (picture := find_picture(kind, face)) is not None:
        layer = render_picture(picture, size, files)
        if layer is not None:
            return _finish_file_picture(kind, face, layer, size)
    if kind.piece == "card":
        return _render_card(kind, face, words, size, index_only)
    layer = pygame.Surface(size, pygame.SRCALPHA)
    canvas, box = Canvas(layer, 1.0), Rect(0, 0, width, height)
    match kind.piece:
        case "die":
            _draw_die(canvas, box, parse_colour(kind.colour, _PAINTS["white"]), words)
        case "cube":
            canvas.fill(box, parse_colour(kind.colour), max(1.0, width * 0.12))
            canvas.fill(Rect(width * 0.14, height * 0.08, width * 0.72, height * 0.1), WHITE, 0, alpha=60)
        case "board":
            _draw_board(canvas, kind, box, words)
        case _:
            _draw_disc(canvas, kind, face, box, face_text(kind, face._replace(text="")))
    if face.text and face.side >= 0 and kind.piece != "die":
        red, green, blue, _ = layer.get_at((width // 2, height // 2))
        _draw_words(canvas, box, face.text, readable_on((red, green, blue)))
    return layer.convert_alpha()


def _finish_file_picture(kind: Kind, face: Face, picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Return a copy with the text that was written on it. Cards get round corners."""
    layer = picture.copy()
    if face.text and face.side >= 0:
        _draw_words(Canvas(layer, 1.0), Rect(0, 0, *size), face.text, INK)
    if kind.piece == "card":
        mask = pygame.Surface(layer.get_size(), pygame.SRCALPHA)
        shapes.fill_rounded(mask, mask.get_rect(), WHITE, max(1, round(min(size) * 0.05)))
        layer.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return layer.convert_alpha()


def _render_bag(size: tuple[int, int]) -> pygame.Surface:
    """Render a bag, which hides what is in it."""
    layer = pygame.Surface(size, pygame.SRCALPHA)
    canvas, (width, height) = Canvas(layer, 1.0), size
    linen = (0x6E, 0x5A, 0x47)
    middle = width / 2, height * 0.58
    canvas.circle(middle, min(width, height) * 0.4, linen)
    canvas.fill(Rect(width * 0.36, height * 0.08, width * 0.28, height * 0.2), linen, width * 0.08)
    canvas.fill(Rect(width * 0.32, height * 0.22, width * 0.36, height * 0.06), _PAINTS["wood"], width * 0.03)
    return layer.convert_alpha()


def _render_card(kind: Kind, face: Face, words: str, size: tuple[int, int], index_only: bool) -> pygame.Surface:
    width, height = size
    layer = pygame.Surface(size, pygame.SRCALPHA)
    canvas, box = Canvas(layer, 1.0), Rect(0, 0, width, height)
    if face.side < 0:
        if words in ("back", "") and kind.piece == "card" and not kind.colour:
            return pygame.transform.smoothscale(pictures.load_picture("cards/playing/back.svg", size), size)
        paint = parse_colour(kind.colour or words, _PAINTS["wood"])
        _draw_card_background(canvas, box, paint)
        canvas.frame(
            box.inflate(-width * 0.16, -width * 0.16), mix(paint, BLACK, 0.25), max(1.0, width * 0.02), width * 0.05
        )
        return layer.convert_alpha()
    if is_playing_card(words):
        if not index_only:
            return pygame.transform.smoothscale(pictures.load_picture(f"cards/playing/{words}.svg", size), size)
        if words == "joker":
            return _render_small_joker(size)
        _draw_small_card(canvas, box, words)
        return layer.convert_alpha()
    paint = parse_colour(kind.colour, PAPER)
    if kind.back == "wood":
        paint = _PAINTS["wood"]
    _draw_card_background(canvas, box, paint)
    _draw_words(canvas, box, words, readable_on(paint))
    return layer.convert_alpha()


def _draw_card_background(canvas: Canvas, box: Rect, paint: Colour) -> None:
    radius = max(1.0, min(box.size) * 0.07)
    canvas.fill(box, mix(paint, BLACK, 0.3), radius)
    canvas.fill(box.inflate(-2, -2) if box.width > 12 else box, paint, radius)


def _draw_small_card(canvas: Canvas, box: Rect, card: str) -> None:
    """Draw a small card: its index and its suit, as large as possible."""
    suit, ink = _SUITS[card[-1]]
    _draw_card_background(canvas, box, PAPER)
    width, height = box.size
    size = width * 0.46
    canvas.text(
        court_cards.rank_label(card), (width * 0.07, height * -0.01), size, ink, bold=True, max_width=width * 0.6
    )
    side = width * 0.3
    canvas.picture(f"icons/{suit}.svg", Rect(width * 0.09, size * 1.12, side, side), ink)
    large = width * 0.52
    canvas.picture(f"icons/{suit}.svg", Rect(width * 0.42, height - large - width * 0.08, large, large), ink)


def _render_small_joker(size: tuple[int, int]) -> pygame.Surface:
    """Render a small joker: its head, as large as possible."""
    large = pictures.load_picture("cards/playing/joker.svg", (size[0] * 2, size[1] * 2))
    width, height = large.get_size()
    layer = pygame.Surface(size, pygame.SRCALPHA)
    canvas, box = Canvas(layer, 1.0), Rect(0, 0, *size)
    _draw_card_background(canvas, box, PAPER)
    part = large.subsurface((round(width * 0.2), round(height * 0.12), round(width * 0.6), round(height * 0.83)))
    inside = pygame.Rect(0, 0, round(size[0] * 0.86), round(size[1] * 0.86))
    inside.center = layer.get_rect().center
    layer.blit(pygame.transform.smoothscale(part, inside.size), inside)
    return layer.convert_alpha()


def _draw_words(canvas: Canvas, box: Rect, words: str, ink: Colour) -> None:
    width, height = box.width * 0.86, box.height * 0.9
    line_share = 0.62 if len(words) <= 2 or box.width >= _STRIP_RATIO * box.height else 0.3
    size = height * line_share if len(words) <= 2 else min(height * line_share, box.width * 0.2)
    if not words or size < _MIN_TYPE:
        return
    if len(words) <= 2:
        canvas.text(words, box.center, size, ink, bold=True, anchor="center", max_width=width)
        return
    smallest = max(_MIN_TYPE, size * _MIN_WORD_SCALE)
    while size > smallest and any(canvas.width(word, size) > width for word in words.split()):
        size *= 0.92
    while size > _MIN_TYPE and len(canvas.lines(words, width, size)) * size * 1.3 > height:
        size *= 0.85
    lines = canvas.lines(words, width, size)
    top = box.centery - len(lines) * size * 0.65
    canvas.paragraph(words, Rect(box.centerx - width / 2, top, width, height), size, ink, centred=True)


def _draw_die(canvas: Canvas, box: Rect, paint: Colour, words: str) -> None:
    radius = box.width * 0.18
    canvas.fill(box, mix(paint, BLACK, 0.35), radius)
    canvas.fill(Rect(box.x, box.y, box.width, box.height * 0.93), paint, radius)
    ink = readable_on(paint)
    if words.isdigit() and int(words) in _PIPS:
        step = box.width * 0.26
        for x, y in _PIPS[int(words)]:
            canvas.circle((box.centerx + x * step, box.centery * 0.96 + y * step), max(1.0, box.width * 0.1), ink)
    else:
        canvas.text(words, box.center, box.height * 0.5, ink, bold=True, anchor="center", max_width=box.width * 0.9)


def _draw_disc(canvas: Canvas, kind: Kind, face: Face, box: Rect, words: str) -> None:
    """Draw a disc or a pawn: round, or the polygon of its corners.

    A disc that is on its face wears a crown.
    """
    named = next((word for word in words.lower().split() if word in _PAINTS), "")
    paint = parse_colour(kind.colour or named)
    dark, light = mix(paint, BLACK, 0.4), mix(paint, WHITE, 0.2)
    if kind.corners:
        across, up = box.width / kind.size[0], box.height / kind.size[1]
        points = [(box.centerx + x * across, box.centery - y * up) for x, y in kind.corners]
        canvas.polygon(points, paint)
        return
    radius = min(box.size) / 2 - 1
    canvas.circle(box.center, radius, dark)
    canvas.circle((box.centerx, box.centery - radius * 0.06), radius * 0.94, paint)
    if kind.piece == "pawn":
        canvas.circle((box.centerx, box.centery - radius * 0.1), radius * 0.58, dark)
        canvas.circle((box.centerx - radius * 0.04, box.centery - radius * 0.16), radius * 0.52, light)
        return
    canvas.circle(box.center, radius * 0.72, dark, max(1.0, radius * 0.06))
    if face.side < 0 and radius > 5:
        side = radius * 1.0
        crown = Rect(box.centerx - side / 2, box.centery - side / 2, side, side)
        canvas.picture("icons/crown.svg", crown, mix(readable_on(paint), paint, _CROWN_INK))


def _draw_board(canvas: Canvas, kind: Kind, box: Rect, words: str) -> None:
    """Draw a board: painted, or wood with its snap points.

    Snap points in a grid are a chequered board, others are dots. The field at the lower left of a grid is dark.
    """
    if kind.colour:
        paint = parse_colour(kind.colour)
        canvas.fill(box, paint, min(box.size) * 0.01)
        canvas.frame(box, mix(paint, BLACK, 0.35), max(1.0, min(box.size) * 0.006))
        if words and kind.fronts[0] != kind.title:
            _draw_words(canvas, box, words, readable_on(paint))
        return
    canvas.fill(box, WOOD_DARK, min(box.size) * 0.01)
    columns, rows = sorted({x for x, _ in kind.snaps}), sorted({y for _, y in kind.snaps})
    scale = box.width / kind.size[0]
    if len(columns) > 1 and len(rows) > 1 and len(kind.snaps) == len(columns) * len(rows):
        step = (columns[1] - columns[0]) * scale, (rows[1] - rows[0]) * scale
        for x, y in kind.snaps:
            dark = (columns.index(x) + rows.index(y)) % 2 == 0
            corner = box.centerx + x * scale - step[0] / 2, box.centery - y * scale - step[1] / 2
            canvas.fill(Rect(*corner, *step), mix(WOOD, BLACK, 0.1) if dark else mix(PAPER_SHADE, WOOD, 0.15))
        return
    canvas.fill(box.inflate(-4, -4), WOOD, min(box.size) * 0.01)
    for x, y in kind.snaps:
        canvas.circle((box.centerx + x * scale, box.centery - y * scale), max(1.5, scale * 2), BRASS_LIGHT, alpha=120)


def rotation_step(size: tuple[int, int]) -> int:
    """Return the step in degrees in which a picture of `size` pixels is turned.

    It is 1, or as many degrees as move the edge of the picture by half a pixel.

    >>> rotation_step((200, 300)), rotation_step((18, 18))
    (1, 3)
    """
    return max(1, int(57 / max(size)))


def _rounded_degrees(angle: float, size: tuple[int, int]) -> int:
    step = rotation_step(size)
    return round(angle * 180 / pi / step) * step % 360


def render_piece(
    kind: Kind | None, face: Face, size: tuple[int, int], angle: float, side: tuple[int, int], files: PictureFiles,
    index_only: bool = False,
) -> pygame.Surface:  # fmt: skip
    """Return the picture of a piece, turned, with the visible part of its side.

    `angle` is in radians, counter-clockwise, and rounded to `rotation_step`. `side` is what is visible of the side, in
    pixels to the right and down. The face is in the middle.
    """
    degrees = _rounded_degrees(angle, size)
    upright_picture = render_face(kind, face, size, files, index_only)
    steps = max(abs(side[0]), abs(side[1]))
    if not degrees and not steps:
        return upright_picture

    def make() -> pygame.Surface:
        top = pygame.transform.rotozoom(upright_picture, degrees, 1.0) if degrees else upright_picture
        if not steps:
            return shapes.accelerate(top.convert_alpha())
        layer = pygame.Surface((top.get_width() + 2 * steps, top.get_height() + 2 * steps), pygame.SRCALPHA)
        edge = _silhouette(top, _edge_paint(kind, upright_picture))
        for step in range(steps, 0, -1):
            layer.blit(edge, (steps + round(side[0] * step / steps), steps + round(side[1] * step / steps)))
        layer.blit(top, (steps, steps))
        return shapes.accelerate(layer.convert_alpha())

    return shapes.get_cached(("standing", kind, face, size, degrees, side, files.hash, index_only, language()), make)


def _edge_paint(kind: Kind | None, face: pygame.Surface) -> Colour:
    """Return the colour of a piece's side in the shade.

    That is paper for a card, else the average colour of its face.
    """
    if kind is None or (kind.piece == "card" and kind.height <= 1):
        return mix(PAPER_EDGE, BLACK, 0.3)
    red, green, blue, _ = pygame.transform.average_color(face, face.get_rect(), True)
    return mix((red, green, blue), BLACK, 0.5)


def _silhouette(picture: pygame.Surface, paint: Colour) -> pygame.Surface:
    edge = picture.copy()
    edge.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    edge.fill((*paint, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return edge


def visible_side(kind: Kind | None, pixels: tuple[int, int]) -> float:
    """Return how many pixels of a piece's side are visible."""
    if kind is None or (kind.piece == "die" and (kind.pictures or kind.codes == "dice")):
        return 0.0
    min_side = min(pixels)
    depth = min(0.13 * min_side, 10.0, 0.2 * kind.height * pixels[0] / kind.size[0])
    if kind.piece == "card" and kind.height <= 1:
        depth = min_side * 0.012
    elif min_side >= 8:
        depth = max(1.0, depth)
    return depth


def _side_offset(
    canvas: Canvas, kind: Kind | None, centre: tuple[float, float], pixels: tuple[int, int]
) -> tuple[int, int]:
    """Return the visible side as an offset away from the lamp, to the right and down.

    `piece_batches.draw_pieces` computes it for all pieces at once.
    """
    depth = visible_side(kind, pixels)
    across, down = canvas.lamp.shadow_offset(centre, SIDE_HEIGHT)
    down += SIDE_TO_VIEWER
    share = depth / max(0.001, hypot(across, down))
    return round(across * share), round(down * share)


def shadow_height(kind: Kind | None, size: tuple[float, float], layers: int = 1) -> float:
    """Return the height in units from which a piece or a stack casts its shadow.

    `size` is its size on the screen, in units.
    """
    return 2.0 + 1.6 * layers if kind is None or kind.piece == "card" else min(12.0, min(size) * 0.25)


def draw_piece(
    canvas: Canvas, kind: Kind | None, face: Face, centre: tuple[float, float], size: tuple[float, float],
    angle: float = 0.0, lift: float = 0.0, layers: int = 1, files: PictureFiles = NO_FILES, casts_shadow: bool = True,
) -> None:  # fmt: skip
    """Draw a piece, in units, with the shadow that the lamp casts if it has one.

    `layers` of a stack are visible. `lift` is its height above the table while it is carried, in units.
    """
    pixels = max(2, canvas.px(size[0])), max(2, canvas.px(size[1]))
    if max(pixels) > LARGEST or (kind is not None and kind.piece == "board"):
        bounds, clip = _bounding_box(canvas.pixel_point(centre), pixels, angle), canvas.surface.get_clip()
        if not clip.contains(bounds):
            visible = bounds.clip(clip)
            if visible.width and visible.height:
                inside = visible.x - bounds.x, visible.y - bounds.y, visible.width, visible.height
                part, (left, top) = _render_visible_part(
                    kind, face, pixels, angle, files, bounds.size, inside, language()
                )
                canvas.surface.blit(part, (bounds.x + left, bounds.y + top))
            return
    side = _side_offset(canvas, kind, centre, pixels)
    picture = render_piece(kind, face, pixels, angle, side, files, shows_index_only(kind, size[0]))
    if casts_shadow:
        across, down = canvas.lamp.shadow_offset(centre, shadow_height(kind, size, layers) * 3 + lift * 4)
        _draw_shadow(
            canvas, kind, face, pixels, angle, (centre[0] + across, centre[1] + down + lift * 0.3 + 1), lift, files
        )

    def layer_centre(layer: int) -> tuple[int, int]:
        right, down = layer_shift(layer)
        return canvas.pixel_point((centre[0] + right, centre[1] - lift * 0.5 + down))

    for layer in range(layers - 1):
        edge = _render_layer_edge(kind, pixels, angle)
        canvas.surface.blit(edge, edge.get_rect(center=layer_centre(layer)))
    canvas.surface.blit(picture, picture.get_rect(center=layer_centre(layers - 1)))


def layer_shift(layer: int) -> tuple[float, float]:
    """Return the offset of a layer of a stack, in units to the right and down.

    The lowest layer is 0.
    """
    return layer * _LAYER_OFFSET[0], layer * _LAYER_OFFSET[1]


def _bounding_box(centre: tuple[int, int], size: tuple[int, int], angle: float) -> pygame.Rect:
    """Return the box in pixels around a turned piece."""
    box = pygame.Rect((0, 0), bounding_size(size, angle))
    box.center = centre
    return box


@lru_cache(maxsize=2)
def _render_visible_part(
    kind: Kind | None, face: Face, size: tuple[int, int], angle: float, files: PictureFiles, full_size: tuple[int, int],
    visible: tuple[int, int, int, int], _language: str,
) -> tuple[pygame.Surface, tuple[int, int]]:  # fmt: skip
    """Render the visible part of a piece that is too large to be cached as a whole.

    Returns the part and its position in the piece, in pixels.
    """
    large = float(LARGEST)
    while large / 1.5 >= max(size):
        large /= 1.5
    share = large / max(size)
    small = render_piece(kind, face, (round(size[0] * share), round(size[1] * share)), angle, (0, 0), files)
    across, down = small.get_width() / full_size[0], small.get_height() / full_size[1]
    part = pygame.Rect(int(visible[0] * across), int(visible[1] * down), visible[2] * across + 2, visible[3] * down + 2)
    part = part.clip(small.get_rect())
    surface = small.subsurface(part).copy()
    surface = pygame.transform.smoothscale(surface, (round(part.width / across), round(part.height / down)))
    return shapes.accelerate(surface), (round(part.x / across), round(part.y / down))


def _is_round(kind: Kind | None) -> bool:
    return kind is not None and kind.piece in ("disc", "pawn") and not kind.corners


def _render_layer_edge(kind: Kind | None, size: tuple[int, int], angle: float) -> pygame.Surface:
    """Render the side of a stack's lower layers."""
    degrees = _rounded_degrees(angle, size)
    paint = PAPER_EDGE if kind is None or kind.piece == "card" else mix(parse_colour(kind.colour), BLACK, 0.4)

    def make() -> pygame.Surface:
        layer = pygame.Surface(size, pygame.SRCALPHA)
        if _is_round(kind):
            pygame.draw.ellipse(layer, paint, layer.get_rect())
        else:
            shapes.fill_rounded(layer, layer.get_rect(), mix(paint, BLACK, 0.2), max(1, size[0] // 14))
            shapes.fill_rounded(layer, layer.get_rect().inflate(-2, -2), paint, max(1, size[0] // 14))
        return shapes.accelerate(pygame.transform.rotozoom(layer, degrees, 1.0).convert_alpha())

    return shapes.get_cached(("edge", _is_round(kind), paint, size, degrees), make)


def _draw_shadow(
    canvas: Canvas, kind: Kind | None, face: Face, size: tuple[int, int], angle: float, centre: tuple[float, float],
    lift: float, files: PictureFiles,
) -> None:  # fmt: skip
    shadow = render_shadow(kind, face, size, _rounded_degrees(angle, size), max(2, canvas.px(2 + lift * 0.25)), files)
    canvas.surface.blit(shadow, shadow.get_rect(center=canvas.pixel_point(centre)))


def render_shadow(
    kind: Kind | None, face: Face, size: tuple[int, int], degrees: int, blur: int, files: PictureFiles
) -> pygame.Surface:
    """Return a piece's shadow: round, rectangular or the outline of its picture."""
    board = kind is not None and kind.piece == "board"
    has_picture = kind is not None and kind.piece in ("die", "board", "pawn") and bool(kind.pictures)
    has_own_outline = kind is None or bool(kind.corners) or has_picture
    radius = min(size) // 2 if _is_round(kind) else max(1, size[0] // (60 if board else 14))
    if _is_round(kind) and not has_own_outline:
        degrees = 0

    def make() -> pygame.Surface:
        if not has_own_outline:
            cast = shapes.shadow(size, radius, blur, 120)
            return shapes.accelerate(pygame.transform.rotozoom(cast, degrees, 1.0).convert_alpha()) if degrees else cast
        form = render_face(kind, face, size, files)
        layer = pygame.Surface((size[0] + 4 * blur, size[1] + 4 * blur), pygame.SRCALPHA)
        layer.blit(_silhouette(form, INK), (2 * blur, 2 * blur))
        layer.fill((255, 255, 255, 140), special_flags=pygame.BLEND_RGBA_MULT)
        soft = blur_shadow(layer, blur)
        return shapes.accelerate(pygame.transform.rotozoom(soft, degrees, 1.0).convert_alpha())

    form = (kind, face, files.hash) if has_own_outline else ()
    return shapes.get_cached(("cast", size, radius, blur, degrees, form), make)


def blur_shadow(layer: pygame.Surface, radius: int) -> pygame.Surface:
    """Return the layer, blurred.

    Of a large board only the rim is computed, since blurring leaves a plain inside as it is: all pixels are the same.
    """
    width, height = layer.get_size()
    margin, rim = 4 * radius, 10 * radius
    inside = pygame.Rect(0, 0, width, height).inflate(-2 * rim, -2 * rim)
    if min(inside.size) < _MIN_PLAIN_SIDE:
        return pygame.transform.gaussian_blur(layer, radius)
    checked = inside.inflate(2 * margin, 2 * margin)
    plain = bytes(layer.get_at(inside.center)) * (checked.width * checked.height)
    if pygame.image.tobytes(layer.subsurface(checked), "RGBA") != plain:
        return pygame.transform.gaussian_blur(layer, radius)
    soft = pygame.Surface((width, height), pygame.SRCALPHA)
    for part in (
        pygame.Rect(0, 0, width, rim),
        pygame.Rect(0, height - rim, width, rim),
        pygame.Rect(0, rim, rim, height - 2 * rim),
        pygame.Rect(width - rim, rim, rim, height - 2 * rim),
    ):
        around = part.inflate(2 * margin, 2 * margin).clip(layer.get_rect())
        blurred = pygame.transform.gaussian_blur(layer.subsurface(around), radius)
        # Added to nothing, pixels are copied as they are.
        soft.blit(blurred, part, part.move(-around.x, -around.y), special_flags=pygame.BLEND_RGBA_ADD)
    soft.fill(soft.get_at((rim - 1, height // 2)), inside)
    return soft
