"""Pictures of the bundled boxes: boards, men, dominoes, dice with many sides.

Their paths are relative to boxes/.
"""

from math import cos, pi, sin

from .chessmen import MEN
from .dice import PIPS
from .glyphs import text
from .svg import (
    BRASS,
    DARK_WOOD,
    EMBER,
    INK,
    MAT,
    PAPER,
    WOOD,
    Point,
    card_paper,
    document,
    ellipse,
    fill,
    group,
    place,
    poly,
    rect,
    ring,
    star,
    stroke,
)

_LIGHT, _DARK = "#E9D2A6", "#9C6B43"
_MAN_COLOURS = {"white": ("#F4E6C6", "#D8BF8D", "#6B4528"), "black": ("#4A3A31", "#2C221D", "#E9D2A6")}
"""Colours of a man: its paint, its rim, and the figure cut into it."""


def board(side: float, has_labels: bool) -> str:
    """Draw eight by eight squares with a frame of 20; the lower right one is light."""
    frame = 20.0
    size = side + 2 * frame
    body = fill(rect(0, 0, size, size, 8), DARK_WOOD) + stroke(rect(9, 9, size - 18, size - 18, 4), WOOD, 3)
    step = side / 8
    dark = ""
    for row in range(8):
        for column in range(8):
            if (row + column) % 2:
                dark += rect(frame + column * step, frame + row * step, step, step)
    body += fill(rect(frame, frame, side, side), _LIGHT) + fill(dark, _DARK)
    if has_labels:
        for index in range(8):
            middle = frame + (index + 0.5) * step
            body += fill(text("ABCDEFGH"[index], middle, size - 5.5, 9), _LIGHT)
            body += fill(text(str(8 - index), frame / 2, middle + 4.5, 9), _LIGHT)
    return document(size, size, body)


def _draw_man(colour: str, inner: str = "") -> str:
    """Draw a turned wooden man from above."""
    paint, rim, cut = _MAN_COLOURS[colour]
    body = fill(ellipse(50, 50, 49), cut if colour == "white" else "#000000", 0.55)
    body += fill(ellipse(50, 50, 47.5), rim) + fill(ellipse(50, 49, 44), paint)
    return body + inner


def chessman(name: str, colour: str) -> str:
    """Draw a disc with the figure cut into it."""
    figure = group(fill(MEN[name], _MAN_COLOURS[colour][2]), transform=place(13, 12, 0.74))
    return document(100, 100, _draw_man(colour, figure))


def draughtsman(colour: str, is_king: bool) -> str:
    """Draw a draughtsman with the grooves of a lathe; a king has a crown."""
    cut = _MAN_COLOURS[colour][2]
    grooves = "".join(fill(ring(50, 49, radius, radius - 2), cut, 0.5) for radius in (37, 28))
    crown = poly([(28, 66), (24, 36), (38, 50), (50, 29), (62, 50), (76, 36), (72, 66)])
    return document(
        100, 100, _draw_man(colour, fill(crown, cut) if is_king else grooves + fill(ellipse(50, 49, 5), cut, 0.5))
    )


_DOMINO_PIPS = {**PIPS, 0: ()}


def domino(upper: int, lower: int) -> str:
    """Draw a domino with its upper and lower half, with pips as on dice."""
    body = fill(rect(0, 0, 100, 200, 14), "#8C7A55") + fill(rect(1.5, 1.5, 97, 195, 13), "#F6EBD0")
    body += stroke("M14 100L86 100", "#8C7A55", 3) + fill(ellipse(50, 100, 6), BRASS)
    for pips, top in ((upper, 0), (lower, 100)):
        body += "".join(fill(ellipse(x, y + top, 9), INK) for x, y in _DOMINO_PIPS[pips])
    return document(100, 200, body)


def domino_back() -> str:
    """Draw plain wood with a star."""
    body = fill(rect(0, 0, 100, 200, 14), DARK_WOOD) + fill(rect(1.5, 1.5, 97, 195, 13), WOOD)
    body += stroke(rect(10, 10, 80, 180, 8), DARK_WOOD, 3)
    return document(100, 200, body, fill(poly(star(50, 100, 28, 12, 6)), DARK_WOOD))


RADIUS, LINES, HOLE = 330.0, (305.0, 203.0, 102.0), 17.5
"""Radii of a crokinole board in mm: its edge, its three lines, and the hole."""
_DITCH, _RIM = 380.0, 400.0


def crokinole() -> str:
    """Draw the whole board with its ditch from above, 800 x 800 mm."""
    middle = _RIM
    body = fill(ellipse(middle, middle, _RIM - 1), DARK_WOOD) + fill(ring(middle, middle, _RIM - 6, _RIM - 10), WOOD)
    body += fill(ellipse(middle, middle, _DITCH), "#3D2617") + fill(ellipse(middle, middle, RADIUS), "#D8B27A")
    for radius, paint in zip(LINES, ("#DDBA85", "#E3C393", "#E9CCA1"), strict=True):
        body += fill(ellipse(middle, middle, radius), paint) + fill(
            ring(middle, middle, radius + 0.8, radius - 0.8), INK
        )
    for quarter in range(4):
        angle = pi / 4 + quarter * pi / 2
        ends = [(middle + cos(angle) * distance, middle + sin(angle) * distance) for distance in (LINES[1], LINES[0])]
        body += stroke(poly(ends, is_closed=False), INK, 1.6)
    for radius, points in ((253.0, "5"), (152.0, "10"), (60.0, "15")):
        body += fill(text(points, middle, middle + radius + 9, 18), INK, 0.35)
    body += fill(ellipse(middle, middle, HOLE + 1.5), INK) + fill(ellipse(middle, middle, HOLE), "#3D2617")
    return document(800, 800, body)


def crokinole_disc(colour: str) -> str:
    """Draw a disc of crokinole: a ring of the other paint around its middle."""
    return document(100, 100, _draw_man(colour, fill(ring(50, 49, 22, 17), _MAN_COLOURS[colour][2], 0.7)))


def peg() -> str:
    """Draw a peg with its rubber."""
    return document(100, 100, fill(ellipse(50, 50, 49), INK) + fill(ellipse(50, 50, 30), BRASS))


SIDES = {4: (2, 2), 8: (4, 2), 10: (5, 2), 12: (4, 3), 20: (5, 4)}
"""Dice with many sides, and the columns and rows of the sheet of their faces."""
_OUTLINE = {4: 3, 8: 6, 10: 6, 12: 10, 20: 6}
_PAINT = {4: EMBER, 8: "#0072B2", 10: "#009E73", 12: "#8A5E3B", 20: "#2B423C"}


def die_faces(sides: int) -> str:
    """Draw all faces of a die, 100 x 100 each, by rows."""
    columns, rows = SIDES[sides]
    body = ""
    for index in range(sides):
        row, column = divmod(index, columns)
        body += group(_face(sides, index + 1), transform=place(column * 100, row * 100))
    return document(columns * 100, rows * 100, body)


def _face(sides: int, value: int) -> str:
    corners = _OUTLINE[sides]
    start_angle = pi / 2 if corners != 4 else 0.0
    shift = 8 if corners == 3 else 0

    def outline(radius: float, offset: float = 0.0) -> list[Point]:
        angles = [start_angle + index * 2 * pi / corners for index in range(corners)]
        return [(50 + cos(angle) * radius, 50 + shift + offset - sin(angle) * radius) for angle in angles]

    body = fill(poly(outline(48, 1.5)), INK) + fill(poly(outline(46)), _PAINT[sides])
    if corners != 3:
        body += stroke(poly(outline(34)), "#FFFFFF", 1.6, opacity=0.35)
    height = 26 if value < 10 else 22
    body += fill(text(str(value), 50, 50 + shift + height / 2 - 1, height), PAPER)
    if value in (6, 9) and sides >= 10:  # A line below shows which way up the digit is.
        body += stroke(f"M40 {50 + height / 2 + 5}L60 {50 + height / 2 + 5}", PAPER, 3)
    return body


def blank_back() -> str:
    """Draw the back of a card for a prototype: linen with a frame."""
    body = card_paper() + fill(rect(40, 40, 550, 800, 20), MAT) + stroke(rect(64, 64, 502, 752, 12), BRASS, 6)
    return document(630, 880, body, fill(poly(star(315, 440, 90, 36, 5)), BRASS))


def tile() -> str:
    """Draw a square tile of Grenade Salad's size, with marks to measure by.

    A mark is in the middle of each side.
    """
    body = fill(rect(0, 0, 500, 500, 20), "#8C7A55") + fill(rect(4, 4, 492, 492, 18), PAPER)
    body += stroke(rect(30, 30, 440, 440, 8), BRASS, 6)
    body += "".join(
        stroke(line, INK, 5) for line in ("M250 34L250 70", "M250 430L250 466", "M34 250L70 250", "M430 250L466 250")
    )
    return document(500, 500, body, fill(ellipse(250, 250, 10), INK))


def go_board() -> str:
    """Draw a go board of thirteen lines each way, 24 mm apart; 320 x 320 mm.

    It has five dots.
    """
    side, step, edge = 320.0, 24.0, 16.0
    end = edge + 12 * step
    body = fill(rect(0, 0, side, side, 4), DARK_WOOD) + fill(rect(2, 2, side - 4, side - 4, 3), "#DDB06A")
    for index in range(13):
        along = edge + index * step
        body += stroke(f"M{along} {edge}L{along} {end}M{edge} {along}L{end} {along}", INK, 0.9)
    for column, row in ((3, 3), (9, 3), (6, 6), (3, 9), (9, 9)):
        body += fill(ellipse(edge + column * step, edge + row * step, 2.6), INK)
    return document(side, side, body)


def stone(colour: str) -> str:
    """Draw a go stone of slate or shell."""
    paint, shine, rim = {"black": ("#2A2A2C", "#5A5A60", "#000000"), "white": ("#F2EEE4", "#FFFFFF", "#A8A090")}[colour]
    return document(100, 100, fill(ellipse(50, 50, 49), rim), fill(ellipse(50, 50, 47), paint),
                    fill(ellipse(40, 36, 17, 12), shine, 0.55))  # fmt: skip


def backgammon_board() -> str:
    """Draw twelve points above and below, and a bar; 560 x 440 mm.

    Points are 36 mm wide and 170 high.
    """
    body = fill(rect(0, 0, 560, 440, 8), DARK_WOOD)
    for left in (16.0, 298.0):
        body += fill(rect(left, 16, 246, 408, 3), "#2B423C")
        for index in range(6):
            x = left + 15 + index * 36
            down, up = ("#B5452F", "#E9D2A6") if index % 2 else ("#E9D2A6", "#B5452F")
            body += fill(poly([(x, 16), (x + 36, 16), (x + 18, 186)]), down)
            body += fill(poly([(x, 424), (x + 36, 424), (x + 18, 254)]), up)
    return document(560, 440, body + _direction_arrow("white", 16, 204, 236) + _direction_arrow("black", 298, 236, 204))


def _direction_arrow(colour: str, left: float, start: float, end: float) -> str:
    """Draw the direction of a colour's men between the points: a man and an arrow.

    The arrow leads from the half in which they start around the far side to their home. It replaces words, which
    pictures cannot have in every language.
    """
    paint, edge = (_MAN_COLOURS["white"][0], INK) if colour == "white" else ("#1B1411", _MAN_COLOURS["white"][0])
    near_x, far_x = left + 62, left + 186
    bend = 8.0 if start < end else -8.0
    line = (
        f"M{far_x} {start}L{near_x} {start}C{near_x - 21} {start} {near_x - 21} {end} {near_x} {end}L{far_x - 2} {end}"
    )
    head = [(far_x - 4, end - bend), (far_x + 14, end), (far_x - 4, end + bend)]
    man = fill(ellipse(far_x + 6, start, 12), edge) + fill(ellipse(far_x + 6, start, 10.5), paint)
    man += fill(ring(far_x + 6, start, 7, 5.8), edge, 0.6)
    body = stroke(line, edge, 7) + stroke(poly(head), edge, 4) + stroke(line, paint, 4) + fill(poly(head), paint)
    return body + man


CARROM, POCKET = 740.0, 22.5
"""Size of the playing surface of a carrom board and radius of its pockets, in mm."""


def carrom_board() -> str:
    """Draw the surface with its frame, corner pockets, base lines and middle circle.

    The frame is 50 mm wide.
    """
    size = CARROM + 100
    body = fill(rect(0, 0, size, size, 14), DARK_WOOD) + stroke(rect(14, 14, size - 28, size - 28, 8), WOOD, 5)
    body += fill(rect(50, 50, CARROM, CARROM), "#E3C393")
    for x in (50 + POCKET, size - 50 - POCKET):
        for y in (50 + POCKET, size - 50 - POCKET):
            body += fill(ellipse(x, y, POCKET), "#2C1C12")
    middle, line = size / 2, 101.5
    for quarters in range(4):
        ends = [(-235.0, line), (235.0, line), (235.0, line + 31.8), (-235.0, line + 31.8)]
        for start, end in ((0, 1), (2, 3)):
            points = [_edge_point(*ends[index], quarters, middle, size) for index in (start, end)]
            body += stroke(poly(points, is_closed=False), INK, 1.4)
        for x in (-235.0, 235.0):
            body += fill(ellipse(*_edge_point(x, line + 15.9, quarters, middle, size), 15.9), "#B5452F")
    for radius in (85.0, 15.9):
        body += fill(ring(middle, middle, radius + 0.7, radius - 0.7), INK)
    return document(size, size, body)


def _edge_point(x: float, y: float, quarters: int, middle: float, size: float) -> Point:
    """Return the point at `x` from the middle along an edge and `y` from that edge.

    `quarters` is the number of quarter turns to the edge.
    """
    return ((middle + x, size - 50 - y), (50 + y, middle + x), (middle - x, 50 + y), (size - 50 - y, middle - x))[
        quarters
    ]


def carrom_man(colour: str) -> str:
    """Draw a carrom man or its striker: rings of a lathe."""
    paint, cut = {"white": ("#F0DEB8", "#B99A62"), "black": ("#3A2F2A", "#75645A"), "red": ("#B5332A", "#E58A7A"),
                  "striker": ("#F7F3EA", "#0072B2")}[colour]  # fmt: skip
    rings = "".join(fill(ring(50, 50, radius, radius - 3), cut) for radius in (41, 30, 14))
    return document(100, 100, fill(ellipse(50, 50, 49), cut), fill(ellipse(50, 50, 47), paint), rings)


def files() -> dict[str, str]:
    """Return every picture: its path under boxes/ and its SVG."""
    out = {"chess/board.svg": board(400, has_labels=True), "draughts/board.svg": board(400, has_labels=False)}
    for colour in _MAN_COLOURS:
        out |= {f"chess/{colour}-{name}.svg": chessman(name, colour) for name in MEN}
        out[f"draughts/{colour}-man.svg"] = draughtsman(colour, is_king=False)
        out[f"draughts/{colour}-king.svg"] = draughtsman(colour, is_king=True)
        out[f"crokinole/{colour}-disc.svg"] = crokinole_disc(colour)
    out |= {f"dominoes/{upper}-{lower}.svg": domino(upper, lower) for upper in range(7) for lower in range(upper, 7)}
    out |= {"dominoes/back.svg": domino_back(), "crokinole/board.svg": crokinole(), "crokinole/peg.svg": peg()}
    out |= {f"dice/d{sides}.svg": die_faces(sides) for sides in SIDES}
    out |= {f"go/{colour}.svg": stone(colour) for colour in ("black", "white")}
    out |= {"go/board.svg": go_board(), "backgammon/board.svg": backgammon_board(), "carrom/board.svg": carrom_board()}
    out |= {f"backgammon/{colour}.svg": draughtsman(colour, is_king=False) for colour in _MAN_COLOURS}
    out |= {f"carrom/{colour}.svg": carrom_man(colour) for colour in ("white", "black", "red", "striker")}
    out |= {"blank/back.svg": blank_back(), "grenade-salad/tile.svg": tile()}
    return out
