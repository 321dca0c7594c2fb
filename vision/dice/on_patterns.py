"""Dice on the board's own pattern: looked for, and looked at, where it has been taken out of the picture.

On an emblem or across a line a die is hard to tell, see `vision.dice.pattern_removal`. Where the face of a die that was
found is in doubt, and where fewer than two were found, places are looked at once more in the picture without the
pattern.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision.dice.die_net import FACES
from vision.dice.pattern_removal import pattern_round, without_patterns
from vision.dice.proposals import LEAST_PROPOSED, SAME_THING, ask, places_of
from vision.dice.search import apart, classify_proposals, dice_among, once

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.dice.candidates import DieCandidate
    from vision.dice.pattern_removal import Pattern
    from vision.dice.proposals import Proposal
    from vision.dice.search import SeenBoard, Task

PAIR: Final = 2
"""Dice that are thrown: where fewer are found, they are looked for where the board is not as bare as it was, too."""


@dataclass(frozen=True, slots=True)
class OnPatternSettings:
    """Settings by which dice on the board's pattern are looked for.

    Attributes:
        covered: share of a place's middle, 0..1, in which something else than the board has to be seen for a die to lie
            there.
        clear_face: chance of the likeliest face, 0..1, from which a die that was found is not looked at again.
        here: how far, in sides, from where a pattern was taken out a die is that is seen clearer so.
        least_plain: log-odds, beyond those of `vision.dice.candidates.DieCandidate.odds`, from which there is a die
            where the pattern was taken out: what is left of it may look like one from afar.
    """

    covered: float
    clear_face: float
    here: float
    least_plain: float


ON_PATTERNS: Final = OnPatternSettings(covered=0.15, clear_face=0.98, here=1.2, least_plain=3.0)
"""How dice on patterns are looked for."""


def dice_on_patterns(
    dice: Sequence[DieCandidate], seen: Sequence[DieCandidate], task: Task, board: SeenBoard, most: int
) -> list[DieCandidate]:
    """Return dice as they are seen in the picture as it is, or where the board's pattern was taken out, if clearer.

    What was found where no more is seen than the pattern is none.

    Args:
        dice: that were found in the picture as it is.
        seen: all places that were looked at closely in it.
        task: where is looked.
        board: how the board is seen.
        most: how many places the proposing network names at most.
    """

    def pattern_at(place: Proposal) -> Pattern | None:
        return pattern_round(place, task.image, board.bare, task.geometry)

    lying = [(one, pattern_at(one.place)) for one in dice]
    lying = [(one, here) for one, here in lying if here is None or here.covered >= ON_PATTERNS.covered]
    kept = [one for one, _ in lying]
    others = _elsewhere(kept, (one.place for one in seen)) if len(kept) < PAIR else []
    patterns = [(one.place, here) for one, here in lying if here and not _is_clear(one)]
    patterns += [
        (place, here) for place in others if (here := pattern_at(place)) and here.covered >= ON_PATTERNS.covered
    ]
    if not patterns:
        return kept
    taken_out = [place for place, _ in patterns]

    def near(place: Proposal) -> bool:
        return any(apart(place, one) < 2 * ON_PATTERNS.here for one in taken_out)

    plainer = without_patterns(task.image, [here for _, here in patterns])
    places, _ = places_of(ask(plainer, task.surface), plainer, task.surface, (LEAST_PROPOSED, math.inf), most)
    least = task.search.least + ON_PATTERNS.least_plain
    again = classify_proposals([place for place in places if near(place)], task._replace(image=plainer))
    after = dice_among([*again, *(one for one in seen if not near(one.place))], least)
    return _clearer(kept, after, taken_out)


def _is_clear(one: DieCandidate) -> bool:
    """Return whether it is beyond doubt which face a die shows."""
    return float(one.chances[FACES].max()) >= ON_PATTERNS.clear_face * float(one.chances[FACES].sum())


def _elsewhere(kept: Sequence[DieCandidate], places: Iterable[Proposal]) -> list[Proposal]:
    """Return places that are neither a die's that was found nor each other's."""
    known = [one.place for one in kept]
    others: list[Proposal] = []
    for place in places:
        if all(apart(place, one) >= SAME_THING for one in (*known, *others)):
            others.append(place)
    return others


def _clearer(
    before: Sequence[DieCandidate], after: Sequence[DieCandidate], places: Sequence[Proposal]
) -> list[DieCandidate]:
    """Return dice as they are seen where the board's patterns were taken out, if more speaks for those near it so.

    Each part of the board by itself: what a die gains on an emblem is nothing to one that lies elsewhere.
    """

    def near(dice: Sequence[DieCandidate], part: Sequence[Proposal]) -> list[DieCandidate]:
        return [one for one in dice if any(apart(one.place, place) < ON_PATTERNS.here for place in part)]

    touched = [id(one) for one in near(before, places)]
    found = [one for one in before if id(one) not in touched]
    for part in _parts(places):
        found += max(near(after, part), near(before, part), key=lambda seen: sum(one.odds for one in seen))
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
