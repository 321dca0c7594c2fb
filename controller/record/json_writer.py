"""Everything that a journal holds, as one JSON document with plain names that any program can read.

What it has is described in `docs/commands.md`. Values are written as `event_log` writes them, and what differs in kind
(inputs, events, actions of a game) says its kind in words.
"""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from controller.record.event_log import plain
from controller.referee.inputs import Commanded
from controller.referee.options.options import TABLE
from controller.referee.options.words import word_of

if TYPE_CHECKING:
    from controller.record.journal.reader import Entry, JournalContents
    from controller.record.transcript import GameRecord

VERSION: Final = 1
"""Grows when a name changes its meaning; names may be added without that."""


def write_json(contents: JournalContents) -> str:
    """Return a journal as JSON: what was agreed, every input with its events, and the record of the match."""
    setup, record = contents.beginning.setup, contents.record
    document = {
        "format": "tavola-match",
        "version": VERSION,
        "players": list(setup.names),
        "length": contents.beginning.match.length,
        "game": record.variant.name,
        "agreed": {name: word_of(getattr(setup.options, name)) for name in TABLE},
        "about": dict(contents.about),
        "sittings": [
            {"number": number, "time": run.time, "wall": run.wall, "program": run.program}
            for number, run in enumerate(contents.runs, 1)
        ],
        "entries": [plain_entry(entry) for entry in contents.entries],
        "pictures": [
            {"entry": one.entry, "part": one.part, "file": one.name, "forgotten": bool(one.forgotten)}
            for one in contents.pictures
        ],
        "games": [_game(game) for game in record.games],
        "tags": dict(record.tags),
        "remarks": list(record.remarks),
    }
    return json.dumps(document, indent=1) + "\n"


def plain_entry(entry: Entry) -> dict[str, Any]:
    """Return an entry of a journal as plain values by plain names."""
    return {
        "number": entry.number,
        "sitting": entry.run,
        "time": entry.time,
        "input": None if entry.given is None else _kind(entry.given),
        "events": [*map(_kind, entry.events)],
    }


def _kind(value: Any) -> dict[str, Any]:
    """Return an input, an event or an action as plain values, with its kind as words."""
    words = re.sub(r"(?<!^)(?=[A-Z])", "_", type(value).__name__).lower()
    named = {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Commanded):
        named["command"] = _kind(value.command)
    return {"kind": words, **named}


def _game(game: GameRecord) -> dict[str, Any]:
    """Return a game as plain values; lines and rows belong to files of others."""
    actions = [_kind(action) for action in game.actions]
    return {
        "number": game.number,
        "score": list(game.score),
        "crawford": game.crawford,
        "cube": game.cube,
        "start": plain(game.start),
        "actions": [{name: value for name, value in one.items() if name not in ("row", "line")} for one in actions],
        "outcome": plain(game.outcome),
    }
