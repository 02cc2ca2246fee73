"""The joker: a jester who juggles three dice.

In the wheel game the joker raises all three.
"""

from .courts_heads import FACE, face
from .dice import PIPS
from .svg import (
    BRASS,
    CREAM,
    EMBER,
    INK,
    Point,
    chatter,
    cut,
    ellipse,
    fill,
    gouge,
    group,
    place,
    polar,
    poly,
    rays_around,
    rect,
    shape,
)

BLUE = "#2C4058"
GROUND = "#EBD9AE"


def _die(value: int, x: float, y: float, turn: float, size: float = 0.86) -> str:
    body = shape(rect(4, 4, 92, 92, 16), CREAM, 7) + fill(
        gouge((90, 22), (90, 82), 3) + gouge((22, 91), (82, 91), 3), INK, 0.5
    )
    pips = "".join(ellipse(px, py, 11 if value == 1 else 9.5) for px, py in PIPS[value])
    return group(body + fill(pips), transform=f"{place(x, y, size, turn)} translate(-50 -50)")


def _bell(x: float, y: float) -> str:
    return shape(ellipse(x, y, 15), BRASS, 5) + fill(
        gouge((x - 11, y + 2), (x + 11, y + 2), 2.4) + ellipse(x, y + 7, 3.4)
    )


def _cap() -> str:
    left = shape(
        "M318 300C270 262 214 268 182 308C166 330 158 356 164 384C176 356 196 344 220 346"
        "C236 352 246 372 250 400L318 360Z",
        EMBER,
    )
    right = shape(
        "M312 300C360 262 416 268 448 308C464 330 472 356 466 384C454 356 434 344 410 346"
        "C394 352 384 372 380 400L312 360Z",
        BLUE,
    )
    middle = shape("M256 380C262 330 278 292 318 250C348 288 370 330 374 380C340 360 290 360 256 380Z", BRASS)
    seams = (
        gouge((318, 268), (315, 356), 3.4) + gouge((290, 310), (284, 360), 3, 2) + gouge((344, 310), (348, 360), 3, -2)
    )
    light = gouge((206, 300), (176, 344), 4.5, 8) + gouge((236, 290), (256, 340), 3.5, -4)
    light += gouge((424, 300), (454, 344), 4.5, -8) + gouge((394, 290), (376, 340), 3.5, 4)
    band = shape(
        "M246 398C270 356 360 356 384 398C386 410 380 416 372 414C348 384 282 384 258 414C250 416 244 410 246 398Z",
        CREAM,
    )
    studs = "".join(
        fill(poly([(x - 6, y), (x, y - 8), (x + 6, y), (x, y + 8)]), EMBER if k % 2 else BLUE)
        for k, (x, y) in enumerate(((264, 391), (288, 377), (315, 373), (342, 377), (366, 391)))
    )
    return (
        left
        + right
        + middle
        + fill(seams)
        + fill(light, CREAM, 0.85)
        + band
        + studs
        + _bell(164, 394)
        + _bell(466, 394)
        + _bell(318, 246)
    )


def _collar() -> str:
    out = ""
    for k, angle in enumerate((130, 150, 170, 190, 210, 230)):
        tip, a, b = polar(315, 470, 176, angle), polar(315, 470, 92, angle - 12), polar(315, 470, 92, angle + 12)
        out += shape(poly([polar(315, 450, 40, angle), a, tip, b]), EMBER if k % 2 else CREAM)
        out += fill(gouge(polar(315, 470, 96, angle), polar(315, 470, 150, angle), 3.4), INK, 0.6) + _bell(*tip)
    return out


def _motley() -> str:
    left = shape("M315 560L315 822L128 822L128 700C150 640 190 590 250 566Z", BLUE)
    right = shape("M315 560L315 822L502 822L502 700C480 640 440 590 380 566Z", EMBER)
    signs = ""
    for row in range(3):
        for column in range(6):
            x, y = 160 + 62 * column, 690 + 62 * row - (31 if column % 2 else 0)
            points: list[Point] = [(x, y - 27), (x + 17, y), (x, y + 27), (x - 17, y)]
            if all(136 < px < 494 and py < 812 for px, py in points):
                signs += fill(poly(points), EMBER if x < 315 else BLUE) + fill(
                    gouge((x, y - 20), (x, y + 20), 2), CREAM, 0.8
                )
    return left + right + signs + fill(gouge((315, 580), (315, 820), 4), CREAM)


def _arm(sleeve: str, lining: str) -> str:
    """Draw the left arm, elbow out, palm up; mirrored for the right one."""
    arm = shape("M150 690C124 650 128 600 150 556L196 566C190 604 200 634 214 656Z", sleeve)
    cuff = shape(
        poly(
            [(140, 566), (134, 548), (150, 554), (158, 536), (172, 552), (190, 540), (194, 560), (208, 562), (200, 580)]
        ),
        lining,
        4,
    )
    hand = shape(
        "M152 548C146 530 132 520 132 504C136 498 144 500 150 512C146 496 146 482 152 480"
        "C160 480 162 494 164 506C164 492 168 480 176 482C182 486 180 500 178 510"
        "C184 500 192 494 198 500C200 512 190 528 186 552C176 562 160 560 152 548Z",
        FACE,
        4.5,
    )
    folds = gouge((152, 580), (150, 650), 3, 5) + gouge((176, 584), (184, 640), 3, 3)
    return arm + fill(folds, CREAM, 0.7) + cuff + hand


def _trails() -> str:
    """Draw the arc along which the dice fly."""
    marks = [
        (268, 148, 220, 170), (410, 158, 364, 142), (150, 300, 148, 250), (482, 300, 484, 250), (158, 470, 152, 420),
        (472, 470, 478, 420),
    ]  # fmt: skip
    return fill("".join(gouge((ax, ay), (bx, by), 4, 4) for ax, ay, bx, by in marks), INK)


def joker() -> str:
    """Draw the whole picture in its frame, as large as a court's."""
    field = fill(rect(128, 58, 374, 764), GROUND) + fill(chatter((134, 64, 362, 752), "joker", 84, 15, 30, 1.6), CREAM)
    angles = [-150 + 300 * k / 47 for k in range(48)]
    rays = rays_around((315, 400), angles, (168, 18), (225, 40), (136, 66, 494, 640), 5)
    head = group(face(is_bearded=True), transform="translate(-78.75 181.25) scale(1.25)")
    grin = shape("M280 490C300 500 330 500 350 490C347 512 333 523 315 523C297 523 283 512 280 490Z", CREAM, 4.5)
    grin += fill(gouge((285, 503), (345, 503), 2, 4) + "".join(gouge((x, 494), (x, 520), 1.6) for x in (300, 315, 330)))
    grin += fill(gouge((270, 480), (284, 496), 3, 2) + gouge((360, 480), (346, 496), 3, -2))
    right = group(_arm(BLUE, CREAM), transform="translate(630 0) scale(-1 1)")
    frame = poly(cut([(128, 58), (502, 58), (502, 822), (128, 822)], "frame-joker", 1.0, 50))
    dice = _die(5, 190, 196, -16) + _die(3, 318, 132, 9) + _die(6, 442, 200, 22)
    return (
        field
        + fill(rays, CREAM)
        + _motley()
        + _arm(EMBER, CREAM)
        + right
        + _collar()
        + head
        + grin
        + _cap()
        + _trails()
        + dice
        + shape(frame, "none", 7)
    )
