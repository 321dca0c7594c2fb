"""Way in which the pages of a table are served."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from controller.announce.language import Words
    from controller.outputs.pages.address import PageAddress


@dataclass(frozen=True, slots=True)
class Served:
    """How pages are served.

    Attributes:
        address: where.
        words: the language of the table.
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
