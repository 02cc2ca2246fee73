"""Avatars of people, drawn by code, for the window and the phones' web page.

Pure: nothing is read or written here. An avatar is a number from 0 to AVATAR_COUNT - 1. `svg` draws it on a square of
64 units, without type, gradients and filters, so that a browser and the window show the same.
"""

from __future__ import annotations

from zlib import crc32

AVATAR_COUNT = 60
"""The number of avatars."""

_SKIN = ("#F2D3B1", "#E0A878", "#C68642", "#8D5524", "#FFE0BD", "#A86B3C")
_HAIR = ("#2B1B12", "#6B3E1E", "#B5651D", "#E0B050", "#8C8C8C", "#A63A1E", "#F3EFE6")
_CLOTH = ("#D55E00", "#0072B2", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#6A5D7B", "#3A3A3A")
_BACKGROUND = ("#E9D8B4", "#CFE0D4", "#D8D5E8", "#F0D0C0", "#CFE2EE")
_FUR = ("#C98B4A", "#8A8F98", "#E8B04A", "#6B4A32", "#B7BCC2", "#D9864E")
_INK, _WHITE, _PALE = "#1F2A38", "#FFFFFF", "#F4EAD5"
_ANIMAL_EVERY = 5
"""The last avatar of every five is an animal."""
_FROG, _OWL = 4, 3
"""Numbers of animals with eyes of their own: see `_draw_animal`."""


def default_avatar(name: str) -> int:
    """Return the avatar of a person who has chosen none: the same for the same name.

    >>> default_avatar("Ann") == default_avatar("Ann"), 0 <= default_avatar("Bo") < AVATAR_COUNT
    (True, True)
    """
    return crc32(name.encode()) % AVATAR_COUNT


def picture_name(avatar: int) -> str:
    """Return the window's name for the picture of an avatar."""
    return f"face/{avatar % AVATAR_COUNT}"


def svg(avatar: int) -> str:
    """Return the avatar as an SVG picture; any number is allowed.

    >>> svg(0).startswith("<svg"), len({svg(avatar) for avatar in range(AVATAR_COUNT)})
    (True, 60)
    """
    avatar %= AVATAR_COUNT
    animals_before, rest = divmod(avatar, _ANIMAL_EVERY)
    is_animal = rest == _ANIMAL_EVERY - 1
    parts = _draw_animal(animals_before) if is_animal else _draw_human(avatar - animals_before)
    background = _BACKGROUND[(avatar * 3 + animals_before) % len(_BACKGROUND)]
    shapes = "".join((f'<rect width="64" height="64" rx="12" fill="{background}"/>', *parts))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">{shapes}</svg>'


def _draw_dot(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>'


def _draw_oval(x: float, y: float, radius_x: float, radius_y: float, fill: str) -> str:
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{radius_x:g}" ry="{radius_y:g}" fill="{fill}"/>'


def _draw_shape(path: str, fill: str) -> str:
    return f'<path d="{path}" fill="{fill}"/>'


def _draw_stroke(path: str, colour: str = _INK, width: float = 2.5) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'


def _draw_human(index: int) -> list[str]:
    skin, hair = _SKIN[index % len(_SKIN)], _HAIR[(index * 5 + index // 6) % len(_HAIR)]
    cloth = _CLOTH[(index * 3 + 1) % len(_CLOTH)]
    behind_head, before_head = _HAIRCUTS[index % len(_HAIRCUTS)]
    return [
        *(_draw_shape(path, hair) for path in behind_head),
        _draw_shape("M8 64 Q10 49 32 49 Q54 49 56 64 Z", cloth),
        _draw_shape("M26 42 H38 V52 Q32 57 26 52 Z", skin),
        _draw_dot(15.5, 33, 3.6, skin),
        _draw_dot(48.5, 33, 3.6, skin),
        _draw_oval(32, 31, 16.5, 18, skin),
        *(_draw_shape(path, hair) for path in before_head),
        *_EYES[index // 2 % len(_EYES)],
        _draw_stroke("M32 33 Q34.5 36.5 31.5 37", width=1.8),
        *_MOUTHS[index // 3 % len(_MOUTHS)],
        *_draw_extra(index, hair, cloth),
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
"""Shapes behind the head and before it."""
_EYES = (
    [_draw_dot(25, 31, 2.6, _INK), _draw_dot(39, 31, 2.6, _INK)],
    [
        _draw_oval(25, 31, 4, 4.4, _WHITE),
        _draw_oval(39, 31, 4, 4.4, _WHITE),
        _draw_dot(26, 31.5, 2.2, _INK),
        _draw_dot(40, 31.5, 2.2, _INK),
    ],
    [_draw_stroke("M21.5 31 Q25 27.5 28.5 31"), _draw_stroke("M35.5 31 Q39 27.5 42.5 31")],
    [
        _draw_dot(25, 31, 2.6, _INK),
        _draw_dot(39, 31, 2.6, _INK),
        _draw_stroke("M20.5 26 L28 24.5"),
        _draw_stroke("M43.5 26 L36 24.5"),
    ],
)
_MOUTHS = (
    [_draw_stroke("M26 41 Q32 46 38 41")],
    [
        _draw_shape("M25 40 H39 Q38 47 32 47 Q26 47 25 40 Z", _WHITE),
        _draw_stroke("M25 40 H39 Q38 47 32 47 Q26 47 25 40 Z", width=1.6),
    ],
    [_draw_stroke("M27 42 H37")],
    [_draw_stroke("M27 42 Q33 44 38 40")],
    [_draw_oval(32, 42, 3, 3.6, "#7A2E22")],
)


def _draw_extra(index: int, hair: str, cloth: str) -> list[str]:
    """Draw glasses, a beard, a hat or nothing."""
    match index % 7:
        case 1:
            rims = [
                _draw_stroke(f"M{x - 6} 31 A6 6 0 1 1 {x + 6} 31 A6 6 0 1 1 {x - 6} 31 Z", width=2) for x in (25, 39)
            ]
            return [*rims, _draw_stroke("M31 31 H33", width=2)]
        case 2:
            return [
                _draw_shape("M16 34 Q17 52 32 52 Q47 52 48 34 Q45 39 38 38 Q32 36 26 38 Q19 39 16 34 Z", hair),
                _draw_stroke("M28 43 Q32 46 36 43", _WHITE),
            ]
        case 4:
            return [_draw_shape("M12 20 Q13 5 32 5 Q51 5 52 20 Z", cloth), _draw_shape("M10 18 H54 V23 H10 Z", _INK)]
        case 5:
            return [_draw_shape("M24 39 Q28 36 32 38.5 Q36 36 40 39 Q36 41.5 32 40 Q28 41.5 24 39 Z", hair)]
        case 6:
            return [_draw_dot(15, 38, 2, "#C8963E"), _draw_dot(49, 38, 2, "#C8963E")]
    return []


def _draw_animal(index: int) -> list[str]:
    """Draw a cat, a bear, a rabbit, an owl, a frog or a fox, in one of their colours."""
    kind = index % 6
    fur = "#6FA35B" if kind == _FROG else _FUR[(index * 5 + index // 6) % len(_FUR)]
    ears = {
        0: [_draw_shape("M12 30 L14 8 L30 18 Z", fur), _draw_shape("M52 30 L50 8 L34 18 Z", fur)],
        1: [
            _draw_dot(16, 18, 8, fur),
            _draw_dot(48, 18, 8, fur),
            _draw_dot(16, 18, 4, _PALE),
            _draw_dot(48, 18, 4, _PALE),
        ],
        2: [
            _draw_oval(23, 14, 5.5, 14, fur),
            _draw_oval(41, 14, 5.5, 14, fur),
            _draw_oval(23, 15, 2.5, 10, "#E8B0A8"),
            _draw_oval(41, 15, 2.5, 10, "#E8B0A8"),
        ],
        3: [_draw_shape("M13 12 L28 20 L14 30 Z", fur), _draw_shape("M51 12 L36 20 L50 30 Z", fur)],
        4: [_draw_dot(20, 17, 9, fur), _draw_dot(44, 17, 9, fur)],
        5: [_draw_shape("M10 34 L12 6 L32 20 Z", fur), _draw_shape("M54 34 L52 6 L32 20 Z", fur)],
    }[kind]
    head = [_draw_oval(32, 36, 22, 20, fur)]
    nose = [
        _draw_oval(32, 44, 10, 8, _PALE),
        _draw_shape("M28 39 H36 L32 44 Z", _INK),
        _draw_stroke("M32 44 Q29 49 25 46 M32 44 Q35 49 39 46", width=2),
    ]
    eyes = [
        _draw_dot(24, 32, 3, _INK),
        _draw_dot(40, 32, 3, _INK),
        _draw_dot(25, 31, 1, _WHITE),
        _draw_dot(41, 31, 1, _WHITE),
    ]
    if kind == _OWL:
        eyes = [
            _draw_dot(23, 32, 8, _PALE),
            _draw_dot(41, 32, 8, _PALE),
            _draw_dot(23, 32, 4, _INK),
            _draw_dot(41, 32, 4, _INK),
        ]
        nose = [_draw_shape("M29 37 H35 L32 45 Z", "#E69F00")]
    if kind == _FROG:
        eyes = [
            _draw_dot(20, 17, 5, _WHITE),
            _draw_dot(44, 17, 5, _WHITE),
            _draw_dot(20, 17, 2.6, _INK),
            _draw_dot(44, 17, 2.6, _INK),
        ]
        nose = [_draw_stroke("M16 40 Q32 54 48 40"), _draw_dot(29, 35, 1.2, _INK), _draw_dot(35, 35, 1.2, _INK)]
    if index % 12 >= 6:
        nose = [*nose, _draw_shape("M18 56 Q32 64 46 56 L44 62 H20 Z", _CLOTH[index % len(_CLOTH)])]
    return [*ears, *head, *eyes, *nose]
