"""Ports that go and come, clocks that jump, and the time a link waits."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from firmware_bridge import frames, link, messages
from firmware_bridge.link_state import (
    LinkReason,
    LinkState,
    Lit,
    Opened,
    PortFound,
    Received,
    Tick,
    Want,
)
from firmware_bridge.messages import Message, Ping, Pong, Show
from tests.firmware_bridge.link.link_talk import BLUE, DARK, GONE, RED, SETTINGS, Talk, acked, hello, wanted
from tests.rigs.fault_classes import FaultClass

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.faults(FaultClass.UNPLUGGED)
@pytest.mark.parametrize("stage", range(5))
def test_a_port_may_go_at_any_time_and_its_return_brings_the_newest_state_alone(stage: int) -> None:
    talk = Talk()
    steps: tuple[Callable[[], list[Message]], ...] = (
        lambda: talk.give(PortFound()),
        lambda: talk.give(Opened()),
        lambda: talk.reply(talk.who()),
        lambda: talk.reply(acked(DARK, 1)),
        lambda: wanted(talk, RED),
    )
    for one in steps[: stage + 1]:
        one()
    talk.give(GONE)
    assert (talk.state(), talk.link.reason) == (LinkState.LOST, LinkReason("port.gone"))
    assert not talk.shown()
    assert talk.link.pending is None
    wanted(talk, RED)
    wanted(talk, BLUE)
    hello(talk)
    assert talk.reply(talk.who()) == [Show(1, BLUE)]
    talk.reply(acked(BLUE, 1))
    assert talk.shown()
    assert talk.link.reason is None


def test_half_a_frame_from_before_does_not_hurt_the_first_of_a_new_port(talk: Talk) -> None:
    hello(talk)
    talk.give(Received(b"\x30half of something"))
    talk.give(GONE)
    hello(talk)
    talk.reply(talk.who())
    assert talk.state() is LinkState.LIVE


def test_the_wait_follows_the_measured_round_trip_within_bounds(live: Talk) -> None:
    for _ in range(60):
        wanted(live, RED if live.link.wanted.cells == BLUE else BLUE)
        live.reply(acked(live.link.wanted.cells, live.link.gen), after=0.02)
    assert live.link.srtt == pytest.approx(0.02, rel=0.01)
    assert live.link.ack_wait == pytest.approx(0.08, rel=0.01)
    assert replace(live.link, srtt=9.0).ack_wait == SETTINGS.ack_most
    assert replace(live.link, srtt=0.001).ack_wait == SETTINGS.ack_least


def test_a_repeated_request_says_nothing_about_the_round_trip(live: Talk) -> None:
    before = live.link.srtt
    wanted(live, RED)
    live.pass_time(0.06)
    live.reply(acked(RED, 2))
    assert live.link.srtt == before


@pytest.mark.faults(FaultClass.CLOCK_JUMP)
@pytest.mark.parametrize("jump", [-1000.0, 1000.0])
@pytest.mark.parametrize("state", ["hello", "asking", "resting"])
def test_a_clock_that_jumps_costs_a_repeat_and_no_light(live: Talk, jump: float, state: str) -> None:
    wanted(live, RED)
    if state == "hello":
        live.reply(acked(BLUE, 2))
    elif state == "resting":
        live.reply(acked(RED, 2))
    sent = live.give(Tick(), after=jump)
    if state == "hello":
        assert live.state() is LinkState.LOST, "the whole time for HELLO is over, as far as anybody can tell"
        hello(live)
        assert live.reply(live.who()) == [Show(1, RED)]
        live.reply(acked(RED, 1))
    elif state == "asking":
        assert sent == [Show(2, RED)]
        live.reply(acked(RED, 2))
    else:
        assert sent == [Ping()]
        live.reply(Pong(2, messages.digest(RED, 400), 0, 0, 0, 0, 0, 0, 0))
    assert live.shown()
    assert live.pass_time(0.25) == [Ping()]


def test_a_step_changes_nothing_but_what_it_returns(live: Talk) -> None:
    before = live.link
    given = Want(Lit(RED), before.number + 1)
    assert link.step(before, 5.0, given) == link.step(before, 5.0, given)
    assert before.wanted.cells == DARK
    with pytest.raises(dataclasses.FrozenInstanceError):
        before.number = 7  # type: ignore[misc]


def test_the_statistics_are_one_line(live: Talk) -> None:
    line = live.link.statistics.line()
    assert "\n" not in line
    assert " requests=2 " in line
    assert " replies=1 " in line
    assert f" bytes_out={len(frames.DELIMITER) + sum(len(frames.encode(frame)) for frame in live.sent)} " in line
