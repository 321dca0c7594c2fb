"""The players' time: delays, reserves, pauses, corrections, the flag."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.referee.match.clock import (
    ClockAfter,
    ClockState,
    DelayKind,
    TimeControl,
    TimeSignal,
    adjust,
    advance,
    halt,
    new_clock,
    next_game,
    next_signal,
    pause,
    reopen,
    run,
)
from controller.rules import Player

ONE, TWO = Player.ONE, Player.TWO
DELAY, FAST, BRONSTEIN = TimeControl(), TimeControl(delay=8_000), TimeControl(kind=DelayKind.BRONSTEIN)


MORE = TimeControl(overtime=60_000, overtimes=2)


def press(clock: ClockState, player: Player, time: float) -> ClockAfter:
    """Return the clock after `player` has ended his move; one whose time does not run changes nothing."""
    return run(clock, player.other, time) if clock.running is player else advance(clock, time)


def delay_left(clock: ClockState) -> int:
    """Return what is left of the free time of this move."""
    return max(0, clock.control.delay - clock.used)


def started(control: TimeControl = DELAY, length: int = 7, reserve: int | None = None) -> ClockState:
    """Return clocks on which player ONE's first move has begun at time 0."""
    return run(new_clock(control, 0.0, length, reserve=reserve), ONE, 0.0)[0]


@pytest.mark.parametrize(
    ("length", "score", "minutes"), [(11, (0, 0), 22), (7, (0, 0), 14), (11, (3, 2), 17), (1, (9, 9), 0)]
)
def test_the_reserve_is_two_minutes_a_point_less_one_for_each_point_scored(
    length: int, score: tuple[int, int], minutes: int
) -> None:
    assert new_clock(DELAY, 0.0, length, score).reserve == (minutes * 60_000, minutes * 60_000)


@pytest.mark.parametrize(("control", "delay"), [(DELAY, 12.0), (FAST, 8.0)])
def test_a_move_within_the_delay_costs_nothing_and_saves_nothing(control: TimeControl, delay: float) -> None:
    clock = started(control)
    for move in range(1, 6):
        clock, _ = press(clock, ONE if move % 2 else TWO, move * delay)
    assert clock.reserve == (840_000, 840_000)
    clock, _ = advance(clock, 5 * delay + delay + 1)
    assert clock.reserve == (840_000, 839_000)


def test_bronstein_takes_at_once_and_gives_back_at_the_end_of_the_move() -> None:
    clock, _ = advance(started(BRONSTEIN), 5.0)
    assert clock.reserve[ONE] == 835_000
    clock, _ = press(clock, ONE, 20.0)
    assert clock.reserve[ONE] == 832_000


def test_with_bronstein_the_flag_falls_within_the_delay_and_with_simple_delay_after_it() -> None:
    _, signals = advance(started(BRONSTEIN, reserve=4000), 100.0)
    assert signals[-1] == TimeSignal(ONE, 0, 4000)
    _, signals = advance(started(DELAY, reserve=4000), 100.0)
    assert signals[-1] == TimeSignal(ONE, 0, 16_000)


def test_one_minute_ten_seconds_and_nothing_are_told_once_each_when_they_happen() -> None:
    clock = started(reserve=90_000)
    told: list[TimeSignal] = []
    for second in range(200):
        clock, signals = advance(clock, float(second))
        told.extend(signals)
    assert told == [TimeSignal(ONE, 60_000, 42_000), TimeSignal(ONE, 10_000, 92_000), TimeSignal(ONE, 0, 102_000)]
    assert clock.flagged is ONE


def test_overtime_begins_where_the_reserve_ends_and_after_the_last_the_flag_falls() -> None:
    clock, signals = advance(started(MORE, reserve=4000), 17.0)
    assert signals[-1] == TimeSignal(ONE, 0, 16_000, 60_000, 1)
    assert (clock.reserve[ONE], clock.overtimes, clock.running) == (59_000, (1, 0), ONE)
    clock, signals = advance(clock, 999.0)
    assert [(signal.left, signal.time, signal.overtime) for signal in signals] == [
        (10_000, 66_000, 0),
        (0, 76_000, 60_000),
        (10_000, 126_000, 0),
        (0, 136_000, 0),
    ]
    assert (clock.flagged, clock.overtimes) == (ONE, (2, 0))


def test_each_player_has_his_own_overtimes_for_the_whole_match() -> None:
    clock, _ = press(started(MORE, reserve=4000), ONE, 20.0)
    clock, _ = advance(clock, 37.0)
    assert (clock.reserve, clock.overtimes) == ((56_000, 59_000), (1, 1))
    clock, _ = run(next_game(clock, 40.0)[0], ONE, 60.0)
    assert (clock.reserve, clock.overtimes) == ((56_000, 56_000), (1, 1))


def test_a_long_silence_tells_all_that_was_missed_in_order() -> None:
    _, signals = advance(started(reserve=90_000), 1000.0)
    assert [signal.left for signal in signals] == [60_000, 10_000, 0]


def test_a_reserve_that_begins_below_a_warning_does_not_tell_it() -> None:
    _, signals = advance(started(reserve=30_000), 33.0)
    assert [signal.left for signal in signals] == [10_000]


def test_bronstein_does_not_tell_the_same_warning_at_every_move() -> None:
    clock = started(BRONSTEIN, reserve=61_000)
    told: list[TimeSignal] = []
    for move in range(1, 9):
        clock, signals = press(clock, ONE if move % 2 else TWO, 5.0 * move)
        told.extend(signals)
    assert [(signal.player, signal.left) for signal in told] == [(ONE, 60_000), (TWO, 60_000)]


def test_pressing_out_of_turn_or_while_the_clock_is_halted_changes_nothing() -> None:
    clock = started()
    assert press(clock, TWO, 1.0)[0] == advance(clock, 1.0)[0]
    halted, _ = halt(clock, 1.0)
    assert press(halted, ONE, 2.0)[0].mover is ONE


def test_a_dispute_costs_nobody_anything() -> None:
    clock, _ = halt(started(), 20.0)
    clock, _ = run(clock, ONE, 620.0)
    assert clock.reserve == (832_000, 840_000)
    assert clock.running is ONE


def test_a_correction_runs_on_the_offenders_time_without_a_second_delay() -> None:
    clock, _ = press(started(), ONE, 10.0)
    clock, _ = reopen(clock, ONE, 13.0)
    assert (clock.running, delay_left(clock)) == (ONE, 2000)
    clock, _ = press(clock, ONE, 20.0)
    assert clock.reserve == (835_000, 840_000)
    assert (clock.running, delay_left(clock)) == (TWO, 12_000)


def test_with_bronstein_a_corrected_move_gets_its_free_time_back_once() -> None:
    clock, _ = press(started(BRONSTEIN), ONE, 10.0)
    clock, _ = reopen(clock, ONE, 10.0)
    clock, _ = press(clock, ONE, 20.0)
    assert clock.reserve[ONE] == 840_000 - 20_000 + 12_000


def test_the_director_gives_and_takes_time_and_raises_a_flag() -> None:
    clock, _ = advance(started(reserve=5000), 60.0)
    assert clock.flagged is ONE
    clock, _ = adjust(clock, ONE, 120_000, 61.0)
    assert (clock.flagged, clock.reserve[ONE], clock.running) == (None, 120_000, None)
    clock, _ = run(clock, ONE, 70.0)
    clock, signals = advance(clock, 70.0 + 61.0)
    assert [signal.left for signal in signals] == [60_000]
    assert adjust(clock, TWO, -10_000_000, 140.0)[0].reserve[TWO] == 0


def test_after_the_flag_no_time_runs() -> None:
    clock, _ = advance(started(reserve=1000), 100.0)
    for later in (press(clock, ONE, 101.0)[0], run(clock, TWO, 101.0)[0], reopen(clock, TWO, 101.0)[0]):
        assert later.running is None
        assert (later.reserve, later.spent) == (clock.reserve, clock.spent)


def test_time_between_games_belongs_to_nobody_and_the_reserve_goes_on() -> None:
    clock, _ = next_game(started(), 30.0)
    clock, _ = run(clock, TWO, 500.0)
    assert clock.reserve == (822_000, 840_000)
    assert clock.running is TWO


def test_a_correction_may_have_the_whole_delay_again() -> None:
    clock, _ = press(started(), ONE, 10.0)
    clock, _ = reopen(clock, ONE, 13.0, fresh=True)
    assert (clock.running, delay_left(clock)) == (ONE, 12_000)


def test_the_director_stops_the_clocks_whoever_moves_meanwhile() -> None:
    clock, _ = pause(started(), 5.0)
    clock, _ = run(clock, TWO, 100.0)
    assert clock.running is None
    clock, _ = pause(clock, 200.0, paused=False)
    assert clock.running is TWO
    assert clock.reserve == (840_000, 840_000)


@given(st.sampled_from([DELAY, BRONSTEIN, MORE]), st.integers(1, 100_000), st.integers(0, 30_000))
@settings(max_examples=200, deadline=None)
def test_the_next_signal_comes_when_it_is_said_to_come(control: TimeControl, reserve: int, moved: int) -> None:
    clock, _ = advance(started(control, reserve=reserve), moved / 1000)
    due = next_signal(clock)
    if due is None:
        assert clock.flagged is ONE
        return
    assert advance(clock, (due - 1) / 1000)[1] == ()
    (signal,) = advance(clock, due / 1000)[1]
    assert signal.time == due


@dataclass(frozen=True)
class Act:
    """Something done to a clock after some milliseconds."""

    what: str
    player: Player
    wait: int
    by: int = 0


ACTS = st.lists(
    st.builds(
        Act,
        st.sampled_from(["press", "run", "reopen", "halt", "adjust", "advance", "next_game"]),
        st.sampled_from(Player),
        st.integers(0, 40_000),
        st.integers(-60_000, 60_000),
    ),
    max_size=25,
)


def apply(clock: ClockState, act: Act, time: float) -> tuple[ClockState, tuple[TimeSignal, ...]]:
    """Return the clock after an act."""
    if act.what == "adjust":
        return adjust(clock, act.player, act.by, time)
    if act.what in ("press", "run", "reopen"):
        return {"press": press, "run": run, "reopen": reopen}[act.what](clock, act.player, time)
    return {"halt": halt, "advance": advance, "next_game": next_game}[act.what](clock, time)


@given(st.sampled_from([DELAY, FAST, BRONSTEIN, MORE]), st.integers(0, 200_000), ACTS)
@settings(max_examples=300, deadline=None)
def test_time_is_conserved_never_goes_back_and_no_reserve_is_negative(
    control: TimeControl, reserve: int, acts: list[Act]
) -> None:
    clock, now, idle, given_by_director = new_clock(control, 0.0, 7, reserve=reserve), 0, 0, [0, 0]
    for act in acts:
        now += act.wait
        waited, _ = advance(clock, now / 1000)
        idle += act.wait - (sum(waited.spent) - sum(clock.spent))
        after, signals = apply(clock, act, now / 1000)
        if act.what == "adjust":
            given_by_director[act.player] += after.reserve[act.player] - waited.reserve[act.player]
        assert sum(after.spent) + idle == now == after.since
        for player in Player:
            assert after.reserve[player] >= 0
            overtime = control.overtime * after.overtimes[player]
            given = reserve + given_by_director[player] + overtime
            assert after.reserve[player] == given - after.spent[player] + after.free[player]
            assert clock.spent[player] <= after.spent[player]
            assert clock.free[player] <= after.free[player]
        assert [signal.time for signal in signals] == sorted(signal.time for signal in signals)
        assert all(clock.since <= signal.time <= after.since for signal in signals)
        assert (waited.flagged is not None) >= any(signal.left == signal.overtime == 0 for signal in signals)
        clock = after


@given(ACTS, st.lists(st.integers(1, 9999), max_size=8))
@settings(max_examples=150, deadline=None)
def test_looking_at_the_clock_in_between_changes_nothing(acts: list[Act], looks: list[int]) -> None:
    for control in (DELAY, BRONSTEIN, MORE):
        watched = plain = new_clock(control, 0.0, 7, reserve=90_000)
        heard: list[TimeSignal] = []
        told: list[TimeSignal] = []
        now = 0
        for act in acts:
            for look in sorted(now + act.wait * look // 10_000 for look in looks):
                watched, signals = advance(watched, look / 1000)
                heard.extend(signals)
            now += act.wait
            watched, signals = apply(watched, act, now / 1000)
            heard.extend(signals)
            plain, signals = apply(plain, act, now / 1000)
            told.extend(signals)
        assert (watched, heard) == (plain, told)
