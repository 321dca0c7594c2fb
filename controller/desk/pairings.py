"""Pairings of a round, read from CSV: a row a match, with a heading that names the columns.

Columns are `table`, `white` and `black` (or `player1` and `player2`), `length`; and, where they are there, `preset`,
`clock` and `group`. Preset and clock are as `tavola ctl new match` takes them. Lines before the heading that begin with
# say more: `# title: Round 2`, `# format: swiss`, `# lives: 2`. Commas, semicolons or tabs part the columns.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

from controller.control.errors import ControlError
from controller.control.orders import Sender, match_words, parse
from controller.foreign import Limits, decode, load, parsed
from controller.hall.errors import HallError
from controller.hall.messages import LARGEST_ROUND, LONGEST_MATCH, LONGEST_NAME, HallPairing, HallRound, encode
from controller.hall.messages import decode as decode_message
from controller.hall.topics import checked_table

if TYPE_CHECKING:
    from pathlib import Path

_LIMITS: Final = Limits(size=LARGEST_ROUND, line=1_000, digits=20)
_COLUMNS: Final = {
    "table": "table",
    "white": "white",
    "player1": "white",
    "player 1": "white",
    "black": "black",
    "player2": "black",
    "player 2": "black",
    "length": "length",
    "points": "length",
    "preset": "preset",
    "clock": "clock",
    "group": "group",
}
_TRIED: Final = Sender("-", "-", ("-", "-"))
"""Who tries whether an order can be understood."""
_WANTED: Final = ("table", "white", "black", "length")


def read_pairings(path: Path) -> HallRound:
    """Return the pairings of a file.

    Raises:
        OSError: it cannot be opened.
        ForeignError: it has none, or one that cannot be; with the line.
    """
    return parse_pairings(decode(load(path, LARGEST_ROUND)), str(path))


def parse_pairings(text: str, name: str) -> HallRound:
    """Return the pairings of a text.

    Raises:
        ForeignError: see `read_pairings`.
    """
    return parsed(text, name, _parsed, _LIMITS)


def _parsed(text: str) -> HallRound:
    """Return the pairings of a text; raises what a parser raises."""
    lines = text.splitlines()
    said: dict[str, str] = {}
    first = 0
    while first < len(lines) and (not lines[first].strip() or lines[first].startswith("#")):
        key, _, value = lines[first].lstrip("# ").partition(":")
        said[key.strip().casefold()] = value.strip()
        first += 1
    if first == len(lines):
        raise HallError("hall.no_pairings")
    parting = max(",;\t", key=lines[first].count)
    rows = csv.reader(io.StringIO("\n".join(lines[first:])), delimiter=parting, strict=True)
    columns = [_COLUMNS.get(word.strip().casefold(), "") for word in next(rows)]
    missing = [word for word in _WANTED if word not in columns]
    if missing:
        raise HallError("hall.no_column", known=missing)
    pairings: list[HallPairing] = []
    for row in rows:
        if not any(word.strip() for word in row):
            continue
        facts = dict(zip(columns, (word.strip() for word in row), strict=False))
        pairings.append(_pairing(facts, first + rows.line_num))
    whole = HallRound(
        title=said.get("title", "")[:LONGEST_NAME],
        format=said.get("format", ""),  # type: ignore[arg-type]  # what is none is refused by what follows
        lives=int(said["lives"]) if said.get("lives", "").isdecimal() else 2,
        pairings=tuple(pairings),
    )
    return decode_message(encode(whole), HallRound, "pairings")


def _pairing(facts: dict[str, str], line: int) -> HallPairing:
    """Return the match of a row.

    Raises:
        HallError: it is none ("hall.no_pairing"), or cannot be played so ("hall.no_such_match"), or the table has no
            name that it can have.
    """
    length = {"money": "0"}.get(facts.get("length", "").casefold(), facts.get("length", ""))
    white, black = facts.get("white", ""), facts.get("black", "")
    plain = length.isascii() and length.isdecimal() and len(length) < 4 and int(length) <= LONGEST_MATCH
    if (
        not plain
        or not all(0 < len(name) <= LONGEST_NAME for name in (white, black))
        or white.casefold() == black.casefold()
    ):
        raise HallError("hall.no_pairing", line=line)
    preset, clock = facts.get("preset", ""), facts.get("clock", "")
    try:
        parse(("new", "match", *match_words((black, white), int(length), preset, clock)), _TRIED, 0.0)
    except ControlError as error:
        raise HallError("hall.no_such_match", line=line, why=error) from None
    table = facts.get("table", "")
    return HallPairing(
        table=checked_table(f"table-{table}" if table.isascii() and table.isdecimal() else table.casefold()),
        names=(black, white),
        length=int(length),
        preset=preset,
        clock=clock,
        group=facts.get("group", ""),
    )
