"""How states are shown and proven, in virtual time: SHOW, ACK, NAK, BRIGHT and PING."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from firmware_bridge import frames, link, messages
from firmware_bridge.frames import WireFrame
from firmware_bridge.link_state import (
    LinkReason,
    LinkState,
    Received,
    Tick,
)
from firmware_bridge.messages import Ack, Bright, Hello, Nak, NakReason, Ping, Pong, Show
from tests.firmware_bridge.link.link_talk import BLUE, DARK, RED, SETTINGS, Talk, acked, hello, wanted
from tests.rigs.fault_classes import FaultClass


def test_while_one_state_is_under_way_only_the_newest_of_the_others_is_kept(live: Talk) -> None:
    assert wanted(live, RED) == [Show(2, RED)]
    for cells in (BLUE, RED, BLUE):
        assert wanted(live, cells) == []
    assert live.reply(acked(RED, 2)) == [Show(3, BLUE)]
    assert not live.shown()
    assert live.reply(acked(BLUE, 3)) == []
    assert live.shown()


@pytest.mark.faults(FaultClass.NO_ACK)
def test_without_an_answer_a_state_is_repeated_unchanged_with_longer_waits_and_then_the_link_is_lost(
    live: Talk,
) -> None:
    wanted(live, RED)
    times = [live.now]
    for _ in range(3):
        due = link.deadline(live.link)
        assert due is not None
        live.now = due
        assert live.give(Tick()) == [Show(2, RED)]
        assert live.raw.startswith(frames.DELIMITER)
        times.append(live.now)
    assert [after - before for before, after in itertools.pairwise(times)] == pytest.approx([0.025, 0.05, 0.1])
    assert len({frame.seq for frame in live.sent[-4:]}) == 1
    assert live.pass_time(0.21) == []
    assert (live.state(), live.link.reason) == (LinkState.LOST, LinkReason("device.silent", (("tries", 4),)))
    assert live.link.statistics.lost == 1
    assert live.link.statistics.retries == 3


@pytest.mark.faults(FaultClass.LATE_ACK)
def test_a_late_answer_counts_once(live: Talk) -> None:
    wanted(live, RED)
    first = live.sent[-1]
    assert live.pass_time(0.03) == [Show(2, RED)]
    live.reply(acked(RED, 2), to=first)
    assert live.shown()
    strays = live.link.statistics.strays
    assert live.reply(acked(RED, 2), to=first) == []
    assert live.shown()
    assert live.link.statistics.strays == strays + 1


@pytest.mark.faults(FaultClass.CORRUPT_ACK)
def test_a_damaged_answer_is_no_answer(live: Talk) -> None:
    wanted(live, RED)
    request = live.sent[-1]
    data = bytearray(frames.encode(WireFrame(0x83, request.session, request.seq, messages.pack(acked(RED, 2)))))
    data[4] ^= 4
    live.give(Received(bytes(data)))
    assert not live.shown()
    assert live.link.statistics.crc_errors == 1
    assert live.pass_time(0.03) == [Show(2, RED)]


def test_an_answer_with_a_payload_that_is_none_is_no_answer(live: Talk) -> None:
    wanted(live, RED)
    request = live.sent[-1]
    live.give(Received(frames.encode(WireFrame(0x83, request.session, request.seq, b"short"))))
    live.give(Received(frames.encode(WireFrame(0xFE, request.session, request.seq, b""))))
    assert live.link.statistics.frame_errors == 2
    assert not live.shown()


def test_an_answer_of_another_kind_is_no_answer(live: Talk) -> None:
    wanted(live, RED)
    assert live.reply(Pong(2, messages.digest(RED, 400), 1, 1, 0, 0, 0, 0, 0)) == []
    assert live.reply(live.who()) == []
    assert not live.shown()
    assert live.link.pending is not None


def test_a_state_that_must_be_repeated_makes_way_for_a_newer_one(live: Talk) -> None:
    wanted(live, RED)
    old = live.sent[-1]
    assert wanted(live, BLUE) == []
    assert live.pass_time(0.03) == [Show(3, BLUE)]
    live.reply(acked(RED, 2), to=old)
    assert not live.shown(), "the older state's answer is late and no proof"
    live.reply(acked(BLUE, 3))
    assert live.shown()
    assert live.link.statistics.strays == 1


def test_making_way_does_not_make_a_silent_controller_immortal(live: Talk) -> None:
    wanted(live, RED)
    for at in range(40):
        wanted(live, bytes((at % 8,)) + DARK[1:])
        live.pass_time(0.02)
    assert live.state() is LinkState.LOST


@pytest.mark.faults(FaultClass.WRONG_DIGEST)
def test_a_wrong_digest_begins_a_new_session_in_which_the_state_is_shown_again(live: Talk) -> None:
    wanted(live, RED)
    (greeting,) = live.reply(acked(BLUE, 2))
    assert isinstance(greeting, Hello)
    assert live.state() is LinkState.HELLO
    assert live.events[-1].reason == LinkReason("device.digest")
    assert live.reply(live.who()) == [Show(1, RED)]
    live.reply(acked(RED, 1))
    assert live.shown()
    assert live.link.reason is None
    assert live.link.statistics.wrong_digests == 1


def test_a_wrong_generation_is_as_bad_as_a_wrong_digest(live: Talk) -> None:
    wanted(live, RED)
    live.reply(acked(RED, 3))
    assert live.state() is LinkState.HELLO


def test_a_controller_that_never_gets_it_right_is_given_up(live: Talk) -> None:
    wanted(live, RED)
    for _ in range(SETTINGS.resyncs):
        live.reply(acked(BLUE, 2))
        assert live.state() is LinkState.HELLO
        live.reply(live.who())
    live.reply(acked(BLUE, 2))
    assert (live.state(), live.link.reason) == (LinkState.LOST, LinkReason("device.digest"))


@pytest.mark.faults(FaultClass.NAK)
@pytest.mark.parametrize("reason", [NakReason.LENGTH, NakReason.TYPE, NakReason.STALE, NakReason.VALUE, 99])
def test_a_controller_that_refuses_is_greeted_anew_and_then_given_up(live: Talk, reason: int) -> None:
    wanted(live, RED)
    for _ in range(SETTINGS.resyncs):
        live.reply(Nak(reason, messages.MAJOR, messages.MINOR, 0))
        live.reply(live.who())
    live.reply(Nak(reason, messages.MAJOR, messages.MINOR, 0))
    assert live.state() is LinkState.LOST
    assert live.link.reason == LinkReason("device.refuses", (("reason", reason),))
    assert live.link.statistics.naks == SETTINGS.resyncs + 1


@pytest.mark.faults(FaultClass.NAK)
def test_a_controller_that_has_forgotten_the_session_is_greeted_anew_and_shown_the_newest_state(live: Talk) -> None:
    wanted(live, RED)
    live.reply(acked(RED, 2))
    assert live.pass_time(0.25) == [Ping()]
    (greeting,) = live.reply(Nak(NakReason.SESSION, messages.MAJOR, messages.MINOR, 0))
    assert isinstance(greeting, Hello)
    assert not live.shown()
    assert live.reply(live.who()) == [Show(1, RED)]


def test_a_refusal_of_something_else_is_ignored(live: Talk) -> None:
    wanted(live, RED)
    other = replace(live.sent[-1], seq=(live.sent[-1].seq + 1) % 256)
    assert live.reply(Nak(NakReason.PROTO, 9, 9, 0), to=other) == []
    assert live.state() is LinkState.LIVE


def test_our_own_words_come_back_as_strays(live: Talk) -> None:
    wanted(live, RED)
    request = live.sent[-1]
    live.give(Received(frames.encode(request)))
    assert live.link.statistics.strays == 1
    assert not live.shown()


def test_the_power_cap_is_set_before_the_first_state(talk: Talk) -> None:
    wanted(talk, RED, 200)
    hello(talk)
    assert talk.reply(talk.who()) == [Bright(200)]
    assert talk.reply(Ack(0, messages.digest(DARK, 200))) == [Show(1, RED)]
    talk.reply(acked(RED, 1, 200))
    assert talk.shown()


def test_a_cap_that_the_controller_cannot_have_is_brought_down_to_its_own(talk: Talk) -> None:
    wanted(talk, RED, 2000)
    hello(talk)
    assert talk.reply(talk.who(power_ma=300)) == [Show(1, RED)]
    talk.reply(acked(RED, 1, 300))
    assert talk.shown()


def test_a_link_at_rest_asks_four_times_a_second_what_is_shown(live: Talk) -> None:
    for _ in range(8):
        assert live.pass_time(0.25) == [Ping()]
        live.reply(Pong(1, messages.digest(DARK, 400), 5, 6, 7, 8, 9, 10, 11))
    assert live.link.health is not None
    assert live.link.health.crc_errors == 7


def test_lights_that_changed_by_themselves_are_set_right(live: Talk) -> None:
    live.pass_time(0.25)
    (greeting,) = live.reply(Pong(1, messages.digest(RED, 400), 0, 0, 0, 0, 0, 0, 0))
    assert isinstance(greeting, Hello)
    assert not live.shown()
