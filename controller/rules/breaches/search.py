"""The search for the reconstruction of a turn with the fewest and slightest breaches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from controller.rules.breaches.difference import other_side, surplus
from controller.rules.breaches.single_moves import Hop
from controller.rules.breaches.violations import met, own_reasons, reconstructions, weight
from controller.rules.position import BAR, OFF, POINTS

if TYPE_CHECKING:
    from controller.rules.breaches.reasons import Reason
    from controller.rules.breaches.violations import Case, Reconstruction, Weight

MOST_STEPS: Final = 600
"""How many moves the search may try. An illegal play takes tens to hundreds; only a board on which many checkers have
changed places takes all, and is then told by the best one found so far."""

MOST_ACCOUNTS: Final = 120
"""How many reconstructions the search may weigh, for the same reason."""


@dataclass(slots=True)
class _Search:
    """The state of a search.

    Attributes:
        case: what is to be explained.
        mine: 26 counts of the mover after the moves under trial.
        limit: how many breaches a reconstruction may have in this round.
        steps: how many moves may still be tried.
        weighings: how many reconstructions may still be weighed.
        best: the lightest reconstruction so far with its weight and reasons.
        others: the breaches concerning the other player's checkers, by the points on which the mover met them.
    """

    case: Case
    mine: list[int]
    limit: int
    steps: int = MOST_STEPS
    weighings: int = MOST_ACCOUNTS
    best: tuple[Weight, Reconstruction, list[Reason]] | None = None
    others: dict[frozenset[int], list[Reason]] = field(default_factory=dict)


class _Trial(NamedTuple):
    """Moves under trial.

    Attributes:
        hops: those made, highest source first.
        unused: the dice that are left.
        breaches: how many breaches there are already, at least.
        lacking: how many checkers stand where fewer should.
        wanted: how many checkers are still to come to where more should stand.
    """

    hops: tuple[Hop, ...]
    unused: tuple[int, ...]
    breaches: int
    lacking: int
    wanted: int


def lightest(case: Case) -> tuple[Weight, Reconstruction, list[Reason]]:
    """Return the reconstruction of an illegal turn that has the fewest and slightest breaches, its weight and reasons.

    Sets of moves are tried in rounds: those that may do with one breach, then with two, and so on. Each checker out
    of place needs a move or is a breach, so most sets are given up early. The result depends on the case alone.

    Args:
        case: a turn that is not legal.
    """
    before, after = case.before.mine, case.after.mine
    start = _Trial((), case.dice, _moved_by_itself(case), len(surplus(before, after)), len(surplus(after, before)))
    search = _Search(case, list(before), max(1, start.breaches + max(start.lacking, start.wanted) - len(case.dice)))
    while search.steps > 0 and search.weighings > 0 and (search.best is None or search.best[0][0] >= search.limit):
        _try(search, start)
        search.limit += 1
    if search.best is None:
        reconstruction = next(reconstructions(case, before, (), case.dice, strict=False))
        reasons = own_reasons(case, reconstruction) + _others_reasons(search, reconstruction)
        return weight(reconstruction, reasons), reconstruction, reasons
    return search.best


def _moved_by_itself(case: Case) -> int:
    """Return how many breaches there are at least because of checkers of the other player that no hit explains."""
    before, after = case.before.theirs, case.after.theirs
    arrived = sum(max(0, after[point] - before[point]) for point in POINTS)
    return max(arrived, before[BAR] - after[BAR])


def _try(search: _Search, trial: _Trial) -> None:
    """Weigh a set of moves, and every set that has more of them, as far as it may have few enough breaches."""
    if trial.breaches + max(trial.lacking, trial.wanted) <= search.limit:
        _weigh(search, trial)
    mine = search.mine
    highest = trial.hops[-1].source if trial.hops else BAR
    for i, die in enumerate(trial.unused):
        if die in trial.unused[:i]:
            continue
        unused = (*trial.unused[:i], *trial.unused[i + 1 :])
        for source in range(highest, OFF, -1):
            if mine[source] <= 0:
                continue
            target = max(OFF, source - die)
            breaches, lacking, wanted = _with_hop(search, trial, source, target)
            if breaches + max(lacking, wanted) - len(unused) > search.limit:
                continue
            search.steps -= 1
            if search.steps < 0:
                return
            mine[source] -= 1
            mine[target] += 1
            _try(search, _Trial((*trial.hops, Hop(source, target, die)), unused, breaches, lacking, wanted))
            mine[source] += 1
            mine[target] -= 1


def _with_hop(search: _Search, trial: _Trial, source: int, target: int) -> tuple[int, int, int]:
    """Return `breaches`, `lacking` and `wanted` of the trial with one more hop, not yet made in `search.mine`."""
    mine, after = search.mine, search.case.after.mine
    breaches, lacking, wanted = trial.breaches, trial.lacking, trial.wanted
    if mine[source] > after[source]:
        lacking -= 1
    else:
        wanted += 1
    if target and mine[target] < after[target]:
        wanted -= 1
    elif target:
        lacking += 1
    if search.case.held[target] > 1:
        breaches += 1
    if source != BAR and search.case.stays(mine[BAR]) and (not trial.hops or trial.hops[-1].source == BAR):
        breaches += 1  # the first move past a checker that stays on the bar
    return breaches, lacking, wanted


def _weigh(search: _Search, trial: _Trial) -> None:
    """Keep the reconstruction from these moves if it is the lightest so far."""
    if search.weighings <= 0:
        return
    for reconstruction in reconstructions(search.case, search.mine, trial.hops, trial.unused):
        search.weighings -= 1
        reasons = own_reasons(search.case, reconstruction)
        if search.best is not None and len(reasons) > search.best[0][0]:
            continue
        reasons += _others_reasons(search, reconstruction)
        found = weight(reconstruction, reasons)
        if reasons and (search.best is None or found < search.best[0]):
            search.best = (found, reconstruction, reasons)


def _others_reasons(search: _Search, reconstruction: Reconstruction) -> list[Reason]:
    """Return the breaches concerning the other player's checkers, which depend on where the mover's landed alone."""
    landed = met(search.case, reconstruction)
    if landed not in search.others:
        search.others[landed] = other_side(search.case.before.theirs, search.case.after.theirs, landed)
    return search.others[landed]
