"""The likeliest contents of a whole board, best first, whatever the rules say of them."""

from __future__ import annotations

import heapq
from functools import lru_cache
from operator import sub
from typing import TYPE_CHECKING, Final

from controller.rules import BAR, OFF, Position
from vision.reading import MAX_COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.referee.evidence.likelihood import Sight

_CANDIDATES_LOOKED_AT: Final = 200
"""How many of the likeliest contents of the whole board are looked at in search of the best that is not legal."""

_MINE: Final = (*range(MAX_COUNT + 1), *[0] * MAX_COUNT)
_THEIRS: Final = (*[0] * (MAX_COUNT + 1), *range(1, MAX_COUNT + 1))
"""How many own checkers a content is, and how many of the other's."""


def likeliest(sight: Sight, before: Position, window: int) -> Iterator[tuple[int, list[int], tuple[int, int]]]:
    """Yield score and contents of the whole board, the likeliest first, a bounded number.

    Third, by how many checkers of the player and of the other there are more on board and bars than before.
    """
    options = contents_of(sight, before, window)
    base = [choice[0][1] for choice in options]
    changes = sorted(
        (choice[0][0] - score, place, content) for place, choice in enumerate(options) for score, content in choice[1:]
    )
    more = [tuple(map(sub, _checkers(place, content), _checkers(place, base[place]))) for _, place, content in changes]
    top = sum(choice[0][0] for choice in options)
    there = [_checkers(place, content) for place, content in enumerate(base)]
    own, other = (
        sum(one for one, _ in there) - sum(before.mine[1:]),
        sum(two for _, two in there) - sum(before.theirs[1:]),
    )
    yield top, base, (own, other)
    queue: list[tuple[int, tuple[int, ...]]] = [(changes[0][0], (0,))] if changes else []
    for _ in range(_CANDIDATES_LOOKED_AT):
        if not queue:
            return
        cost, chosen = heapq.heappop(queue)
        last = chosen[-1]
        if last + 1 < len(changes):
            step = changes[last + 1][0]
            heapq.heappush(queue, (cost + step, (*chosen, last + 1)))
            heapq.heappush(queue, (cost - changes[last][0] + step, (*chosen[:-1], last + 1)))
        contents = list(base)
        ones, twos, places = own, other, set[int]()
        for index in chosen:
            _, place, content = changes[index]
            contents[place] = content
            places.add(place)
            ones += more[index][0]
            twos += more[index][1]
        if len(places) == len(chosen):
            yield top - cost, contents, (ones, twos)


def _checkers(place: int, content: int) -> tuple[int, int]:
    """Return how many own checkers, and how many of the other's, a content of one of the places of `contents_of` is."""
    return (_MINE[content], _THEIRS[content]) if place < 24 else (content, 0) if place == 24 else (0, content)


def contents_of(sight: Sight, before: Position, window: int) -> list[tuple[tuple[int, int], ...]]:
    """Return for the 24 points, then my bar and their bar, the likely (score, content), best first.

    A place that is hidden keeps what stood there: nothing is known of it.
    """
    options: list[tuple[tuple[int, int], ...]] = []
    for point in range(1, 25):
        if point in sight.hidden:
            own, other = before.mine[point], before.theirs[25 - point]
            options.append(((0, own if not other else MAX_COUNT + other),))
        else:
            options.append(_within(sight.points[point], window))
    if sight.bar_hidden:
        return [*options, *(((0, there),) for there in before.on_the_bar())]
    return [*options, _within(sight.bar_mine, window), _within(sight.bar_theirs, window)]


@lru_cache(maxsize=1024)
def _within(scores: tuple[int, ...], window: int) -> tuple[tuple[int, int], ...]:
    """Return (score, content) of all contents within `window` of the best, best first."""
    floor = max(scores) - window
    there = [(score, content) for content, score in enumerate(scores) if score >= floor]
    return tuple(sorted(there, key=lambda one: -one[0]))


def position_of(contents: list[int], before: Position, sight: Sight) -> Position:
    """Return the position that the contents of 24 points and two bars make.

    Where the trays are seen, they tell what has been borne off. Otherwise what is not on the board is taken to be
    borne off, as far as it was there before; the other player bears nothing off in this turn. More checkers on the
    board than there were leave the count of those borne off as it was. On a point where checkers of both are seen,
    one lies of the player who has fewer there.
    """
    mine, theirs = [0, *[_MINE[one] for one in contents[:24]], 0], [0, *[_THEIRS[one] for one in contents[23::-1]], 0]
    waiting = _unentered(before, sum(mine) + contents[24])
    mine[BAR], theirs[BAR] = contents[24] + waiting, contents[25] + before.unentered[1]
    for point in sight.shared:
        fewer, at = (mine, point) if theirs[25 - point] else (theirs, 25 - point)
        fewer[at] = 1
    if sight.trays_seen:
        mine[OFF], theirs[OFF] = _likeliest_count(sight.off_mine), _likeliest_count(sight.off_theirs)
        return _beside(mine, theirs, before, waiting)
    mine[OFF] = max(before.mine[OFF], sum(before.mine) - sum(mine))
    theirs[OFF] = before.theirs[OFF]
    return _beside(mine, theirs, before, waiting)


def _unentered(before: Position, on_board: int) -> int:
    """Return how many checkers of the mover's have still not been in play, by how many are on board and bar.

    Nobody sees them. What is not on the board has never been there, as far as that was so before.
    """
    return min(before.unentered[0], max(0, sum(before.mine[1:]) - on_board))


def _beside(mine: list[int], theirs: list[int], before: Position, waiting: int) -> Position:
    """Return the position of these counts, with what the board does not show."""
    home = before.been_home[0] or any(mine[:7])
    return Position(tuple(mine), tuple(theirs), (waiting, before.unentered[1]), (home, before.been_home[1]))


def _likeliest_count(scores: tuple[int, ...]) -> int:
    """Return the likeliest count of a tray."""
    return max(range(len(scores)), key=scores.__getitem__)
