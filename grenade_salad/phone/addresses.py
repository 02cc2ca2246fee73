"""The addresses of this machine at which phones may reach it, the likeliest first."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address

_UNLIKELY = (
    "docker",
    "veth",
    "br-",
    "virbr",
    "vmnet",
    "vbox",
    "tun",
    "tap",
    "wg",
    "utun",
    "zt",
    "tailscale",
    "hyper-v",
)


@dataclass(frozen=True, slots=True)
class Address:
    """An IPv4 address of this machine, and the network card that has it."""

    ip: str
    card: str

    @property
    def words(self) -> str:
        """As it stands in a list."""
        return f"{self.ip} ({self.card})" if self.card else self.ip


def found() -> list[Address]:
    """All addresses of this machine but its own loop, the likeliest first; that loop alone if there is no other."""
    import ifaddr

    cards = [
        Address(str(ip.ip), str(adapter.nice_name))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    ]
    return ranked(cards, outward())


def outward() -> str:
    """The address from which this machine would talk to others; empty if there is none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            ip: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if IPv4Address(ip).is_unspecified else ip


def ranked(cards: Iterable[Address], outward: str) -> list[Address]:
    """The likeliest first: the one that talks to others, private networks, then what virtual machines bring along.

    >>> home, docker = Address("192.168.1.5", "wlan0"), Address("172.17.0.1", "docker0")
    >>> [one.ip for one in ranked([Address("127.0.0.1", "lo"), docker, home], "")]
    ['192.168.1.5', '172.17.0.1']
    >>> [one.ip for one in ranked([Address("127.0.0.1", "lo")], "")]
    ['127.0.0.1']
    """
    known = {one.ip: one for one in cards}
    if outward and outward not in known:
        known[outward] = Address(outward, "")
    usable = [one for one in known.values() if not IPv4Address(one.ip).is_loopback]

    def rank(one: Address) -> tuple[bool, bool, bool, bool]:
        virtual = one.card.lower().startswith(_UNLIKELY)
        ip = IPv4Address(one.ip)
        return ip.is_link_local, virtual, one.ip != outward, not ip.is_private

    return sorted(usable, key=rank) or [Address("127.0.0.1", "this machine alone")]


def is_ip(host: str) -> bool:
    """Whether a host is written as an address, not as a name.

    >>> is_ip("192.168.1.5"), is_ip("example.org")
    (True, False)
    """
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
