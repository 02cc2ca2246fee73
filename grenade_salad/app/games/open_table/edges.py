"""The marked lower edge of a pile, under which a card goes that is let go there; on the pile it lies on top."""

from __future__ import annotations

from grenade_salad.app.games.open_table.hits import has_different_pieces, hit
from grenade_salad.app.games.open_table.interaction import Carry, Desk
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BRASS_LIGHT, INK, PAPER, SMALL
from grenade_salad.games.open_table.box import STACKED
from grenade_salad.games.open_table.placed_pieces import Key, Lying, upright
from grenade_salad.text import Words, m

WIDTH, HEIGHT = 150.0, 26.0
"""Units that the edge of a pile is wide and high."""
GAP = 10.0
"""Units between it and the pile: who holds a card by its lower end and lays it down a little too low means the pile."""

# Translators: on the lower edge of a pile, and on a button: a card that is carried goes below the others
UNDER = m("Put it under")


def edge_of(desk: Desk, pile: Lying) -> Rect:
    """Return the place of the edge on the screen: below the pile for whoever reads it, and within the table."""
    quarters = desk.faces % 4
    away = upright(pile.size, pile.angle)[quarters % 2 ^ 1] * desk.camera.scale / 2 + GAP + HEIGHT / 2
    right, down = ((0.0, away), (away, 0.0), (0.0, -away), (-away, 0.0))[quarters]
    x, y = desk.camera.to_screen(pile.at)
    box = Rect(0, 0, *((HEIGHT, WIDTH) if quarters % 2 else (WIDTH, HEIGHT)))
    box.center = x + right, y + down
    return box.clamp(desk.camera.rect)


def marked_pile(desk: Desk, carry: Carry, over: Key | None) -> Key | None:
    """Return the pile whose edge is marked: `over` which something is carried, or came from; None if there is none.

    It stays marked while the pointer is on its edge, and never is where the pointer has not been on the pile before.
    """
    if carry.by_keys or carry.lying[0].shape not in STACKED:
        return None
    if is_on_edge(desk, carry, carry.marked):
        return carry.marked
    if over is None and isinstance(carry.of, int):
        own = desk.thing(carry.of)
        over = carry.of if own is not None and hit(desk, [own], carry.at) is not None else None
    pile = None if over is None else desk.thing(over)
    if pile is None or pile.locked or pile.key in carry.what or not has_different_pieces(desk, pile):
        return None
    return pile.key


def is_on_edge(desk: Desk, carry: Carry, key: Key | None) -> bool:
    """True if the pointer is on the edge of this pile, and on nothing else that something could be laid on."""
    pile = None if key is None else desk.thing(key)
    if pile is None or not edge_of(desk, pile).collidepoint(carry.at):
        return False
    spot = desk.camera.to_table(carry.at)
    if any(area.has(spot) for area in desk.areas if area.holder.name != pile.holder):
        return False
    others = [one for one in desk.things if one.shape in STACKED and one.key not in (*carry.what, pile.key)]
    return hit(desk, others, carry.at) is None


def draw(canvas: Canvas, desk: Desk) -> None:
    """Draw the edge of each pile that something is carried over, lit if it would go under."""
    for press in desk.hands.values():
        carry = press.carry
        pile = None if carry is None or carry.marked is None else desk.thing(carry.marked)
        if carry is None or pile is None:
            continue
        words: Words = UNDER
        if not press.finger:
            words = m("{verb} ({key})", verb=UNDER, key=desk.table.app.settings.key_words("carry"))
        box, paint = edge_of(desk, pile), BRASS_LIGHT if carry.under else PAPER
        canvas.fill(box.inflate(4, 4), INK, 8)
        canvas.fill(box, paint, 6)
        with canvas.turned(box, desk.faces) as inner:
            middle, wide = inner.area.center, inner.area.width - 10
            inner.text(words, middle, SMALL, INK, bold=carry.under, anchor="center", wide=wide)
