"""The players' time: simple delay or Bronstein, reserve, pause, the director's adjustment, the flag.

A pure value: every function takes the clock and the time and returns the clock after it. Time comes in as seconds on
the clock of the referee's inputs and is kept in whole milliseconds, so that nothing is lost in rounding: what a player
has spent is what his reserve and the free time of his moves have paid, to the millisecond.

The kinds and figures are those of the United States clock rules of 2013 (2.1, 2.2): a simple delay of 12 s a move that
does not accumulate, and a reserve of 2 min a point less 1 min for each point already scored by either player. A delay
of 8 s is usual in faster events; Bronstein is what came before, and what many clocks are still set to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from controller.rules import Player

MINUTE: Final = 60_000
"""Milliseconds in a minute."""


class DelayKind(StrEnum):
    """How the free time of a move is given."""

    SIMPLE_DELAY = "simple-delay"
    """The reserve does not move before the delay of the move is over."""
    BRONSTEIN = "bronstein"
    """The reserve moves at once, and gets back at the end of the move what was used, up to the delay."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time the players have; everything in milliseconds.

    Attributes:
        kind: how the free time of a move is given.
        delay: the free time of each move.
        per_point: the reserve for each point of the match's length.
        less_per_point: taken off for each point that either player has scored when the clock is set.
        warnings: how much is left when a player is told, the most first; the flag is told always.
        overtime: what a player gets who has used up his reserve.
        overtimes: how often he gets it; his flag falls when that is used up, too.
    """

    kind: DelayKind = DelayKind.SIMPLE_DELAY
    delay: int = 12_000
    per_point: int = 2 * MINUTE
    less_per_point: int = MINUTE
    warnings: tuple[int, ...] = (MINUTE, 10_000)
    overtime: int = MINUTE
    overtimes: int = 0

    def reserve(self, length: int, score: tuple[int, int] = (0, 0)) -> int:
        """Return each player's reserve for a match of so many points, clocks being set at this score."""
        return max(0, self.per_point * length - self.less_per_point * sum(score))


@dataclass(frozen=True, slots=True)
class ClockState:
    """Both players' clocks at one moment; everything in milliseconds.

    Attributes:
        control: how the time is counted.
        reserve: what each player has left.
        since: the time up to which everything has been counted.
        mover: whose move is timed; None before the first.
        halted: nobody's time runs as it is nobody's move: before the first one, in a dispute, between games.
        paused: nobody's time runs as the director has stopped the clocks.
        used: what the mover has used in this move.
        resumed: how much of `used` belongs to the part of the move that had been ended before it was reopened.
        before: the mover of the move before and what he used, for reopening it; None where there is none.
        spent: how long each player's time has run in all.
        free: how much of that the delays have paid.
        warned: how many of the warnings each player has had.
        flagged: whose reserve has run out; his time stands still from then.
        overtimes: how many overtimes each player has had.
    """

    control: TimeControl
    reserve: tuple[int, int]
    since: int
    mover: Player | None = None
    halted: bool = True
    paused: bool = False
    used: int = 0
    resumed: int = 0
    before: tuple[Player, int] | None = None
    spent: tuple[int, int] = (0, 0)
    free: tuple[int, int] = (0, 0)
    warned: tuple[int, int] = (0, 0)
    flagged: Player | None = None
    overtimes: tuple[int, int] = (0, 0)

    @property
    def running(self) -> Player | None:
        """Whose time runs; None when nobody's does."""
        return None if self.halted or self.paused or self.flagged is not None else self.mover


@dataclass(frozen=True, slots=True)
class TimeSignal:
    """A player's time has gone down to something that he has to be told.

    Attributes:
        player: whose time.
        left: milliseconds left: one of the warnings, or 0 when the flag falls.
        time: when that happened, in milliseconds.
        overtime: the flag does not fall yet: he has so many milliseconds more.
        again: how often he gets them again.
    """

    player: Player
    left: int
    time: int
    overtime: int = 0
    again: int = 0


ClockAfter = tuple[ClockState, tuple[TimeSignal, ...]]
"""What everything returns that lets time pass: the clock, and what has to be told, in the order of its happening."""


def milliseconds(time: float) -> int:
    """Return a time in seconds as the clock counts it."""
    return round(1000 * time)


def new_clock(
    control: TimeControl, time: float, length: int, score: tuple[int, int] = (0, 0), reserve: int | None = None
) -> ClockState:
    """Return both clocks, set and halted.

    Args:
        control: how the time is counted.
        time: now, in seconds.
        length: the points that win the match.
        score: the points already scored when the clocks are brought in.
        reserve: each player's reserve in milliseconds instead of what length and score give (money play).
    """
    each = control.reserve(length, score) if reserve is None else reserve
    return ClockState(control, (each, each), milliseconds(time))


def advance(clock: ClockState, time: float) -> ClockAfter:
    """Return the clock at a later time. A time that lies before what has been counted changes nothing."""
    now = max(clock.since, milliseconds(time))
    clock, signals = _counted_to(clock, now)
    while clock.since < now:
        clock, further = _counted_to(clock, now)
        signals = (*signals, *further)
    return clock, signals


def _counted_to(clock: ClockState, now: int) -> ClockAfter:
    """Return the clock at a time in milliseconds not before what has been counted, or where an overtime begins."""
    player = clock.running
    if player is None:
        return replace(clock, since=now), ()
    elapsed = now - clock.since
    waits = max(0, clock.control.delay - clock.used) if clock.control.kind is DelayKind.SIMPLE_DELAY else 0
    left = clock.reserve[player]
    cost = max(0, elapsed - waits)
    fell = 0 < cost >= left
    if fell:
        cost, elapsed = left, left + waits
    signals, warned = _signals(clock, player, cost, waits)
    counted = replace(
        clock,
        since=clock.since + elapsed if fell else now,
        used=clock.used + elapsed,
        reserve=_plus(clock.reserve, player, -cost),
        spent=_plus(clock.spent, player, elapsed),
        free=_plus(clock.free, player, elapsed - cost),
        warned=_plus(clock.warned, player, warned),
    )
    if not fell:
        return counted, signals
    again = clock.control.overtimes - clock.overtimes[player] - 1
    more = clock.control.overtime if again >= 0 else 0
    signals = (*signals, TimeSignal(player, 0, counted.since, more, again if more else 0))
    return (_in_overtime(counted, player) if more else replace(counted, since=now, flagged=player)), signals


def _in_overtime(clock: ClockState, player: Player) -> ClockState:
    """Return the clock of a player who has used up his reserve with one overtime in its place."""
    more = clock.control.overtime
    heard = sum(more <= warning for warning in clock.control.warnings)
    return replace(
        clock,
        reserve=_plus(clock.reserve, player, more),
        warned=_plus(clock.warned, player, heard - clock.warned[player]),
        overtimes=_plus(clock.overtimes, player, 1),
    )


def run(clock: ClockState, player: Player, time: float) -> ClockAfter:
    """Return the clock with a new move of `player` begun, whoever's move it was; a halted clock runs again.

    Where his move is timed already it goes on.
    """
    clock, signals = advance(clock, time)
    if clock.flagged is not None:
        return clock, signals
    if clock.mover is player:
        return replace(clock, halted=False), signals
    before = None if clock.mover is None else (clock.mover, clock.used)
    ended = _end_move(clock)
    return replace(ended, mover=player, halted=False, used=0, resumed=0, before=before), signals


def reopen(clock: ClockState, player: Player, time: float, *, fresh: bool = False) -> ClockAfter:
    """Return the clock with the move of `player` going on that he had ended, as he has to correct his play.

    What the other player has used meanwhile is used; he gets a new move afterwards.

    Args:
        clock: both clocks.
        player: the offender.
        time: now, in seconds.
        fresh: his time is restarted with the whole delay of a move (World Backgammon Tour 4.2); else it goes on with
            what was left of that.
    """
    clock, signals = advance(clock, time)
    if clock.flagged is not None:
        return clock, signals
    if fresh:
        ended = _end_move(clock)
        return replace(ended, mover=player, halted=False, used=0, resumed=0, before=None), signals
    if clock.mover is player:
        return replace(clock, halted=False), signals
    used = clock.before[1] if clock.before is not None and clock.before[0] is player else 0
    ended = _end_move(clock)
    return replace(ended, mover=player, halted=False, used=used, resumed=used, before=None), signals


def halt(clock: ClockState, time: float) -> ClockAfter:
    """Return the clock with nobody's time running, until the next move or until it goes on."""
    clock, signals = advance(clock, time)
    return replace(clock, halted=True), signals


def pause(clock: ClockState, time: float, *, paused: bool = True) -> ClockAfter:
    """Return the clock stopped by the director, whoever's move it is and becomes, or going on."""
    clock, signals = advance(clock, time)
    return replace(clock, paused=paused), signals


def next_signal(clock: ClockState) -> int | None:
    """Return when something will have to be told if nothing happens before, in milliseconds; None for never."""
    player = clock.running
    if player is None:
        return None
    waits = max(0, clock.control.delay - clock.used) if clock.control.kind is DelayKind.SIMPLE_DELAY else 0
    left = clock.reserve[player]
    due = [warning for warning in clock.control.warnings[clock.warned[player] :] if warning < left]
    return clock.since + waits + max(1, left - max(due, default=0))


def adjust(clock: ClockState, player: Player, by: int, time: float) -> ClockAfter:
    """Return the clock with a player's reserve changed by the director.

    A reserve is never less than 0; adding to that of a player whose flag has fallen raises the flag, and leaves the
    clock halted. Warnings above which the reserve now stands will be given again.

    Args:
        clock: both clocks.
        player: whose reserve.
        by: milliseconds to add, or to take off where negative.
        time: now, in seconds.
    """
    clock, signals = advance(clock, time)
    left = max(0, clock.reserve[player] + by)
    raised = clock.flagged is player and left > 0
    heard = sum(left <= warning for warning in clock.control.warnings)
    adjusted = replace(
        clock,
        reserve=_plus(clock.reserve, player, left - clock.reserve[player]),
        warned=_plus(clock.warned, player, min(0, heard - clock.warned[player])),
        flagged=None if raised else clock.flagged,
        halted=clock.halted or raised,
    )
    return adjusted, signals


def next_game(clock: ClockState, time: float) -> ClockAfter:
    """Return the clock halted between two games, with no move of the game before left open; the reserves stay."""
    clock, signals = advance(clock, time)
    ended = _end_move(clock) if clock.flagged is None else clock
    return replace(ended, mover=None, halted=True, used=0, resumed=0, before=None), signals


def _end_move(clock: ClockState) -> ClockState:
    """Return the clock with the mover's free time given back to him, where the kind gives it at the end of a move."""
    if clock.mover is None or clock.control.kind is not DelayKind.BRONSTEIN:
        return clock
    back = min(clock.used, clock.control.delay) - min(clock.resumed, clock.control.delay)
    return replace(clock, reserve=_plus(clock.reserve, clock.mover, back), free=_plus(clock.free, clock.mover, back))


def _signals(clock: ClockState, player: Player, cost: int, waits: int) -> tuple[tuple[TimeSignal, ...], int]:
    """Return the warnings that a player crosses while his reserve goes down by `cost`, and how many he now has had.

    Args:
        clock: before.
        player: whose time runs.
        cost: what comes off his reserve.
        waits: how long it stands still first.
    """
    left = clock.reserve[player]
    due = clock.control.warnings[clock.warned[player] :]
    heard = [warning for warning in due if left - cost <= warning]
    crossed = [warning for warning in heard if warning < left]
    return tuple(TimeSignal(player, one, clock.since + waits + left - one) for one in crossed), len(heard)


def _plus(pair: tuple[int, int], player: Player, by: int) -> tuple[int, int]:
    """Return a pair with one player's number changed."""
    one, two = pair
    return (one + by, two) if player is Player.ONE else (one, two + by)
