"""The public address of a table, from which a tunnel or a proxy leads here.

The proxy speaks https to browsers and http to the table. Each request arrives from the proxy's address, which adds the
browser's to the header X-Forwarded-For; anybody may have written the rest of that header.

**How long a code of the evening must be.** An address has six attempts at once and one more every five seconds (see
`tokens`), or 17,286 on the first day. But a stranger may have any number of addresses, so that is not relied on: the
limit for everybody together is what one computer handles. Each attempt needs a connection of its own, with its
handshake and its first message: less than a thousand a second, so take ten thousand. The letters have 31 values.

>>> from grenade_salad.web.connections import CODE_LETTERS
>>> seconds = len(CODE_LETTERS) ** PUBLIC_CODE_LENGTH / 2 / 10_000
>>> f"{seconds / 86_400 / 365:,.0f} years on average"
'1,300 years on average'

An evening's code is drawn again whenever the program starts. The six letters that do at home would take half a day.

>>> f"{len(CODE_LETTERS) ** 6 / 2 / 10_000 / 3600:.0f} hours"
'12 hours'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from urllib.parse import SplitResult, urlsplit

from grenade_salad.text import Message, m
from grenade_salad.web.addresses import format_for_url, is_ip, is_this_machine

Network = IPv4Network | IPv6Network

PUBLIC_CODE_LENGTH = 10
"""Letters of the code of the evening at a public address."""
LOOPBACK: tuple[Network, ...] = (IPv4Network("127.0.0.0/8"), IPv6Network("::1"))
"""The proxies if none are named: programs of this computer."""
_MAX_FORWARDED_LENGTH = 2000
"""Maximum characters of X-Forwarded-For; a longer one is not read."""
_MAX_URL_LENGTH = 300
_MAX_NAME_LENGTH = 253
_DEFAULT_PORTS = {"https": 443, "http": 80}
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")


class BadPublicAddress(Exception):
    """A public address or a proxy that cannot be used; `message` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class PublicDoor:
    """A public address, and the proxies from which it leads here."""

    origin: str
    """Scheme and host as browsers name them, as in "https://salad.example.org"."""
    proxies: tuple[Network, ...] = LOOPBACK
    """The addresses whose X-Forwarded-For is believed."""

    @property
    def url(self) -> str:
        """The address that a phone opens."""
        return f"{self.origin}/"

    @property
    def host(self) -> str:
        """The host with its port, unless that is the scheme's own."""
        return self.origin.partition("://")[2]

    @property
    def name(self) -> str:
        """The host without its port.

        >>> PublicDoor("https://salad.example.org:8443").name, PublicDoor("https://[2001:db8::5]").name
        ('salad.example.org', '[2001:db8::5]')
        """
        return split_host(self.host)

    @property
    def is_encrypted(self) -> bool:
        """True if browsers open it over https."""
        return self.origin.startswith("https:")

    @property
    def socket_origin(self) -> str:
        """The origin of the page's socket.

        >>> PublicDoor("https://salad.example.org").socket_origin
        'wss://salad.example.org'
        """
        return f"{'wss' if self.is_encrypted else 'ws'}://{self.host}"

    @property
    def is_reachable(self) -> bool:
        """True if other devices can open it."""
        return not is_this_machine(self.name.strip("[]"))

    def is_proxy(self, ip: str) -> bool:
        """Return True if the address is one of the proxies.

        >>> door = PublicDoor("https://salad.example.org")
        >>> door.is_proxy("127.0.0.1"), door.is_proxy("::1"), door.is_proxy("192.168.1.5")
        (True, True, False)
        """
        address = _parse_ip(ip)
        return address is not None and any(address in network for network in self.proxies)

    def find_caller(self, peer: str, forwarded: Sequence[str]) -> str:
        """Return the address of the browser for limits.

        `peer` is where the connection comes from, `forwarded` are the values of X-Forwarded-For in their order. Only a
        proxy is believed, and of its header only the last entry that is no proxy: a browser may have sent the entries
        before it. Without a readable entry it is the proxy's own address.

        >>> door = PublicDoor("https://salad.example.org", (*LOOPBACK, IPv4Network("10.0.0.0/24")))
        >>> door.find_caller("127.0.0.1", ["8.8.8.8, 203.0.113.7", "10.0.0.2"])
        '203.0.113.7'
        >>> door.find_caller("192.168.1.66", ["203.0.113.7"])
        '192.168.1.66'
        >>> door.find_caller("127.0.0.1", ["203.0.113.7, nonsense"])
        '127.0.0.1'
        """
        if not self.is_proxy(peer) or sum(map(len, forwarded)) > _MAX_FORWARDED_LENGTH:
            return peer
        for entry in reversed(",".join(forwarded).split(",")):
            address = _parse_ip(entry.strip())
            if address is None:
                return peer
            if not self.is_proxy(str(address)):
                return str(address)
        return peer


def split_host(host: str) -> str:
    """Return the name of a host, in small letters, without its port.

    >>> split_host("Salad.example.org:8443"), split_host("[::1]:80"), split_host("[::1]")
    ('salad.example.org', '[::1]', '[::1]')
    """
    return (host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host).lower()


def parse_door(url: str, proxies: Iterable[str] = ()) -> PublicDoor:
    """Parse an address and its proxies as a person types them.

    `proxies` are addresses or networks; without any they are this computer's own. Raises BadPublicAddress.

    >>> parse_door("https://Salad.Example.org/").origin, parse_door("bücher.example:8443").origin
    ('https://salad.example.org', 'https://xn--bcher-kva.example:8443')
    """
    return PublicDoor(_parse_origin(url.strip()), tuple(_parse_proxy(words) for words in proxies) or LOOPBACK)


def _parse_origin(url: str) -> str:
    # Translators: {address} was typed, {example} is an address such as https://salad.example.org
    bad_address = m(
        "This is no public address: {address}. Write it like {example}.",
        address=url[:_MAX_URL_LENGTH],
        example="https://salad.example.org",
    )
    if len(url) > _MAX_URL_LENGTH or not url.isprintable():
        raise BadPublicAddress(bad_address)
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
        host, port = _encode_name(parts), parts.port
    except (ValueError, UnicodeError):
        raise BadPublicAddress(bad_address) from None
    scheme = parts.scheme.lower()
    if scheme not in _DEFAULT_PORTS or parts.query or parts.fragment or "@" in parts.netloc or port == 0:
        raise BadPublicAddress(bad_address)
    if parts.path.strip("/"):
        # Translators: {path} is what was typed after the name in an address, such as /games
        words = m("The public address must be a name of its own, without a path: leave out {path}.", path=parts.path)
        raise BadPublicAddress(words)
    if scheme == "http" and not is_this_machine(host.strip("[]")):
        raise BadPublicAddress(
            m("The public address must begin with https://: over http:// everybody on the way could read the hands.")
        )
    return f"{scheme}://{host}" if port in (None, _DEFAULT_PORTS[scheme]) else f"{scheme}://{host}:{port}"


def _encode_name(parts: SplitResult) -> str:
    """Return the name of the host as browsers send it.

    Raises ValueError, UnicodeError.
    """
    name = (parts.hostname or "").removesuffix(".")
    if is_ip(name) and "%" not in name:
        return format_for_url(str(ip_address(name)))
    name = name.encode("idna").decode().lower()
    if len(name) > _MAX_NAME_LENGTH or not _NAME.fullmatch(name) or name.rpartition(".")[2].isdecimal():
        raise ValueError(name)
    return name


def _parse_proxy(words: str) -> Network:
    try:
        network = ip_network(words.strip().strip("[]"), strict=False)
    except ValueError:
        network = None
    if network is None or not network.prefixlen:
        # Translators: {address} was typed after --proxy; {example} is an address such as 192.168.1.5
        raise BadPublicAddress(
            m(
                "A proxy is named by its own address, such as {example}: {address} is none.",
                example="192.168.1.5",
                address=words[:_MAX_URL_LENGTH],
            )
        )
    return network


def _parse_ip(words: str) -> IPv4Address | IPv6Address | None:
    """Return the address, or None if it is none.

    One of IPv4 may be written as one of IPv6.
    """
    try:
        address = ip_address(words.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if address.version == 6 else address
