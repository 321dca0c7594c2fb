"""The board between turns: it should show the settled position, and where it does not, what would mend it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.events import BoardAgrees, Desync, Misplaced, Remedy
from controller.referee.evidence.hypotheses import Verdict, best_other
from controller.referee.evidence.likelihood import content_of, look
from controller.referee.evidence.multi_hypothesis import merged, witnesses
from controller.referee.state import Hypothesis, LookResult, RefereeState
from controller.referee.turn.mending import mend
from controller.rules import BAR, Player

if TYPE_CHECKING:
    from controller.referee.inputs import Seen
    from controller.referee.turn.ending import Step
    from controller.rules import Position


def watch_board(state: RefereeState, seen: Seen) -> Step:
    """Compare the board with the settled position, while nobody has thrown; say once what differs.

    A difference must be seen by both witnesses in several looks. Where the board shows what another plausible
    hypothesis of the last turns leads to, that hypothesis is the true one and the record is mended.
    """
    thresholds = state.setup.thresholds
    if state.turn.trusts:
        trusted = replace(state.turn, trusts=False, looks=(), desync=())
        state = replace(state, base=seen.reading, turn=trusted)
    sight, moved = witnesses(state, seen.reading)
    known = sight.score(state.position)
    if known > -thresholds.displaced:
        return _agrees(state, seen)
    for hypothesis in state.hypotheses:
        fits = sight.score(hypothesis.position)
        # What fits no better than that is not how the turn went: a checker was moved since.
        agrees = fits > -thresholds.displaced
        if (
            not hypothesis.displaced
            and agrees
            and fits >= known + thresholds.displaced
            and not _denied(state, hypothesis)
        ):
            mended, said = mend(state, hypothesis, seen.time)
            return replace(mended, base=seen.reading, turn=replace(mended.turn, looks=())), said
    other = best_other(sight, state.position, (state.position,), thresholds)
    if other is None or other[0] - known < thresholds.displaced:
        return state, ()
    shown = other[1]
    if moved is not None and moved.score(shown) - moved.score(state.position) < thresholds.change:
        return state, ()
    looks = (*state.turn.looks, LookResult(seen.time, Verdict.ILLEGAL, shown))[-thresholds.patience :]
    state = replace(state, turn=replace(state.turn, looks=looks))
    if len(looks) < thresholds.looks or any(look.position != shown for look in looks[-thresholds.looks :]):
        return state, ()
    there = differences(state.position, shown, state.player)
    if there == state.turn.desync:
        return state, ()
    said_aloud = replace(state, turn=replace(state.turn, desync=there), hypotheses=_with_shown(state, shown))
    return said_aloud, (Desync(seen.time, there, remedies(state.position, shown, state.player)),)


def _denied(state: RefereeState, hypothesis: Hypothesis) -> bool:
    """Return whether the last settled picture spoke clearly against a hypothesis: then a checker was moved since."""
    thresholds = state.setup.thresholds
    if state.base is None:
        return False
    then = look(state.base, state.setup.layout, state.player)
    return then.score(state.position) - then.score(hypothesis.position) >= thresholds.illegal


def with_base(state: RefereeState, seen: Seen) -> RefereeState:
    """Return the state with the reading as the last settled picture, unless a play may have been begun on it.

    That is so where it agrees with the settled position. A single place that differs cannot be a play either, as long
    as nobody may bear off: whatever lies there lay there before the play.
    """
    sight = look(seen.reading, state.setup.layout, state.player)
    agrees = sight.score(state.position) > -state.setup.thresholds.displaced
    if not agrees and any(state.position.mine[7:]):
        places = [sight.points[point][content_of(state.position, point)] for point in range(1, 25)]
        mine, theirs = state.position.on_the_bar()
        places += [sight.bar_mine[mine], sight.bar_theirs[theirs]]
        agrees = sum(score < -state.setup.thresholds.legal for score in places) == 1
    return replace(state, base=seen.reading) if agrees else state


def _with_shown(state: RefereeState, shown: Position) -> tuple[Hypothesis, ...]:
    """Return the hypotheses with one more: that the last turn left what the board shows now.

    Then a play from there is not called illegal before somebody has said which position is right.
    """
    if state.last is None:
        return state.hypotheses
    cost = state.setup.thresholds.rare + state.setup.thresholds.legal // 2
    return merged(
        (
            Hypothesis(
                cost, (replace(state.last, after=shown if state.last.again else shown.turned()),), displaced=True
            ),
        ),
        state.hypotheses,
    )


def _agrees(state: RefereeState, seen: Seen) -> Step:
    """Take the reading for the last settled picture; tell when it had differed.

    What was displaced then has been put back, and is no hypothesis of the last turn any more.
    """
    kept = tuple(hypothesis for hypothesis in state.hypotheses if not hypothesis.displaced)
    agreed = replace(state, base=seen.reading, turn=replace(state.turn, looks=(), desync=()), hypotheses=kept)
    return agreed, (BoardAgrees(seen.time),) if state.turn.desync else ()


def differences(expected: Position, seen: Position, viewer: Player) -> tuple[Misplaced, ...]:
    """Return every place on which two positions differ, as `viewer` counts, by whom both are seen."""
    return tuple(
        Misplaced(viewer, point, wanted, there)
        for point in (*range(1, 25), BAR)
        if (wanted := _pair(expected, point)) != (there := _pair(seen, point))
    )


def remedies(expected: Position, seen: Position, viewer: Player) -> tuple[Remedy, ...]:
    """Return the fewest checkers to be moved so that `seen` becomes `expected`, each as its owner counts.

    A checker goes to the place that lacks one and is nearest; what is left over is missing or has to be taken away.
    """
    return (
        *_remedies(_on_view(expected.mine, expected.unentered[0]), _on_view(seen.mine, seen.unentered[0]), viewer),
        *_remedies(
            _on_view(expected.theirs, expected.unentered[1]), _on_view(seen.theirs, seen.unentered[1]), viewer.other
        ),
    )


def _remedies(expected: tuple[int, ...], seen: tuple[int, ...], player: Player) -> tuple[Remedy, ...]:
    """Return what has to be done with one player's checkers; those borne off are not counted."""
    extra = [point for point in range(1, 26) for _ in range(max(0, seen[point] - expected[point]))]
    lacking = [point for point in range(1, 26) for _ in range(max(0, expected[point] - seen[point]))]
    found = []
    for source in extra:
        target = min(lacking, key=lambda point: (abs(point - source), point), default=None)
        if target is not None:
            lacking.remove(target)
        found.append(Remedy(player, source, target))
    return (*found, *[Remedy(player, None, point) for point in lacking])


def _pair(position: Position, point: int) -> tuple[int, int]:
    """Return (own checkers, the other's) on a point of the viewer's, or on the bar."""
    if point == BAR:
        return position.on_the_bar()
    return position.mine[point], position.theirs[25 - point]


def _on_view(counts: tuple[int, ...], unentered: int) -> tuple[int, ...]:
    """Return a player's counts without the checkers that have never been in play, which lie beside the board."""
    return (*counts[:BAR], counts[BAR] - unentered)
