"""The addresses of this machine at which phones may reach it, the likeliest first."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

_VIRTUAL_CARDS = (
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
    """An address of this machine, and the network card that has it; `bits` of it are those of its network."""

    ip: str
    card: str
    bits: int = 64

    @property
    def label(self) -> str:
        """As it stands in a list."""
        return f"{self.ip} ({self.card})" if self.card else self.ip


def list_addresses() -> list[Address]:
    """All addresses of this machine but its own loop, the likeliest first; that loop alone if there is no other."""
    import ifaddr

    addresses = [
        Address(str(ip.ip if ip.is_IPv4 else ip.ip[0]), str(adapter.nice_name), int(ip.network_prefix))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]
    return rank_addresses(addresses, find_outward_ip())


def find_ipv6_siblings(chosen: Address, addresses: Iterable[Address]) -> list[Address]:
    """The addresses of the newer kind, IPv6, by which the same network card is reached as well.

    >>> home = [Address("192.168.1.5", "wlan0"), Address("fd00::5", "wlan0"), Address("fd00::9", "eth0")]
    >>> [one.ip for one in beside(home[0], home)]
    ['fd00::5']
    """
    siblings = [address for address in addresses if address.card == chosen.card and ":" in address.ip]
    return [address for address in siblings if address != chosen] if chosen.card and ":" not in chosen.ip else []


def format_for_url(ip: str) -> str:
    """As it stands in an address of a page.

    >>> in_url("192.168.1.5"), in_url("fd00::5")
    ('192.168.1.5', '[fd00::5]')
    """
    return f"[{ip}]" if ":" in ip else ip


def limit_key(ip: str) -> str:
    """What is counted as one: an address, or the whole network of one machine's IPv6 address, which may have any.

    >>> crowd("192.168.1.5"), crowd("fd00::5")
    ('192.168.1.5', 'fd00::/64')
    """
    if ":" not in ip:
        return ip
    return str(IPv6Network((IPv6Address(ip.partition("%")[0]), 64), strict=False))


def is_near(ip: str, own_address: Address) -> bool:
    """Whether somebody calls from the network of this machine's address. IPv6 knows no routers that keep others out.

    >>> is_near("fd00::9", Address("fd00::5", "")), is_near("2001:db8::1", Address("fd00::5", ""))
    (True, False)
    """
    return ":" not in own_address.ip or IPv6Address(ip.partition("%")[0]) in IPv6Network(
        (own_address.ip, own_address.bits), strict=False
    )


def find_outward_ip() -> str:
    """The address from which this machine would talk to others; empty if there is none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            ip: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if IPv4Address(ip).is_unspecified else ip


def rank_addresses(addresses: Iterable[Address], outward_ip: str) -> list[Address]:
    """The likeliest first: the one that talks to others, private networks, then what virtual machines bring along.

    IPv6 addresses come after all others; those that are good on one cable alone are left out, no page can name them.

    >>> home, docker = Address("192.168.1.5", "wlan0"), Address("172.17.0.1", "docker0")
    >>> [one.ip for one in ranked([Address("127.0.0.1", "lo"), docker, home], "")]
    ['192.168.1.5', '172.17.0.1']
    >>> newer = [Address(ip, "wlan0") for ip in ("fe80::1", "2001:db8::5", "fd00::5")]
    >>> [one.ip for one in ranked([*newer, home], "")]
    ['192.168.1.5', 'fd00::5', '2001:db8::5']
    >>> [one.ip for one in ranked([Address("127.0.0.1", "lo")], "")]
    ['127.0.0.1']
    """
    by_ip = {address.ip: address for address in addresses}
    if outward_ip and outward_ip not in by_ip:
        by_ip[outward_ip] = Address(outward_ip, "")
    usable = [address for address in by_ip.values() if _is_usable(address.ip)]

    def rank(address: Address) -> tuple[bool, bool, bool, bool, bool]:
        is_virtual = address.card.lower().startswith(_VIRTUAL_CARDS)
        ip = ip_address(address.ip)
        return ip.version == 6, ip.is_link_local, is_virtual, address.ip != outward_ip, not _is_private(address.ip)

    return sorted(usable, key=rank) or [Address("127.0.0.1", "this machine alone")]


def _is_usable(ip: str) -> bool:
    address = ip_address(ip)
    return not address.is_loopback and not address.is_multicast and not (address.version == 6 and address.is_link_local)


def _is_private(ip: str) -> bool:
    """Whether an address is of a private network. (Addresses for books, 2001:db8, are called private as well.)"""
    return ip_address(ip).is_private if ":" not in ip else IPv6Address(ip) in IPv6Network("fc00::/7")


def is_this_machine(host: str) -> bool:
    """True if the address means this computer to whoever opens it, so that others can't be reached by it.

    >>> is_own("127.0.0.1"), is_own("::1"), is_own("localhost"), is_own("0.0.0.0"), is_own("192.168.1.5")
    (True, True, True, True, False)
    """
    if not is_ip(host):
        return host == "localhost"
    return ip_address(host).is_loopback or ip_address(host).is_unspecified


def is_ip(host: str) -> bool:
    """Whether a host is written as an address, not as a name.

    >>> is_ip("192.168.1.5"), is_ip("[fd00::5]"), is_ip("example.org")
    (True, True, False)
    """
    try:
        ip_address(host[1:-1] if host.startswith("[") and host.endswith("]") else host)
    except ValueError:
        return False
    return True
