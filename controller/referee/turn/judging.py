"""The end of a turn: looks at the board until they agree, and then the verdict.

One look is enough for a legal play, since the change since the last settled picture is a second witness; an illegal
call needs both witnesses in several looks. A play that is illegal for certain is called though it stays unclear which
illegal one it is. What is told of a turn happened when it ended, however late the verdict.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from controller.referee.events import (
    Danced,
    IllegalPlayStands,
    PlayAccepted,
    PlayIllegal,
    PlayUnsure,
    UnsureWhy,
)
from controller.referee.evidence.hypotheses import Verdict
from controller.referee.evidence.legal_results import results, way_of, written
from controller.referee.evidence.multi_hypothesis import after_turn, assess, carried, merged
from controller.referee.match.cube_play import cube_moved
from controller.referee.match.offences import offend
from controller.referee.options.options import Policy
from controller.referee.state import LookResult, Phase, RefereeState
from controller.referee.turn.announced_plays import awaits_announced, differing, is_other
from controller.referee.turn.ending import Step, complain, pass_turn
from controller.referee.turn.mending import IMPOSSIBLE, mend
from controller.referee.turn.offenders import offenders
from controller.referee.turn.turn_history import played_turn
from controller.referee.turn.variant_plays import further_roll
from controller.rules import OFF, Breach, explain, find_play

if TYPE_CHECKING:
    from controller.referee.events import Event
    from controller.referee.evidence.hypotheses import Thresholds
    from controller.referee.evidence.multi_hypothesis import Assessed
    from controller.referee.inputs import Seen
    from controller.referee.state import Hypothesis
    from controller.rules import Explanation, Player, Position, Roll

BUMPED: Final = 2
"""From how many of the other player's checkers out of place on a board is taken to have been bumped."""


ILLEGAL_ANYWAY: Final = 300
"""From which gap on the doubt is not whether the play was legal but which illegal one it was, in centinats."""


def judge(state: RefereeState, seen: Seen) -> Step:
    """Take one more look at what a turn that has ended left, and give the verdict when it is certain.

    In ENDED, CORRECTING and ASKING; `state.turn.ended` says when the turn ended.
    """
    found = assess(state, seen.reading, roll_of(state))
    if found.mended is not None:
        hypothesis, after = found.mended
        mended, said = mend(state, hypothesis, seen.time)
        accepted, more = accept(mended, after, _when(state, seen.time))
        return _from_here(state, accepted, seen), (*said, *more)
    if found.verdict is Verdict.LEGAL and found.weighed.legal is not None:
        return _judge_legal(state, seen, found, found.weighed.legal)
    return _judge_unsettled(state, seen, found)


def _judge_legal(state: RefereeState, seen: Seen, found: Assessed, legal: Position) -> Step:
    """Accept a legal play, unless it is one that the director has ruled out or another than was announced."""
    weighed, when = found.weighed, _when(state, seen.time)
    if legal == state.turn.barred:
        return state, ()
    if is_other(state, legal):
        return complain(*differing(state, legal, when))
    turn = played_turn(state, roll_of(state), legal)
    others = [(weighed.gap, weighed.other)] if weighed.other is not None else []
    fresh = after_turn(state, turn, [*weighed.runners, *others])
    kept = merged(fresh, carried(state, turn, found.sight))
    accepted, said = accept(state, legal, when)
    return _from_here(state, accepted, seen, kept), said


def _judge_unsettled(state: RefereeState, seen: Seen, found: Assessed) -> Step:
    """Remember a look that shows no legal play; call the play illegal, or ask, when it has been so often enough."""
    roll, other, thresholds = roll_of(state), found.weighed.other, state.setup.thresholds
    looks = (*state.turn.looks, _look(found, seen.time))[-8:]
    state = replace(state, turn=replace(state.turn, looks=looks))
    if other is not None and found.verdict is Verdict.ILLEGAL and _agree(looks, thresholds.looks):
        return _flag(state, found, other, seen.time)
    if state.phase is Phase.CORRECTING:
        return _ask(state, found, roll, seen.time) if _unclear_again(state, found, thresholds) else (state, ())
    if not _has_waited(looks, thresholds):
        return state, ()
    last = looks[-thresholds.patience :]
    unclear = any(look.position is None for look in last)
    if other is not None and unclear and all(look.verdict is Verdict.ILLEGAL for look in last):
        return _flag(state, found, other, seen.time, unclear=True)
    return _ask(state, found, roll, seen.time)


def _agree(looks: tuple[LookResult, ...], count: int) -> bool:
    """Return whether so many looks in a row have said that the same illegal position lies there."""
    last = looks[-count:]
    return len(last) == count and all(
        look.verdict is Verdict.ILLEGAL and look.position == looks[-1].position for look in last
    )


def _look(found: Assessed, time: float) -> LookResult:
    """Return what is remembered of a look."""
    if found.surely:
        return LookResult(time, Verdict.ILLEGAL, None)
    return LookResult(
        time, found.verdict, found.weighed.other if found.verdict is Verdict.ILLEGAL else found.weighed.legal
    )


def _has_waited(looks: tuple[LookResult, ...], thresholds: Thresholds) -> bool:
    """Return whether to wait no more: a doubt has stood for some looks, or a call has wavered for twice as many."""
    wavers = any(
        look.verdict is Verdict.ILLEGAL and look.position is not None for look in looks[-thresholds.patience :]
    )
    return len(looks) >= (2 * thresholds.patience if wavers else thresholds.patience)


def _unclear_again(state: RefereeState, found: Assessed, thresholds: Thresholds) -> bool:
    """Return whether what was called illegal lies there no more, and for a while it has been in doubt what does."""
    if state.turn.shown is None or found.weighed.legal is None:
        return False
    unsure = tuple(takewhile(lambda look: look.verdict is Verdict.UNSURE, reversed(state.turn.looks)))
    gone = found.sight.score(found.weighed.legal) - found.sight.score(state.turn.shown) >= thresholds.illegal
    return gone and len(unsure) >= thresholds.patience and unsure[0].time - unsure[-1].time >= thresholds.relook


def accept(
    state: RefereeState, after: Position, time: float, *, confirmed: bool = False, doubtful: bool = False
) -> Step:
    """Return the state after the turn has ended legally with `after` on the board, seen by the player who moved."""
    roll = roll_of(state)
    if after == state.position and after in results(state, after, roll):
        danced: tuple[Event, ...] = (Danced(time, state.player, roll, state.position),)
        danced += further_roll(state, roll, after, time)
        return pass_turn(state, after, time, danced)
    play = find_play(state.position, roll, after, state.setup.profile, state.turn.named)
    way = way_of(state, state.position, roll, after)
    corrected = state.phase is Phase.CORRECTING or state.turn.illegal is not None
    accepted = PlayAccepted(
        time, state.player, roll, state.position, after, play,
        corrected=corrected, confirmed=confirmed, doubtful=doubtful, named=way.named,
    )  # fmt: skip
    said = (accepted, *further_roll(state, roll, after, time))
    return pass_turn(state, after, time, said, again=way.again)


def settle_doubt(state: RefereeState, time: float, *, confirmed: bool = False, doubtful: bool = False) -> Step:
    """Settle a doubt as the referee believes: in ASKING, with the likeliest position, whatever leads to it."""
    roll, shown = roll_of(state), state.turn.shown
    if shown is None:
        return state, ()
    if shown in results(state, state.position, roll):
        return accept(state, shown, time, confirmed=confirmed, doubtful=doubtful)
    for hypothesis in state.hypotheses:
        if shown in results(state, hypothesis.position, roll):
            mended, said = mend(state, hypothesis, time)
            accepted, more = accept(mended, shown, time, confirmed=confirmed, doubtful=doubtful)
            return accepted, (*said, *more)
    return state, ()


def offending(state: RefereeState) -> frozenset[Player]:
    """Return whose breaches are to be put right, in CORRECTING; they accept them by no word, throw or double."""
    illegal = state.turn.illegal
    return (
        frozenset({state.player}) if illegal is None else offenders(illegal.player, illegal.before, illegal.explanation)
    )


def let_stand(state: RefereeState, time: float, *, condoned: bool = False) -> Step:
    """Return the state after the illegal play on the board was accepted by the other player, or by the policy.

    Only in CORRECTING, where the roll and the illegal position are known. A legal play that is not the announced one is
    accepted as it is.
    """
    if state.turn.shown is None:
        raise AssertionError("no illegal play is on the board")
    if awaits_announced(state):
        return accept(state, state.turn.shown, time)
    stands = IllegalPlayStands(time, state.player, roll_of(state), state.position, state.turn.shown, condoned)
    passed, said = pass_turn(state, state.turn.shown, time, (stands,))
    last = passed.last and replace(passed.last, illegal=state.turn.illegal)
    return replace(passed, last=last), said


def go_on(state: RefereeState, seen: Seen) -> Step:
    """Return the state after the other player has thrown over a play that is not settled.

    An illegal play stands as it lies there now. One in doubt is recorded as the likeliest legal one, and every other
    explanation is kept, to be mended when a later play shows what it was.
    """
    if state.phase is Phase.CORRECTING:
        roll = roll_of(state)
        found = assess(state, seen.reading, roll)
        lies = found.weighed.other if found.verdict is Verdict.ILLEGAL else state.turn.shown
        kept = _that_may_lie_there(state, found, lies, roll)
        stands, said = let_stand(replace(state, turn=replace(state.turn, shown=lies)), seen.time)
        return _from_here(state, stands, seen, kept), said
    if state.phase is Phase.ASKING and state.turn.shown is not None:
        turn = played_turn(state, roll_of(state), state.turn.shown)
        found = assess(state, seen.reading, turn.roll)
        others = [(1, found.weighed.other)] if found.weighed.other is not None else []
        runners = [one for one in (*found.weighed.runners, *others) if one[1] != state.turn.shown]
        kept = merged(after_turn(state, turn, runners), carried(state, turn, found.sight))
        settled, said = settle_doubt(state, seen.time, doubtful=True)
        return replace(settled, hypotheses=kept if settled.phase in (Phase.ROLLING, Phase.ANSWERING) else ()), said
    return state, ()


def _that_may_lie_there(
    state: RefereeState, found: Assessed, lies: Position | None, roll: Roll
) -> tuple[Hypothesis, ...]:
    """Return the hypotheses by which another illegal play stands than is believed, where it is unclear which does."""
    if lies is None or not found.surely:
        return ()
    may = (found.weighed.other, *found.weighed.alike)
    rivals = [(1, one) for one in may if one is not None and (one.mine[1:], one.theirs) != (lies.mine[1:], lies.theirs)]
    return after_turn(state, played_turn(state, roll, lies), rivals)


def roll_of(state: RefereeState) -> Roll:
    """Return the roll of the turn; the phases after the roll always have one."""
    if state.turn.roll is None:
        raise AssertionError("a turn is judged before its roll")
    return state.turn.roll


def _when(state: RefereeState, time: float) -> float:
    """Return when the turn ended; a correction and an answer count from when they were seen."""
    return state.turn.ended if state.phase is Phase.ENDED and state.turn.ended is not None else time


def _from_here(
    ended: RefereeState, state: RefereeState, seen: Seen, hypotheses: tuple[Hypothesis, ...] = ()
) -> RefereeState:
    """Return the state with the reading as the last settled picture, if a turn begins from it.

    A cube that was moved in the turn that has `ended` does not count as lying where it lay: it is asked about.
    """
    begun = state.phase in (Phase.ROLLING, Phase.ANSWERING)
    if not begun:
        return state
    moved = cube_moved(ended.base, seen.reading)
    base = replace(seen.reading, cube=None) if moved else seen.reading
    return replace(state, base=base, hypotheses=hypotheses, look_again=state.look_again or moved)


def _flag(state: RefereeState, found: Assessed, shown: Position, time: float, *, unclear: bool = False) -> Step:
    """Call the play illegal, with the reasons; again only when another board has lain there for a while.

    Where it is `unclear` which illegal position lies there, the reasons are those of all that may.
    """
    roll, options, thresholds = roll_of(state), state.setup.options, state.setup.thresholds
    again = state.phase is Phase.CORRECTING or state.turn.illegal is not None
    if state.phase is Phase.CORRECTING:
        since = next(look.time for look in state.turn.looks if look.position == shown)
        if shown == state.turn.shown or time - since < thresholds.relook:
            looks = () if shown == state.turn.shown else state.turn.looks
            return replace(state, turn=replace(state.turn, looks=looks)), ()
    shown, explanation = _explained(state, roll, shown, trays_seen=found.sight.trays_seen)
    if _bumped(explanation) and not again:
        return _ask(state, found, roll, time, UnsureWhy.BUMPED)
    condoned = options.policy is Policy.CONDONE and not explanation.breaches & IMPOSSIBLE
    if unclear:
        explanation = _shared(explanation, state, found, roll)
    whose = offenders(state.player, state.position, explanation)
    by = state.player.other if state.player not in whose else None
    illegal = PlayIllegal(
        _when(state, time), state.player, roll, state.position, shown, explanation,
        must_correct=options.policy is Policy.LEGAL_MOVES or (options.policy is Policy.CONDONE and not condoned),
        meant=found.weighed.legal if options.name_meant else None,
        meant_play=written(state, roll, found.weighed.legal if options.name_meant else None), unclear=unclear, by=by,
    )  # fmt: skip
    flagged = replace(state, phase=Phase.CORRECTING, turn=replace(state.turn, shown=shown, looks=(), illegal=illegal))
    if condoned:
        return _condone(flagged, illegal, time)
    # What is put right wrongly is one offence; whoever joins in has one of his own.
    offended = whose - (offending(state) if again else frozenset())
    counted = flagged
    repeated: tuple[Event, ...] = ()
    for player in sorted(offended):
        counted, more = offend(counted, player, illegal.time)
        repeated = (*repeated, *more)
    complained, said = complain(counted, illegal)
    return complained, (*said, *repeated)


def _shared(explanation: Explanation, state: RefereeState, found: Assessed, roll: Roll) -> Explanation:
    """Return those of the reasons that hold for every position which may lie there, by this look or one before."""
    looks = [
        look.position for look in state.turn.looks if look.verdict is Verdict.ILLEGAL and look.position is not None
    ]
    reasons = explanation.reasons
    for other in (*found.weighed.alike, *looks):
        _, also = _explained(state, roll, other, trays_seen=found.sight.trays_seen)
        reasons = tuple(reason for reason in reasons if reason in also.reasons)
    return replace(explanation, reasons=reasons)


def _explained(state: RefereeState, roll: Roll, shown: Position, *, trays_seen: bool) -> tuple[Position, Explanation]:
    """Return the position on the board and why it is illegal.

    Where nobody sees the trays, a checker that is gone from the board has been borne off or has fallen on the floor:
    what needs fewer reasons is taken to have happened, and while not all are home, that it fell.
    """
    profile = state.setup.profile
    borne_off = explain(state.position, roll, shown, profile, state.turn.named)
    missing = shown.mine[OFF] - state.position.mine[OFF]
    if trays_seen or missing <= 0:
        return shown, borne_off
    on_the_floor = replace(shown, mine=(state.position.mine[OFF], *shown.mine[1:]))
    fallen = explain(state.position, roll, on_the_floor, profile, state.turn.named)
    abroad = any(shown.mine[7:])
    if len(fallen.reasons) < len(borne_off.reasons) + abroad:
        return on_the_floor, fallen
    return shown, borne_off


def _condone(state: RefereeState, illegal: PlayIllegal, time: float) -> Step:
    """Let an illegal play stand by the policy; only the director hears of it (see `audience`)."""
    passed, said = let_stand(state, time, condoned=True)
    return passed, (replace(illegal, condoned=True), *said)


def _bumped(explanation: Explanation) -> bool:
    """Return whether so many checkers that the player does not touch are out of place that he hardly moved them."""
    others = [one for one in explanation.reasons if one.breach is Breach.OTHER_MOVED or one.other]
    return len(others) >= BUMPED


def _ask(state: RefereeState, found: Assessed, roll: Roll, time: float, why: UnsureWhy | None = None) -> Step:
    """Ask the players what was played, once for the same doubt."""
    weighed, why = found.weighed, why or _why(found)
    wanted = state.turn.announced or weighed.legal
    likeliest = state.turn.announced or (found.rivals[0][1] if found.rivals else weighed.legal)
    unsure = PlayUnsure(
        _when(state, time), state.player, roll, state.position, wanted, weighed.other, why,
        play=written(state, roll, wanted),
    )  # fmt: skip
    asked = replace(state, phase=Phase.ASKING, turn=replace(state.turn, shown=likeliest, looks=()))
    return complain(asked, unsure)


def _why(found: Assessed) -> UnsureWhy:
    """Return what it is that leaves the doubt."""
    weighed, sight = found.weighed, found.sight
    if found.rivals:
        return UnsureWhy.BEFORE
    if sight.hidden or sight.bar_hidden:
        return UnsureWhy.HIDDEN
    one = weighed.legal if weighed.gap > -ILLEGAL_ANYWAY else weighed.other
    rival = weighed.runners[0][1] if weighed.runners and weighed.lead < weighed.gap else weighed.other
    rival = weighed.rival if one is weighed.other else rival
    if rival is None or one is None:
        return UnsureWhy.UNCLEAR
    if sum(rival.mine[1:]) != sum(one.mine[1:]) or sum(rival.theirs[1:]) != sum(one.theirs[1:]):
        return UnsureWhy.TOTAL
    apart = [point for point in range(1, 25) if rival.mine[point] != one.mine[point]]
    if len(apart) == 2 and apart[1] - apart[0] == 1:
        return UnsureWhy.BETWEEN
    return UnsureWhy.UNCLEAR
