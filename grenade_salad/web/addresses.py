"""The addresses at which phones may reach this machine, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from grenade_salad.text import Message, m

_PRIVATE_NETWORK = IPv6Network("fc00::/7")
_UNROUTED_ADDRESS = "192.0.2.1", 9
"""An address for documentation (RFC 5737), at the port that discards what it gets."""
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
"""Beginnings of names of cards of virtual machines, containers and tunnels."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address of this machine."""

    ip: str
    card: str
    """The name of the network card that has it; "" if unknown."""
    bits: int = 64
    """The prefix length of its network."""

    @property
    def label(self) -> str:
        """The address as text for a list."""
        return f"{self.ip} ({self.card})" if self.card else self.ip


def list_addresses() -> list[Address]:
    """Return all addresses of this machine except loopback, the likeliest first.

    It is the loopback address alone if there is no other.
    """
    import ifaddr

    addresses = [
        Address(str(ip.ip if ip.is_IPv4 else ip.ip[0]), str(adapter.nice_name), int(ip.network_prefix))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]
    return rank_addresses(addresses, find_outward_ip())


def find_ipv6_siblings(chosen: Address, addresses: Iterable[Address]) -> list[Address]:
    """Return the IPv6 addresses of the same network card.

    >>> home = [Address("192.168.1.5", "wlan0"), Address("fd00::5", "wlan0"), Address("fd00::9", "eth0")]
    >>> [address.ip for address in find_ipv6_siblings(home[0], home)]
    ['fd00::5']
    """
    siblings = [address for address in addresses if address.card == chosen.card and ":" in address.ip]
    return [address for address in siblings if address != chosen] if chosen.card and ":" not in chosen.ip else []


def format_for_url(ip: str) -> str:
    """Return the address as part of a URL.

    >>> format_for_url("192.168.1.5"), format_for_url("fd00::5")
    ('192.168.1.5', '[fd00::5]')
    """
    return f"[{ip}]" if ":" in ip else ip


def limit_key(ip: str) -> str:
    """Return the key by which connections are counted.

    It is the address, or the whole network of an IPv6 address: one machine may have any address of it.

    >>> limit_key("192.168.1.5"), limit_key("fd00::5")
    ('192.168.1.5', 'fd00::/64')
    """
    if ":" not in ip:
        return ip
    return str(IPv6Network((IPv6Address(ip.partition("%")[0]), 64), strict=False))


def is_near(ip: str, own_address: Address) -> bool:
    """True if the caller is in the network of this machine's address.

    It is always True for IPv4: only IPv6 has no routers that keep others out.

    >>> is_near("fd00::9", Address("fd00::5", "")), is_near("2001:db8::1", Address("fd00::5", ""))
    (True, False)
    """
    return ":" not in own_address.ip or IPv6Address(ip.partition("%")[0]) in IPv6Network(
        (own_address.ip, own_address.bits), strict=False
    )


def find_outward_ip() -> str:
    """Return the address from which this machine would talk to others, or "".

    Nothing is sent.
    """
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_UNROUTED_ADDRESS)
            ip: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if IPv4Address(ip).is_unspecified else ip


def rank_addresses(addresses: Iterable[Address], outward_ip: str) -> list[Address]:
    """Return the addresses, the likeliest first.

    That is the one that talks to others, then private networks, then those of virtual machines. IPv6 addresses are
    after all others; link-local ones are left out, as no page can name them.

    >>> home, docker = Address("192.168.1.5", "wlan0"), Address("172.17.0.1", "docker0")
    >>> [address.ip for address in rank_addresses([Address("127.0.0.1", "lo"), docker, home], "")]
    ['192.168.1.5', '172.17.0.1']
    >>> newer = [Address(ip, "wlan0") for ip in ("fe80::1", "2001:db8::5", "fd00::5")]
    >>> [address.ip for address in rank_addresses([*newer, home], "")]
    ['192.168.1.5', 'fd00::5', '2001:db8::5']
    >>> [address.ip for address in rank_addresses([Address("127.0.0.1", "lo")], "")]
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
    """True if an address is of a private network.

    For IPv6 that is fc00::/7 alone: `is_private` includes the addresses for documentation, 2001:db8.
    """
    return ip_address(ip).is_private if ":" not in ip else IPv6Address(ip) in _PRIVATE_NETWORK


def is_this_machine(host: str) -> bool:
    """True if the address means the computer that opens it, so others can't use it.

    >>> is_this_machine("127.0.0.1"), is_this_machine("::1"), is_this_machine("localhost"), is_this_machine("0.0.0.0")
    (True, True, True, True)
    >>> is_this_machine("192.168.1.5")
    False
    """
    if not is_ip(host):
        return host == "localhost"
    return ip_address(host).is_loopback or ip_address(host).is_unspecified


def is_ip(host: str) -> bool:
    """True if a host is written as an address, not as a name.

    >>> is_ip("192.168.1.5"), is_ip("[fd00::5]"), is_ip("example.org")
    (True, True, False)
    """
    try:
        ip_address(host[1:-1] if host.startswith("[") and host.endswith("]") else host)
    except ValueError:
        return False
    return True


def warn_only_local(address: str) -> Message:
    """Return the message for an address that no other device can open.

    A code to scan would be of no use for it.
    """
    # Translators: {address} is the address of a page; it stands at the end, so that what copies it takes no full stop
    return m(
        "Only this computer can open this until it is in the network of the phones, or in a hotspot: {address}",
        address=address,
    )
