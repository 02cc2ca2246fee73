"""Pictures of the open table: see tools/screens.py."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

import pygame

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.hand_strip import card_boxes
from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.ui.inputs import KeyInput, PointerInput
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.core import Action
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.buttons import expand_button
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.match.match import Header, Match
from tools.tables import ShowScreen, get_board, run_frames, sit_down

Point: TypeAlias = tuple[float, float]
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Finn", "Gus", "Hal", "Ida")


def show_box(app: App, box: str, seats: int, buttons: tuple[str, ...] = (), turn: int | None = 0) -> OpenTableBoard:
    """Show a bundled box after pressing some of its buttons; `turn` is marked."""
    app.settings.speed = "off"
    match = Match(Header("open-table", NAMES[:seats], TableOptions(), 5, bundled.load_box(box).setup))
    board = sit_down(app, match, OpenTableBoard, seats)
    _wait_until_idle(app, board)
    for label in buttons:
        button = next(candidate for candidate in board.desk.view.box.buttons if candidate.label == label)
        for action in expand_button(button, board.desk.seat or 0, board.desk.view):
            act(app, board, action)
    if turn is not None:
        act(app, board, actions.Set(0, "turn", "", turn))
    return board


def act(app: App, board: OpenTableBoard, action: Action) -> None:
    """Apply an action and wait for everything that follows."""
    assert board.controller.act(action), action
    _wait_until_idle(app, board)


def _wait_until_idle(app: App, board: OpenTableBoard) -> None:
    run_frames(app, 3)
    for _ in range(600):
        if board.controller.is_idle:
            return
        app.frame()


def _lay_cards(app: App, board: OpenTableBoard, count: int = 3) -> None:
    for index in range(count):
        act(app, board, actions.Move(0, of="draw", n=1, to=(80.0 + 90 * index, 90.0), face="up"))


def _show_cards(app: App, seats: int = 4) -> OpenTableBoard:
    board = show_box(app, "cards", seats, ("Deal 5",))
    _lay_cards(app, board)
    return board


def _show_open_strip(app: App, buttons: tuple[str, ...] = ("Deal 7",), seats: int = 4) -> None:
    show_box(app, "cards", seats, buttons)
    app.scene.handle(KeyInput(pygame.K_SPACE))


def _show_chosen_piece(app: App, box: str = "cards", seats: int = 4) -> None:
    board = show_box(app, box, seats)
    board.desk.choose(
        [next(piece.key for piece in board.desk.pieces if piece.is_stack or piece.shape in ("die", "disc"))]
    )
    board._refresh()


def _show_menu(app: App) -> None:
    board = _show_cards(app)
    position = board.desk.camera.to_screen(next(piece.position for piece in board.desk.pieces if piece.key == "draw"))
    for kind in ("move", "down", "up"):
        app.scene.handle(PointerInput(kind, position, 0 if kind == "move" else 3))


def _show_large_card(app: App, box: str = "cards") -> None:
    _read_large(app, _show_cards(app) if box == "cards" else show_box(app, box, 2))


def _read_large(app: App, board: OpenTableBoard) -> None:
    """Read the topmost piece that is not the board."""
    piece = next(piece for piece in reversed(board.desk.pieces) if piece.shape != "board" and piece.face.side >= 0)
    app.scene.handle(PointerInput("move", board.desk.camera.to_screen(piece.position), 0))
    app.scene.handle(KeyInput(pygame.K_z, meanings=frozenset({"read_large"})))


def _show_drag(app: App) -> None:
    board = _show_cards(app)
    app.scene.handle(KeyInput(pygame.K_SPACE))
    start, end = card_boxes(board.desk)[1].center, board.desk.camera.to_screen((420.0, 120.0))
    _drag(app, 1, start, (start[0], start[1] - 60), end)


def _drag(app: App, frames: int, start: Point, *path: Point) -> None:
    """Press the mouse and move it along a path, with some frames between."""
    for kind, position in (("move", start), ("down", start), *(("move", position) for position in path)):
        app.scene.handle(PointerInput(kind, position, 1 if kind == "down" else 0))  # type: ignore[arg-type]
        run_frames(app, frames)


def _show_flick(app: App) -> None:
    board = show_box(app, "crokinole", 2)
    disc = next(piece for piece in board.desk.pieces if piece.shape == "disc")
    assert isinstance(disc.key, int)
    act(app, board, actions.Move(0, what=(disc.key,), to=(400.0, 100.0)))
    start = board.desk.camera.to_screen((400.0, 100.0))
    end = start[0] + 8, start[1] + 60
    _drag(app, 6, start, end, (end[0] + 2, end[1]))


def _show_edges(app: App, box: str, seats: int, turn: int, *buttons: str) -> None:
    app.settings.facing = "edges"
    board = show_box(app, box, seats, buttons, turn)
    if box == "cards":
        _lay_cards(app, board)


def _show_edges_stack(app: App, seats: int) -> None:
    """Show people around one screen; a named stack is chosen, so the panel is full."""
    _show_edges(app, "cards", seats, seats - 1, "Deal 5")
    board = get_board(app.scene, OpenTableBoard)
    act(app, board, actions.Move(0, of="draw", n=4, to=(60.0, 250.0), angle=0.5))
    [stack] = board.desk.view.stacks
    act(app, board, actions.Set(0, "name", stack.number, "The market"))
    board.desk.choose([stack.number])
    board._refresh()


def _show_edges_large_card(app: App) -> None:
    _show_edges(app, "cards", 4, 2, "Deal 5")
    _read_large(app, get_board(app.scene, OpenTableBoard))


_BOX_SEATS = {"draughts": 2, "chess": 2, "wheel": 5, "grenade-salad": 4, "cards": 4, "live-grenade": 4}
_DEAL_BUTTONS = {"dominoes": ("Deal 7",), "wheel": ("Deal 1",), "live-grenade": ("Deal",), "grenade-salad": ("Deal 5",)}

SCREENS: dict[str, ShowScreen] = {
    "open-setup": lambda app: app.push(BoxSetup(app)),
    **{
        f"open-box-{name}": partial(
            show_box, box=name, seats=_BOX_SEATS.get(name, 2), buttons=_DEAL_BUTTONS.get(name, ())
        )
        for name in bundled.names()
    },
    "open-cards-play": _show_cards,
    "open-cards-9": partial(show_box, box="cards", seats=9, buttons=("Deal 5",)),
    "open-strip": _show_open_strip,
    "open-strip-26": partial(_show_open_strip, buttons=("Deal all",), seats=2),
    "open-panel": _show_chosen_piece,
    "open-panel-dice": partial(_show_chosen_piece, box="dice", seats=2),
    "open-menu": _show_menu,
    "open-reading": _show_large_card,
    "open-reading-chess": partial(_show_large_card, box="chess"),
    "open-carried": _show_drag,
    "open-shot": _show_flick,
    "open-edges": lambda app: _show_edges(app, "cards", 4, 1, "Deal 5"),
    "open-edges-2": lambda app: _show_edges(app, "chess", 2, 1),
    "open-edges-9": lambda app: _show_edges_stack(app, 9),
    "open-edges-6": lambda app: _show_edges_stack(app, 6),
    "open-edges-reading": _show_edges_large_card,
}
