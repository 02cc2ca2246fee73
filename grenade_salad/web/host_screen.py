"""What the phones' table asks of the place where it stands, and of what has the seats there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

from grenade_salad.match.match import Controller
from grenade_salad.session.session import Session
from grenade_salad.web.approvals import ApprovalRequest
from grenade_salad.web.protocol import Order, SeatRequest


@runtime_checkable
class SeatSource(Protocol):
    """What has seats that phones can have: a set-up, or a match."""

    def table_game(self) -> str:
        """The name of the game that is played."""

    def table_seats(self) -> Sequence[tuple[str, Controller]]:
        """Name and controller of each seat."""

    def give_seat(self, seat: int, controller: Controller) -> None:
        """Somebody else decides for a seat from now on."""

    def name_seat(self, seat: int, name: str) -> None:
        """Somebody who sits down would like to be called so: done if names can still be chosen."""

    def running(self) -> Session | None:
        """The match; None before it."""


class HostScreen(Protocol):
    """Where the table stands: the window, for one."""

    def host(self) -> SeatSource | None:
        """What has the seats now."""

    def accepts_decisions(self) -> bool:
        """Whether decisions are taken: no menu lies over the table."""

    def on_request(self, wish: SeatRequest) -> None:
        """A phone would like a seat: somebody has to let it in."""

    def on_question(self, question: ApprovalRequest) -> None:
        """A phone would like to do something that somebody else has to allow: see Hosting.decide."""

    def orders(self) -> tuple[Order, ...]:
        """Which of "begin" (the match, or the next one), "pause", "go on" and "screen" would be carried out now."""

    def carry_out(self, order: Order) -> None:
        """Carry out one of these; "screen" is carried out by who gives seats."""

    def is_halted(self) -> bool:
        """Whether the match stands still since a phone has said so."""

    def face_for(self, name: str) -> int:
        """The face of somebody, as in `people`."""

    def set_face(self, name: str, face: int) -> None:
        """Somebody who has sat down chose a face."""

    def has_screen(self) -> bool:
        """Whether there is a big screen, at which seats of phones can act as well."""

    def hint_level(self) -> str:
        """The machine that gives hints, as in `players.kind`."""

    def on_first_phone(self, language: str) -> None:
        """The first phone at the table sits down, and reads this language."""

    def on_seat_returned(self, seat: int) -> None:
        """A phone has given its seat back."""

    def on_closed(self) -> None:
        """Nobody listens any more."""

    def on_error(self, error: BaseException) -> None:
        """Something went wrong in the server."""

    def on_given_up(self) -> None:
        """Too much went wrong: the phones were stopped."""


def phone_seats(host: SeatSource | None, stand_ins: Collection[int]) -> list[int]:
    """The seats that phones have; a machine may play for one of them, in `stand_ins`, until its phone is back."""
    seats = host.table_seats() if host is not None else ()
    return [
        seat
        for seat, (_, controller) in enumerate(seats)
        if controller.kind == "phone" or (controller.kind == "bot" and seat in stand_ins)
    ]


def follow_players(old_names: Mapping[int, str], new_names: Mapping[int, str]) -> dict[int, int | None]:
    """Where the phones of these seats sit now, found by the name of who has each; None: nowhere any more."""
    seats_by_name = {name: seat for seat, name in new_names.items()}
    moves = {seat: seats_by_name.get(name) for seat, name in old_names.items()}
    if any(seat is None for seat in moves.values()) and new_names.keys() == old_names.keys():
        return {seat: seat for seat in new_names}
    return moves
