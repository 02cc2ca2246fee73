"""Copies in drawings: what `<use>` names is drawn, within bounds."""

from __future__ import annotations

from io import BytesIO

import pygame
import pytest

from grenade_salad.boxes.svg_copies import expand_uses
from grenade_salad.quarantine.pictures import encode_picture

_HEAD = b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">'
_SQUARE = b'<path id="a" d="M0 0h8v8h-8z"/>'


def _colours(inside: bytes, *points: tuple[int, int]) -> list[str]:
    """Draw an SVG as boxes' pictures are drawn, and return what is at points."""
    png = encode_picture("a.svg", _HEAD + inside + b"</svg>", (40, 20), lambda name: None)
    image = pygame.image.load(BytesIO(png), "a.png")
    paints = {(255, 0, 0, 255): "red", (0, 0, 255, 255): "blue", (0, 0, 0, 255): "black"}
    return [paints.get(tuple(image.get_at(point)), "") for point in points]


def test_copies_are_drawn_where_they_are_and_in_their_colour() -> None:
    inside = (
        b"<!-- <use href='#a' fill='red'/> --><defs>" + _SQUARE + b'<g id="two"><use xlink:href="#a"/>'
        b'<use xlink:href="#a" x="10" fill="blue"/></g></defs><use href="#two" y="10" fill="red"/>'
        b"<use href='#a' transform='translate(30 0)'></use>"
    )
    assert _colours(inside, (4, 14), (14, 14), (34, 4), (4, 4)) == ["red", "blue", "black", ""]


def test_symbols_are_scaled_into_their_place_and_not_drawn_by_themselves() -> None:
    inside = (
        b'<symbol id="s" viewBox="0 0 8 8"><path fill="red" d="M0 0h8v8h-8z"/></symbol>'
        b'<use href="#s" x="20" width="20" height="20"/>'
    )
    assert _colours(inside, (22, 2), (38, 18), (4, 4)) == ["red", "red", ""]


@pytest.mark.parametrize(
    "inside",
    [
        b'<g id="a"><path fill="red" d="M0 0h8v8h-8z"/><use href="#a"/></g>',
        b'<path fill="red" d="M0 0h8v8h-8z"/><use href="#nowhere"/><use href="https://example.org/a.svg#a"/><use/>',
        b'<path fill="red" d="M0 0h8v8h-8z"/><use href="#a',
        b'<path fill="red" d="M0 0h8v8h-8z"/><!-- <use href="#a"/>',
    ],
    ids=["itself", "nothing", "no end", "comment without end"],
)
def test_uses_of_nothing_are_left_out(inside: bytes) -> None:
    assert len(expand_uses(_HEAD + inside + b"</svg>")) < 2 * len(_HEAD + inside)
    assert _colours(inside + b'">', (4, 4)) == ["red"]


def test_copies_of_copies_of_copies_are_bounded() -> None:
    levels = b"".join(
        b'<g id="l%d">' % level + b'<use href="#l%d"/>' % (level - 1) * 50 + b"</g>" for level in range(1, 9)
    )
    svg = _HEAD + b"<defs>" + _SQUARE.replace(b'"a"', b'"l0"') + levels + b"</defs>" + b'<use href="#l8"/>' * 50
    assert len(expand_uses(svg + b"</svg>")) < 5_000_000
