"""The rules agreed on as a transcript tells them: in tags where the formats have some, else in a remark."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.rules.agreed import with_words
from controller.rules.profile import STANDARD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.record.transcript import MatchRecord
    from controller.rules.profile import RulesProfile

_AGREED: Final = re.compile(r"rules\s+agreed\s+on:\s*(?P<words>.*)", re.IGNORECASE)
_ON: Final = frozenset({"on", "true", "yes", "1"})
_OFF: Final = frozenset({"off", "false", "no", "0"})
_TAGS: Final = {"jacoby=yes": ("Jacoby", "On"), "crawford=off": ("Crawford", "Off")}
"""What other programs write in a tag."""


def told(words: Iterable[str]) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Return the tags and remarks for agreed rules (`controller.rules.agreed`)."""
    words = tuple(words)
    rest = ", ".join(word for word in words if word not in _TAGS)
    return tuple(_TAGS[word] for word in words if word in _TAGS), ((f"Rules agreed on: {rest}",) if rest else ())


def rules_of(record: MatchRecord, profile: RulesProfile = STANDARD) -> RulesProfile:
    """Return a profile with the game that a record is of, and the rules that it says were agreed on."""
    found = [match["words"] for remark in record.remarks if (match := _AGREED.fullmatch(remark.strip()))]
    words = [word.strip() for line in found for word in line.split(",")]
    if (record.tag("Jacoby") or "").casefold() in _ON:
        words.append("jacoby=yes")
    if (record.tag("Crawford") or "").casefold() in _OFF:
        words.append("crawford=off")
    return with_words(replace(profile, variant=record.variant), words)
