"""Everything that a journal holds, as one JSON document that any program can read.

Values are written as the journal's `codec` writes them: the key "~" names the kind of an object, a string that begins
with "~" is the member of an enumeration.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from controller.record.journal.codec import to_plain

if TYPE_CHECKING:
    from controller.record.journal.reader import JournalContents


def write_json(contents: JournalContents) -> str:
    """Return a journal as JSON: what is known of it, every input with its events, and the record of the match."""
    document = {
        "format": "tavola-match",
        "version": 1,
        "about": dict(contents.about),
        "runs": [
            {"boot": run.boot, "monotonic": run.monotonic, "time": run.time, "wall": run.wall, "program": run.program}
            for run in contents.runs
        ],
        "beginning": to_plain(contents.beginning),
        "entries": [
            {
                "number": entry.number,
                "run": entry.run,
                "time": entry.time,
                "input": to_plain(entry.given),
                "events": to_plain(entry.events),
            }
            for entry in contents.entries
        ],
        "pictures": [
            {"entry": one.entry, "part": one.part, "name": one.name, "forgotten": bool(one.forgotten)}
            for one in contents.pictures
        ],
        "record": to_plain(contents.record),
    }
    return json.dumps(document, indent=1) + "\n"
