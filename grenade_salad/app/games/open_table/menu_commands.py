"""Commands for the selection: one list for panel, right click and keys."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot, pi
from typing import Literal

from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.ui.meanings import KeyMeaning
from grenade_salad.core import Action
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Flick
from grenade_salad.games.open_table.box import Point as Spot
from grenade_salad.games.open_table.placed_pieces import Key, PlacedPiece, find_hand_name, shot_starts
from grenade_salad.games.open_table.words import GIVE_BACK, GIVE_NOTHING, next_side
from grenade_salad.text import Words, m

PAGE_SIZE = 6
"""Maximum number of commands shown at once.

If there are more, one of them turns the page.
"""
_NAME_DEPTH = 14.0
"""Space in mm below an area for its name."""
_SEARCH_COLUMNS, _SEARCH_ROWS = range(-18, 19), range(-14, 15)
"""Range of the search for a free spot: half sizes of the piece from the middle."""

Operation = Literal[
    "",
    "ask",
    "carry",
    "push",
    "supply",
    "write",
    "tool",
    "aim",
    "page",
    "leave",
    "close",
    "air",
]


@dataclass(frozen=True, slots=True)
class MenuCommand:
    """A command: the words on its button, its key, and its actions or an operation."""

    words: Words
    key: KeyMeaning | Literal[""] = ""
    """The meaning of its key, if it has one."""
    actions: tuple[Action, ...] = ()
    """The actions that it applies, in order."""
    operation: Operation = ""
    """The effect on the board instead: it asks for more, aims, and so on."""
    argument: str = ""
    """The argument of the operation, such as the question that is asked."""


# Translators: what one does with things on a table, on buttons
FLIP, DRAW, SHUFFLE = m("Turn over"), m("Draw to my hand"), m("Shuffle", context="a stack")
# Translators: a button: all cards of a pile together
FLIP_PILE = m("Turn the pile over")
TAKE, ROLL, DEAL = m("Take to my hand"), m("Roll"), m("Deal…")
LOOK, THROUGH, LOCK = m("Look at it"), m("Look through"), m("Lock")
# Translators: buttons: how many of a pile is asked then
TAKE_SOME, LOOK_SOME = m("Take how many…"), m("Look at how many…")
# Translators: a button: what somebody has looked at is put down again
CLOSE = m("Stop looking")
UNLOCK, SHOW = m("Unlock"), m("Show…")
# Translators: buttons: a die is not rolled with the others, or it is again
KEEP_DIE, RELEASE_DIE = m("Keep it", context="a die"), m("Don't keep it", context="a die")
# Translators: a button: a card or tile is turned by 90 degrees, clockwise
QUARTER = m("Turn by a quarter")
UP: tuple[Words, actions.Face] = m("Play face up"), "up"
DOWN: tuple[Words, actions.Face] = m("Play face down"), "down"
PUSH, FLICK, WRITE = m("Push", context="along the table"), m("Flick"), m("Write…")
GATHER, AWAY, CARRY = m("Gather"), m("Put into the box"), m("Move…")
# Translators: a button: one writes what a pile of cards is called
NAME = m("Name it…")
# Translators: a button: shows what else can be done
MORE = m("More…")

_CARRY = MenuCommand(CARRY, "carry", operation="carry")
_WRITE = MenuCommand(WRITE, "write", operation="write")
_CLOSE = MenuCommand(CLOSE, "look", operation="close")
_DEAL = MenuCommand(DEAL, "deal", operation="ask", argument="deal")
_TAKE_SOME = MenuCommand(TAKE_SOME, "take_some", operation="ask", argument="take")
_LOOK_SOME = MenuCommand(LOOK_SOME, "look_some", operation="ask", argument="look")


def available(desk: TableInteraction) -> list[MenuCommand]:
    """Return the possible commands, the usual one first.

    Empty if nothing is selected or nobody acts.
    """
    commands = _selection_commands(desk)
    if not (commands and desk.is_looking()):
        return commands
    # It replaces the commands that look, since it has the same key.
    other_commands = [command for command in commands if command.key != "look"]
    return [*other_commands, _CLOSE] if desk.card_index is not None else [_CLOSE, *other_commands]


def _selection_commands(desk: TableInteraction) -> list[MenuCommand]:
    seat = desk.seat
    if seat is None:
        return []
    if desk.card_index is not None:
        return _card_commands(desk, seat, desk.card_index)
    pieces = [piece for key in desk.chosen if (piece := desk.find_piece(key)) is not None]
    if len(pieces) > 1:
        return _group_commands(desk, seat, pieces)
    if pieces:
        return _piece_commands(desk, seat, pieces[0])
    return []


def current_page(desk: TableInteraction, commands: list[MenuCommand]) -> list[MenuCommand]:
    """Return the commands on the current page, and the one that turns it."""
    if len(commands) <= PAGE_SIZE:
        return commands
    page_length = PAGE_SIZE - 1
    first = desk.page * page_length % (-(-len(commands) // page_length) * page_length)
    return [*commands[first : first + page_length], MenuCommand(MORE, operation="page")]


def can_write(desk: TableInteraction) -> bool:
    """True if the box has anything that can be written on, which is no secret."""
    return any(kind.blank for kind in desk.view.box.kinds)


def _card_commands(desk: TableInteraction, seat: int, card_index: int) -> list[MenuCommand]:
    """Return the commands for a card of the hand, or of a search, to take it out."""
    if desk.is_looking():
        return _searched_card_commands(desk, seat, card_index)
    cards = [kind.size for kind in desk.view.box.kinds if kind.piece == "card"] or [(0.0, 0.0)]
    to = find_free_spot(desk, (max(size[0] for size in cards), max(size[1] for size in cards)))
    sides = (UP, DOWN) if desk.strip.landing_side == "up" else (DOWN, UP)
    play = [
        MenuCommand(words, actions=(actions.Move(seat, of=desk.hand, at=(card_index,), to=to, face=side),))
        for words, side in sides
    ]
    write = [_WRITE] if can_write(desk) else []
    away = MenuCommand(AWAY, actions=(actions.Remove(seat, of=desk.hand, at=(card_index,)),))
    return [*play, MenuCommand(SHOW, "look", operation="ask", argument="show"), _CARRY, *write, away]


def _searched_card_commands(desk: TableInteraction, seat: int, card_index: int) -> list[MenuCommand]:
    place = searched_place(desk, card_index)
    hand = find_hand_name(desk.view, desk.seats, seat)
    if place is None or not hand:
        return [_WRITE] if can_write(desk) and single_looked_at(desk) is not None else []
    take = MenuCommand(TAKE, "take", (actions.Move(seat, of=desk.strip.searched, at=(place,), to=hand),))
    return [take, _CARRY]


def searched_place(desk: TableInteraction, card_index: int) -> int | None:
    """Return the position of a card in the searched stack, counted from its top.

    None if no stack is searched.
    """
    piece = desk.find_piece(desk.strip.searched) if desk.strip.searched != "" else None
    if piece is None or not piece.is_stack:
        return None
    return desk.view.looks[desk.seat or 0] - 1 - card_index


def single_looked_at(desk: TableInteraction) -> int | None:
    """Return the id of the single piece that is looked at, or None."""
    piece = desk.find_piece(desk.strip.searched) if desk.strip.searched != "" else None
    return piece.key if piece is not None and not piece.is_stack and isinstance(piece.key, int) else None


def find_free_spot(desk: TableInteraction, size: tuple[float, float]) -> tuple[float, float]:
    """Return a free point near the middle of the visible table, in mm.

    A piece of that size, in mm, covers no piece and no name of an area there, nor a board if there is space. Without
    such a point it is the middle itself.
    """
    (width, height), (x, y) = desk.view.box.table, desk.camera.middle
    loose: list[tuple[Spot, Spot]] = []
    boards: list[tuple[Spot, Spot]] = []
    for piece in desk.pieces:
        (boards if piece.shape == "board" else loose).append((piece.position, piece.size))
    for left, low, across, up in (area.box for area in desk.areas):
        loose.append(((left + across / 2, low + up / 2), (across, up + 2 * _NAME_DEPTH)))
    offsets = [(size[0] * column / 2, size[1] * row / 2) for column in _SEARCH_COLUMNS for row in _SEARCH_ROWS]
    points = [(x + right, y - height / 8 + down) for right, down in sorted(offsets, key=lambda offset: hypot(*offset))]
    inside = [
        point
        for point in points
        if all(
            extent / 2 <= coordinate <= edge - extent / 2
            for coordinate, extent, edge in zip(point, size, (width, height), strict=True)
        )
    ]
    for taken in (boards, ()):
        for point in inside:
            if not _covers(point, size, taken) and not _covers(point, size, loose):
                return point
    return min(max(x, 0.0), width), min(max(y, 0.0), height)


def _covers(point: Spot, size: Spot, placed: Iterable[tuple[Spot, Spot]]) -> bool:
    """True if something of that size at the point covers any of the placed things."""
    return any(
        abs(centre[0] - point[0]) < (placed_size[0] + size[0]) / 2
        and abs(centre[1] - point[1]) < (placed_size[1] + size[1]) / 2
        for centre, placed_size in placed
    )


def _piece_commands(desk: TableInteraction, seat: int, piece: PlacedPiece) -> list[MenuCommand]:
    hand, key = find_hand_name(desk.view, desk.seats, seat), piece.key
    if isinstance(key, str):
        return _holder_commands(desk, seat, piece, hand)
    names = (KEEP_DIE, RELEASE_DIE) if piece.shape == "die" else (LOCK, UNLOCK)
    lock = MenuCommand(names[piece.locked], "lock", (actions.Set(seat, "lock", key, not piece.locked),))
    write = [_WRITE] if piece.kind is not None and piece.kind.blank and not piece.is_face_down else []
    away = MenuCommand(AWAY, actions=(actions.Remove(seat, what=(key,)),))
    if piece.locked:
        return [*write, lock]
    if piece.is_stack:
        name = MenuCommand(NAME, "write", operation="write")
        return _stack_commands(desk, seat, key, hand, [_CARRY, lock, name, away])
    take = [MenuCommand(TAKE, "take", (actions.Move(seat, what=(key,), to=hand),))] if hand else []
    flip = MenuCommand(FLIP, "flip", (actions.Flip(seat, (key,)),))
    push, flick = MenuCommand(PUSH, operation="push"), MenuCommand(FLICK, "shoot", operation="ask", argument="aim")
    if is_at_shot_start(desk, seat, piece):
        return [flick, _CARRY, push, *take, *write, lock, away]
    slide = [push, flick] if piece.holder is None else []
    match piece.shape:
        case "card":
            look = [MenuCommand(LOOK, "look", (actions.Look(seat, what=(key,)),))] if piece.is_face_down else []
            show = [MenuCommand(SHOW, operation="ask", argument="show")] if piece.is_face_down else []
            return [flip, *take, *look, *write, *_quarter_turn_commands(seat, key, piece), _CARRY, lock, away, *show]
        case "die":
            roll, turn = MenuCommand(ROLL, "roll", (actions.Roll(seat, (key,)),)), _next_side_command(seat, key, piece)
            return [roll, lock, turn, *slide, _CARRY, *write, away]
        case "disc" if _any_disc_may_be_shot(desk.view.box.flick):
            return [*reversed(slide), _CARRY, flip, *take, *write, lock, away]
        case "disc":
            return [_CARRY, flip, *slide, *take, *write, lock, away]
        case "board":
            return [_CARRY, *write, *_quarter_turn_commands(seat, key, piece), lock, away]
    return [_CARRY, *slide, *take, *write, lock, away]


def _quarter_turn_commands(seat: int, key: int, piece: PlacedPiece) -> list[MenuCommand]:
    """Return the command that turns a loose piece by a quarter; none in a holder."""
    if piece.holder is not None:
        return []
    angle = round((piece.angle - pi / 2) % (2 * pi), 4)
    return [MenuCommand(QUARTER, "turn_right", (actions.Move(seat, what=(key,), to=piece.position, angle=angle),))]


def _next_side_command(seat: int, key: int, piece: PlacedPiece) -> MenuCommand:
    """Return the command that turns a die by hand to its next side."""
    assert piece.kind is not None
    side, words = next_side(piece.kind, piece.face.side)
    return MenuCommand(words, "flip", (actions.Set(seat, "die", key, side),))


def _any_disc_may_be_shot(flick: Flick) -> bool:
    """True if the box describes shots, but not where they begin."""
    return not flick.starts and flick != Flick()


def is_at_shot_start(desk: TableInteraction, seat: int, piece: PlacedPiece) -> bool:
    """True if the piece is where the box says that shots begin."""
    begins = piece.holder is None and any(start.contains(piece.position) for start in shot_starts(desk.view, seat))
    return begins and piece.shape in ("disc", "cube", "pawn")


def _stack_commands(
    desk: TableInteraction, seat: int, key: int, hand: str, extra_commands: list[MenuCommand]
) -> list[MenuCommand]:
    return [
        *([MenuCommand(DRAW, "take", (actions.Move(seat, of=key, to=hand),))] if hand else ()),
        MenuCommand(SHUFFLE, "roll", (actions.Shuffle(seat, key),)),
        *([_DEAL] if hand else ()),
        flip_command(desk, seat, (key,)),
        MenuCommand(THROUGH, "look", (actions.Look(seat, of=key, n=0),)),
        _TAKE_SOME,
        _LOOK_SOME,
        *extra_commands,
    ]


def flip_command(desk: TableInteraction, seat: int, keys: tuple[Key, ...]) -> MenuCommand:
    """Return the command that turns these over.

    A stack asks first if that would show a card that nobody knows.
    """
    pile = len(keys) == 1 and (piece := desk.find_piece(keys[0])) is not None and piece.is_stack
    words = FLIP_PILE if pile else FLIP
    if any(_would_show_unknown(desk, key) for key in keys):
        return MenuCommand(words, "flip", operation="ask", argument="flip")
    return MenuCommand(words, "flip", (actions.Flip(seat, keys),))


def _would_show_unknown(desk: TableInteraction, key: Key) -> bool:
    """True if the lowest of a stack is face down, and not everybody knows it."""
    view = desk.view
    stack = next((candidate for candidate in view.stacks if candidate.number == key), None)
    if stack is not None:
        unknown = isinstance(stack.inside, int) or (bool(stack.inside) and stack.inside[0].front is None)
        return stack.turned < 0 and unknown
    holder = view.holder(key) if isinstance(key, str) else None
    if holder is None or holder.count < 2:
        return False
    return isinstance(holder.inside, int) or (bool(holder.inside) and holder.inside[0].front is None)


def _holder_commands(desk: TableInteraction, seat: int, piece: PlacedPiece, hand: str) -> list[MenuCommand]:
    """Return the commands for a pile in a holder or a bag."""
    assert isinstance(piece.key, str)
    draw = MenuCommand(DRAW, "take", (actions.Move(seat, of=piece.key, to=hand),))
    amounts = [_TAKE_SOME, _LOOK_SOME] if piece.count > 1 else []
    if piece.is_bag:
        return [*([draw, _DEAL] if hand else ()), *amounts[:1], _CARRY]
    shuffle = [MenuCommand(SHUFFLE, "roll", (actions.Shuffle(seat, piece.key),))] if piece.count > 1 else []
    hand_commands = [draw, *shuffle, _DEAL] if hand else []
    through = MenuCommand(THROUGH, "look", (actions.Look(seat, of=piece.key, n=0),))
    return [*hand_commands, flip_command(desk, seat, (piece.key,)), through, *amounts, _CARRY]


def _group_commands(desk: TableInteraction, seat: int, pieces: list[PlacedPiece]) -> list[MenuCommand]:
    piece_ids = tuple(piece.key for piece in pieces if isinstance(piece.key, int))
    commands: list[MenuCommand] = []
    shuffles = tuple(actions.Shuffle(seat, piece.key, goes_on=index > 0) for index, piece in enumerate(pieces))
    shuffle = [MenuCommand(SHUFFLE, "roll", shuffles)] if all(map(_can_shuffle, pieces)) else []
    if len(piece_ids) != len(pieces):
        return shuffle
    if dice := tuple(piece.key for piece in pieces if piece.shape == "die" and isinstance(piece.key, int)):
        commands.append(MenuCommand(ROLL, "roll", (actions.Roll(seat, dice),)))
        locks = [actions.Set(seat, "lock", die, True, goes_on=index > 0) for index, die in enumerate(dice)]
        if len(dice) == len(pieces):
            commands.append(MenuCommand(KEEP_DIE, "lock", tuple(locks)))
    if all(piece.shape in ("card", "disc") for piece in pieces):
        gather = actions.Move(seat, what=piece_ids[1:], to=piece_ids[0])
        commands += [MenuCommand(GATHER, "gather", (gather,)), *shuffle, flip_command(desk, seat, piece_ids)]
    if hand := find_hand_name(desk.view, desk.seats, seat):
        commands.append(MenuCommand(TAKE, "take", (actions.Move(seat, what=piece_ids, to=hand),)))
    if all(piece.is_face_down for piece in pieces):
        commands.append(MenuCommand(SHOW, operation="ask", argument="show"))
    if not any(piece.locked for piece in pieces):
        commands.append(_CARRY)
    commands.append(MenuCommand(AWAY, actions=(actions.Remove(seat, what=piece_ids),)))
    return commands


def _can_shuffle(piece: PlacedPiece) -> bool:
    return piece.is_stack and not piece.locked and not piece.is_bag


def idle_commands(desk: TableInteraction) -> list[MenuCommand]:
    """Return the commands while nothing is selected.

    They are for the turn, the box, the whole hand, tools, and the end of the match.
    """
    passing, seat = make_pass(desk), desk.seat
    if passing is None or seat is None:
        return []
    # Translators: buttons at a table where people play what they like
    commands = [
        *([_CLOSE] if desk.is_looking() else ()),
        *(_answers_to_recall(seat) if any(asked.seat == seat for asked in desk.view.asked) else ()),
        MenuCommand(m("Pass the turn"), "pass_turn", (passing,)),
        MenuCommand(m("Give the turn to…"), operation="ask", argument="turn"),
        MenuCommand(m("Out of the box…"), "supply", operation="supply"),
        # Translators: a button: with ruler, sight line or circle
        MenuCommand(m("Measure…"), "measure", operation="ask", argument="measure"),
    ]
    holder = desk.view.holder(desk.hand) if desk.hand else None
    if holder is not None:
        words = m("Hide my hand") if holder.open else m("Lay my hand open")
        commands.append(MenuCommand(words, actions=(actions.Set(seat, "open", desk.hand, not holder.open),)))
    return [*commands, MenuCommand(m("Finish…"), operation="ask", argument="finish")]


def _answers_to_recall(seat: int) -> list[MenuCommand]:
    """Return the answers of a seat that was asked for what is in its hand."""
    return [
        MenuCommand(GIVE_BACK, actions=(actions.Give(seat),)),
        MenuCommand(GIVE_NOTHING, actions=(actions.Give(seat, keeps=True),)),
    ]


def make_pass(desk: TableInteraction) -> Action | None:
    """Return the action that gives the turn to the next occupied seat, or None."""
    if desk.seat is None:
        return None
    current = desk.view.turn if desk.view.turn is not None else desk.seat
    order = [(current + distance) % desk.seats for distance in range(1, desk.seats + 1)]
    occupied = [seat for seat in order if desk.table.controller.controllers[seat].kind != "nobody"]
    return actions.Set(desk.seat, "turn", to=(occupied or order)[0])
