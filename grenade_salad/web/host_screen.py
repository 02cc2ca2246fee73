"""Protocols of the phones' surroundings: the screen of the host, and the seats."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

from grenade_salad.match.match import Controller
from grenade_salad.session.session import Session
from grenade_salad.sheets.sheet import Order
from grenade_salad.web.approvals import ApprovalRequest
from grenade_salad.web.protocol import SeatRequest


@runtime_checkable
class SeatSource(Protocol):
    """A source of seats that phones can have: a setup or a match."""

    def table_game(self) -> str:
        """Return the name of the game."""

    def table_seats(self) -> Sequence[tuple[str, Controller]]:
        """Return name and controller of each seat."""

    def give_seat(self, seat: int, controller: Controller) -> None:
        """Let another controller decide for a seat from now on."""

    def has_own_name(self, seat: int) -> bool:
        """Return True if the name of a seat is not one that nobody chose."""

    def name_seat(self, seat: int, name: str) -> None:
        """Give a seat the name that its person would like, if names can still be chosen."""

    def running(self) -> Session | None:
        """Return the session of the match; None before it."""


class HostScreen(Protocol):
    """The place of the table: for example the window."""

    def host(self) -> SeatSource | None:
        """Return the current source of seats."""

    def accepts_decisions(self) -> bool:
        """Return True if decisions are taken: no menu is open over the table."""

    def on_request(self, request: SeatRequest) -> None:
        """Report that a phone requests a seat, which the host has to admit."""

    def on_question(self, question: ApprovalRequest) -> None:
        """Report that a phone would like to do what the host has to allow.

        See `PhoneHost.answer_question`.
        """

    def orders(self) -> tuple[Order, ...]:
        """Return which orders are possible now.

        They are among "begin" (the match, or the next one), "pause", "go on" and "screen".
        """

    def carry_out(self, order: Order) -> None:
        """Carry out one of these orders, except "screen": the source of seats does that."""

    def is_halted(self) -> bool:
        """Return True if a phone has paused the match."""

    def face_for(self, name: str) -> int:
        """Return the avatar of a person, as in `avatars`."""

    def set_face(self, name: str, face: int) -> None:
        """Set the avatar that a person who sat down has chosen."""

    def has_screen(self) -> bool:
        """Return True if there is a big screen, at which seats of phones can act as well."""

    def hint_level(self) -> str:
        """Return the level of the machine that gives hints, as in `players.kind`."""

    def has_millimetres(self) -> bool:
        """Return True if the host would like lengths in millimetres, not in tiles.

        People at one table speak of one length: so phones have no setting of their own.
        """

    def on_first_minute(self) -> None:
        """Show who reads what the match is about: see `PhoneHost.first_minute`.

        It is called again and again; the match must not go on while the first minute is open.
        """

    def on_first_phone(self, language: str) -> None:
        """Report that the first phone sits down, and reads this language."""

    def on_seat_returned(self, seat: int) -> None:
        """Report that a phone has given its seat back."""

    def on_closed(self) -> None:
        """Report that the server has stopped listening."""

    def on_error(self, error: BaseException) -> None:
        """Report an exception in the server."""

    def on_given_up(self) -> None:
        """Report that the phones were stopped after too many exceptions."""


def phone_seats(host: SeatSource | None, stand_ins: Collection[int]) -> list[int]:
    """Return the seats that phones have.

    That includes seats in `stand_ins`, which a machine plays for until their phone is back.
    """
    seats = host.table_seats() if host is not None else ()
    return [
        seat
        for seat, (_, controller) in enumerate(seats)
        if controller.kind == "phone" or (controller.kind == "bot" and seat in stand_ins)
    ]


def follow_players(old_names: Mapping[int, str], new_names: Mapping[int, str]) -> dict[int, int | None]:
    """Return the new seats of phones, found by the names of their players.

    None means that the player has no seat any more.
    """
    seats_by_name = {name: seat for seat, name in new_names.items()}
    moves = {seat: seats_by_name.get(name) for seat, name in old_names.items()}
    if any(seat is None for seat in moves.values()) and new_names.keys() == old_names.keys():
        return {seat: seat for seat in new_names}
    return moves
