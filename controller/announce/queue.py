"""Sentences that wait to be said: problems first, the others in their order, and nothing that is stale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.announce.worth import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.announce.worth import Worth

GOOD_FOR: Final[Mapping[Kind, float]] = {Kind.PROBLEM: 60.0, Kind.SCORE: 30.0, Kind.COURSE: 8.0}
"""Seconds for which a sentence may wait; later it would tell of what everybody has long seen."""

MOST: Final = 12
"""Sentences that may wait at the same time."""


@dataclass(frozen=True, slots=True)
class QueuedLine:
    """A sentence that waits.

    Attributes:
        text: the sentence.
        worth: how urgent it is, and what makes it stale.
        since: when it began to wait, in seconds on any clock that never goes backwards.
    """

    text: str
    worth: Worth
    since: float


Waiting = tuple[QueuedLine, ...]
"""The sentences that wait, the oldest first."""


def put(waiting: Waiting, news: Sequence[tuple[str, Worth]], now: float) -> Waiting:
    """Return what waits after news that belong together.

    Older sentences that the news make stale are dropped, whether the news themselves are said aloud or not. If too
    many wait, the oldest go that are no problem, and then the oldest.
    """
    outdated = frozenset[object]().union(*(worth.outdates for _, worth in news))
    kept = [line for line in waiting if line.worth.subject not in outdated]
    kept += [QueuedLine(text, worth, now) for text, worth in news if text and worth.spoken]
    while len(kept) > MOST:
        kept.remove(next((line for line in kept if line.worth.kind is not Kind.PROBLEM), kept[0]))
    return tuple(kept)


def take(waiting: Waiting, now: float) -> tuple[QueuedLine | None, Waiting]:
    """Return the sentence to be said next, if any, and what waits after it; what has waited too long is dropped."""
    fresh = [line for line in waiting if now - line.since <= GOOD_FOR[line.worth.kind]]
    if not fresh:
        return None, ()
    line = next((line for line in fresh if line.worth.kind is Kind.PROBLEM), fresh[0])
    fresh.remove(line)
    return line, tuple(fresh)


def breaks_off(said: QueuedLine, waiting: Waiting) -> bool:
    """Return whether what waits is so urgent that the sentence being said is broken off for it."""
    return said.worth.kind is not Kind.PROBLEM and any(line.worth.kind is Kind.PROBLEM for line in waiting)
