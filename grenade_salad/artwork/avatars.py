"""Faces of people, drawn by code: for the window and the phones' page. Pure: nothing is read or written here.

A face is a number from 0 to FACES - 1. `svg` draws it on a square of 64 units, without type, gradients and filters, so
that a browser and the window show the same.
"""

from __future__ import annotations

from zlib import crc32

FACES = 60
"""How many faces there are."""

_SKIN = ("#F2D3B1", "#E0A878", "#C68642", "#8D5524", "#FFE0BD", "#A86B3C")
_HAIR = ("#2B1B12", "#6B3E1E", "#B5651D", "#E0B050", "#8C8C8C", "#A63A1E", "#F3EFE6")
_CLOTH = ("#D55E00", "#0072B2", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#6A5D7B", "#3A3A3A")
_GROUND = ("#E9D8B4", "#CFE0D4", "#D8D5E8", "#F0D0C0", "#CFE2EE")
_FUR = ("#C98B4A", "#8A8F98", "#E8B04A", "#6B4A32", "#B7BCC2", "#D9864E")
_INK = "#1F2A38"


def usual(name: str) -> int:
    """The face of somebody who has chosen none: always the same for the same name.

    >>> usual("Ann") == usual("Ann"), 0 <= usual("Bo") < FACES
    (True, True)
    """
    return crc32(name.encode()) % FACES


def picture(face: int) -> str:
    """What the window calls the picture of a face."""
    return f"face/{face % FACES}"


def svg(face: int) -> str:
    """The face as an SVG picture; any number gives one.

    >>> svg(0).startswith("<svg"), len({svg(face) for face in range(FACES)})
    (True, 60)
    """
    face %= FACES
    parts = _animal(face // 5) if face % 5 == 4 else _human(face - face // 5)
    ground = _GROUND[(face * 3 + face // 5) % len(_GROUND)]
    shown = "".join((f'<rect width="64" height="64" rx="12" fill="{ground}"/>', *parts))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">{shown}</svg>'


def _dot(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>'


def _oval(x: float, y: float, wide: float, high: float, fill: str) -> str:
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{wide:g}" ry="{high:g}" fill="{fill}"/>'


def _shape(path: str, fill: str) -> str:
    return f'<path d="{path}" fill="{fill}"/>'


def _stroke(path: str, colour: str = _INK, width: float = 2.5) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'


def _human(number: int) -> list[str]:
    skin, hair = _SKIN[number % len(_SKIN)], _HAIR[(number * 5 + number // 6) % len(_HAIR)]
    cloth = _CLOTH[(number * 3 + 1) % len(_CLOTH)]
    behind, before = _HAIRCUTS[number % len(_HAIRCUTS)]
    return [
        *(_shape(path, hair) for path in behind),
        _shape("M8 64 Q10 49 32 49 Q54 49 56 64 Z", cloth),
        _shape("M26 42 H38 V52 Q32 57 26 52 Z", skin),
        _dot(15.5, 33, 3.6, skin),
        _dot(48.5, 33, 3.6, skin),
        _oval(32, 31, 16.5, 18, skin),
        *(_shape(path, hair) for path in before),
        *_EYES[number // 2 % len(_EYES)],
        _stroke("M32 33 Q34.5 36.5 31.5 37", width=1.8),
        *_MOUTHS[number // 3 % len(_MOUTHS)],
        *_extra(number, hair, cloth),
    ]


_HAIRCUTS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    ((), ("M15 29 Q14 10 32 10 Q50 10 49 29 Q44 20 32 20 Q20 20 15 29 Z",)),
    (("M12 52 Q8 10 32 8 Q56 10 52 52 Z",), ("M16 28 Q18 14 32 14 Q46 14 48 28 Q38 24 30 17 Q24 24 16 28 Z",)),
    ((), ()),
    ((), ("M14 30 Q10 18 18 14 Q20 5 30 8 Q38 2 44 10 Q54 12 50 30 Q46 20 32 19 Q18 20 14 30 Z",)),
    (
        ("M32 3 A8 8 0 1 1 31.9 3 Z", "M13 40 Q10 12 32 11 Q54 12 51 40 Z"),
        ("M15 30 Q15 12 32 12 Q49 12 49 30 Q40 18 32 18 Q24 18 15 30 Z",),
    ),
    ((), ("M15 27 Q16 11 34 10 L52 12 Q50 18 49 27 Q44 19 36 21 Q24 24 15 27 Z",)),
    (
        ("M10 46 Q6 30 14 18 Q24 4 40 8 Q58 12 54 46 Q58 58 46 56 L18 56 Q6 58 10 46 Z",),
        ("M16 27 Q22 12 32 13 Q42 12 48 27 Q32 15 16 27 Z",),
    ),
    ((), ("M28 4 H36 L38 20 Q32 16 26 20 Z",)),
)
"""What lies behind the head and before it."""
_EYES = (
    [_dot(25, 31, 2.6, _INK), _dot(39, 31, 2.6, _INK)],
    [
        _oval(25, 31, 4, 4.4, "#FFFFFF"),
        _oval(39, 31, 4, 4.4, "#FFFFFF"),
        _dot(26, 31.5, 2.2, _INK),
        _dot(40, 31.5, 2.2, _INK),
    ],
    [_stroke("M21.5 31 Q25 27.5 28.5 31"), _stroke("M35.5 31 Q39 27.5 42.5 31")],
    [_dot(25, 31, 2.6, _INK), _dot(39, 31, 2.6, _INK), _stroke("M20.5 26 L28 24.5"), _stroke("M43.5 26 L36 24.5")],
)
_MOUTHS = (
    [_stroke("M26 41 Q32 46 38 41")],
    [
        _shape("M25 40 H39 Q38 47 32 47 Q26 47 25 40 Z", "#FFFFFF"),
        _stroke("M25 40 H39 Q38 47 32 47 Q26 47 25 40 Z", width=1.6),
    ],
    [_stroke("M27 42 H37")],
    [_stroke("M27 42 Q33 44 38 40")],
    [_oval(32, 42, 3, 3.6, "#7A2E22")],
)


def _extra(number: int, hair: str, cloth: str) -> list[str]:
    """Glasses, a beard, a hat or nothing."""
    match number % 7:
        case 1:
            rims = [_stroke(f"M{x - 6} 31 A6 6 0 1 1 {x + 6} 31 A6 6 0 1 1 {x - 6} 31 Z", width=2) for x in (25, 39)]
            return [*rims, _stroke("M31 31 H33", width=2)]
        case 2:
            return [
                _shape("M16 34 Q17 52 32 52 Q47 52 48 34 Q45 39 38 38 Q32 36 26 38 Q19 39 16 34 Z", hair),
                *_MOUTHS[0][:0],
                _stroke("M28 43 Q32 46 36 43", "#FFFFFF"),
            ]
        case 4:
            return [_shape("M12 20 Q13 5 32 5 Q51 5 52 20 Z", cloth), _shape("M10 18 H54 V23 H10 Z", _INK)]
        case 5:
            return [_shape("M24 39 Q28 36 32 38.5 Q36 36 40 39 Q36 41.5 32 40 Q28 41.5 24 39 Z", hair)]
        case 6:
            return [_dot(15, 38, 2, "#C8963E"), _dot(49, 38, 2, "#C8963E")]
    return []


def _animal(number: int) -> list[str]:
    """A cat, a bear, a rabbit, an owl, a frog or a fox, in one of their colours."""
    fur = "#6FA35B" if number % 6 == 4 else _FUR[(number * 5 + number // 6) % len(_FUR)]
    light = "#F4EAD5"
    ears = {
        0: [_shape("M12 30 L14 8 L30 18 Z", fur), _shape("M52 30 L50 8 L34 18 Z", fur)],
        1: [_dot(16, 18, 8, fur), _dot(48, 18, 8, fur), _dot(16, 18, 4, light), _dot(48, 18, 4, light)],
        2: [
            _oval(23, 14, 5.5, 14, fur),
            _oval(41, 14, 5.5, 14, fur),
            _oval(23, 15, 2.5, 10, "#E8B0A8"),
            _oval(41, 15, 2.5, 10, "#E8B0A8"),
        ],
        3: [_shape("M13 12 L28 20 L14 30 Z", fur), _shape("M51 12 L36 20 L50 30 Z", fur)],
        4: [_dot(20, 17, 9, fur), _dot(44, 17, 9, fur)],
        5: [_shape("M10 34 L12 6 L32 20 Z", fur), _shape("M54 34 L52 6 L32 20 Z", fur)],
    }[number % 6]
    head = [_oval(32, 36, 22, 20, fur)]
    nose = [
        _oval(32, 44, 10, 8, light),
        _shape("M28 39 H36 L32 44 Z", _INK),
        _stroke("M32 44 Q29 49 25 46 M32 44 Q35 49 39 46", width=2),
    ]
    eyes = [_dot(24, 32, 3, _INK), _dot(40, 32, 3, _INK), _dot(25, 31, 1, "#FFFFFF"), _dot(41, 31, 1, "#FFFFFF")]
    if number % 6 == 3:
        eyes = [_dot(23, 32, 8, light), _dot(41, 32, 8, light), _dot(23, 32, 4, _INK), _dot(41, 32, 4, _INK)]
        nose = [_shape("M29 37 H35 L32 45 Z", "#E69F00")]
    if number % 6 == 4:
        eyes = [
            _dot(20, 17, 5, "#FFFFFF"),
            _dot(44, 17, 5, "#FFFFFF"),
            _dot(20, 17, 2.6, _INK),
            _dot(44, 17, 2.6, _INK),
        ]
        nose = [_stroke("M16 40 Q32 54 48 40"), _dot(29, 35, 1.2, _INK), _dot(35, 35, 1.2, _INK)]
    if number % 12 >= 6:
        nose = [*nose, _shape("M18 56 Q32 64 46 56 L44 62 H20 Z", _CLOTH[number % len(_CLOTH)])]
    return [*ears, *head, *eyes, *nose]
