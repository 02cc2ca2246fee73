"""White icons on transparent 100 x 100, tinted by the app.

They are for controls, suits and small dice.
"""

from .dice import PIPS
from .marks import HEART
from .svg import WHITE, curve, document, ellipse, fill, group, polar, poly, rect, ring, stroke

SPADE = (
    "M50 5C44 22 10 40 10 62C10 76 20 84 31 84C38 84 43 81 46.5 76C46 86 42 91 34 96L66 96"
    "C58 91 54 86 53.5 76C57 81 62 84 69 84C80 84 90 76 90 62C90 40 56 22 50 5Z"
)
DIAMOND = "M50 3C59 22 70 37 87 50C70 63 59 78 50 97C41 78 30 63 13 50C30 37 41 22 50 3Z"
CLUB = (
    ellipse(50, 27, 21.5)
    + ellipse(27.5, 59, 21.5)
    + ellipse(72.5, 59, 21.5)
    + "M44 40L56 40L60 60L53.5 70C54 84 58 91 66 96L34 96C42 91 46 84 46.5 70L40 60Z"
)
SUITS: dict[str, str] = {"heart": curve(HEART), "diamond": DIAMOND, "club": CLUB, "spade": SPADE}


def _line(d: str, width: float = 11) -> str:
    return stroke(d, WHITE, width)


def _white(d: str, evenodd: bool = False) -> str:
    return fill(d, WHITE, evenodd=evenodd)


def _gear() -> str:
    points = []
    for k in range(8):
        for offset, radius in ((-15, 33), (-9.5, 46), (9.5, 46), (15, 33)):
            points.append(polar(50, 50, radius, k * 45 + offset))
    return _white(poly(points) + ellipse(50, 50, 14, is_hole=True))


def _book() -> str:
    left = "M46 22C36 14 22 13 8 15L8 80C22 78 36 79 46 87Z"
    right = "M54 22C64 14 78 13 92 15L92 80C78 78 64 79 54 87Z"
    return _white(left + right)


def _eye_shape() -> str:
    lid = "M4 50C18 27 33 18 50 18C67 18 82 27 96 50C82 73 67 82 50 82C33 82 18 73 4 50Z"
    inner = "M17 50C28 66 38 72 50 72C62 72 72 66 83 50C72 34 62 28 50 28C38 28 28 34 17 50Z"
    return _white(lid + inner) + _white(ellipse(50, 50, 15))


def _eye_closed() -> str:
    lashes = "M20 60L11 73M38 68L33 84M62 68L67 84M80 60L89 73"
    return _line("M6 44C20 61 34 68 50 68C66 68 80 61 94 44", 10) + _line(lashes, 8)


def _speaker() -> str:
    return _white("M6 36L24 36L48 14L48 86L24 64L6 64Z")


def _robot() -> str:
    head = rect(16, 30, 68, 54, 10) + ellipse(36, 52, 8, is_hole=True) + ellipse(64, 52, 8, is_hole=True)
    mouth = "M36 68L36 74L64 74L64 68Z"
    return _white(head + mouth) + _white(
        rect(46, 14, 8, 18) + ellipse(50, 12, 8) + rect(4, 46, 9, 22, 3) + rect(87, 46, 9, 22, 3)
    )


def _phone() -> str:
    screen = "M32 17L32 75L68 75L68 17Z"
    return _white(rect(24, 4, 52, 92, 9) + screen + ellipse(50, 85.5, 4.8, is_hole=True))


def _bulb() -> str:
    glass = "M50 4C29 4 15 19 15 38C15 52 24 59 30 68L34 76L66 76L70 68C76 59 85 52 85 38C85 19 71 4 50 4Z"
    return _white(glass) + _white(rect(35, 80, 30, 7, 3) + rect(40, 90, 20, 7, 3))


def _skull() -> str:
    dome = "M50 6C24 6 10 24 10 46C10 58 16 66 26 71L26 90L74 90L74 71C84 66 90 58 90 46C90 24 76 6 50 6Z"
    eyes = ellipse(33, 46, 10.5, is_hole=True) + ellipse(67, 46, 10.5, is_hole=True) + "M50 56L43 70L57 70Z"
    teeth = "M39 79L39 92L43 92L43 79ZM57 79L57 92L61 92L61 79Z"
    return _white(dome + eyes + teeth, evenodd=True)


def _deck() -> str:
    front = rect(30, 16, 54, 74, 7) + "M40 30L40 76L74 76L74 30Z" + "M57 37L68 53L57 69L46 53Z"
    return _white(front) + _white("M24 24L16 25C12 25.500 9.500 29 10 33L17 86C17.500 90 21 92 24 91.500Z")


def _hand() -> str:
    fingers = "M29 46L25 24M43 40L42 13M57 40L60 15M70 47L77 27"
    palm = (
        "M23 48C23 42 30 38 50 38C70 38 76 42 76 52L72 74C70 86 64 93 52 93C40 93 33 88 26 79"
        "L8 60C5 55 12 49 18 53L27 61Z"
    )
    return _line(fingers, 11.5) + _white(palm)


def _trash() -> str:
    can = "M17 30L83 30L76 94L24 94Z" + "M37 42L40 82L46 82L44 42ZM56 42L54 82L60 82L63 42Z"
    return _white(can, evenodd=True) + _white(rect(10, 15, 80, 9, 3)) + _white("M36 16L39 6L61 6L64 16Z")


def _save() -> str:
    body = "M10 10L76 10L90 24L90 90L10 90Z" + "M28 16L28 38L68 38L68 16Z" + "M26 54L26 84L74 84L74 54Z"
    return _white(body, evenodd=True) + _white(rect(54, 19, 9, 15))


def _pencil() -> str:
    shaft = poly([(64, 12), (88, 36), (38, 86), (14, 62)])
    return group(_white(shaft) + _white(poly([(8, 68), (32, 92), (4, 96)])), transform="translate(2 0)")


def _rotate() -> str:
    return _line(
        "M80 62A0 0 0 0 0 80 62C74 78 60 85 48 84C30 83 16 68 16 50C16 31 31 16 50 16C61 16 71 21 77 29", 11
    ) + _white(poly([(90, 8), (88, 44), (56, 32)]))


def _star_cross(turn: float) -> str:
    return group(_white(rect(43, 8, 14, 84, 4) + rect(8, 43, 84, 14, 4)), transform=f"rotate({turn:g} 50 50)")


def _small_die(value: int) -> str:
    pips = "".join(
        ellipse(50 + (x - 50) * 1.05, 50 + (y - 50) * 1.05, 12 if value == 1 else 9.5, is_hole=True)
        for x, y in PIPS[value]
    )
    return _white(rect(6, 6, 88, 88, 16) + pips)


def _arrow(turn: float) -> str:
    return group(_white("M8 41L52 41L52 16L94 50L52 84L52 59L8 59Z"), transform=f"rotate({turn:g} 50 50)")


def _drawings() -> dict[str, str]:
    """Return each icon by its name, without suits and small dice."""
    return {
        "menu": _white(rect(10, 18, 80, 13, 4) + rect(10, 43.5, 80, 13, 4) + rect(10, 69, 80, 13, 4)),
        "back": _line("M62 14L26 50L62 86", 15),
        "gear": _gear(),
        "question": _line("M30 34C30 18 40 11 51 11C64 11 72 20 72 31C72 45 51 47 51 65", 13)
        + _white(ellipse(51, 86, 8.5)),
        "book": _book(),
        "eye": _eye_shape(),
        "eye-closed": _eye_closed(),
        "sound": _speaker() + _line("M61 36C68 44 68 56 61 64M73 24C87 38 87 62 73 76", 9),
        "mute": _speaker() + _line("M63 38L89 64M89 38L63 64", 10),
        "play": _white("M22 8L90 50L22 92Z"),
        "pause": _white(rect(18, 10, 23, 80, 3) + rect(59, 10, 23, 80, 3)),
        "fast": _white("M8 12L50 50L8 88ZM50 12L92 50L50 88Z"),
        "step": _white("M12 8L66 50L12 92Z" + rect(70, 10, 17, 80, 3)),
        "undo": _line("M22 38L60 38C76 38 86 48 86 61C86 75 76 85 60 85L34 85", 12)
        + _white(poly([(34, 10), (34, 66), (4, 38)])),
        "fullscreen": _line("M12 34L12 12L34 12M66 12L88 12L88 34M88 66L88 88L66 88M34 88L12 88L12 66"),
        "person": _white(ellipse(50, 27, 20) + "M12 94C12 66 30 55 50 55C70 55 88 66 88 94Z"),
        "robot": _robot(),
        "phone": _phone(),
        "plus": _star_cross(0),
        "minus": _white(rect(8, 43, 84, 14, 4)),
        "check": _line("M12 54L38 80L88 22", 15),
        "cross": _star_cross(45),
        "arrow-right": _arrow(0),
        "arrow-down": _arrow(90),
        "arrow-left": _arrow(180),
        "arrow-up": _arrow(270),
        "bulb": _bulb(),
        "graph": _line("M10 8L10 90L94 90", 9) + _line("M22 70L42 44L60 58L88 18", 11),
        "crown": _white("M8 26L28 48L50 14L72 48L92 26L84 72L16 72Z" + rect(16, 78, 68, 10))
        + _white(ellipse(8, 24, 6) + ellipse(50, 12, 6) + ellipse(92, 24, 6)),
        "skull": _skull(),
        "deck": _deck(),
        "clock": _white(ring(50, 50, 44, 34)) + _line("M50 27L50 51L66 60", 9),
        "hand": _hand(),
        "trash": _trash(),
        "save": _save(),
        "pencil": _pencil(),
        "rotate-cw": _rotate(),
        "rotate-ccw": group(_rotate(), transform="translate(100 0) scale(-1 1)"),
    }


def files() -> dict[str, str]:
    dice, suits = {f"dice{value}": _small_die(value) for value in PIPS}, {name: _white(d) for name, d in SUITS.items()}
    return {f"icons/{name}.svg": document(100, 100, body) for name, body in (_drawings() | dice | suits).items()}
