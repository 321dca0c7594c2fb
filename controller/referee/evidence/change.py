"""The second witness: what changed since the last settled picture.

Two readings of one board share their cause: a glare that lies on a checker lies on it in both, and is one witness,
however often it is read. What a place showed when its content was known, and what it shows now, is another. Where the
scores of a place have not moved, nothing speaks for a change, whatever they say; where they have, the content towards
which they moved is what came. And where the settled content had to be believed against what the picture showed, only
the change can be believed from then on.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from controller.referee.evidence.likelihood import content_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.referee.evidence.likelihood import Sight
    from controller.rules import Position

UNMOVED: Final = 400
"""What a change costs, in centinats, where the scores have not moved at all."""

MOVED: Final = 400
"""What staying costs, in centinats, at most, where the scores have moved away from the settled content: what errs
mostly errs as it did before."""

FAINT: Final = -1200
"""Contents less likely than this, in centinats, are not tried (`Margins.window`), whatever the change says of them."""

WORST: Final = -2500
"""The score of a content that the reader does not tell apart, in centinats."""

BELIEVED_AGAINST: Final = 300
"""From this on a settled content counts as believed against the picture, in centinats."""


def change(base: Sight, now: Sight, settled: Position) -> Sight:
    """Return what the change between two readings says, as scores of every place.

    Args:
        base: the last reading of which the position is known, seen by the same player.
        now: the reading to be judged.
        settled: the position that `base` shows, seen by the same player.
    """
    points = [now.points[0]]
    for point in range(1, 25):
        if point in base.hidden or point in now.hidden:
            points.append((0,) * len(now.points[point]))
        else:
            points.append(_moved(base.points[point], now.points[point], content_of(settled, point)))
    unknown = base.bar_hidden or now.bar_hidden
    blank = (0,) * len(now.bar_mine)
    mine, theirs = settled.on_the_bar()
    return replace(
        now,
        points=tuple(points),
        bar_mine=blank if unknown else _moved(base.bar_mine, now.bar_mine, mine),
        bar_theirs=blank if unknown else _moved(base.bar_theirs, now.bar_theirs, theirs),
        off_mine=(0,) * len(now.off_mine),
        off_theirs=(0,) * len(now.off_theirs),
    )


def discounted(base: Sight, now: Sight, moved: Sight, settled: Position) -> Sight:
    """Return `now` with the places judged by `moved` alone whose content was believed against the picture.

    Args:
        base: the last reading of which the position is known.
        now: the reading to be judged.
        moved: what `change` says of the two.
        settled: the position that `base` shows.
    """
    wrong = [
        point
        for point in range(1, 25)
        if point not in base.hidden and _at(base.points[point], content_of(settled, point)) <= -BELIEVED_AGAINST
    ]
    mine, theirs = now.bar_mine, now.bar_theirs
    if not base.bar_hidden:
        mine = moved.bar_mine if _at(base.bar_mine, settled.on_the_bar()[0]) <= -BELIEVED_AGAINST else mine
        theirs = moved.bar_theirs if _at(base.bar_theirs, settled.on_the_bar()[1]) <= -BELIEVED_AGAINST else theirs
    if not wrong and mine is now.bar_mine and theirs is now.bar_theirs:
        return now
    points = list(now.points)
    for point in wrong:
        points[point] = moved.points[point]
    return replace(now, points=tuple(points), bar_mine=mine, bar_theirs=theirs)


def with_touched(sight: Sight, touched: Sequence[int], settled: Position) -> Sight:
    """Return `sight` with what the pixels say: whether a checker came to or went from each point.

    Args:
        sight: the reading, or what `change` says of it.
        touched: for the own points 1..24, log-odds in centinats that one did rather than that nobody touched any.
        settled: the position that lay there before, seen by the same player.
    """
    points = list(sight.points)
    for point, odds in enumerate(touched, start=1):
        content, scores = content_of(settled, point), points[point]
        if not odds or point in sight.hidden or content >= len(scores):
            continue
        more = [score + odds for score in scores]
        more[content] = scores[content]
        best = max(more)
        points[point] = tuple([score - best for score in more])
    return replace(sight, points=tuple(points))


def _at(scores: tuple[int, ...], content: int) -> int:
    """Return the score of a content; the worst for one that the reader does not tell apart."""
    return scores[content] if content < len(scores) else WORST


@lru_cache(maxsize=1024)
def _moved(base: tuple[int, ...], now: tuple[int, ...], settled: int) -> tuple[int, ...]:
    """Return what the change of one place's scores says, the best being 0.

    Towards a content the change speaks by as much as its odds against the settled one have risen, and by no more than
    the picture says now. Where they have not risen, it speaks against it, unless the picture could never tell the two.
    Where the likeliest content is another than it was, this speaks once more against the settled one.
    """
    own, was = _at(now, settled), _at(base, settled)
    if own == was == 0 and sorted(now)[-2] < FAINT and now[settled] == max(now):
        return now  # nothing else is likely, whatever has changed
    if was == 0 == max(base):
        # As mostly. It is the same as `_odds`, where no odds have risen by less than the picture says now, and quicker.
        risen = [new - own - old for old, new in zip(base, now, strict=True)]
        costs = [0 if more >= UNMOVED else UNMOVED - more if more > 0 else UNMOVED for more in risen]
        odds = [new - own - min(-old, cost) for old, new, cost in zip(base, now, costs, strict=True)]
    else:
        pairs = enumerate(zip(base, now, strict=True))
        odds = [_odds(old - was, new - own, settled=content == settled) for content, (old, new) in pairs]
    best = max(odds)
    if was == 0 and best > 0:
        odds[settled] -= min(best, MOVED, -_at(base, odds.index(best)))
    return tuple([one - best for one in odds]) if best else tuple(odds)


def _odds(old: int, new: int, *, settled: bool) -> int:
    """Return what the change says of a content by its odds against the settled one, before and now."""
    risen = new - old
    cost = 0 if settled or risen >= UNMOVED else min(UNMOVED - max(0, risen), abs(old))
    return min(new, risen) - cost
