"""Other ways in which the last turns may have gone: a position that is believed may have been misread.

A play is called illegal only if it is illegal after every plausible hypothesis. When a later play is legal after
another hypothesis only, and clearly so, that hypothesis is the true one: the record is mended.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from controller.referee.evidence.change import change, discounted, with_touched
from controller.referee.evidence.hypotheses import Verdict, Weighed, of_one_set, weigh
from controller.referee.evidence.legal_results import candidates, most_moves, results, way_of
from controller.referee.evidence.likelihood import look, own_points
from controller.referee.state import Hypothesis, Phase, PlayedTurn

if TYPE_CHECKING:
    from collections.abc import Collection

    from controller.referee.evidence.likelihood import Sight
    from controller.referee.state import RefereeState
    from controller.rules import Position, Roll
    from vision.reading import Reading

MOST: Final = 3
"""How many hypotheses are kept besides the one that is believed."""

LONGEST: Final = 4
"""How many turns back a hypothesis may differ; by then what was misread has been seen many times."""


@dataclass(frozen=True, slots=True)
class Assessed:
    """What a reading says about a turn, every plausible hypothesis considered.

    Attributes:
        weighed: after the hypothesis that is believed.
        verdict: after all of them.
        mended: the hypothesis after which alone the board can be explained, with the final position; None unless there
            is one.
        rivals: hypotheses after which the board could be explained too, the likeliest first, each with the final
            position.
        sight: the reading as the player on turn sees it.
        surely: the play is illegal after all of them, but not which illegal one it is.
    """

    weighed: Weighed
    verdict: Verdict
    mended: tuple[Hypothesis, Position] | None
    rivals: tuple[tuple[Hypothesis, Position], ...]
    sight: Sight
    surely: bool = False


def assess(state: RefereeState, reading: Reading, roll: Roll) -> Assessed:
    """Weigh what `reading` shows as the end of the turn of `state.player` with `roll`."""
    thresholds, moves = state.setup.thresholds, most_moves(state, roll)
    sight, moved = witnesses(state, reading)
    weighed = weigh(sight, state.position, results(state, state.position, roll), thresholds, moved, moves=moves)
    surely = bool(weighed.alike)
    if weighed.verdict is Verdict.LEGAL or not state.hypotheses:
        return Assessed(weighed, weighed.verdict, None, (), sight, surely)
    # The change speaks of what changed since the hypothesis that is believed; the others are judged by the picture
    # alone.
    raw = look(reading, state.setup.layout, state.player)
    best = max(_fit(raw, weighed.legal), _fit(raw, weighed.other) - thresholds.rare - _meddling(state, weighed.other))
    found: list[tuple[int, Hypothesis, Position]] = []
    for hypothesis in state.hypotheses:
        legal = results(state, hypothesis.position, roll)
        own = weigh(raw, hypothesis.position, legal, thresholds, moves=moves)
        if own.legal is not None and (own.gap >= 0 or own.lead >= thresholds.between):
            found.append((_fit(raw, own.legal) - hypothesis.cost, hypothesis, own.legal))
    found.sort(key=lambda one: -one[0])
    plausible = [one for one in found if one[0] > best - thresholds.illegal]
    if found and found[0][0] >= best + thresholds.legal:
        _, hypothesis, after = found[0]
        return Assessed(weighed, Verdict.LEGAL, (hypothesis, after), (), sight)
    verdict = Verdict.UNSURE if plausible else weighed.verdict
    return Assessed(weighed, verdict, None, tuple(one[1:] for one in plausible), sight, surely and not plausible)


def witnesses(state: RefereeState, reading: Reading) -> tuple[Sight, Sight | None]:
    """Return the reading, and what changed since the last settled picture, as the player on turn sees them.

    Places whose content was believed against the picture are judged by the change alone in both.
    """
    sight = look(reading, state.setup.layout, state.player)
    if state.base is None:
        return sight, None
    base = look(state.base, state.setup.layout, state.player)
    moved = change(base, sight, state.position)
    sight = discounted(base, sight, moved, state.position)
    if reading.since != state.base.time:
        return sight, moved
    touched = own_points(reading.touched, state.setup.layout, state.player)
    if state.phase in (Phase.CORRECTING, Phase.ASKING):
        touched = tuple(min(0, odds) for odds in touched)  # he has asked for checkers to be put right, or straightened
    return with_touched(sight, touched, state.position), with_touched(moved, touched, state.position)


def after_turn(
    state: RefereeState, turn: PlayedTurn, runners: Collection[tuple[int, Position]]
) -> tuple[Hypothesis, ...]:
    """Return the hypotheses that remain plausible after a turn was settled as `turn`.

    Args:
        state: before the turn passes.
        turn: the turn as it is believed.
        runners: other final positions of it, each with how much less likely it was.
    """
    fresh = [
        Hypothesis(cost, (replace(turn, after=after),))
        for cost, after in runners
        if cost <= state.setup.thresholds.plausible
        and way_of(state, turn.before, turn.roll, after).again is turn.again
        and of_one_set(turn.before, after)
    ]
    return tuple(sorted(fresh, key=lambda hypothesis: hypothesis.cost)[:MOST])


def carried(state: RefereeState, turn: PlayedTurn, sight: Sight) -> tuple[Hypothesis, ...]:
    """Return the hypotheses held before the turn, each gone on with as the board fits it best, if it still may."""
    thresholds = state.setup.thresholds
    kept = []
    top = sight.score(turn.after)
    for hypothesis in state.hypotheses:
        if len(hypothesis.turns) >= LONGEST:
            continue
        options = list(candidates(results(state, hypothesis.position, turn.roll), turn.after))
        scored = zip(sight.scores(options), options, strict=True)
        best, after = max(scored, key=lambda one: (one[0], one[1].mine, one[1].theirs))
        cost = hypothesis.cost + max(0, top - best)
        again = way_of(state, hypothesis.position, turn.roll, after).again
        if cost <= thresholds.plausible and after != turn.after and again is turn.again:
            played = PlayedTurn(turn.number, turn.player, turn.roll, hypothesis.position, after, again, turn.named)
            kept.append(Hypothesis(cost, (*hypothesis.turns, played)))
    return tuple(kept)


def merged(*groups: tuple[Hypothesis, ...]) -> tuple[Hypothesis, ...]:
    """Return the likeliest of several groups of hypotheses, each position once."""
    by_position: dict[Position, Hypothesis] = {}
    for hypothesis in sorted((one for group in groups for one in group), key=lambda one: one.cost):
        by_position.setdefault(hypothesis.position, hypothesis)
    return tuple(by_position.values())[:MOST]


def _fit(sight: Sight, position: Position | None) -> int:
    """Return the score of a position, the worst for none."""
    return -1_000_000 if position is None else sight.score(position)


def _meddling(state: RefereeState, other: Position | None) -> int:
    """Return what it costs that a play would have moved the other player's checkers other than by hitting them."""
    if other is None:
        return 0
    theirs, before = other.theirs, state.position.theirs
    arrived = sum(max(0, theirs[point] - before[point]) for point in range(1, 25))
    return state.setup.thresholds.lost * arrived
