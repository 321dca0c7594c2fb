"""One reconstruction of a turn, and every breach of the rules in it.

What a player did in a turn can only be told from the positions before and after. A reconstruction says: these moves
used these dice, these other moves no die gives, these checkers are gone or new. Which rules it breaks does not depend
on the order of its moves: a player who could have moved in an order that is legal is taken to have done so. Hence

- the bar was ignored only if a checker stayed on it to the end;
- a checker was borne off too early only if one is not home at the end, and with too large a die only if one stands
  on a higher point at the end (one that went backwards may have done so afterwards);
- the points on which checkers landed are the same in any order, and so are the blots that they hit.

What is judged beside a breach, and what is not:

- A move with the wrong distance or backwards may have been meant for any of the dice that other moves did not take.
  So dice unplayed are not held against a player who made one.
- Nor are they when the bar was ignored: with a checker on the bar, entering it is all that the rest of the dice may
  be used for, and not to have entered it is that very breach.
- Beside a closed point or a checker borne off too early, that move is taken as if it were allowed. A die left over
  counts as unplayed only if there was a legal play that uses more dice, and if it can be played now.
- Checkers touched, missing or added change nothing in what is asked of the moves. So a checker that is nowhere is one
  breach if it could have moved by the dice not seen used, and then vanished; two if that cannot be, the dice unplayed
  and the checker missing.
- A checker that has left the board by a die that could bear it off, but for others not home, was borne off early; one
  that no die is left for is missing, wherever it lies now.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from controller.rules.breaches.difference import borne_off_amiss, pair_off, surplus
from controller.rules.breaches.reasons import Breach, Reason
from controller.rules.breaches.single_moves import Hop, open_hops
from controller.rules.plays.constraints import USUAL_CONSTRAINTS, Constraints
from controller.rules.position import BAR, HAND, OFF

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.rules.breaches.difference import Difference
    from controller.rules.position import Counts, Position


@dataclass(frozen=True, slots=True)
class Case:
    """What is to be explained.

    Attributes:
        before: the position before the turn, seen by the player who moves.
        after: the position after it, seen by the same player.
        dice: the moves that the roll gives, larger first; four for a doublet.
        most: how many of them a legal play uses.
        larger_first: whether only one of two dice could be played, and that could be the larger.
        held: the other player's checkers before the turn, by the mover's points (`single_moves.enemies`). Where the
            mover may not hit, a blot counts as closed.
        constraints: what holds the mover's checkers back.
    """

    before: Position
    after: Position
    dice: tuple[int, ...]
    most: int
    larger_first: bool
    held: tuple[int, ...]
    constraints: Constraints = USUAL_CONSTRAINTS

    def stays(self, to_enter: int) -> bool:
        """Return whether a checker that must be entered first is still there at the end.

        Args:
            to_enter: how many were there to be entered when others moved.
        """
        left = self.after.mine[BAR]
        if self.constraints.hand_obliges:
            return 0 < to_enter <= left
        return (
            self.constraints.bar_obliges and 0 < to_enter - self.constraints.unentered <= left - self.after.unentered[0]
        )


class Reconstruction(NamedTuple):
    """How a position may have come about.

    Attributes:
        hops: the moves that took a die each, whether or not a rule forbids them, highest source first.
        unused: the dice that no hop took, larger first.
        slips: the other moves, (source, target), 0 for off: by a wrong number of pips, or backwards.
        gone: points from which a checker of the mover has gone without a move.
        new: points at which one has come to stand without a move.
        end: 26 counts of the mover, as the moves leave them: those that are gone not in it, those that are new neither.
    """

    hops: tuple[Hop, ...]
    unused: tuple[int, ...]
    slips: tuple[tuple[int, int], ...]
    gone: tuple[int, ...]
    new: tuple[int, ...]
    end: tuple[int, ...]


class Journey(NamedTuple):
    """Hops that one checker may have made after one another.

    Attributes:
        stops: the points it touched, where it set out first.
        dice: the die of each hop, in order.
    """

    stops: tuple[int, ...]
    dice: tuple[int, ...]


def reconstructions(
    case: Case, mine: Sequence[int], hops: tuple[Hop, ...], unused: tuple[int, ...], *, strict: bool = True
) -> Iterator[Reconstruction]:
    """Yield the reconstructions that go on from some hops to what is to be explained, without a further die.

    Args:
        case: what is to be explained.
        mine: 26 counts of the mover after the hops.
        hops: see `Reconstruction`.
        unused: see `Reconstruction`.
        strict: leave out unlikely slips: by what the unused dice give (one with those dice tells it better),
            back from where a die has just brought the checker, or off from outside the home board.
    """
    after = case.after.mine
    more_off = after[OFF] - mine[OFF]
    sources, targets = surplus(mine, after), surplus(after, mine)
    off_by_slips = max(0, min(len(sources) - len(targets), more_off, len(unused)))
    for slipped_off in range(off_by_slips + 1):
        found = pair_off(sources, (*targets, *[OFF] * slipped_off), uphill=100)
        if not strict or all(_likely(hops, unused, source, target) for source, target in found.moved):
            yield Reconstruction(hops, unused, found.moved, found.gone, found.new, _without(after, found))


def _without(after: Counts, found: Difference) -> tuple[int, ...]:
    if not found.new:
        return after
    counts = list(after)
    for point in found.new:
        counts[point] -= 1
    return tuple(counts)


def _likely(hops: Sequence[Hop], unused: tuple[int, ...], source: int, target: int) -> bool:
    """Return whether a slip may be told beside some hops."""
    if source < target:
        return all(hop.target != source for hop in hops)
    taken_off_from = [journey.stops[0] for journey in _journeys(hops) if journey.stops[-1] == OFF]
    if source > 6 and (target == OFF or target in taken_off_from):
        return False  # nobody bears off from there: that checker is gone
    if target == OFF and any(die > source for die in unused):
        return False
    return not _dice_of(unused, source - target)


def _dice_of(dice: tuple[int, ...], pips: int) -> tuple[int, ...]:
    """Return as few of the dice as give a number of pips, none where no dice do."""
    ways = (some for n in range(1, len(dice) + 1) for some in combinations(dice, n) if sum(some) == pips)
    return next(ways, ())


def own_reasons(case: Case, reconstruction: Reconstruction) -> list[Reason]:
    """Return every breach by the mover's own checkers, one for each time a rule is broken, so that they can be counted.

    Reasons that show what could have been played (`DICE_UNPLAYED`, `LARGER_DIE`) have no points yet.
    """
    journeys = _journeys(reconstruction.hops)
    reasons = [
        *_bar_first(case, reconstruction),
        *[reason for journey in journeys for reason in _closed(case, journey)],
        *[
            reason
            for journey in journeys
            for reason in _borne_off(reconstruction, journey, exact=case.constraints.exact)
        ],
    ]
    reasons += _dice(case, reconstruction, reasons)
    for source, target in reconstruction.slips:
        reasons += _slip(case, reconstruction, journeys, source, target)
    reasons += [Reason(Breach.CHECKER_MISSING, (point,)) for point in reconstruction.gone]
    reasons += [Reason(Breach.CHECKER_EXTRA, (point,)) for point in reconstruction.new]
    borne_off = sum(not hop.target for hop in reconstruction.hops) + sum(
        not target for _, target in reconstruction.slips
    )
    more_off = case.after.mine[OFF] - case.before.mine[OFF] - borne_off
    reasons += borne_off_amiss(more_off, len(reconstruction.gone), len(reconstruction.new), other=False)
    return reasons


def met(case: Case, reconstruction: Reconstruction) -> frozenset[int]:
    """Return the points on which the mover's checkers landed and the other player had any."""
    return frozenset(
        target
        for target in (*[hop.target for hop in reconstruction.hops], *[target for _, target in reconstruction.slips])
        if case.held[target]
    )


def _journeys(hops: Sequence[Hop]) -> list[Journey]:
    """Return the hops joined wherever one begins where another ended."""
    journeys: list[Journey] = []
    for hop in hops:
        for i, (stops, dice) in enumerate(journeys):
            if stops[-1] == hop.source:
                journeys[i] = Journey((*stops, hop.target), (*dice, hop.die))
                break
        else:
            journeys.append(Journey((hop.source, hop.target), (hop.die,)))
    return journeys


def _bar_first(case: Case, reconstruction: Reconstruction) -> list[Reason]:
    moves = [*reconstruction.hops, *[Hop(source, target, 0) for source, target in reconstruction.slips]]
    entered = sum(move.source == BAR for move in moves)
    others = [move for move in moves if move.source != BAR]
    obliged, constraints = case.before.mine[BAR], case.constraints
    if not constraints.hand_obliges:
        from_hand = max(0, constraints.unentered - case.after.unentered[0])
        obliged, entered = (obliged - constraints.unentered) * constraints.bar_obliges, max(0, entered - from_hand)
        others = others or [move for move in moves if move.source == BAR][:from_hand]
    if obliged <= entered + reconstruction.gone.count(BAR) or not others:
        return []
    journeys = _journeys(sorted(others, key=lambda move: (-move.source, move.target)))
    points = [point for stops, _ in journeys for point in (stops[0], stops[-1])]
    dice = sorted((move.die for move in others if move.die), reverse=True)
    hit = constraints.bar_obliges and case.before.mine[BAR] - constraints.unentered > entered
    return [Reason(Breach.BAR_FIRST, (BAR if hit else HAND, *points), tuple(dice))]


def _closed(case: Case, journey: Journey) -> Iterator[Reason]:
    start = journey.stops[0]
    for i, stop in enumerate(journey.stops[1:]):
        if case.held[stop] < 2:
            continue
        points: tuple[int, ...] = (start, stop)
        dice = journey.dice[: i + 1]
        if i == 0 and len(journey.dice) == 2:
            other_way = start - journey.dice[1]
            if other_way not in (stop, OFF) and case.held[other_way] > 1:
                points, dice = (start, stop, other_way), journey.dice
        yield Reason(Breach.CLOSED_POINT, points, tuple(sorted(dice, reverse=True)))


def _borne_off(reconstruction: Reconstruction, journey: Journey, *, exact: bool) -> list[Reason]:
    if journey.stops[-1] != OFF:
        return []
    points, dice = (journey.stops[0], OFF), tuple(sorted(journey.dice, reverse=True))
    last = journey.stops[-2]
    farthest = _farthest(reconstruction)
    if farthest > 6:
        return [Reason(Breach.BORNE_OFF_EARLY, points, dice)]
    if journey.dice[-1] > last and (exact or farthest > last):
        return [Reason(Breach.WRONG_DISTANCE, points, dice)]
    return []


def _farthest(reconstruction: Reconstruction) -> int:
    """Return the mover's highest point held when checkers were borne off, which may be before any went backwards."""
    end = list(reconstruction.end)
    for source, target in reconstruction.slips:
        if source < target:
            end[target] -= 1
            end[source] += 1
    return max((point for point in range(1, 26) if end[point] > 0), default=OFF)


def _slip(
    case: Case, reconstruction: Reconstruction, journeys: Sequence[Journey], source: int, target: int
) -> Iterator[Reason]:
    if target > source:
        yield Reason(Breach.BACKWARDS, (source, target), _dice_of(reconstruction.unused, target - source))
    else:
        # The checker may have come to the source by a die: then it is one move, by as many pips as it went in all.
        came = next((journey for journey in journeys if journey.stops[-1] == source), Journey((source,), ()))
        dice = sorted((*came.dice, *reconstruction.unused), reverse=True) if reconstruction.unused else ()
        yield Reason(Breach.WRONG_DISTANCE, (came.stops[0], target), tuple(dice))
    if case.held[target] > 1:
        yield Reason(Breach.CLOSED_POINT, (source, target))
    if target == OFF and _farthest(reconstruction) > 6:
        yield Reason(Breach.BORNE_OFF_EARLY, (source, OFF))


def _dice(case: Case, reconstruction: Reconstruction, breaches: Sequence[Reason]) -> list[Reason]:
    """Return whether dice are left unplayed, or the wrong one is, given the breaches of the hops."""
    used = len(reconstruction.hops)
    if reconstruction.slips or any(reason.breach is Breach.BAR_FIRST for reason in breaches):
        return []
    if used < case.most:
        rest = (
            next(open_hops(reconstruction.end, case.held, die, case.constraints), None)
            for die in set(reconstruction.unused)
        )
        if breaches and not any(rest):
            return []
        return [Reason(Breach.DICE_UNPLAYED, (), reconstruction.unused)]
    if used == 1 and case.larger_first and not breaches and reconstruction.hops[0].die == case.dice[1]:
        return [Reason(Breach.LARGER_DIE, (), case.dice)]
    return []


SEVERITY: Final = {breach: 2 * rank for rank, breach in enumerate(Breach)}
"""How grave a breach is: the rank in which the flags are declared, doubled to leave room between them."""

MOVE_TOO_MANY: Final = SEVERITY[Breach.CHECKER_MISSING] + 1
"""How grave a `WRONG_DISTANCE` is for which no die was left: graver than a checker missing, since a play that is right
with one checker fallen off is likelier than one with too many moves."""

STRAY: Final = SEVERITY[Breach.CHECKER_EXTRA] + 1
"""How grave it is to go `BACKWARDS` by a number of pips that the dice do not give: graver than a checker too many.
While bearing off, a checker on a far point is likelier one that was borne off than one that took such a way."""


def gravity(reason: Reason) -> int:
    """Return how grave a reason is, to be compared with that of others."""
    if reason.breach is Breach.WRONG_DISTANCE and not reason.dice:
        return MOVE_TOO_MANY
    if reason.breach is Breach.BACKWARDS and not reason.dice:
        return STRAY
    return SEVERITY[reason.breach]


Weight = tuple[int, tuple[int, ...], int, int, int, int, tuple[Hop, ...]]
"""What reconstructions are compared by, the least first: the number of breaches; how grave they are, the gravest first;
slips that begin where dice had brought a checker or end where dice took one on, which tells one move as two; pips of
slips; pips lost by bearing off with a larger die; the number of hops; and the hops, that no two be alike."""


def weight(reconstruction: Reconstruction, reasons: Sequence[Reason]) -> Weight:
    """Return what a reconstruction with these reasons weighs; the lightest explains a position."""
    journeys = _journeys(reconstruction.hops)
    starts, ends = {journey.stops[0] for journey in journeys}, {journey.stops[-1] for journey in journeys}
    return (
        len(reasons),
        tuple(sorted(map(gravity, reasons), reverse=True)),
        sum(source in ends or target in starts for source, target in reconstruction.slips),
        sum(abs(source - target) for source, target in reconstruction.slips),
        sum(hop.die - hop.source + hop.target for hop in reconstruction.hops),
        len(reconstruction.hops),
        reconstruction.hops,
    )
