"""Weighing what is seen against what may be: the best legal position, the next one, and the best of any other kind.

A position is never snapped to the nearest legal one. Every candidate has a weight in centinats (hundredths of a nat):
the score of the reading for it, less what such a candidate costs before anything is seen (illegal plays are rare,
checkers that vanish are rarer). The verdict compares weights, and speaks only when the gap is real.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from enum import StrEnum
from operator import sub
from typing import TYPE_CHECKING, Final, NamedTuple

from controller.referee.evidence.legal_results import candidates
from controller.referee.evidence.likeliest import contents_of, likeliest, position_of
from controller.rules import BAR, OFF, Position

if TYPE_CHECKING:
    from collections.abc import Collection, Container

    from controller.referee.evidence.likelihood import Sight

HOME: Final = 6
"""The last point of the home board."""

MOST_MOVES: Final = 4
"""The moves of a doublet."""

_OTHERS: Final = 4
"""How many of the likeliest positions that are not legal are compared by both witnesses."""


class Verdict(StrEnum):
    """The only three answers."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """How large a gap must be before the referee speaks; all in centinats.

    Attributes:
        legal: by how much the best legal position must outweigh the best of any other kind; more than `rare`, so that
            equal evidence is a doubt.
        between: by how much it must outweigh the next legal one; and an illegal one the next that is not legal.
        illegal: by how much the best other position must outweigh the best legal one.
        rare: what a position that no legal play reaches costs beforehand.
        lost: what each checker costs beforehand by which the totals differ from those before the play, or which went
            where no play takes it, however illegal.
        window: contents of a place that are less likely than its best by more than this are not tried.
        change: by how much what changed since the last settled picture must speak for an illegal call too.
        together: as much both may speak for an illegal call together instead, where neither denies it.
        looks: how many looks at the board in a row must say the same before a play is called illegal.
        patience: after how many looks in doubt the players are asked; twice as many where some called it illegal.
        relook: seconds after which an illegal position on the board while a correction is awaited is called anew.
        plausible: how much less likely than the likeliest another hypothesis of the last turns may be and still count.
        displaced: by how much the settled position must be less likely than another before the board is said to differ.
    """

    legal: int = 230
    between: int = 200
    illegal: int = 300
    rare: int = 200
    lost: int = 400
    window: int = 1200
    change: int = 200
    together: int = 600
    looks: int = 2
    patience: int = 3
    relook: float = 3.0
    plausible: int = 700
    displaced: int = 500


SURPLUS: Final = 500
"""What a position costs beforehand in which a player has more checkers than there are, besides what is strange about
it, centinats: nobody brings a checker of his own, but a lamp mirrored in metal may be read as one."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a reading says about a play.

    Attributes:
        verdict: legal, illegal or unsure.
        legal: the best legal final position, None where there is none.
        other: the best position of any other kind, None where none is likely at all.
        gap: weight of `legal` less that of `other`, in centinats.
        lead: weight of `legal` less that of the next legal position, in centinats.
        change: what the change since the last settled picture says of `legal` less what it says of `other`, in
            centinats; 0 where it says nothing.
        runners: further legal positions that are plausible, each with how much less likely than `legal` it is.
        rival: the next best position that is not legal, None where none is likely.
        alike: where the play is illegal for certain, but not which: positions of other kinds that may lie there instead
            of `other`.
    """

    verdict: Verdict
    legal: Position | None
    other: Position | None
    gap: int
    lead: int
    change: int = 0
    runners: tuple[tuple[int, Position], ...] = ()
    rival: Position | None = None
    alike: tuple[Position, ...] = ()


FAR: Final = 100_000
"""A gap to something that does not exist."""


def weigh(  # noqa: PLR0913, PLR0917 - both witnesses, what they are weighed against, and how
    sight: Sight,
    before: Position,
    legal: Collection[Position],
    thresholds: Thresholds,
    moved: Sight | None = None,
    moves: int = MOST_MOVES,
) -> Weighed:
    """Weigh the legal final positions of a play against everything else that `sight` may show.

    Args:
        sight: the reading as the player on roll counts his points.
        before: the position before the play, seen by the same player.
        legal: every legal final position, seen by the same player; the unchanged one when no play is possible.
        thresholds: how large the gaps must be.
        moved: what changed since the last settled picture, as `change.change` tells; None where no such picture is
            known, and then nothing is called illegal: there is only one witness.
        moves: how many the roll gives.
    """
    top, sure_by = _clearest(sight, before, thresholds.window)
    if top in legal and _is_clear(top, sure_by, thresholds, moved):
        return Weighed(Verdict.LEGAL, top, None, sure_by, sure_by)
    tried = list(candidates(legal, top))
    ranked = heapq.nlargest(4, zip(sight.scores(tried), range(0, -len(tried), -1), tried, strict=True))
    most = 2 if moved is None or top in legal else _OTHERS
    others = _best_others(sight, before, legal, thresholds, most, moves)
    other, rival = (*others, None, None)[:2]
    if not ranked:
        return Weighed(Verdict.UNSURE, None, other and other[1], -FAR, 0)
    best, _, likeliest = ranked[0]
    second, next_legal = (ranked[1][0], ranked[1][2]) if len(ranked) > 1 else (best - FAR, None)
    alike: tuple[Position, ...] = ()
    if moved is not None and other is not None and other[0] > best:
        other, rival, alike = _by_both(others, before, moved, thresholds, moves)
    gap = best - other[0] if other else FAR
    gaps = _Gaps(gap, best - second, *_since(moved, before, likeliest, next_legal, other, thresholds, moves))
    runners = tuple((best - score, one) for score, _, one in ranked[1:] if best - score <= thresholds.plausible)
    illegal = moved is not None and gaps.are_illegal(thresholds)
    verdict = Verdict.ILLEGAL if illegal and not alike else Verdict.UNSURE
    return Weighed(
        Verdict.LEGAL if gaps.are_legal(thresholds) else verdict, likeliest, other and other[1], gap, gaps.lead,
        gaps.change, runners, rival and rival[1], alike if illegal else (),
    )  # fmt: skip


class _Gaps(NamedTuple):
    """By how much the best legal position leads others, in centinats.

    Attributes:
        gap: the best one of any other kind, by the picture.
        lead: the next legal one, by the picture.
        change: the best one of any other kind, by what changed.
        lead_since: the next legal one, by what changed.
    """

    gap: int
    lead: int
    change: int
    lead_since: int

    def are_legal(self, thresholds: Thresholds) -> bool:
        """Return whether the play is legal: clearly by the picture, and nothing that changed speaks against it."""
        clear = self.gap >= thresholds.legal and self.lead >= thresholds.between
        return clear and self.change >= 0 and self.lead_since >= 0

    def are_illegal(self, thresholds: Thresholds) -> bool:
        """Return whether it is illegal by both witnesses: each clearly, or both together and neither denies it."""
        each = -self.gap >= thresholds.illegal and -self.change >= thresholds.change
        return each or (self.gap <= 0 and -self.gap - self.change >= thresholds.together)


def _is_clear(top: Position, sure_by: int, thresholds: Thresholds, moved: Sight | None) -> bool:
    """Return whether the likeliest position needs no comparison with others, and what changed does not deny it."""
    clear = sure_by >= max(thresholds.legal, thresholds.between, thresholds.plausible)
    return clear and (moved is None or moved.score(top) >= -thresholds.change)


def _by_both(
    others: list[tuple[int, Position]], before: Position, moved: Sight, thresholds: Thresholds, moves: int
) -> tuple[tuple[int, Position], tuple[int, Position] | None, tuple[Position, ...]]:
    """Return the best position that is not legal by both witnesses, the next, and those that are not told from it.

    The reasons that are named depend on them. A picture leaves a doubt about a tall stack that nobody has touched: what
    changed does not. So one witness must tell it from every other one, and the second not say the contrary.

    Args:
        others: weight and position, by the picture; at least one.
        before: the position before the play.
        moved: what changed since the last settled picture.
        thresholds: how large the gaps must be.
        moves: how many the roll gives.
    """
    weighed = [(weight, _weight(moved, before, one, thresholds, moves), one) for weight, one in others]
    weighed.sort(key=lambda one: -one[0] - one[1])
    (seen, changed, best), *rest = weighed
    leads = [((seen - score, changed - since), one) for score, since, one in rest]
    told = [max(pair) >= thresholds.between and min(pair) > -thresholds.between for pair, _ in leads]
    alike = tuple(one for (_, one), apart in zip(leads, told, strict=True) if not apart)
    return (seen, best), (rest[0][0], rest[0][2]) if rest else None, alike


def _weight(sight: Sight, before: Position, other: Position, thresholds: Thresholds, moves: int) -> int:
    """Return the score of a position that is not legal, less what it costs beforehand."""
    return sight.score(other) - _price(sight, before, other, thresholds, moves)


def _since(  # noqa: PLR0913, PLR0917 - what `weigh` has found so far
    moved: Sight | None,
    before: Position,
    best: Position,
    second: Position | None,
    other: tuple[int, Position] | None,
    thresholds: Thresholds,
    moves: int,
) -> tuple[int, int]:
    """Return what the change says of the best legal position less of the best other one, and less of the next legal."""
    if moved is None:
        return 0, 0
    own = moved.score(best)
    lead = own - moved.score(second) if second else 0
    if other is None:
        return 0, lead
    return own - _weight(moved, before, other[1], thresholds, moves), lead


def _clearest(sight: Sight, before: Position, window: int) -> tuple[Position, int]:
    """Return the likeliest position of any kind, and by how much every other one at least is less likely."""
    options = contents_of(sight, before, window)
    second = min((choice[0][0] - choice[1][0] for choice in options if len(choice) > 1), default=FAR)
    certain = not sight.hidden and not sight.bar_hidden
    return position_of([choice[0][1] for choice in options], before, sight), min(second, window) if certain else 0


def best_other(
    sight: Sight, before: Position, legal: Container[Position], thresholds: Thresholds
) -> tuple[int, Position] | None:
    """Return weight and position of the likeliest position that is not in `legal`, or None if there is none."""
    return next(iter(_best_others(sight, before, legal, thresholds, 1)), None)


def _best_others(  # noqa: PLR0913, PLR0917 - the picture, what it is weighed against, and how
    sight: Sight,
    before: Position,
    legal: Container[Position],
    thresholds: Thresholds,
    most: int,
    moves: int | None = None,
) -> list[tuple[int, Position]]:
    """Return weight and position of so many of the likeliest positions that are not in `legal`, best first.

    Where `moves` says how many a play has, what no play does costs beforehand; else only checkers that are missing do.
    """
    found: list[tuple[int, Position]] = []
    counted = not (sight.trays_seen or sight.shared or any(before.unentered))
    for score, contents, (own, other) in likeliest(sight, before, thresholds.window):
        if len(found) == most:
            weight = score - thresholds.rare
            if weight <= found[-1][0]:
                break
            # What is missing or too many costs at least so much, whatever stands where: not worth a closer look.
            if counted and weight - thresholds.lost * (max(0, own) + abs(other)) <= found[-1][0]:
                continue
        position = position_of(contents, before, sight)
        if position in legal:
            continue
        weight = score - _price(sight, before, position, thresholds, moves)
        found = sorted([*found, (weight, position)], key=lambda one: -one[0])[:most]
    return found


def _price(sight: Sight, before: Position, after: Position, thresholds: Thresholds, moves: int | None) -> int:
    """Return what a position that is not legal costs before anything is seen; `moves` as in `_best_others`."""
    wonders = _strange(before, after, moves, trays_seen=sight.trays_seen)
    if not of_one_set(before, after):
        return SURPLUS + thresholds.rare + thresholds.lost * wonders
    if moves is not None and not sight.trays_seen and _borne_off_after(before, after, moves):
        return 2 * thresholds.rare + thresholds.lost * wonders
    return thresholds.rare + thresholds.lost * wonders


def of_one_set(before: Position, after: Position) -> bool:
    """Return whether in `after` nobody has more checkers on the board and the bar than he has at all."""
    pairs = ((before.mine, after.mine), (before.theirs, after.theirs))
    return all(sum(there[1:]) <= sum(owned) for owned, there in pairs)


def _borne_off_after(before: Position, after: Position, moves: int) -> bool:
    """Return whether checkers have been borne off with moves that were left when the last of the others was home.

    With a die too small for it that is illegal, and yet nothing that nobody does. Each six points from home take a
    move at least. The others' ways are not looked at.
    """
    abroad = sum(count * ((point - 1) // 6) for point, count in enumerate(before.mine) if count and point > HOME)
    gone = sum(before.mine[1:]) - sum(after.mine[1:])
    return abroad > 0 and gone > 0 and not any(after.mine[HOME + 1 :]) and abroad + gone <= moves


def _strange(before: Position, after: Position, moves: int | None, *, trays_seen: bool) -> int:
    """Return how many checkers vanished or came, or went where nobody takes them in a play, be it legal or not.

    Nobody puts his own checker on his bar, enters the other's from there or moves it elsewhere; what is hit stood
    alone; no more checkers leave their places than the roll has moves; and while some are not home none is borne off,
    but in a legal play, or with moves that were left when the last had come home.
    """
    mine: list[int] = list(map(sub, after.mine, before.mine))
    theirs: list[int] = list(map(sub, after.theirs, before.theirs))
    on_board, homeless = sum(mine) - mine[OFF], (any(before.mine[7:]), any(after.mine[7:]))
    if trays_seen:
        own, others = abs(sum(mine)), abs(sum(theirs))
    else:
        # A player may have borne off who had all others home before or has them home now; the other bears none off.
        own, others = abs(on_board) if all(homeless) else max(0, on_board), abs(sum(theirs) - theirs[OFF])
    if moves is None:
        return own + others
    brought = sum([change for change in theirs[1:BAR] if change > 0])
    stood = zip(theirs[1:BAR], before.theirs[1:BAR], strict=True)
    taken = -sum([change for change, count in stood if change < 0 and count > 1])
    left = -sum([change for change in mine[1:] if change < 0])
    borne_off = max(0, -on_board) if not trays_seen and homeless == (True, False) else 0  # not taken for vanished above
    if _borne_off_after(before, after, moves):
        borne_off = 0
    # A checker that vanished has left its place, and one that came was brought there: that is no second wonder.
    moved = max(0, max(brought, taken) - others)
    return own + others + max(0, mine[BAR]) + moved + max(0, left - moves - own, borne_off)
