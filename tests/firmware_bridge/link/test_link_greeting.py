"""How a link greets the controller, in virtual time: HELLO and what may be answered."""

from __future__ import annotations

import pytest

from firmware_bridge import frames, messages
from firmware_bridge.link_state import (
    LinkEvent,
    LinkReason,
    LinkSettings,
    LinkState,
    Received,
)
from firmware_bridge.messages import Hello, Nak, NakReason, Show
from tests.firmware_bridge.link.link_talk import BLUE, GONE, LEDS, RED, SETTINGS, Talk, acked, hello, wanted
from tests.rigs.fault_classes import FaultClass


def test_a_link_begins_absent_and_waits_for_a_port(talk: Talk) -> None:
    assert talk.state() is LinkState.ABSENT
    assert talk.pass_time(60) == []
    assert talk.give(Received(b"\0noise\0")) == []
    assert not talk.shown()


def test_an_open_port_is_greeted_at_once_after_a_delimiter(talk: Talk) -> None:
    (greeting,) = hello(talk)
    assert greeting == Hello(talk.link.nonce, messages.MAJOR, messages.MINOR)
    assert talk.raw.startswith(frames.DELIMITER)
    assert [event.state for event in talk.events] == [LinkState.OPENING, LinkState.HELLO]


def test_hello_is_repeated_unchanged_and_given_up_when_nobody_answers(talk: Talk) -> None:
    (first,) = hello(talk)
    again = talk.pass_time(2.45)
    assert again == [first] * 24
    assert len({(frame.session, frame.seq) for frame in talk.sent}) == 1
    talk.pass_time(0.1)
    assert talk.state() is LinkState.LOST
    assert talk.link.reason == LinkReason("hello.silent")
    assert talk.pass_time(10) == []


def test_the_answer_brings_the_newest_state_and_its_digest_proves_it(talk: Talk) -> None:
    for cells in (RED, BLUE):
        assert wanted(talk, cells) == []
    hello(talk)
    assert talk.reply(talk.who()) == [Show(1, BLUE)]
    assert talk.state() is LinkState.LIVE
    assert not talk.shown()
    talk.reply(acked(BLUE, 1))
    assert talk.shown()
    assert talk.link.identity is not None
    assert talk.link.identity.unique_id == 1


def test_the_answer_to_another_hello_is_no_answer(talk: Talk) -> None:
    hello(talk)
    assert talk.reply(talk.who(nonce=talk.link.nonce ^ 0x100)) == []
    assert talk.state() is LinkState.HELLO
    assert talk.link.identity is None


@pytest.mark.faults(FaultClass.WRONG_VERSION, FaultClass.WRONG_LED_COUNT)
@pytest.mark.parametrize(
    ("changes", "settings", "reason"),
    [
        ({"major": 2}, SETTINGS, LinkReason("device.version", (("theirs", "2.0"), ("ours", "1.0")))),
        ({"leds": 5}, SETTINGS, LinkReason("device.leds", (("theirs", 5), ("ours", LEDS)))),
        (
            {"unique_id": 9},
            LinkSettings(leds=LEDS, device_id=8),
            LinkReason("device.other", (("theirs", 9), ("ours", 8))),
        ),
    ],
)
def test_a_controller_of_another_kind_is_refused_and_both_sides_named(
    changes: dict[str, int], settings: LinkSettings, reason: LinkReason
) -> None:
    talk = Talk(settings)
    hello(talk)
    assert talk.reply(talk.who(**changes)) == []
    assert (talk.state(), talk.link.reason) == (LinkState.LOST, reason)
    assert talk.events[-1] == LinkEvent(talk.now, LinkState.LOST, reason)


def test_a_controller_that_refuses_our_version_is_named_with_its_own(talk: Talk) -> None:
    hello(talk)
    talk.reply(Nak(NakReason.PROTO, 3, 7, 0))
    assert talk.state() is LinkState.LOST
    assert talk.link.reason == LinkReason("device.version", (("theirs", "3.7"), ("ours", "1.0")))


def test_a_newer_minor_version_is_spoken_down_to(talk: Talk) -> None:
    hello(talk)
    talk.reply(talk.who(minor=9))
    assert talk.state() is LinkState.LIVE
    assert talk.link.minor == messages.MINOR


def test_no_session_is_used_twice_within_254(talk: Talk) -> None:
    sessions = []
    for _ in range(600):
        hello(talk)
        sessions.append(talk.link.session)
        assert talk.link.nonce < 2**32
        talk.give(GONE)
    assert set(sessions) == set(range(1, 256))
    for at in range(len(sessions) - 254):
        assert len(set(sessions[at : at + 255])) == 255
