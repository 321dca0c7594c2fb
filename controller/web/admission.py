"""Admission: tokens of a director and of who may see the camera, devices that ask at the table; guessing is made slow.

Time is passed in. Nothing here grows without bound. A device that asks is shown a code, the table hears it, and
whoever sits there says that it may enter; only one device asks at a time.
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
"""Wrong tokens that an address may send, and questions to be admitted that it may put..."""
WITHIN: Final = 60.0
"""... within so many seconds."""
SITTING: Final = 24 * 3600.0
"""Seconds for which a cookie is good."""
ASKING: Final = 90.0
"""Seconds for which a device that asks waits for the table."""
_ADDRESSES: Final = 4096
"""Addresses of which tries are remembered."""
_SITTINGS: Final = 64
"""Devices that are let in at a time; the oldest goes."""


class AdmissionAnswer(StrEnum):
    """What becomes of a token, or of a device that asks."""

    ADMITTED = "admitted"
    REFUSED = "refused"
    WAIT = "wait"
    """Too much has come from that address, or nobody at the table has answered yet."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A device that asks to be admitted.

    Attributes:
        code: what it shows and the table hears: four digits.
        key: by which it asks what became of it; secret.
        until: when it counts no more, by the clock.
        confirmed: the table has said that it may enter.
    """

    code: str
    key: str
    until: float
    confirmed: bool = False


def new_token() -> str:
    """Return a token of 128 random bits, in letters that an address may have."""
    return secrets.token_urlsafe(16)


@dataclass(slots=True)
class Admission:
    """Who may give orders, and who may see the camera's pictures.

    Attributes:
        token: what admits a director.
        viewer_token: what lets see the camera's pictures, and nothing else.
        takes: returns whether something else that was sent admits, such as a ticket of a hall's desk.
        asking: the device that asks to be admitted; None where none does.
    """

    token: str = field(default_factory=new_token)
    viewer_token: str = field(default_factory=new_token)
    takes: Callable[[str], bool] = field(default=lambda _: False)
    asking: Asking | None = None
    _tried: OrderedDict[str, list[float]] = field(default_factory=OrderedDict)
    _sittings: OrderedDict[str, float] = field(default_factory=OrderedDict)

    def admit(self, token: str, address: str, now: float) -> tuple[AdmissionAnswer, str]:
        """Return what becomes of a token, and the cookie for whoever is admitted.

        Args:
            token: what was sent.
            address: where it came from.
            now: seconds, never going back.
        """
        answer = self._compared(token, self.token, address, now, self.takes)
        return answer, self._cookie(now) if answer is AdmissionAnswer.ADMITTED else ""

    def may_see(self, token: str, address: str, now: float) -> AdmissionAnswer:
        """Return whether a token lets see the camera's pictures; see `admit`."""
        return self._compared(token, self.viewer_token, address, now)

    def ask(self, address: str, now: float) -> Asking | None:
        """Return the question of a device that wants to be admitted; None where it has to wait."""
        if self._exhausted(address, now) or self._asked(now) is not None:
            return None
        self._note(address, now)
        self.asking = Asking(f"{secrets.randbelow(10_000):04}", new_token(), now + ASKING)
        return self.asking

    def confirm(self, code: str | None, now: float) -> bool:
        """Say at the table that the device that asks may enter; return whether one does.

        Args:
            code: the one that it shows; None where there is only a button to press.
            now: seconds, never going back.
        """
        asking = self._asked(now)
        if asking is None or (code is not None and code != asking.code):
            return False
        self.asking = Asking(asking.code, asking.key, asking.until, confirmed=True)
        return True

    def came_of(self, key: str, now: float) -> tuple[AdmissionAnswer, str]:
        """Return what became of the device with a key, and its cookie, which is given once."""
        asking = self._asked(now)
        if asking is None or not secrets.compare_digest(key.encode(errors="replace"), asking.key.encode()):
            return AdmissionAnswer.REFUSED, ""
        if not asking.confirmed:
            return AdmissionAnswer.WAIT, ""
        self.asking = None
        return AdmissionAnswer.ADMITTED, self._cookie(now)

    def is_director(self, cookie: str, now: float) -> bool:
        """Return whether a cookie is one that was given, and is still good."""
        until = self._sittings.get(cookie)
        return until is not None and now < until

    def leave(self, cookie: str) -> None:
        """Take a cookie back."""
        self._sittings.pop(cookie, None)

    def _compared(
        self, token: str, wanted: str, address: str, now: float, takes: Callable[[str], bool] = lambda _: False
    ) -> AdmissionAnswer:
        """Return what becomes of a token where another is wanted, or one that `takes` takes."""
        if self._exhausted(address, now):
            return AdmissionAnswer.WAIT
        if secrets.compare_digest(token.encode(errors="replace"), wanted.encode()) or takes(token):
            return AdmissionAnswer.ADMITTED
        self._note(address, now)
        return AdmissionAnswer.REFUSED

    def _exhausted(self, address: str, now: float) -> bool:
        """Return whether an address has tried too much of late."""
        return sum(now - at < WITHIN for at in self._tried.get(_network(address), ())) >= TRIES

    def _note(self, address: str, now: float) -> None:
        """Remember that an address has tried something."""
        network = _network(address)
        self._tried[network] = [*(at for at in self._tried.get(network, ()) if now - at < WITHIN), now]
        self._tried.move_to_end(network)
        while len(self._tried) > _ADDRESSES:
            self._tried.popitem(last=False)

    def _asked(self, now: float) -> Asking | None:
        """Return the device that asks, if it still does."""
        if self.asking is not None and now >= self.asking.until:
            self.asking = None
        return self.asking

    def _cookie(self, now: float) -> str:
        """Return a new cookie."""
        cookie = secrets.token_urlsafe(32)
        self._sittings[cookie] = now + SITTING
        while len(self._sittings) > _SITTINGS:
            self._sittings.popitem(last=False)
        return cookie


def _network(address: str) -> str:
    """Return what counts as one address: of IPv6 a household has a whole network."""
    with suppress(ValueError):
        given = ipaddress.ip_address(address)
        if isinstance(given, ipaddress.IPv6Address):
            if given.ipv4_mapped is not None:
                return str(given.ipv4_mapped)
            return str(ipaddress.ip_network((given, 64), strict=False))
    return address
