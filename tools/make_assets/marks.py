"""The nine marks of the seats: white silhouettes on 100 x 100, tinted by the app."""

from .glyphs import text
from .svg import WHITE, Node, curve, document, ellipse, fill, group, place, poly, rect, ring, star

HEART: tuple[Node, ...] = (
    (50, 91, 1), (28, 69), (11, 50), (8, 31), (18, 14), (34, 11), (50, 25, 1), (66, 11), (82, 14), (92, 31), (89, 50),
    (72, 69),
)  # fmt: skip


def marks() -> dict[str, str]:
    """Return each mark's name and path, in the order of the seat colours."""
    return {
        "disc": ellipse(50, 50, 40),
        "triangle": poly([(50, 9), (94, 86), (6, 86)]),
        "square": rect(14, 14, 72, 72),
        "cross": poly(
            [
                (36, 8), (64, 8), (64, 36), (92, 36), (92, 64), (64, 64), (64, 92), (36, 92), (36, 64), (8, 64),
                (8, 36), (36, 36),
            ]
        ),
        "diamond": poly([(50, 4), (88, 50), (50, 96), (12, 50)]),
        "star": poly(star(50, 54, 49, 20.5, 5)),
        "ring": ring(50, 50, 42, 23),
        "bar": rect(8, 35, 84, 30),
        "heart": curve(HEART),
    }  # fmt: skip


def files() -> dict[str, str]:
    """Return each mark, and with a 2 beside it for seats beyond the ninth."""
    drawings = {}
    for name, d in marks().items():
        drawings[f"marks/{name}.svg"] = document(100, 100, fill(d, WHITE))
        small, digit = group(fill(d, WHITE), transform=place(0, 0, 0.64)), fill(text("2", 74, 96, 52), WHITE)
        drawings[f"marks/{name}-2.svg"] = document(100, 100, small, digit)
    return drawings
