"""Journals that are rightly chained and hold what no program has written, for tests of what reads journals."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from controller.record.journal.body import CHAIN_START, Packed, deflate, link
from controller.record.journal.codec import encode, tag_of
from controller.record.journal.writer import Journal
from tests.controller.record.matches import RUN, story

if TYPE_CHECKING:
    from pathlib import Path

OTHERS: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 30),
    st.integers(),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from(
        [
            "~Player:TWO",
            "~",
            "~x",
            "~*zz",
            "~Refusal#9",
            "\x1b[2J",
            "\ud800",
            10**400,
            [],
            [[]],
            {},
            [0] * 26,
        ]
    ),
    st.just({"~": "frozenset", "of": [{}]}),
    st.just({"~": "Roll", "high": 9, "low": 0}),
    st.just({"~": "Taken", "time": 0.0, "player": "~Player:ONE", "value": 2}),
)
"""What may stand where something else belongs."""


@cache
def texts(entries: int = 24) -> tuple[bytes, ...]:
    """Return what the first entries of a match hold, as it is packed."""
    told = story()
    return encode((told.beginning, told.first)), *(encode((one.given, one.events)) for one in told.entries[:entries])


def places(plain: Any) -> list[tuple[Any, ...]]:
    """Return the ways to every part of a plain value, itself left out; not into rows of whole numbers."""
    if isinstance(plain, dict):
        inner: list[tuple[Any, Any]] = list(plain.items())
    elif isinstance(plain, list) and not all(isinstance(one, int) for one in plain):
        inner = list(enumerate(plain))
    else:
        return []
    return [way for key, part in inner for way in [(key,), *((key, *rest) for rest in places(part))]]


def with_part(plain: Any, way: tuple[Any, ...], part: Any) -> Any:
    """Return a plain value with another part in a place."""
    if not way:
        return part
    copy = dict(plain) if isinstance(plain, dict) else list(plain)
    copy[way[0]] = with_part(copy[way[0]], way[1:], part)
    return copy


@st.composite
def malformed(draw: st.DrawFn, least: int = 0) -> tuple[bytes, ...]:
    """Return the texts of a match of which some hold something else than was written."""
    changed = list(texts())
    for _ in range(draw(st.integers(1, 2))):
        number = draw(st.integers(least, len(changed) - 1))
        plain = json.loads(changed[number])
        # What was said is what most readers look at: half of the time it is that.
        ways = places(plain)
        said = [way for way in ways if way[0] == 1] if draw(st.booleans()) else []
        way: tuple[Any, ...] = draw(st.sampled_from(said or ways))
        changed[number] = json.dumps(with_part(plain, way, draw(OTHERS))).encode()
    return tuple(changed)


def write_texts(path: Path, given: tuple[bytes, ...], **facts: str) -> None:
    """Write a journal of these texts, rightly chained, whatever they hold."""
    told = story()
    Journal.begin(path, told.beginning, told.first, RUN, facts).close()
    db = sqlite3.connect(path, isolation_level=None)
    for table in ("entries", "about"):
        db.execute(f"DROP TRIGGER {table}_delete")
    db.execute("DELETE FROM entries")
    chain = CHAIN_START
    beside: list[tuple[object, ...]] = [("runs", 1, RUN.boot, RUN.monotonic, RUN.time, RUN.wall, RUN.program)]
    beside += [("about", *fact) for fact in facts.items()]
    db.execute("BEGIN")
    for number, text in enumerate(given):
        happened = told.entries[number - 1].given if 0 < number <= len(told.entries) else None
        kind = tag_of(told.beginning if happened is None else happened)
        packed = Packed(number, 1, kind, 0.0 if happened is None else happened.time, None, deflate(text, b""), b"")
        packed = replace(packed, chain=link(chain, packed, beside if not number else (), text))
        chain = packed.chain
        facts_of = (packed.number, packed.run, packed.kind, packed.time, packed.base, packed.body, packed.chain)
        db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", facts_of)
    db.execute("COMMIT")
    db.close()
