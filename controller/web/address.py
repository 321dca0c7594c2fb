"""Address on which pages are served, and the names under which it may be asked for.

A page of somebody else can have its own name lead to this computer, and then ask in its own name what only this page
may ask. So only the names that lead here rightly are answered.
"""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from controller.web.errors import PagesError

PORT: Final = 8724
"""The port where none is named."""
LOOPBACK: Final = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class PageAddress:
    """Where to listen: a host, or all of this computer's addresses, and a port; port 0 is any that is free."""

    host: str = LOOPBACK
    port: int = PORT

    @property
    def is_loopback(self) -> bool:
        """Whether nobody outside this computer can come."""
        with suppress(ValueError):
            return ipaddress.ip_address(self.host).is_loopback
        return self.host == "localhost"

    @property
    def is_everywhere(self) -> bool:
        """Whether every address of this computer is meant."""
        with suppress(ValueError):
            return ipaddress.ip_address(self.host).is_unspecified
        return False


def parse_address(text: str) -> PageAddress:
    """Return the address of a text: HOST, HOST:PORT, :PORT, PORT or [HOST]:PORT; what is missing is as usual.

    Raises:
        PagesError: it is none ("pages.no_address").
    """
    text = text.strip()
    host, port = text, str(PORT)
    if text.isdecimal():
        host, port = LOOPBACK, text
    elif text.startswith("["):
        host, _, rest = text[1:].partition("]")
        port = rest.removeprefix(":") if rest else port
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
    host = host or LOOPBACK
    fits = port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= 65_535
    if not fits or not host.isascii() or any(one.isspace() or one in "/@?#%" for one in host):
        raise PagesError("pages.no_address", text=text)
    return PageAddress(host, int(port))


def own_addresses(address: PageAddress) -> tuple[str, ...]:
    """Return the hosts by which the pages can be reached from outside, best first; the loopback where nobody can."""
    if not address.is_everywhere:
        return (address.host,)
    found: dict[str, None] = {}
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: it only says which address would be used
        found[probe.getsockname()[0]] = None
    return (*found,) or (LOOPBACK,)


def own_names(address: PageAddress, more: tuple[str, ...] = ()) -> frozenset[str]:
    """Return the host names under which pages may be asked for, in small letters and without a port.

    Args:
        address: where they are served.
        more: further names that lead here.
    """
    names = {"localhost", LOOPBACK, "::1", address.host.casefold(), *(one.casefold() for one in more)}
    if not address.is_loopback:
        name = socket.gethostname().casefold()
        names |= {name, name.partition(".")[0], f"{name.partition('.')[0]}.local"}
    return frozenset(names - {"0.0.0.0", "::", ""})  # noqa: S104 - these are left out


def host_name(header: str) -> str:
    """Return the host of a Host header or of an origin without its scheme, in small letters; empty where it is none."""
    header = header.casefold()
    if header.startswith("["):
        host, closed, rest = header[1:].partition("]")
        return host if closed and (not rest or rest[1:].isdecimal()) else ""
    host, _, port = header.partition(":")
    return host if not port or port.isdecimal() else ""


def url(host: str, port: int, *, secure: bool = False) -> str:
    """Return the address as a browser wants it."""
    shown = f"[{host}]" if ":" in host else host
    return f"http{'s' if secure else ''}://{shown}:{port}"
