"""Way in which pages are served, as the settings have it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.web.address import own_names

if TYPE_CHECKING:
    from pathlib import Path

    from controller.announce.language import Words
    from controller.web.address import PageAddress


@dataclass(frozen=True, slots=True)
class Served:
    """How pages are served.

    Attributes:
        address: where.
        words: the language of the pages.
        names: further host names that lead here.
        delay: seconds by which the overlay is later than the table.
        certificate, key: files for an encrypted connection; None for a plain one.
    """

    address: PageAddress
    words: Words
    names: tuple[str, ...] = ()
    delay: float = 0.0
    certificate: Path | None = None
    key: Path | None = None

    @property
    def secure(self) -> bool:
        """Whether connections are encrypted."""
        return self.certificate is not None

    @property
    def own_names(self) -> frozenset[str]:
        """The host names under which the pages may be asked for."""
        return own_names(self.address, self.names)
