"""The rules of the game as published: what the letters mean under which the options name them."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

OWN: Final = "OWN"
"""The letters of what nobody prescribes; the reason is given with it."""

SOURCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "US08": "US Backgammon Rules 2008, 2009 (bkgm.com)",
        "CLK13": "US Backgammon Clock Rules 2013 (bkgm.com)",
        "UNI01": "Unified Clock Rules 2001 (bkgm.com)",
        "GA": "USBGF Option Pages 2017, 2019 (gammonassociates.com)",
        "REV24": "USBGF Revisions 2024 (bgonline.org)",
        "USB17": "USBGF Tournament Rules 9/2017",
        "WBGF": "WBGF Tournament Rules 2.1, 2023",
        "WBGT": "WBGT Rules 2010",
        "UKB": "UKBGF Rules",
        "IT": "bgtreviso.it; DBgF 4.2.3",
        "CLUB": "Woodbury Backgammon Club",
        "PROP": "Proposal 6.1 (bgonline.org)",
    }
)
"""By letters; titles stay in the language in which they are written."""

_WORDS: Final = re.compile(r"«.*?»")
_LETTERS: Final = re.compile(r"\b[A-Z]{2,}\d*\b")


def named(sources: Iterable[str]) -> tuple[str, ...]:
    """Return the letters that sources of options name, in the order of `SOURCES`, `OWN` last."""
    found = {letters for source in sources for letters in _LETTERS.findall(_WORDS.sub("", source))}
    return tuple(letters for letters in (*SOURCES, OWN) if letters in found)
