"""Checkers that are not where they were: which went where, which are gone, which are new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from controller.rules.breaches.reasons import Breach, Reason
from controller.rules.position import BAR, OFF, POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from controller.rules.position import Counts

_NEVER: Final = 1_000_000
"""More than any pairing weighs."""


_NOTHING: Final = (0,) * 26


class Difference(NamedTuple):
    """Who went where; points are of the numbering in which they were asked for.

    Attributes:
        moved: (source, target) of each checker that moved, highest source first.
        gone: points that lack a checker which is nowhere else.
        new: points with a checker that came from nowhere.
    """

    moved: tuple[tuple[int, int], ...]
    gone: tuple[int, ...]
    new: tuple[int, ...]


def surplus(more: Sequence[int], fewer: Sequence[int]) -> tuple[int, ...]:
    """Return the points 25..1, each as often as it holds more checkers in the first counts than in the second."""
    return tuple(point for point in range(BAR, OFF, -1) for _ in range(more[point] - fewer[point]))


def pair_off(sources: Sequence[int], targets: Sequence[int], uphill: int = 0) -> Difference:
    """Return the likeliest pairing of the points that lack checkers with those that have too many.

    As many pairs as possible, none crossing another, and the least distance in all.

    Args:
        sources: points that lack a checker, higher ones first.
        targets: points that have one too many, higher ones first; 0 for a checker borne off.
        uphill: what a move to a higher point weighs beside its distance, in pips.
    """
    if len(sources) == len(targets):
        return Difference(tuple(zip(sources, targets, strict=True)), (), ())

    def weight(source: int, target: int) -> int:
        return source - target if source > target else target - source + uphill

    if len(sources) < len(targets):
        chosen = _choose([[weight(source, target) for target in targets] for source in sources])
        moved = tuple((source, targets[i]) for source, i in zip(sources, chosen, strict=True))
        return Difference(moved, (), _left(targets, chosen))
    chosen = _choose([[weight(source, target) for source in sources] for target in targets])
    moved = tuple((sources[i], target) for target, i in zip(targets, chosen, strict=True))
    return Difference(moved, _left(sources, chosen), ())


def _left(points: Sequence[int], chosen: Sequence[int]) -> tuple[int, ...]:
    return tuple(point for i, point in enumerate(points) if i not in chosen)


def _choose(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return for each row a column, columns rising, such that the sum of the costs is least.

    There are fewer rows than columns.
    """
    rows = len(costs)
    columns = len(costs[0]) if costs else 0
    # least[i][j]: the cost of placing the rows from i on in the columns from j on
    least = [[0] * (columns + 1)]
    for row in reversed(costs):
        below, line = least[0], [_NEVER] * (columns + 1)
        for j in range(columns - 1, -1, -1):
            line[j] = min(row[j] + below[j + 1], line[j + 1])
        least.insert(0, line)
    chosen: list[int] = []
    j = 0
    for i in range(rows):
        while costs[i][j] + least[i + 1][j + 1] != least[i][j]:
            j += 1
        chosen.append(j)
        j += 1
    return chosen


def borne_off_amiss(more_off: int, gone: int, new: int, *, other: bool) -> list[Reason]:
    """Return the reasons why the number of checkers borne off is wrong.

    Whether checkers borne off are counted one by one or are all those not on the board is left open: a checker gone
    from the board may or may not be found among them, and is one breach either way.

    Args:
        more_off: by how many the number borne off exceeds what the play explains (negative: falls short).
        gone: how many checkers have gone from the board.
        new: how many have come to it.
        other: whose checkers they are, see `Reason.other`.
    """
    if more_off > gone:
        return [Reason(Breach.CHECKER_EXTRA, (OFF,), (), other)] * (more_off - gone)
    return [Reason(Breach.CHECKER_MISSING, (OFF,), (), other)] * max(0, -more_off - new)


def other_side(before: Counts, after: Counts, landed: Iterable[int]) -> list[Reason]:
    """Return the breaches concerning the checkers of the player who did not move.

    Args:
        before: that player's counts before the play, from his own side.
        after: the same after it.
        landed: the mover's points, 1..24, on which his checkers landed, also in passing.
    """
    wrong = [now - then for then, now in zip(before, after, strict=True)]
    reached = sorted({25 - point for point in landed})
    hits = [point for point in reached if before[point] == 1]
    for point in hits:
        wrong[point] += 1
        wrong[BAR] -= 1
    if not any(wrong):
        return []
    for point in reached:
        # Whoever lands on a closed point may also "hit" what is there; the closed point is the breach.
        sent = min(wrong[BAR], -wrong[point])
        if before[point] > 1 and sent > 0:
            wrong[point] += sent
            wrong[BAR] -= sent
    reasons, vanished = _hits_not_on_bar(wrong, hits)
    found = pair_off(surplus(_NOTHING, wrong), surplus(wrong, _NOTHING))
    reasons += [Reason(Breach.OTHER_MOVED, (_turned(a), _turned(b)), (), True) for a, b in found.moved]
    reasons += [Reason(Breach.CHECKER_MISSING, (_turned(point),), (), True) for point in found.gone]
    reasons += [Reason(Breach.CHECKER_EXTRA, (_turned(point),), (), True) for point in found.new]
    return reasons + borne_off_amiss(wrong[OFF], len(found.gone) + vanished, len(found.new), other=True)


def _hits_not_on_bar(wrong: list[int], hits: Sequence[int]) -> tuple[list[Reason], int]:
    """Return the breaches of hit checkers that the bar lacks, and how many of these checkers are nowhere.

    Args:
        wrong: by how many checkers each point holds more than the play explains, in the numbering of the player who
            was hit; what the reasons explain is taken out of it.
        hits: his points on which a blot was hit.
    """
    reasons: list[Reason] = []
    vanished = 0
    left_standing_first = sorted(hits, key=lambda point: (wrong[point] <= 0, point))
    for point in left_standing_first[: max(0, -wrong[BAR])]:
        wrong[BAR] += 1
        elsewhere = [place for place in POINTS if wrong[place] > 0]
        if wrong[point] > 0:
            wrong[point] -= 1
            reasons.append(Reason(Breach.HIT_NOT_ON_BAR, (_turned(point),), (), True))
        elif elsewhere:
            place = min(elsewhere, key=lambda place: abs(place - point))
            wrong[place] -= 1
            reasons.append(Reason(Breach.HIT_NOT_ON_BAR, (_turned(point), _turned(place)), (), True))
        else:
            vanished += 1
            reasons.append(Reason(Breach.HIT_NOT_ON_BAR, (_turned(point),), (), True))
    return reasons, vanished


def _turned(point: int) -> int:
    """Return a point of one player in the numbering of the other; the bar stays the bar."""
    return point if point == BAR else 25 - point
