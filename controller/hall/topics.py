"""Topics of a hall: `tavola/1/HALL/TABLE/KIND`, where the number is that of the language as a whole."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from controller.hall.errors import HallError

ROOT: Final = "tavola/1"
"""What every topic begins with; another number would be another language."""
PUBLIC: Final = "public/tavola/1"
"""What the topics for spectators begin with."""
DESK: Final = "desk"
"""The name under which the desk speaks; no table has it."""
SPECTATOR: Final = "spectator"
"""The account of spectators; no table has its name."""
_RESERVED: Final = frozenset({DESK, SPECTATOR})
_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
_PART: Final = re.compile(r"[a-z0-9-]{1,64}")
PARTED: Final = frozenset({"alert", "result", "answer"})
"""Kinds of which a table has several, each with a part of its own behind the kind."""
LONGEST_TOPIC: Final = 200
"""Characters of a topic that is looked at."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic.

    Attributes:
        hall: the hall's name.
        table: the table's, or `DESK`.
        kind: "status", "state" and so on.
        part: which one of several; empty where there is one.
    """

    hall: str
    table: str
    kind: str
    part: str = ""

    def __str__(self) -> str:
        """Return it as it is written."""
        return "/".join((ROOT, self.hall, self.table, self.kind, *((self.part,) if self.part else ())))


def is_name(text: str) -> bool:
    """Return whether a hall or a table may have this name: small letters of English, digits, hyphens; at most 32."""
    return _NAME.fullmatch(text) is not None


def checked_hall(text: str) -> str:
    """Return the name of a hall.

    Raises:
        HallError: none can have it ("hall.no_name").
    """
    if not is_name(text):
        raise HallError("hall.no_name", text=text)
    return text


def checked_table(text: str) -> str:
    """Return the name of a table.

    Raises:
        HallError: none can have it ("hall.no_name", "hall.reserved_name").
    """
    if text in _RESERVED:
        raise HallError("hall.reserved_name", text=text)
    return checked_hall(text)


def parse_topic(text: str) -> Topic | None:
    """Return what a topic says; None where it is none of a hall's."""
    if len(text) > LONGEST_TOPIC or not text.startswith(f"{ROOT}/"):
        return None
    words = text[len(ROOT) + 1 :].split("/")
    if len(words) not in (3, 4) or not is_name(words[0]) or not is_name(words[1]):
        return None
    hall, table, kind, *part = words
    if bool(part) is not (kind in PARTED) or not all(_PART.fullmatch(word) for word in (kind, *part)):
        return None
    return Topic(hall, table, kind, *part)


def public_topic(hall: str, table: str) -> str:
    """Return the topic by which spectators are told of a table."""
    return f"{PUBLIC}/{hall}/{table}"
