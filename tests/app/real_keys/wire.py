"""Many calls at once on the accessibility bus.

A whole window is read in a few round trips.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from jeepney import DBusAddress, HeaderFields, MessageType, Properties, new_method_call
from jeepney.io.blocking import open_dbus_connection

from tests.app.accessibility.test_atspi import Bus, ObjectGone
from tests.patience import LIMIT

Place: TypeAlias = tuple[str, str]
"""A program on the bus, and the path of an object in it."""


class BusCall:
    """A method call on one object.

    Without a method, it asks for all properties of the interface.
    """

    def __init__(
        self, place: Place, interface: str, method: str = "", signature: str | None = None, *body: Any
    ) -> None:
        address = DBusAddress(place[1], bus_name=place[0], interface=interface)
        self.message = new_method_call(address, method, signature, body) if method else Properties(address).get_all()


class Wire:
    """A connection to the accessibility bus of a session."""

    def __init__(self, session: str) -> None:
        bus = Bus(session)
        try:
            address = bus.call(("org.a11y.Bus", "/org/a11y/bus"), "org.a11y.Bus", "GetAddress")
        finally:
            bus.close()
        self._connection = open_dbus_connection(address, auth_timeout=LIMIT)

    def call(self, *calls: BusCall) -> list[Any]:
        """Return the replies in order. Raises `ObjectGone` for an object that is gone."""
        serials = []
        for bus_call in calls:
            serials.append(serial := next(self._connection.outgoing_serial))
            self._connection.send(bus_call.message, serial=serial)
        replies: dict[int, Any] = {}
        while len(replies) < len(serials):
            message = self._connection.receive(timeout=LIMIT)
            serial = message.header.fields.get(HeaderFields.reply_serial, -1)
            if serial in serials:
                replies[serial] = message
        return [_reply_body(replies[serial]) for serial in serials]

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def _reply_body(message: Any) -> Any:
    if message.header.message_type is MessageType.error:
        raise ObjectGone(str(message.body))
    return message.body[0] if len(message.body) == 1 else message.body


def properties(answer: dict[str, Sequence[Any]]) -> dict[str, Any]:
    """Return the values of properties without their types."""
    return {name: value[1] for name, value in answer.items()}
