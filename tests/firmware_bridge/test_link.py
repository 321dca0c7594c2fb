"""The link's state machine, input by input, in virtual time."""

from __future__ import annotations

import dataclasses
import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from firmware_bridge import frames, link, messages
from firmware_bridge.frames import Decoder, Frame
from firmware_bridge.link_state import (
    Dropped,
    Found,
    Input,
    Link,
    LinkEvent,
    LinkSettings,
    LinkState,
    Lit,
    Opened,
    Reason,
    Received,
    Tick,
    Want,
)
from firmware_bridge.messages import Ack, Board, Bright, Hello, HelloAck, Message, Nak, NakReason, Ping, Pong, Show
from tests.rigs.fault_classes import FaultClass

if TYPE_CHECKING:
    from collections.abc import Callable

LEDS = 4
SETTINGS = LinkSettings(leds=LEDS)
DARK = bytes(LEDS)
RED = b"\x02\x00\x00\x00"
BLUE = b"\x00\x04\x00\x00"
GONE = Dropped(Reason("port.gone"))


class Talk:
    """A link, what it has sent, and a controller's words put into its ear."""

    def __init__(self, settings: LinkSettings = SETTINGS, seed: int = 1) -> None:
        """Begin with a new link."""
        self.link: Link = link.new_link(settings, Lit(bytes(settings.leds)), seed)
        self.now = 100.0
        self.sent: list[Frame] = []
        self.raw = b""
        self.events: list[LinkEvent] = []
        self._decoder = Decoder()

    def state(self) -> LinkState:
        """Where the link stands."""
        return self.link.state

    def shown(self) -> bool:
        """Whether the link believes that the newest state is shown."""
        return self.link.is_shown

    def give(self, given: Input, after: float = 0.0) -> list[Message]:
        """Give an input; return the requests that it caused."""
        self.now += after
        result = link.step(self.link, self.now, given)
        self.link = result.link
        self.events += result.events
        self.raw = result.send
        self._decoder, found = frames.decode(self._decoder, result.send)
        new = [frame for frame in found if isinstance(frame, Frame)]
        assert len(new) == len(found), "a link sends whole frames"
        self.sent += new
        return [messages.unpack(frame.type, frame.payload) for frame in new]

    def reply(self, message: Message, after: float = 0.0, *, to: Frame | None = None) -> list[Message]:
        """Answer the last request, or another one."""
        request = to or self.sent[-1]
        number = messages.TYPES[type(message)]
        data = frames.encode(Frame(number, request.session, request.seq, messages.pack(message)))
        return self.give(Received(data), after)

    def who(self, **changes: int) -> HelloAck:
        """A controller that is as it should be, but for the changes."""
        base = HelloAck(self.link.nonce, messages.MAJOR, messages.MINOR, LEDS, 1, 0, 1, 0, Board.PC, 400, 1)
        return replace(base, **changes)

    def pass_time(self, seconds: float) -> list[Message]:
        """Tick whenever the link asks to be ticked; return what it sends meanwhile."""
        sent: list[Message] = []
        end = self.now + seconds
        for _ in range(1000):
            due = link.deadline(self.link)
            if due is None or due > end:
                break
            self.now = max(self.now, due)
            sent += self.give(Tick())
        else:
            pytest.fail("the link never comes to rest")
        self.now = end
        return sent


def hello(talk: Talk) -> list[Message]:
    talk.give(Found())
    return talk.give(Opened())


def acked(cells: bytes, gen: int, cap_ma: int = 400) -> Ack:
    return Ack(gen, messages.digest(cells, cap_ma))


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def live(talk: Talk) -> Talk:
    """A link that shows a dark strip, at rest."""
    hello(talk)
    assert talk.reply(talk.who()) == [Show(1, DARK)]
    assert talk.reply(acked(DARK, 1)) == []
    assert talk.shown()
    return talk


def wanted(talk: Talk, cells: bytes, cap_ma: int = 400) -> list[Message]:
    return talk.give(Want(Lit(cells, cap_ma), talk.link.number + 1))


# ---- HELLO ----


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
    assert talk.link.reason == Reason("hello.silent")
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
        ({"major": 2}, SETTINGS, Reason("device.version", (("theirs", "2.0"), ("ours", "1.0")))),
        ({"leds": 5}, SETTINGS, Reason("device.leds", (("theirs", 5), ("ours", LEDS)))),
        (
            {"unique_id": 9},
            LinkSettings(leds=LEDS, device_id=8),
            Reason("device.other", (("theirs", 9), ("ours", 8))),
        ),
    ],
)
def test_a_controller_of_another_kind_is_refused_and_both_sides_named(
    changes: dict[str, int], settings: LinkSettings, reason: Reason
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
    assert talk.link.reason == Reason("device.version", (("theirs", "3.7"), ("ours", "1.0")))


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


# ---- SHOW and ACK ----


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
    assert (live.state(), live.link.reason) == (LinkState.LOST, Reason("device.silent", (("tries", 4),)))
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
    data = bytearray(frames.encode(Frame(0x83, request.session, request.seq, messages.pack(acked(RED, 2)))))
    data[4] ^= 4
    live.give(Received(bytes(data)))
    assert not live.shown()
    assert live.link.statistics.crc_errors == 1
    assert live.pass_time(0.03) == [Show(2, RED)]


def test_an_answer_with_a_payload_that_is_none_is_no_answer(live: Talk) -> None:
    wanted(live, RED)
    request = live.sent[-1]
    live.give(Received(frames.encode(Frame(0x83, request.session, request.seq, b"short"))))
    live.give(Received(frames.encode(Frame(0xFE, request.session, request.seq, b""))))
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
    assert live.events[-1].reason == Reason("device.digest")
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
    assert (live.state(), live.link.reason) == (LinkState.LOST, Reason("device.digest"))


@pytest.mark.faults(FaultClass.NAK)
@pytest.mark.parametrize("reason", [NakReason.LENGTH, NakReason.TYPE, NakReason.STALE, NakReason.VALUE, 99])
def test_a_controller_that_refuses_is_greeted_anew_and_then_given_up(live: Talk, reason: int) -> None:
    wanted(live, RED)
    for _ in range(SETTINGS.resyncs):
        live.reply(Nak(reason, messages.MAJOR, messages.MINOR, 0))
        live.reply(live.who())
    live.reply(Nak(reason, messages.MAJOR, messages.MINOR, 0))
    assert live.state() is LinkState.LOST
    assert live.link.reason == Reason("device.refuses", (("reason", reason),))
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


# ---- PING ----


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


# ---- the port ----


@pytest.mark.faults(FaultClass.UNPLUGGED)
@pytest.mark.parametrize("stage", range(5))
def test_a_port_may_go_at_any_time_and_its_return_brings_the_newest_state_alone(stage: int) -> None:
    talk = Talk()
    steps: tuple[Callable[[], list[Message]], ...] = (
        lambda: talk.give(Found()),
        lambda: talk.give(Opened()),
        lambda: talk.reply(talk.who()),
        lambda: talk.reply(acked(DARK, 1)),
        lambda: wanted(talk, RED),
    )
    for one in steps[: stage + 1]:
        one()
    talk.give(GONE)
    assert (talk.state(), talk.link.reason) == (LinkState.LOST, Reason("port.gone"))
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


# ---- time ----


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
