"""A program that keeps a match and tells after each entry that it is kept, until it is killed.

`python -m tests.controller.record.journal.write_story JOURNAL`; it goes on with a journal that is there.
"""

from __future__ import annotations

import sys
from pathlib import Path

from controller.record.journal.reader import read_journal
from controller.record.journal.writer import Journal
from tests.controller.record.matches import RUN, story


def main(path: Path) -> None:
    """Write the match from where the journal ends."""
    told = story()
    if path.exists():
        contents = read_journal(path)
        done, journal = len(contents.entries) - 1, Journal.go_on(contents, RUN)
    else:
        done, journal = 0, Journal.begin(path, told.beginning, told.first, RUN)
    for number, one in enumerate(told.entries[done:], done + 1):
        journal.add(one.given, one.events, one.state)
        sys.stdout.write(f"{number} {'said' if one.events else 'seen'}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
