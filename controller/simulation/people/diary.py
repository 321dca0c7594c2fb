"""The diary of simulated people: one line of JSON for each thing that really happened on the table.

They write it while they act, with the theatre's time in seconds; they neither read what the referee says into it nor
is it ever read here. The lines are described in `docs/simulation.md`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.rules import Position


@dataclass(slots=True)
class Diary:
    """Where people write down what they do.

    Attributes:
        clock: returns the time, in seconds.
        write: keeps a line, which ends without a line feed.
        match: the number of the match in the run.
        left: when the last hand left the board.
    """

    clock: Callable[[], float]
    write: Callable[[str], None]
    match: int = 1
    left: float = 0.0

    def leave(self) -> None:
        """Remember that the last hand has just left the board."""
        self.left = self.clock()

    def note(self, what: str, *, since_left: bool = False, **facts: Any) -> None:
        """Write a line.

        Args:
            what: what happened.
            since_left: it happened when the last hand left, else now.
            facts: more of it; what JSON can hold.
        """
        time = self.left if since_left else self.clock()
        line = {"t": round(time, 3), "match": self.match, "what": what, **facts}
        self.write(json.dumps(line, separators=(",", ":")))


def board(position: Position) -> list[list[int]]:
    """Return a position as the diary has it: the 26 counts of who plays, and of the other, each from his own side."""
    return [list(position.mine), list(position.theirs)]
