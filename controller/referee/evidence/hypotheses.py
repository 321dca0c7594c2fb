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
from typing import TYPE_CHECKING, Final

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
class Margins:
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
        plausible: how much less likely than the likeliest another history of the last turns may be and still count.
        displaced: by how much the settled position must be less likely than another before the board is said to differ.
        edition: which rules of evidence hold; matches of before say none and are replayed by the first. By the second,
            a checker that vanished is not charged for having left its place too, the witnesses may speak for an illegal
            call together, and a play that is illegal for certain is called though it is not clear which one it is. By
            the third, a checker borne off too soon costs only `rare` once more where the roll had moves enough to bring
            all others home first, and the record is mended between turns only where the board agrees with that. By the
            fourth, a throw that is none either is told of though the one before it was the same, to the pips, and a
            checker that was slid between turns and put back is forgotten. By the fifth, the record is not mended
            between turns by what the last settled picture spoke clearly against. By the sixth, a correction that stays
            in doubt is asked about like a play, whether the picture of a point has changed counts, and checkers hidden
            by dice that lie on them are no difference of the board. By the seventh, the record is not mended to a
            position in which a player has more checkers than there are, and to call such a one costs `SURPLUS` more. By
            the eighth, that the picture of a full point has changed counts though it has not clearly.
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
    edition: int = 1


SURPLUS: Final = 500
"""What a position costs beforehand in which a player has more checkers than there are, besides what is strange about
it, centinats. Nobody brings a checker of his own; both legal plays called illegal in 200 matches were a row of two read
as three, or a lamp mirrored in metal read as a checker, so that there would have been sixteen."""

PRESENT: Final = Margins(edition=8)
"""By what plays are judged in matches that begin now. With a `together` of 450 two of five doubts whether a checker was
gone would have been calls in 75 simulated matches; in the next 40 a legal play would have been called illegal."""


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
    margins: Margins,
    moved: Sight | None = None,
    moves: int = MOST_MOVES,
) -> Weighed:
    """Weigh the legal final positions of a play against everything else that `sight` may show.

    Args:
        sight: the reading as the player on roll counts his points.
        before: the position before the play, seen by the same player.
        legal: every legal final position, seen by the same player; the unchanged one when no play is possible.
        margins: how large the gaps must be.
        moved: what changed since the last settled picture, as `change.change` tells; None where no such picture is
            known, and then nothing is called illegal: there is only one witness.
        moves: how many the roll gives.
    """
    top, sure_by = _clearest(sight, before, margins.window)
    clear = sure_by >= max(margins.legal, margins.between, margins.plausible) and top in legal
    if clear and (moved is None or moved.score(top) >= -margins.change):
        return Weighed(Verdict.LEGAL, top, None, sure_by, sure_by)
    tried = list(candidates(legal, top))
    ranked = heapq.nlargest(4, zip(sight.scores(tried), range(0, -len(tried), -1), tried, strict=True))
    most = 2 if moved is None or top in legal else _OTHERS
    others = _best_others(sight, before, legal, margins, most, moves)
    other, rival = (*others, None, None)[:2]
    if not ranked:
        return Weighed(Verdict.UNSURE, None, other and other[1], -FAR, 0)
    best, _, likeliest = ranked[0]
    lead = best - ranked[1][0] if len(ranked) > 1 else FAR
    alike: tuple[Position, ...] = ()
    if moved is not None and other is not None and other[0] > best:
        other, rival, alike = _by_both(others, before, moved, margins, moves)
    gap = best - other[0] if other else FAR
    next_legal = ranked[1][2] if len(ranked) > 1 else None
    change, lead_since = _since(moved, before, likeliest, next_legal, other, margins, moves)
    runners = tuple((best - score, one) for score, _, one in ranked[1:] if best - score <= margins.plausible)
    illegal = moved is not None and -gap >= margins.illegal and -change >= margins.change
    if moved is not None and margins.edition > 1:
        illegal = illegal or (gap <= 0 and -gap - change >= margins.together)
    if gap >= margins.legal and lead >= margins.between and change >= 0 and lead_since >= 0:
        verdict = Verdict.LEGAL
    elif illegal and not alike:
        verdict = Verdict.ILLEGAL
    else:
        verdict = Verdict.UNSURE
    alike = alike if illegal else ()
    return Weighed(verdict, likeliest, other and other[1], gap, lead, change, runners, rival and rival[1], alike)


def _by_both(
    others: list[tuple[int, Position]], before: Position, moved: Sight, margins: Margins, moves: int
) -> tuple[tuple[int, Position], tuple[int, Position] | None, tuple[Position, ...]]:
    """Return the best position that is not legal by both witnesses, the next, and those that are not told from it.

    The reasons that are named depend on them. A picture leaves a doubt about a tall stack that nobody has touched: what
    changed does not. So one witness must tell it from every other one, and the second not say the contrary.

    Args:
        others: weight and position, by the picture; at least one.
        before: the position before the play.
        moved: what changed since the last settled picture.
        margins: how large the gaps must be.
        moves: how many the roll gives.
    """
    weighed = [(weight, _weight(moved, before, one, margins, moves), one) for weight, one in others]
    weighed.sort(key=lambda one: -one[0] - one[1])
    (seen, changed, best), *rest = weighed
    leads = [((seen - score, changed - since), one) for score, since, one in rest]
    told = [max(pair) >= margins.between and min(pair) > -margins.between for pair, _ in leads]
    alike = tuple(one for (_, one), apart in zip(leads, told, strict=True) if not apart)
    return (seen, best), (rest[0][0], rest[0][2]) if rest else None, alike


def _weight(sight: Sight, before: Position, other: Position, margins: Margins, moves: int) -> int:
    """Return the score of a position that is not legal, less what it costs beforehand."""
    return sight.score(other) - _price(sight, before, other, margins, moves)


def _since(  # noqa: PLR0913, PLR0917 - what `weigh` has found so far
    moved: Sight | None,
    before: Position,
    best: Position,
    second: Position | None,
    other: tuple[int, Position] | None,
    margins: Margins,
    moves: int,
) -> tuple[int, int]:
    """Return what the change says of the best legal position less of the best other one, and less of the next legal."""
    if moved is None:
        return 0, 0
    own = moved.score(best)
    lead = own - moved.score(second) if second else 0
    if other is None:
        return 0, lead
    return own - _weight(moved, before, other[1], margins, moves), lead


def _clearest(sight: Sight, before: Position, window: int) -> tuple[Position, int]:
    """Return the likeliest position of any kind, and by how much every other one at least is less likely."""
    options = contents_of(sight, before, window)
    second = min((choice[0][0] - choice[1][0] for choice in options if len(choice) > 1), default=FAR)
    certain = not sight.hidden and not sight.bar_hidden
    return position_of([choice[0][1] for choice in options], before, sight), min(second, window) if certain else 0


def best_other(
    sight: Sight, before: Position, legal: Container[Position], margins: Margins
) -> tuple[int, Position] | None:
    """Return weight and position of the likeliest position that is not in `legal`, or None if there is none."""
    return next(iter(_best_others(sight, before, legal, margins, 1)), None)


def _best_others(  # noqa: PLR0913, PLR0917 - the picture, what it is weighed against, and how
    sight: Sight,
    before: Position,
    legal: Container[Position],
    margins: Margins,
    most: int,
    moves: int | None = None,
) -> list[tuple[int, Position]]:
    """Return weight and position of so many of the likeliest positions that are not in `legal`, best first.

    Where `moves` says how many a play has, what no play does costs beforehand; else only checkers that are missing do.
    """
    found: list[tuple[int, Position]] = []
    counted = not (sight.trays_seen or sight.shared or any(before.unentered))
    for score, contents, (own, other) in likeliest(sight, before, margins.window):
        if len(found) == most:
            weight = score - margins.rare
            if weight <= found[-1][0]:
                break
            # What is missing or too many costs at least so much, whatever stands where: not worth a closer look.
            if counted and weight - margins.lost * (max(0, own) + abs(other)) <= found[-1][0]:
                continue
        position = position_of(contents, before, sight)
        if position in legal:
            continue
        weight = score - _price(sight, before, position, margins, moves)
        found = sorted([*found, (weight, position)], key=lambda one: -one[0])[:most]
    return found


def _price(sight: Sight, before: Position, after: Position, margins: Margins, moves: int | None) -> int:
    """Return what a position that is not legal costs before anything is seen; `moves` as in `_best_others`."""
    wonders = _strange(before, after, moves, margins.edition, trays_seen=sight.trays_seen)
    if margins.edition > 6 and not of_one_set(before, after):
        return SURPLUS + margins.rare + margins.lost * wonders
    if margins.edition > 2 and moves is not None and not sight.trays_seen and _borne_off_after(before, after, moves):
        return 2 * margins.rare + margins.lost * wonders
    return margins.rare + margins.lost * wonders


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


def _strange(before: Position, after: Position, moves: int | None, edition: int, *, trays_seen: bool) -> int:
    """Return how many checkers vanished or came, or went where nobody takes them in a play, be it legal or not.

    Nobody puts his own checker on his bar, enters the other's from there or moves it elsewhere; what is hit stood
    alone; no more checkers leave their places than the roll has moves; and while some are not home none is borne off,
    but in a legal play, or, by the third edition, with moves that were left when the last had come home.
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
    if edition > 2 and _borne_off_after(before, after, moves):
        borne_off = 0
    if edition == 1:
        return own + others + max(0, mine[BAR]) + max(brought, taken) + max(0, left - moves, borne_off)
    # A checker that vanished has left its place, and one that came was brought there: that is no second wonder.
    moved = max(0, max(brought, taken) - others)
    return own + others + max(0, mine[BAR]) + moved + max(0, left - moves - own, borne_off)
