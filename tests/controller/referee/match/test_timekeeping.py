"""Whose time runs while a match goes on, what is told of it, and what it costs to let it run out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.referee import commands as co
from controller.referee import events as ev
from controller.referee.inputs import Action, ClockPressed, Commanded, Input, Said, Seen, Ticked
from controller.referee.layout import Layout
from controller.referee.match.clock import next_signal
from controller.referee.options.options import CLUB, ClockKind, TurnEnd
from controller.referee.state import Phase, RefereeState, Setup
from controller.referee.step import start, step
from controller.rules import Player, match_to, money_session
from tests.controller.record.matches import story
from vision.reading import Shade

ONE, TWO = Player.ONE, Player.TWO
LAYOUT = Layout(shade_one=Shade.DARK)
TIMED = replace(CLUB, clock=ClockKind.DELAY)


def inputs() -> tuple[Input, ...]:
    """Return what happens in a game in which one play is illegal and corrected."""
    return tuple(one.given for one in story().entries)


def refereed(
    given: tuple[Input, ...], setup: Setup, length: int = 1
) -> list[tuple[Input, RefereeState, tuple[ev.Event, ...]]]:
    """Return the state and what was said after each input."""
    state, _ = start(setup, match_to(length), 0.0)
    kept = []
    for one in given:
        state, said = step(state, one)
        kept.append((one, state, said))
    return kept


def test_the_clock_changes_nothing_of_the_game_while_there_is_time() -> None:
    timed = refereed(inputs(), Setup.at(("Anna", "Boris"), TIMED, LAYOUT), length=9)
    plain = refereed(inputs(), Setup.at(("Anna", "Boris"), CLUB, LAYOUT), length=9)
    assert [said for _, _, said in timed] == [said for _, _, said in plain]
    assert [replace(state, clock=None, setup=plain[0][1].setup) for _, state, _ in timed] == [
        state for _, state, _ in plain
    ]


def test_the_time_of_the_player_on_turn_runs_and_between_games_nobodys() -> None:
    seen = set()
    for _, state, _ in refereed(inputs(), Setup.at(("Anna", "Boris"), TIMED, LAYOUT), length=9):
        assert state.clock is not None
        runs = state.clock.running
        if state.phase in (Phase.ROLLING, Phase.PLAYING, Phase.CORRECTING):
            assert runs is state.player
        elif state.phase is Phase.ENDED:
            assert runs is state.player.other
        else:
            assert runs is None
        seen.add(state.phase)
    assert {Phase.ROLLING, Phase.PLAYING, Phase.CORRECTING, Phase.SETTING_UP} <= seen


def until(phase: Phase, setup: Setup, length: int = 9) -> RefereeState:
    """Return the state when something is waited for the first time."""
    return next(state for _, state, _ in refereed(inputs(), setup, length) if state.phase is phase)


def test_who_is_doubled_answers_in_his_own_time() -> None:
    state = until(Phase.ROLLING, Setup.at(("Anna", "Boris"), TIMED, LAYOUT))
    assert state.clock is not None
    now = state.clock.since / 1000 + 1
    doubled, _ = step(state, Said(now, state.player, Action.DOUBLE))
    assert doubled.clock is not None
    assert (doubled.phase, doubled.clock.running) == (Phase.ANSWERING, state.player.other)
    taken, _ = step(doubled, Said(now + 3, state.player.other, Action.TAKE))
    assert taken.clock is not None
    assert taken.clock.running is state.player


def test_players_are_warned_and_the_flag_costs_the_match() -> None:
    state = until(Phase.PLAYING, Setup.at(("Anna", "Boris"), TIMED, LAYOUT), length=1)
    said: list[ev.Event] = []
    while state.clock is not None and (due := next_signal(state.clock)) is not None:
        state, told = step(state, Ticked(due / 1000))
        said.extend(told)
    low = [(event.player, event.seconds) for event in said if isinstance(event, ev.TimeLow)]
    loser = low[0][0]
    assert low == [(loser, 60), (loser, 10)]
    assert [type(event) for event in said[2:]] == [ev.TimeLost, ev.MatchWon]
    assert state.phase is Phase.OVER
    assert state.match.winner is loser.other


def test_a_flag_that_fell_unseen_is_told_at_its_own_time_before_what_came_later() -> None:
    state = until(Phase.PLAYING, Setup.at(("Anna", "Boris"), TIMED, LAYOUT), length=1)
    assert state.clock is not None
    began = state.clock.since / 1000
    late = next(one for one in reversed(inputs()) if isinstance(one, Seen))
    over, said = step(state, replace(late, reading=replace(late.reading, time=began + 9999)))
    times = [event.time for event in said]
    assert times == sorted(times)
    assert times[-1] < began + 9999
    assert over.phase is Phase.OVER


def test_the_directors_orders_stop_the_clock_let_it_go_on_and_give_time() -> None:
    state = until(Phase.PLAYING, Setup.at(("Anna", "Boris"), TIMED, LAYOUT))
    assert state.clock is not None
    now, before = state.clock.since / 1000, state.clock.reserve
    paused, said = step(state, Commanded(now, "Emma", "a dispute", co.PauseClock()))
    assert isinstance(said[0], ev.Ruled)
    still, _ = step(paused, Ticked(now + 5000))
    going, _ = step(still, Commanded(now + 5000, "Emma", "settled", co.ResumeClock()))
    given, _ = step(going, Commanded(now + 5000, "Emma", "a phone rang", co.AdjustClock(ONE, 60.0)))
    assert given.clock is not None
    assert given.clock.running is state.player
    assert given.clock.reserve == (before[0] + 60_000, before[1])


def test_a_press_hands_the_time_over_before_the_verdict() -> None:
    options = replace(TIMED, turn_end=TurnEnd.CLOCK)
    state = until(Phase.PLAYING, Setup.at(("Anna", "Boris"), options, LAYOUT))
    assert state.clock is not None
    pressed, _ = step(state, ClockPressed(state.clock.since / 1000 + 2, state.player))
    assert pressed.clock is not None
    assert (pressed.phase, pressed.clock.running) == (Phase.ENDED, state.player.other)


@pytest.mark.parametrize(("options", "match"), [(CLUB, match_to(5)), (TIMED, money_session())])
def test_without_a_clock_or_a_length_there_is_none(options: object, match: object) -> None:
    setup = Setup.at(("Anna", "Boris"), options, LAYOUT)  # type: ignore[arg-type]  # a table's columns
    state, _ = start(setup, match, 0.0)  # type: ignore[arg-type]
    assert state.clock is None
    after, said = step(state, Commanded(1.0, "Emma", "asked", co.PauseClock()))
    assert after.clock is None
    assert isinstance(said[0], ev.RulingRefused)
