"""Places and ways that an event points at, for a board that is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.outputs.pages.shown.snapshot import PlayArrow, PointMark
from controller.rules import BAR, HAND, OFF, Breach

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.referee.events import Misplaced, Remedy
    from controller.rules import Play, Player, Position, Reason

_COULD = Breach.DICE_UNPLAYED | Breach.LARGER_DIE
"""The reasons that name moves which were not made."""
_PLACES = Breach.CHECKER_MISSING | Breach.CHECKER_EXTRA
"""The reasons that name places and no way."""


def way_of(player: Player, play: Play, tone: str = "play") -> tuple[PlayArrow, ...]:
    """Return the arrows of a play."""
    return tuple(PlayArrow(player, min(move.source, BAR), move.target, tone, move.hit) for move in play)


def blamed_marks(player: Player, reasons: Iterable[Reason]) -> tuple[PointMark, ...]:
    """Return the places that reasons name, as the strip lights them: each once, by the last reason that names it."""
    marks: dict[tuple[int, int], PointMark] = {}
    for reason in reasons:
        for number, point in enumerate(reason.points):
            owner = player.other if reason.other and point in (BAR, OFF) else player
            tone = "could" if reason.breach in _COULD else "to" if number % 2 else "from"
            marks[owner, point] = PointMark(owner, point, tone)
    return tuple(marks.values())


def blamed_ways(player: Player, reasons: Iterable[Reason]) -> tuple[PlayArrow, ...]:
    """Return the ways that reasons name."""
    arrows: dict[PlayArrow, None] = {}
    for reason in reasons:
        if reason.breach in _PLACES:
            continue
        points = reason.points[1:] if reason.breach is Breach.BAR_FIRST else reason.points
        tone = "could" if reason.breach in _COULD else "wrong"
        for source, target in zip(points[::2], points[1::2], strict=False):
            arrows[PlayArrow(player, source, target, tone)] = None
    return tuple(arrows)


def doubted(player: Player, one: Position | None, other: Position | None) -> tuple[PointMark, ...]:
    """Return the places on which two positions, seen by a player, differ."""
    if one is None or other is None:
        return ()
    points = range(1, BAR + 1)
    own = [PointMark(player, point, "doubt") for point in points if one.mine[point] != other.mine[point]]
    marked = {25 - mark.point for mark in own if mark.point != BAR}
    return (
        *own,
        *(
            PointMark(player.other, point, "doubt")
            for point in points
            if one.theirs[point] != other.theirs[point] and (point == BAR or point not in marked)
        ),
    )


def misplaced(differences: Iterable[Misplaced]) -> tuple[PointMark, ...]:
    """Return the places on which the board differs from what should stand there."""
    return tuple(PointMark(one.player, one.point, "doubt", one.seen, one.expected) for one in differences)


def mending(remedies: Iterable[Remedy]) -> tuple[PlayArrow, ...]:
    """Return the ways that make a board agree again; a checker that is missing has none."""
    return tuple(
        PlayArrow(one.player, one.source, one.target, "mend")
        for one in remedies
        if one.source is not None and one.target is not None
    )


def difference(before: Position, after: Position) -> str:
    """Return how a player's checkers lie otherwise than before, as a match file writes moves.

    It says nothing of whether they may: of a play that no rule allows it is a short way to write the result.
    """
    left, come = [], []
    for point in range(BAR, -1, -1):
        change = after.mine[point] - before.mine[point]
        left += [point] * -change
        come += [point] * change
    names = {BAR: "bar", OFF: "off", HAND: "hand"}
    return " ".join(
        f"{names.get(source, source)}/{names.get(target, target)}" for source, target in zip(left, come, strict=False)
    )
