"""The app's emblem and the lino-cut pictures of the games on the home screen.

The pictures are 600 x 400.
"""

from pathlib import Path

import numpy as np

from grenade_salad.artwork.seat_colours import seat_hex

from .chessmen import MEN
from .courts_heads import FACE
from .dice import PIPS
from .grenade import grenade
from .icons import SUITS
from .leaves import OUTLINE, frill, veins
from .marks import marks
from .png import encode
from .svg import (
    BRASS,
    CREAM,
    DARK_LEAF,
    EMBER,
    INK,
    LEAF,
    MAT,
    PALE_LEAF,
    PAPER,
    RED,
    Node,
    Point,
    arc_gouge,
    chatter,
    curve,
    cut,
    document,
    ellipse,
    fill,
    gouge,
    group,
    place,
    polar,
    poly,
    rays_around,
    rect,
    ring,
    rough_star,
    shape,
    stroke,
)
from .symbols import symbol


def _block(colour: str, line: str, name: str, *body: str) -> str:
    """Draw paper with a printed block: hand-cut edges, leftover ridges of the gouge."""
    paper = fill(rect(0, 0, 600, 400, 14), "#D9C9A6") + fill(rect(2, 2, 596, 396, 12), PAPER)
    edge = fill(poly(cut([(18, 18), (582, 18), (582, 382), (18, 382)], f"emblem-{name}", 1.8, 36)), colour)
    return document(
        600, 400, paper, edge, fill(chatter((26, 26, 548, 348), f"ridges-{name}", 8, 15, 42, 2.2), line, 0.34), *body
    )


def _cube(x: float, y: float, size: float, turn: float, colour: str, mark: str) -> str:
    """Draw a painted cube seen from a corner.

    It has a bright top with the seat's mark, and two carved sides.
    """
    top: list[Point] = [(0, -50), (48, -27), (0, -2), (-48, -27)]
    left: list[Point] = [(-48, -27), (0, -2), (0, 54), (-46, 28)]
    right: list[Point] = [(48, -27), (0, -2), (0, 54), (46, 28)]
    cuts = "".join(gouge((6 + 9 * k, 2 + 46 - 4.5 * k), (6 + 9 * k, 4 - 4.5 * k), 3.4) for k in range(5))
    light = gouge((-42, -18), (-41, 22), 3) + gouge((-32, -13), (-31, 16), 2.4)
    sign = group(fill(marks()[mark], CREAM), transform="matrix(0.34 0.165 -0.34 0.165 0 -43)")
    body = (
        shape(poly(left), colour)
        + shape(poly(right), colour)
        + fill(cuts)
        + shape(poly(top), colour)
        + sign
        + fill(light, CREAM, 0.8)
    )
    return group(body, transform=place(x, y, size, turn))


def salad() -> str:
    """Draw crossed hammers over a burst, with painted cubes around, on the linen mat."""
    burst = shape(poly(rough_star(300, 203, 184, 124, 17, "salad-burst", 0.12)), EMBER, 6)
    burst += fill(poly(rough_star(300, 203, 164, 116, 17, "salad-burst", 0.12)), BRASS)
    burst += fill(poly(rough_star(300, 203, 140, 104, 17, "salad-burst", 0.12)), PAPER)
    hammers = group(symbol("hammers"), transform=place(176, 82, 2.48))
    cubes = _cube(92, 112, 0.86, -8, seat_hex(0), "disc") + _cube(510, 108, 0.9, 9, seat_hex(1), "triangle")
    cubes += _cube(86, 296, 1.0, 6, seat_hex(2), "square") + _cube(516, 300, 1.02, -7, seat_hex(3), "cross")
    cubes += _cube(178, 340, 0.62, 14, seat_hex(1), "triangle") + _cube(424, 342, 0.6, -16, seat_hex(0), "disc")
    cubes += _cube(182, 62, 0.5, 20, seat_hex(3), "cross") + _cube(424, 60, 0.52, -12, seat_hex(2), "square")
    return _block(MAT, "#6F9184", "salad", burst, hammers, cubes)


def _card(x: float, y: float, turn: float, scale: float, *body: str) -> str:
    """Draw a small card of 126 x 176 around its middle."""
    paper = shape(rect(-63, -88, 126, 176, 12), CREAM, 5 / scale)
    return group(paper, *body, transform=place(x, y, scale, turn))


def _deck() -> str:
    out = "".join(_card(148 + 5 * k, 286 - 8 * k, -10 + 1.5 * k, 0.94) for k in range(4))
    back = fill(rect(-52, -77, 104, 154, 6), RED)
    cuts = "".join(
        poly([(x, y - 11), (x + 7, y), (x, y + 11), (x - 7, y)]) for x in (-34, 0, 34) for y in (-54, -18, 18, 54)
    ) + "".join(gouge((x, -70), (x, 70), 2.4) for x in (-17, 17))
    return out + _card(167, 256, -4, 0.94, back, fill(cuts, CREAM))


def _hand() -> str:
    """Draw a hand from the right edge with its thumb on the card.

    The fingers are behind the card.
    """
    sleeve = shape("M470 262L582 214L582 372L500 376C478 344 466 304 470 262Z", RED)
    cuff = shape("M452 252L482 240C478 292 496 348 520 374L488 382C462 346 448 298 452 252Z", BRASS)
    folds = fill(gouge((512, 258), (536, 366), 5, 6) + gouge((546, 240), (562, 360), 5, 5), INK, 0.6)
    palm = shape(
        "M458 262C440 246 420 236 396 232C376 228 354 222 346 232C342 244 356 252 376 258"
        "C392 264 404 272 404 280C388 290 376 300 378 312C384 326 400 322 412 330"
        "C426 342 448 360 478 352C464 322 456 292 458 262Z",
        FACE,
    )
    lines = fill(
        gouge((404, 280), (430, 284), 3.4, -3)
        + gouge((360, 236), (372, 242), 2.2)
        + gouge((396, 306), (424, 312), 3, -2)
        + gouge((420, 328), (444, 326), 3, -3)
    )
    return sleeve + folds + palm + lines + cuff


def _fingers() -> str:
    out = ""
    for k in range(3):
        x, y = 250 - 2 * k, 196 + 32 * k
        out += shape(
            f"M{x + 60} {y - 14}L{x + 8} {y - 14}C{x - 10} {y - 12} {x - 10} {y + 14} {x + 8} {y + 14}"
            f"L{x + 60} {y + 14}Z",
            FACE,
        )
    return out


def live_grenade() -> str:
    """Draw a hand that draws the top card: an ace with a burning fuse."""
    face = group(fill(SUITS["spade"]), transform="translate(-50 -42)")
    weapon = group(grenade(CREAM, INK), transform=place(-23, -6, 0.43))
    corner = group(fill(SUITS["spade"]), transform=place(-54, -58, 0.17)) + fill(_ACE)
    corners = corner + group(corner, transform="rotate(180)")
    card = _card(330, 200, 13, 1.28, face, weapon, corners)
    fuse = "M392 108C410 84 404 62 424 52C446 42 462 66 482 62"
    rope = "".join(
        f'<path fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" d="{fuse}"/>'
        for colour, width in ((INK, 15), (BRASS, 7))
    )
    flash = shape(poly(rough_star(492, 66, 62, 26, 11, "spark", 0.16)), EMBER) + fill(
        poly(rough_star(492, 66, 34, 16, 9, "spark-2", 0.14)), CREAM
    )
    rays = fill(rays_around((492, 66), range(0, 360, 9), (62, 14), (118, 46), (26, 26, 574, 374), 6), "#F0CF86")
    return _block("#2C4058", "#7F95A8", "live", rays, _deck(), _fingers(), card, rope, flash, _hand())


_ACE = "M-45 -80L-39 -80L-32 -60L-38 -60L-39.5 -65L-44.5 -65L-46 -60L-52 -60ZM-42 -74L-43.7 -69L-40.3 -69Z"


def _small_die(x: float, y: float, value: int, turn: float, is_dark: bool = False, size: float = 0.5) -> str:
    face, pips = (INK, CREAM) if is_dark else (CREAM, INK)
    body = shape(rect(4, 4, 92, 92, 18), face, 8) + fill("".join(ellipse(px, py, 9.5) for px, py in PIPS[value]), pips)
    if is_dark:
        body = stroke(rect(4, 4, 92, 92, 18), CREAM, 18) + body
    return group(body, transform=f"{place(x, y, size, turn)} translate(-50 -50)")


def _jester() -> str:
    cap = shape(
        "M-4 -34C-30 -46 -50 -26 -46 8C-38 -6 -28 -10 -22 22L22 22C28 -10 38 -6 46 8C50 -26 30 -46 4 -34L0 -44Z",
        EMBER,
        6,
    )
    return (
        cap
        + "".join(shape(ellipse(x, y, 9), BRASS, 6) for x, y in ((-46, 14), (46, 14), (0, -48)))
        + shape(rect(-24, 20, 48, 14), CREAM, 6)
    )


def wheel() -> str:
    """Draw eight cards in a ring around a heart, with dice on them.

    One card is blown up and face down.
    """
    out = fill(ellipse(300, 200, 176), "#A87420")
    for k in range(16):
        out += fill(arc_gouge(300, 200, 169, k * 22.5 + 3, k * 22.5 + 19, 3.5), "#F3DDA8")
    for k in range(8):
        x, y = polar(300, 200, 124, k * 45)
        inner = group(fill(SUITS["spade"]), transform="translate(-45 -47) scale(0.9)")
        if k == 5:
            marks_cut = "".join(gouge((-42, -62 + 25 * i), (42, -62 + 25 * i), 8) for i in range(6))
            inner = fill(rect(-52, -77, 104, 154, 6), RED) + fill(marks_cut, CREAM)
        elif k == 0:
            inner = group(_jester(), transform="scale(1.05)")
        out += _card(x, y, k * 45, 0.56, inner)
    heart = shape(SUITS["heart"], RED, 5) + fill(
        gouge((18, 44), (30, 22), 5, -4) + gouge((26, 56), (34, 34), 3.5, -2), CREAM
    )
    centre = shape(ellipse(300, 200, 72), CREAM, 5) + group(heart, transform="translate(246 150) scale(1.08)")
    dice = _small_die(404, 96, 3, -14) + _small_die(398, 298, 5, 14) + _small_die(172, 180, 2, -20)
    dice += _small_die(92, 296, 6, -14, True, 1.05) + _small_die(520, 92, 4, 12, False, 0.9)
    spin = gouge((36, 232), (62, 238), 5, 3) + gouge((136, 346), (120, 366), 5, 3) + gouge((30, 262), (24, 300), 5, 5)
    spin += (
        gouge((462, 60), (452, 96), 5, 5) + gouge((560, 150), (538, 160), 5, 3) + gouge((474, 140), (492, 154), 5, 3)
    )
    return _block(BRASS, "#F3DDA8", "wheel", out, centre, dice, fill(spin))


def _disc_stack(x: float, y: float, discs: int, colour: str, edge: str) -> str:
    """Draw discs on each other, seen from the side of the table."""
    out = ""
    for k in range(discs):
        bottom = y - 17 * k
        side = f"M{x - 46} {bottom - 15}L{x - 46} {bottom}A46 22 0 0 0 {x + 46} {bottom}L{x + 46} {bottom - 15}Z"
        out += shape(side, edge) + shape(ellipse(x, bottom - 15, 46, 22), colour)
        notches = (
            gouge((x + dx, bottom + 8 - abs(dx) / 9), (x + dx, bottom + 15 - abs(dx) / 6), 2.6)
            for dx in (-24, -8, 8, 24)
        )
        out += fill("".join(notches), CREAM, 0.6)
    return out + stroke(ellipse(x, y - 17 * discs + 2, 27, 12), edge, 5)


def _domino(x: float, y: float, turn: float) -> str:
    halves = "".join(ellipse(px * 0.72 - 36, py * 0.72 - 74, 7.5) for px, py in PIPS[3])
    halves += "".join(ellipse(px * 0.72 - 36, py * 0.72 + 2, 7.5) for px, py in PIPS[5])
    body = shape(rect(-40, -80, 80, 160, 12), CREAM) + fill(halves) + fill(gouge((-30, 0), (30, 0), 5))
    return group(body, transform=place(x, y, 0.82, turn))


def _squares(x: float, y: float, side: float) -> str:
    """Draw a corner of a chequered board, printed from wood."""
    dark = "".join(
        poly(cut([(x + side * column, y + side * row), (x + side * (column + 1), y + side * row),
                  (x + side * (column + 1), y + side * (row + 1)), (x + side * column, y + side * (row + 1))],
                 f"square-{row}-{column}", 1.4, 20))
        for row in range(4) for column in range(6) if (row + column) % 2
    )  # fmt: skip
    board = shape(rect(x - 12, y - 12, side * 6 + 24, side * 4 + 24, 8), "#C79A5F", 6)
    return board + fill(dark, "#8A4A2B")


def open_table() -> str:
    """Draw a table with a fan of cards, a knight on its board, discs, a domino, dice."""
    board = group(_squares(-150, -100, 50), transform=place(300, 212, 1.16, -6))
    fan = ""
    for k, (suit, colour) in enumerate((("club", INK), ("diamond", RED), ("heart", RED))):
        signs = group(fill(SUITS[suit], colour), transform=place(-36, -38, 0.74))
        signs += group(fill(SUITS[suit], colour), transform=place(-54, -76, 0.24))
        fan += _card(128 + 46 * k, 168 - 14 * k + 10 * k * k, -24 + 20 * k, 0.98, signs)
    knight = shape(MEN["knight"], CREAM, 2.6) + fill(gouge((58, 24), (66, 52), 3.4, -6) + gouge((48, 80), (68, 80), 3))
    man = group(knight, transform=place(258, 46, 2.5, 0))
    blank = _card(516, 124, 12, 0.76, fill(gouge((-40, -56), (36, -56), 5, 3) + gouge((-40, -36), (20, -36), 5, -3)))
    pencil = shape("M-9 -70L9 -70L9 44L0 68L-9 44Z", BRASS) + shape("M-9 44L9 44L0 68Z", CREAM, 4)
    pencil = group(pencil + shape(rect(-9, -84, 18, 16, 3), EMBER, 4), transform=place(536, 132, 0.84, 38))
    discs = _disc_stack(92, 336, 3, EMBER, "#A83A1A") + _disc_stack(196, 352, 1, "#4A3A31", "#2C221D")
    dice = _small_die(440, 326, 5, -14, False, 0.92) + _small_die(528, 272, 3, 16, True, 0.76)
    return _block(
        "#7A3B2E", "#C98A6A", "open-table", board, fan, man, blank, pencil, discs, _domino(316, 336, 76), dice
    )


def files() -> dict[str, str]:
    return {
        "title/logo.svg": document(400, 400, logo()),
        "title/salad.svg": salad(),
        "title/live_grenade.svg": live_grenade(),
        "title/wheel.svg": wheel(),
        "title/open_table.svg": open_table(),
    }


def write_icon(folder: Path) -> None:
    """Write title/icon.png and title/phone.png from the emblem.

    icon.png has 256 px for the window's corner. phone.png has 512 px for a phone's home screen, on wood and with a
    margin, because phones cut their icons into circles and other shapes.
    """
    import pygame

    picture = pygame.image.load_sized_svg(str(folder / "title/logo.svg"), (256, 256))
    pixels = np.dstack([pygame.surfarray.array3d(picture), pygame.surfarray.array_alpha(picture)]).transpose(1, 0, 2)
    (folder / "title/icon.png").write_bytes(encode(pixels))
    phone = pygame.Surface((512, 512))
    phone.fill("#56361e")
    large = pygame.image.load_sized_svg(str(folder / "title/logo.svg"), (400, 400))
    phone.blit(large, (56, 56))
    (folder / "title/phone.png").write_bytes(encode(pygame.surfarray.array3d(phone).transpose(1, 0, 2)))


BRIGHT = "#84B25C"


def _burst() -> str:
    out = shape(poly(rough_star(200, 206, 192, 138, 15, "logo-burst", 0.07)), INK, 6)
    out += fill(poly(rough_star(200, 206, 178, 130, 15, "logo-burst", 0.07)), EMBER)
    rays = "".join(gouge(polar(200, 206, 124, k * 24), polar(200, 206, 158, k * 24), 5) for k in range(15))
    return out + fill(rays, CREAM)


def _loose_leaf(x: float, y: float, scale: float, turn: float, colour: str, vein: str) -> str:
    drawing = shape(curve(OUTLINE), colour, 6 / scale) + fill(veins(), vein)
    return group(drawing, transform=place(x, y, scale, turn))


def _wrap(edge: list[Point], closing: list[Point], colour: str, ribs: str) -> str:
    """Draw a leaf around the body: a ruffled edge, closed along the body's outline."""
    nodes: list[Node] = [*frill(edge, 9, 6.5, 30), *closing]
    return shape(curve(nodes), colour, 6) + fill(ribs, DARK_LEAF)


def _body() -> str:
    egg = curve(
        [
            (160, 148, 1), (240, 148, 1), (287, 186), (304, 246), (284, 314), (238, 356), (200, 364), (162, 356),
            (116, 314), (96, 246), (113, 186),
        ]
    )  # fmt: skip
    heart_ribs = gouge((200, 336), (203, 172), 7, 2)
    for y, reach, rise in ((300, 46, 40), (262, 52, 40), (224, 48, 34)):
        heart_ribs += gouge((200, y), (200 - reach, y - rise), 4, -3) + gouge((201, y), (201 + reach, y - rise), 4, 3)
    left = _wrap(
        [(122, 178), (150, 216), (170, 262), (196, 318), (206, 362)],
        [(162, 357), (116, 316), (95, 246), (106, 196)],
        LEAF,
        gouge((190, 352), (116, 214), 6, -10)
        + gouge((150, 310), (106, 262), 4, -3)
        + gouge((134, 272), (104, 228), 3.5, -2)
        + gouge((160, 318), (166, 272), 3.5, 2)
        + gouge((138, 270), (146, 226), 3.5, 2)
        + gouge((172, 338), (128, 318), 4, -2),
    )
    right = _wrap(
        [(194, 362), (214, 310), (232, 264), (252, 218), (280, 180)],
        [(296, 204), (305, 246), (284, 316), (238, 357)],
        BRIGHT,
        gouge((212, 352), (285, 214), 6, 10)
        + gouge((250, 310), (296, 262), 4, 3)
        + gouge((267, 272), (298, 228), 3.5, 2)
        + gouge((240, 318), (234, 272), 3.5, -2)
        + gouge((262, 270), (256, 226), 3.5, -2)
        + gouge((228, 338), (272, 318), 4, 2),
    )
    shine = fill(arc_gouge(200, 252, 92, -88, -52, 6) + arc_gouge(200, 252, 80, -80, -58, 4), PALE_LEAF)
    return shape(egg, PALE_LEAF, 7) + fill(heart_ribs, LEAF) + right + left + shine


def _fuse_head() -> str:
    cap = shape("M166 108L234 108L240 152C222 160 178 160 160 152Z", BRASS, 6) + fill(
        gouge((172, 124), (228, 124), 4, 1) + gouge((168, 140), (232, 140), 4, 2), INK
    )
    lever = shape(
        "M158 84C160 72 168 66 182 66L236 62C290 64 318 112 330 186C332 200 314 206 308 194"
        "C294 142 276 104 240 102L166 106C156 104 154 94 158 84Z",
        BRASS,
        6,
    )
    light = fill(gouge((176, 76), (244, 74), 4, -1.5) + gouge((268, 88), (306, 158), 5, -7), "#F3DDA8")
    pull = shape(ring(96, 74, 44, 28), BRASS, 6) + fill(arc_gouge(96, 74, 36, -90, 10, 4.5), "#F3DDA8")
    pin = shape("M136 78L172 80L172 92L134 90Z", BRASS, 5) + shape(ellipse(190, 85, 10), CREAM, 5)
    return cap + lever + light + pull + pin


def logo() -> str:
    """Draw the emblem on its burst."""
    fan = _loose_leaf(118, 158, 0.95, -62, LEAF, DARK_LEAF) + _loose_leaf(284, 152, 0.95, 60, LEAF, DARK_LEAF)
    fan += _loose_leaf(148, 138, 0.9, -30, BRIGHT, DARK_LEAF) + _loose_leaf(254, 138, 0.9, 30, BRIGHT, DARK_LEAF)
    return _burst() + fan + _body() + _fuse_head()
