"""The court cards as double-headed lino cuts: Jack, Queen and King.

They are Skip, Reverse and Cancel in Live Grenade, as their attributes show: a pennant, a turning mirror and a sceptre.
"""

from typing import NamedTuple

from .courts_heads import FACE, jack_head, king_head, queen_head
from .icons import SUITS
from .svg import (
    BRASS,
    CREAM,
    INK,
    RED,
    bar,
    chatter,
    cut,
    ellipse,
    fill,
    gouge,
    group,
    num,
    place,
    polar,
    poly,
    rays_around,
    rect,
    ring,
    shape,
)

LEFT, RIGHT, TOP, MIDDLE = 128.0, 502.0, 58.0, 440.0
GROUND = "#EBD9AE"


class Dress(NamedTuple):
    """Features that distinguish the four families."""

    coat: str
    trim: str
    accent: str
    hair: str
    is_mirrored: bool


DRESSES = {
    "S": Dress("#2C4058", BRASS, RED, "#2A2320", False),
    "H": Dress(RED, BRASS, "#2C4058", "#A8612A", True),
    "C": Dress("#3A6349", BRASS, RED, "#5E3B22", True),
    "D": Dress("#D2602F", "#F0CF86", "#2C4058", "#D9AE55", False),
}


def belt_y(x: float) -> float:
    """Return y on the slanted line where the two halves meet."""
    return 480.0 - (x - LEFT) * 80.0 / (RIGHT - LEFT)


def _pattern(letter: str) -> str:
    """Draw the pattern of the coat: the suit's signs on the breasts, and folds."""
    small = ""
    for x, y, size in ((196, 372, 0.32), (180, 430, 0.28), (246, 398, 0.28), (384, 350, 0.28), (396, 398, 0.26)):
        small += group(
            fill(SUITS[SUIT_NAMES[letter]], CREAM, 0.92), transform=place(x - 50 * size, y - 50 * size, size)
        )
    folds = (
        gouge((150, 362), (140, 462), 3.6, 4) + gouge((222, 318), (214, 445), 3.4, 3) + gouge((258, 312), (262, 436), 3)
    )
    folds += gouge((372, 312), (368, 418), 3) + gouge((408, 322), (417, 408), 3.2, -3)
    return fill(folds, INK, 0.55) + small


SUIT_NAMES = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}


def _coat(dress: Dress, letter: str) -> str:
    outline = (
        f"M268 286C232 296 190 308 160 336C142 354 132 372 {LEFT} 392L{LEFT} {belt_y(LEFT)}L{RIGHT} {belt_y(RIGHT)}"
        f"L{RIGHT} 366C492 344 470 326 440 314C412 302 386 294 362 286Z"
    )
    placket = poly([(288, 300), (342, 300), (346, belt_y(346)), (284, belt_y(284))])
    buttons = "".join(fill(ellipse(315, y, 7.2), INK) + fill(ellipse(314, y - 1, 4.4), CREAM) for y in (340, 372, 404))
    hem = gouge((290, 316), (287, 440), 2.2) + gouge((341, 316), (344, 430), 2.2)
    return shape(outline, dress.coat) + _pattern(letter) + shape(placket, dress.accent) + fill(hem, CREAM) + buttons


def _belt(dress: Dress) -> str:
    band = poly([(LEFT, belt_y(LEFT) - 24), (RIGHT, belt_y(RIGHT) - 24), (RIGHT, belt_y(RIGHT)), (LEFT, belt_y(LEFT))])
    out = shape(band, dress.trim, 4)
    for k in range(9):
        x = LEFT + 21 + k * 41.5
        y = belt_y(x) - 12
        out += fill(poly([(x - 11, y + 2), (x, y - 8), (x + 11, y - 2), (x, y + 8)]), INK if k % 2 else dress.accent)
    return out


def _hand(dress: Dress) -> str:
    """Draw a sleeve from the right edge and a fist around a staff at (438, 340)."""
    edge = f"L{RIGHT} {belt_y(RIGHT) - 20}L452 {num(belt_y(452) - 22)}"
    sleeve = f"M458 322C480 326 496 340 {RIGHT} 356{edge}C446 396 442 384 440 366Z"
    cuff = poly([(436, 373), (428, 356), (462, 312), (474, 324)])
    fist = (
        "M414 336C408 322 418 314 432 314C446 313 456 318 456 328L454 352C450 364 424 366 416 356"
        "C411 350 412 342 414 336Z"
    )
    fingers = (
        gouge((415, 328), (440, 325), 2.4) + gouge((413, 339), (439, 336), 2.4) + gouge((416, 350), (438, 347), 2.4)
    )
    folds = gouge((470, 340), (462, 396), 3) + gouge((487, 350), (484, 384), 2.6)
    return (
        shape(sleeve, dress.coat)
        + fill(folds, INK, 0.55)
        + shape(cuff, dress.trim)
        + shape(fist, FACE)
        + fill(fingers, INK)
    )


def _staff(top: float, colour: str) -> str:
    return shape(bar((438, top), (438, belt_y(438) - 22), 11), colour, 4) + fill(
        gouge((436, top + 10), (436, 310), 2), CREAM
    )


def _pennant(dress: Dress) -> str:
    """Skip: a pennant with two arrow heads that point over the next player."""
    cloth = shape(poly([(438, 84), (494, 100), (478, 122), (494, 146), (438, 162)]), dress.accent)
    heads = "".join(
        poly([(446 + d, 106), (457 + d, 106), (470 + d, 123), (457 + d, 140), (446 + d, 140), (459 + d, 123)])
        for d in (-2, 15)
    )
    return _staff(74, "#8A5E3B") + cloth + fill(heads, CREAM) + shape(ellipse(438, 74, 9), dress.trim, 4)


def _mirror(dress: Dress) -> str:
    """Reverse: a round mirror in which two arrows chase each other."""
    glass = shape(ellipse(438, 140, 52), dress.trim) + shape(ellipse(438, 140, 41), CREAM, 4)
    arrows = ""
    for turn in (0, 180):
        arc = [polar(438, 140, 31, turn + a) for a in range(-60, 41, 10)] + [
            polar(438, 140, 20, turn + a) for a in range(40, -61, -10)
        ]
        head = [polar(438, 140, 39, turn + 38), polar(438, 140, 12, turn + 38), polar(438, 140, 27, turn + 84)]
        arrows += fill(poly(arc), dress.accent if turn else INK) + fill(poly(head), dress.accent if turn else INK)
    beads = "".join(fill(ellipse(*polar(438, 140, 46.5, a), 2.6), INK) for a in range(0, 360, 30))
    return _staff(190, dress.trim) + glass + beads + arrows


def _sceptre(dress: Dress) -> str:
    """Cancel: a sceptre whose head is a bold X."""
    head = shape(ellipse(438, 130, 46), dress.accent) + fill(ring(438, 130, 39, 35), dress.trim)
    cross = poly(
        [
            (-8, -30), (8, -30), (8, -8), (30, -8), (30, 8), (8, 8), (8, 30), (-8, 30), (-8, 8), (-30, 8), (-30, -8),
            (-8, -8),
        ]
    )  # fmt: skip
    spikes = "".join(
        shape(poly([polar(438, 130, 44, a - 9), polar(438, 130, 60, a), polar(438, 130, 44, a + 9)]), dress.trim, 4)
        for a in (-90, 0, 90)
    )
    knob = shape(ellipse(438, 186, 12, 9), dress.trim, 4)
    return (
        _staff(176, dress.trim)
        + spikes
        + head
        + group(fill(cross, CREAM), transform="translate(438 130) rotate(45)")
        + knob
    )


def _half(rank: str, letter: str) -> str:
    dress = DRESSES[letter]
    attribute = {"J": _pennant, "Q": _mirror, "K": _sceptre}[rank](dress)
    head = {"J": jack_head, "Q": queen_head, "K": king_head}[rank]
    back, face = head(dress.hair, dress.trim, dress.accent, dress.coat, letter)
    return back + _coat(dress, letter) + face + attribute + _hand(dress) + _belt(dress)


def court(rank: str, letter: str) -> str:
    """Draw the picture of a court card, both heads, in its frame."""
    dress = DRESSES[letter]
    field = fill(rect(LEFT, TOP, RIGHT - LEFT, 2 * (MIDDLE - TOP)), GROUND)
    field += fill(chatter((LEFT + 6, TOP + 6, RIGHT - LEFT - 12, 752), f"court-{rank}{letter}", 84, 15, 30, 1.6), CREAM)
    angles = [-128 + 256 * k / 33 for k in range(34)]
    rays = rays_around((315, 215), angles, (108, 14), (152, 34), (LEFT + 8, TOP + 8, RIGHT - 8, 400), 5.0)
    half = fill(rays, CREAM) + _half(rank, letter)
    if dress.is_mirrored:
        half = group(half, transform="translate(630 0) scale(-1 1)")
    x = 460 if dress.is_mirrored else 170
    y, size = (240, 0.56) if rank == "J" else (114, 0.66)
    half += group(
        fill(SUITS[SUIT_NAMES[letter]], RED if letter in "DH" else INK),
        transform=place(x - 50 * size, y - 50 * size, size),
    )
    frame = poly(cut([(LEFT, TOP), (RIGHT, TOP), (RIGHT, 822), (LEFT, 822)], f"frame-{rank}{letter}", 1.0, 50))
    return field + half + group(half, transform="rotate(180 315 440)") + shape(frame, "none", 7)
