"""Dice on the board's own pattern: looked for, and looked at, where it has been taken out of the picture.

On an emblem or across a line a die is hard to tell, see `vision.dice.patterns.removal`. Where a die that was found
lies so, and where fewer than two were found, places are looked at once more in the picture without the pattern.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.dice.candidates import LEAST_PROPOSED
from vision.dice.die_net import FACES
from vision.dice.patterns.foreground import foreground_near, foreground_places
from vision.dice.patterns.removal import beside, pattern_round, share_of, without_patterns
from vision.dice.proposals import ask, places_of
from vision.dice.search import SAME_DIE, apart, classify_proposals, dice_among, on_surface, once
from vision.dice.support import SIDE
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.dice.candidates import DieCandidate
    from vision.dice.patterns.removal import Pattern
    from vision.dice.proposals import Proposal
    from vision.dice.search import SeenBoard, Task
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry
    from vision.geometry.camera_pose import CameraPose

PAIR: Final = 2
"""Dice that are thrown: where fewer are found, they are looked for where the board is not as bare as it was, too."""


@dataclass(frozen=True, slots=True)
class OnPatternSettings:
    """Settings by which dice on the board's pattern are looked for; lengths in sides of a die.

    Attributes:
        off: how far off its middle a die may be looked at: such are among what the networks learned from.
        here: how far from where a pattern was taken out a die is that is seen clearer so.
        shows: share of the board's pattern that shows through a die, 0..1, from which it is taken out.
        covered: share of a place's middle, 0..1, in which something else than the board has to be seen for a
            die to lie there.
        most_beside: share of what is round a place, 0..1, in which something else than the board may be seen
            for the pattern to be taken out where no die was found: what was proposed may be somewhat beside a
            die, and checkers cover more.
        checker_reach: how far from a place, in checker diameters, the middle of a checker is that lies under
            it.
        checker_nats: nats that speak for such a checker, from which one is taken to lie there.
        least_room: how far from the rails the middle of a die that stands on the board is at least; seen well,
            it is half a side.
        clear_face: chance of the likeliest face, 0..1, below which a die that lies on a pattern is looked at
            without it.
        least_plain: log-odds, beyond those of `vision.dice.candidates.DieCandidate.odds`, from which there is a
            die where the pattern was taken out: what is left of it may look like one from afar.
    """

    off: float
    here: float
    shows: float
    covered: float
    most_beside: float
    checker_reach: float
    checker_nats: float
    least_room: float
    clear_face: float
    least_plain: float


ON_PATTERNS: Final = OnPatternSettings(
    off=0.2,
    here=1.2,
    shows=0.15,
    covered=0.15,
    most_beside=0.4,
    checker_reach=0.4,
    checker_nats=2.0,
    least_room=0.4,
    clear_face=0.98,
    least_plain=3.0,
)
"""How dice on patterns are looked for."""


def dice_on_patterns(
    dice: Sequence[DieCandidate], seen: Sequence[DieCandidate], task: Task, board: SeenBoard, most: int
) -> list[DieCandidate]:
    """Return dice as they are seen where the board's patterns were taken out, if these make dice hard to see.

    What was found where no more is seen than the pattern is none.

    Args:
        dice: that were found in the picture as it is.
        seen: all places that were looked at closely in it.
        task: where is looked.
        board: how the board is seen.
        most: how many places the proposing network names at most.
    """
    found = [(one, _pattern(one.place, task, board)) for one in dice]
    lying = [(one, here) for one, here in found if here is None or here.covered >= ON_PATTERNS.covered]
    kept = [one for one, _ in lying]
    others = _others(kept, seen, task, board) if len(kept) < PAIR else []
    plainer, patterns = _without_patterns(lying, others, task, board)
    if not patterns:
        return once(kept)
    taken_out = [place for place, _ in patterns]

    def near(place: Proposal) -> bool:
        return any(apart(place, one) < 2 * ON_PATTERNS.here for one in taken_out)

    places, _ = places_of(ask(plainer, task.surface), plainer, task.surface, (LEAST_PROPOSED, math.inf), most)
    least = task.search.least + ON_PATTERNS.least_plain
    again = classify_proposals([place for place in places if near(place)], task._replace(image=plainer))
    after = dice_among([*again, *(one for one in seen if not near(one.place))], task, least)
    return _clearer(kept, after, taken_out)


def _others(kept: Sequence[DieCandidate], seen: Iterable[DieCandidate], task: Task, board: SeenBoard) -> list[Proposal]:
    """Return where a die may lie besides those that were found: something small does, or it was proposed.

    None does where a checker lies, on which no pattern of the board is seen, nor where none can stand.
    """
    geometry, pose = task.geometry, task.pose
    known = [one.place for one in kept]
    others: list[Proposal] = []
    for place in (*foreground_places(board.lab, board.background, geometry, pose), *(one.place for one in seen)):
        free = on_surface(place, geometry) and _can_stand(place, geometry, pose)
        new = all(apart(place, one) >= SAME_DIE for one in (*known, *others))
        if free and new and not _on_checker(place, board, geometry):
            others.append(place)
    return others


def _can_stand(place: Proposal, geometry: BoardGeometry, pose: CameraPose) -> bool:
    """Return whether a die whose upper face is seen at a place has room before the rails."""
    at = np.array([place.x, place.y * geometry.aspect])
    side = SIDE * geometry.diameter
    x, y = at - side / pose.height * (at - np.array(pose.below))
    return float(min(x, 1 - x, y, geometry.aspect - y)) >= ON_PATTERNS.least_room * side


def _on_checker(place: Proposal, board: SeenBoard, geometry: BoardGeometry) -> bool:
    """Return whether a place is within a checker."""
    diameter = geometry.diameter * RECT_WIDTH
    column, row = RECT_MARGIN + RECT_WIDTH * place.x, RECT_MARGIN + RECT_WIDTH * geometry.aspect * place.y
    (left, right), (top, bottom) = (
        (
            max(0, round(middle - ON_PATTERNS.checker_reach * diameter)),
            round(middle + ON_PATTERNS.checker_reach * diameter) + 1,
        )
        for middle in (column, row)
    )
    found = (one[top:bottom, left:right] for one in (board.evidence.dark, board.evidence.light))
    return max(float(part.max(initial=-math.inf)) for part in found) > ON_PATTERNS.checker_nats


def _pattern(place: Proposal, task: Task, board: SeenBoard) -> Pattern | None:
    """Return what the bare board shows round a place, see `vision.dice.patterns.removal.pattern_round`."""
    return pattern_round(place, task.image, board.background, board.light, task.geometry)


def _without_patterns(
    lying: Sequence[tuple[DieCandidate, Pattern | None]], others: Sequence[Proposal], task: Task, board: SeenBoard
) -> tuple[Image, list[tuple[Proposal, Pattern]]]:
    """Return the picture without the board's patterns where they make dice hard to see, and which these are.

    Args:
        lying: dice found in the picture as it is, and what the bare board shows round each.
        others: where others may lie.
        task: where is looked.
        board: how the board is seen.
    """
    image, geometry = task.image, task.geometry

    def hard_to_see(one: DieCandidate, here: Pattern) -> bool:
        if (
            one.chances[FACES].max() < ON_PATTERNS.clear_face * one.chances[FACES].sum()
            or share_of(image, here) >= ON_PATTERNS.shows
        ):
            return True
        near = foreground_near(one.place, board.lab, board.background, geometry, task.pose)
        return near is not None and apart(near, one.place) >= ON_PATTERNS.off

    hard = [(one.place, here) for one, here in lying if here and hard_to_see(one, here)]
    hidden = [
        (place, here)
        for place in others
        if (here := _pattern(place, task, board))
        and here.covered >= ON_PATTERNS.covered
        and beside(image, here) <= ON_PATTERNS.most_beside
    ]
    places = [*hard, *hidden]
    return without_patterns(image, [here for _, here in places]), places


def _clearer(
    before: Sequence[DieCandidate], after: Sequence[DieCandidate], places: Sequence[Proposal]
) -> list[DieCandidate]:
    """Return dice as they are seen where the board's patterns were taken out, if more speaks for those near it so.

    Each part of the board by itself: what a die gains on an emblem is nothing to one that lies elsewhere.
    """

    def near(dice: Sequence[DieCandidate], part: Sequence[Proposal]) -> list[DieCandidate]:
        return [one for one in dice if any(apart(one.place, place) < ON_PATTERNS.here for place in part)]

    def clearness(dice: Sequence[DieCandidate]) -> float:
        return sum(one.odds for one in dice)

    touched = [id(one) for one in near(before, places)]
    found = [one for one in before if id(one) not in touched]
    for part in _parts(places):
        clearer = max(near(after, part), near(before, part), key=clearness)
        found += clearer
    return once(found)


def _parts(places: Sequence[Proposal]) -> list[list[Proposal]]:
    """Return places in groups so far from each other that no die is near two of them."""
    parts: list[list[Proposal]] = []
    for place in places:
        joined, others = [place], []
        for part in parts:
            if any(apart(place, one) < 2 * ON_PATTERNS.here for one in part):
                joined += part
            else:
                others.append(part)
        parts = [*others, joined]
    return parts
