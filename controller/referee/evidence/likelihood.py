"""One reading seen by one player: the score of every content of each of his own points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from operator import getitem, mul
from typing import TYPE_CHECKING, Final

from controller.rules import BAR, OFF, START, Player, Position
from vision.reading import FLOOR, MAX_COUNT, PLACES, Shade, lead

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from controller.referee.layout import Layout
    from controller.referee.state import Setup
    from vision.reading import CountReading, Reading

BAR_PLACE = "bar"

SURELY: Final = 1000
"""Lead in centinats from which a count of those borne off is taken for sure. A camera gives none; who writes readings
by hand may."""

_BLANK = (0,) * (2 * MAX_COUNT + 1)
_BLANK_COUNT = (0,) * (MAX_COUNT + 1)


@dataclass(frozen=True, slots=True)
class Sight:
    """Scores in centinats, arranged as `player` counts his points.

    Attributes:
        points: index 0 unused, 1..24 the own points; each 31 scores: 0 empty, 1..15 own checkers, 16..30 the other's.
        bar_mine, bar_theirs: 16 scores, index = count.
        off_mine, off_theirs: 16 scores, or all 0 where the trays do not tell surely.
        hidden: the own points that something covers.
        bar_hidden: whether the bar is covered.
        trays_seen: whether the checkers borne off are counted.
        shared: the own points on which checkers of both players are seen.
    """

    points: tuple[tuple[int, ...], ...]
    bar_mine: tuple[int, ...]
    bar_theirs: tuple[int, ...]
    off_mine: tuple[int, ...]
    off_theirs: tuple[int, ...]
    hidden: frozenset[int]
    bar_hidden: bool
    trays_seen: bool = False
    shared: frozenset[int] = frozenset()

    def score(self, position: Position) -> int:
        """Return the log-likelihood of `position` in centinats, 0 being a perfect fit everywhere."""
        mine, theirs, points = position.mine, position.theirs, self.points
        waiting = position.unentered
        total = _at(self.bar_mine, mine[BAR] - waiting[0]) + _at(self.bar_theirs, theirs[BAR] - waiting[1])
        total += _at(self.off_mine, mine[OFF]) + _at(self.off_theirs, theirs[OFF])
        for point in range(1, 25):
            own, other = mine[point], theirs[25 - point]
            if (bool(own and other) is not (point in self.shared)) or own > MAX_COUNT or other > MAX_COUNT:
                total += FLOOR
            elif own and other:
                total += max(points[point][own], points[point][MAX_COUNT + other])
            else:
                total += points[point][own if not other else MAX_COUNT + other]
        return total

    def scores(self, positions: Iterable[Position]) -> list[int]:
        """Return what `score` does, for many positions in a quarter of the time: a doublet may have hundreds."""
        mine = (self.off_mine, *[scores[: MAX_COUNT + 1] for scores in self.points[1:]], self.bar_mine)
        more = [(0, *[score - scores[0] for score in scores[MAX_COUNT + 1 :]]) for scores in self.points[:0:-1]]
        theirs = (self.off_theirs, *more, self.bar_theirs)
        found = []
        for one in positions:
            own, other = one.mine, one.theirs
            both = self.shared or any(map(mul, own[1:25], other[24:0:-1]))
            if both or any(one.unentered) or max(own) > MAX_COUNT or max(other) > MAX_COUNT:
                found.append(self.score(one))
            else:
                found.append(sum(map(getitem, mine, own)) + sum(map(getitem, theirs, other)))
        return found


def look(reading: Reading, layout: Layout, player: Player) -> Sight:
    """Return `reading` as `player` counts his points on a table set up as `layout`."""
    dark = layout.shade(player) is Shade.DARK
    points: list[tuple[int, ...]] = [_BLANK]
    hidden: set[int] = set()
    shared: set[int] = set()
    for point, index in enumerate(_indexes(layout, player), start=1):
        if reading.shared and PLACES[index] in reading.shared:
            shared.add(point)
        if reading.hidden and PLACES[index] in reading.hidden:
            hidden.add(point)
            points.append(_BLANK)
            continue
        scores = reading.points[index].scores
        points.append(scores if dark else _swapped(scores))
    bar_hidden = BAR_PLACE in reading.hidden
    bars = (
        _pair(reading.bar_dark, reading.bar_light, dark_first=dark) if not bar_hidden else (_BLANK_COUNT, _BLANK_COUNT)
    )
    seen = all(tray is not None and _surely(tray.scores) for tray in (reading.off_dark, reading.off_light))
    offs = _pair(reading.off_dark, reading.off_light, dark_first=dark) if seen else (_BLANK_COUNT, _BLANK_COUNT)
    return Sight(
        tuple(points), *bars, *offs, hidden=frozenset(hidden), bar_hidden=bar_hidden, trays_seen=seen,
        shared=frozenset(shared),
    )  # fmt: skip


def _surely(scores: tuple[int, ...]) -> bool:
    """Return whether one count leads all others so clearly that it tells how many have been borne off."""
    return lead(scores) >= SURELY


def own_points(values: Sequence[int], layout: Layout, player: Player) -> tuple[int, ...]:
    """Return the values of `player`'s own points 1..24, of values in the order of `vision.reading.PLACES`."""
    return tuple(values[index] for index in _indexes(layout, player))


@cache
def _indexes(layout: Layout, player: Player) -> tuple[int, ...]:
    """Return where `player`'s own points 1..24 are in `Reading.points`."""
    return tuple(PLACES.index(layout.place(player, point)) for point in range(1, 25))


def content_of(position: Position, point: int) -> int:
    """Return the index of what stands on an own point, as in `Sight.points`."""
    other = position.theirs[25 - point]
    return min(MAX_COUNT, other) + MAX_COUNT if other else min(MAX_COUNT, position.mine[point])


def _at(scores: tuple[int, ...], count: int) -> int:
    """Return the score of `count`, FLOOR for a count that the reader does not tell apart."""
    return scores[count] if 0 <= count < len(scores) else FLOOR


def _swapped(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return the 31 scores of a point with the two shades exchanged."""
    return scores[:1] + scores[MAX_COUNT + 1 :] + scores[1 : MAX_COUNT + 1]


def _pair(
    dark: CountReading | None, light: CountReading | None, *, dark_first: bool = True
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the scores of two counts, those of the asked shade first; blank where nothing is seen."""
    pair = (dark.scores if dark else _BLANK_COUNT, light.scores if light else _BLANK_COUNT)
    return pair if dark_first else pair[::-1]


def start_contents(setup: Setup) -> dict[str, tuple[Shade, int]]:
    """Return what stands on each occupied place in the start position of backgammon, by the place's name.

    A set is learned from that one, whichever game is played with it: others show too few checkers, or none.
    """
    start, layout = START, setup.layout
    counts = {Player.ONE: start.mine, Player.TWO: start.theirs}
    return {
        layout.place(player, point): (layout.shade(player), counts[player][point])
        for player in Player
        for point in range(1, 25)
        if counts[player][point]
    }
