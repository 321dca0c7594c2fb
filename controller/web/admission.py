"""Admission of a director: a token shown at the start is exchanged for a cookie, and guessing is made slow.

Time is passed in. Nothing here grows without bound.
"""

from __future__ import annotations

import ipaddress
import secrets
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

TRIES: Final = 5
"""Wrong tokens that an address may send..."""
WITHIN: Final = 60.0
"""... within so many seconds."""
SITTING: Final = 24 * 3600.0
"""Seconds for which a cookie is good."""
_ADDRESSES: Final = 4096
_SITTINGS: Final = 64


class Answer(StrEnum):
    """What becomes of a token."""

    ADMITTED = "admitted"
    REFUSED = "refused"
    WAIT = "wait"
    """Too many wrong ones have come from that address."""


def new_token() -> str:
    """Return a token of 128 random bits, in letters that an address may have."""
    return secrets.token_urlsafe(16)


@dataclass(slots=True)
class Admission:
    """Who may give orders.

    Attributes:
        token: what admits.
        takes: returns whether something else that was sent admits, such as a ticket of a hall's desk.
    """

    token: str = field(default_factory=new_token)
    takes: Callable[[str], bool] = field(default=lambda _: False)
    _wrong: OrderedDict[str, list[float]] = field(default_factory=OrderedDict)
    _sittings: OrderedDict[str, float] = field(default_factory=OrderedDict)

    def admit(self, token: str, address: str, now: float) -> tuple[Answer, str]:
        """Return what becomes of a token, and the cookie for whoever is admitted.

        Args:
            token: what was sent.
            address: where it came from.
            now: seconds, never going back.
        """
        network = _network(address)
        wrong = [at for at in self._wrong.get(network, ()) if now - at < WITHIN]
        if len(wrong) >= TRIES:
            return Answer.WAIT, ""
        right = secrets.compare_digest(token.encode(errors="replace"), self.token.encode())
        if not right and not self.takes(token):
            self._wrong[network] = [*wrong, now]
            self._wrong.move_to_end(network)
            while len(self._wrong) > _ADDRESSES:
                self._wrong.popitem(last=False)
            return Answer.REFUSED, ""
        cookie = secrets.token_urlsafe(32)
        self._sittings[cookie] = now + SITTING
        while len(self._sittings) > _SITTINGS:
            self._sittings.popitem(last=False)
        return Answer.ADMITTED, cookie

    def is_director(self, cookie: str, now: float) -> bool:
        """Return whether a cookie is one that was given, and is still good."""
        until = self._sittings.get(cookie)
        return until is not None and now < until

    def leave(self, cookie: str) -> None:
        """Take a cookie back."""
        self._sittings.pop(cookie, None)


def _network(address: str) -> str:
    """Return what counts as one address: of IPv6 a household has a whole network."""
    with suppress(ValueError):
        given = ipaddress.ip_address(address)
        if isinstance(given, ipaddress.IPv6Address):
            if given.ipv4_mapped is not None:
                return str(given.ipv4_mapped)
            return str(ipaddress.ip_network((given, 64), strict=False))
    return address
