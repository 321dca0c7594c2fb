"""Lights and the bridge's thread, in front of controllers in memory."""

from __future__ import annotations

import logging
import re
import threading
import time
from typing import TYPE_CHECKING

import pytest

from firmware_bridge import bridge
from firmware_bridge.cells import DARK, Cell, Colour
from firmware_bridge.errors import BridgeClosed, CellError, PortError, PortUnavailable, WriteStalled
from firmware_bridge.lights import Lights
from firmware_bridge.link_state import LinkSettings, LinkState
from firmware_bridge.port import at
from firmware_bridge.strip_map import StripMap
from hardware.simulated.strip.in_memory import MemoryPort, MemoryStrip
from hardware.simulated.strip.model import Identity, StripModel
from tests.rigs.fault_classes import FaultClass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from firmware_bridge.port import Candidate, Port

RED = Cell(Colour.RED)
SOON = 5.0
HASTY = LinkSettings(hello_for=0.15, hello_every=0.04)


@pytest.fixture
def strip() -> Iterator[MemoryStrip]:
    with MemoryStrip() as one:
        yield one


@pytest.fixture
def lights(strip: MemoryStrip) -> Iterator[Lights]:
    with Lights(strip.port) as one:
        yield one


def lit(strip: MemoryStrip) -> dict[int, tuple[int, int, int]]:
    """The lights that are lit, by their index on the strip."""
    return {at: rgb for at, rgb in enumerate(strip.latched.colours) if any(rgb)}


def reason(lights: Lights) -> str | None:
    """The key of why the link was lost or begun anew."""
    why = lights.state.reason
    return None if why is None else why.key


class Deaf(StripModel):
    """Another maker's board: takes everything and talks of other things."""

    says = b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"

    def feed(self, data: bytes, room: int = 0xFFFF) -> bytes:
        """Say the same to everything."""
        return self.says[:room] if data else b""


class Echo(Deaf):
    """A modem, or a loose plug: all that was said comes back."""

    def feed(self, data: bytes, room: int = 0xFFFF) -> bytes:
        """Return what came."""
        return data[:room]


def candidates(*strips: MemoryStrip) -> Sequence[Candidate]:
    return [one for strip in strips for one in strip.port()]


# ---- showing ----


def test_a_state_is_shown_by_names_and_points(strip: MemoryStrip, lights: Lights) -> None:
    lights.show({1: RED, 24: Cell(Colour.GREEN), "cube": Cell(Colour.WHITE)})
    assert lights.wait_shown(SOON)
    assert strip.wait_for(lambda colours: colours[0] == RED.rgb, SOON)
    assert lit(strip) == {0: (80, 0, 0), 23: (0, 80, 0), 28: (50, 50, 50)}


def test_a_whole_state_is_shown_in_the_order_of_the_strip(strip: MemoryStrip, lights: Lights) -> None:
    lights.show((DARK,) * 33 + (RED,))
    assert lights.wait_shown(SOON)
    assert strip.wait_for(lambda colours: colours[33] == RED.rgb, SOON)


def test_a_new_strip_is_dark_without_being_asked(strip: MemoryStrip, lights: Lights) -> None:
    assert lights.wait_shown(SOON)
    assert strip.wait_for(lambda colours: not any(map(any, colours)), SOON)
    assert lights.link is LinkState.LIVE


def test_the_last_state_wins(strip: MemoryStrip, lights: Lights) -> None:
    for number in range(200):
        lights.show({number % 24 + 1: RED})
    assert lights.wait_shown(SOON)
    assert strip.wait_for(lambda colours: colours[199 % 24] == RED.rgb, SOON)
    assert list(lit(strip)) == [199 % 24]


def test_a_state_that_is_shown_already_costs_nothing(lights: Lights) -> None:
    lights.show({1: RED})
    assert lights.wait_shown(SOON)
    requests = lights.state.statistics.requests
    for _ in range(50):
        lights.show({1: RED})
    assert lights.wait_shown(0)
    assert lights.state.statistics.requests - requests <= 1, "but for a ping"


def test_what_the_map_does_not_have_is_refused_where_it_is_said(lights: Lights) -> None:
    with pytest.raises(CellError):
        lights.show({"roof": RED})


def test_the_supply_of_the_map_is_kept_to(strip: MemoryStrip) -> None:
    with Lights(strip.port, strip_map=StripMap(cap_ma=50)) as lights:
        lights.show(dict.fromkeys(range(1, 25), Cell(Colour.WHITE)))
        assert lights.wait_shown(SOON)
        assert strip.wait_for(lambda colours: 0 < sum(map(sum, colours)) * 20 / 255 <= 50, SOON)


def test_showing_never_waits_for_a_slow_port(strip: MemoryStrip, monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()

    def slow(self: MemoryPort, data: bytes) -> None:
        release.wait(SOON)

    monkeypatch.setattr(MemoryPort, "write", slow)
    with Lights(strip.port) as lights:
        lights.wait_for(LinkState.HELLO, SOON)
        before = time.monotonic()
        for number in range(1000):
            lights.show({number % 24 + 1: RED})
        assert time.monotonic() - before < 1
        assert not lights.wait_shown(0)
        assert not lights.state.shown
        release.set()


def test_a_state_leaves_at_once_and_not_with_the_next_ping(lights: Lights) -> None:
    assert lights.wait_shown(SOON)
    took = []
    for number in range(5):
        before = time.monotonic()
        lights.show({number + 1: RED})
        assert lights.wait_shown(SOON)
        took.append(time.monotonic() - before)
    assert min(took) < 0.1, "a link at rest asks every 250 ms only"


def test_showing_works_while_nothing_is_plugged_in(strip: MemoryStrip) -> None:
    strip.unplug()
    with Lights(strip.port) as lights:
        lights.show({3: RED})
        assert not lights.wait_shown(0.1)
        assert lights.wait_for(LinkState.ABSENT, 0)
        strip.plug()
        assert lights.wait_shown(SOON)
        assert strip.wait_for(lambda colours: colours[2] == RED.rgb, SOON)


@pytest.mark.faults(FaultClass.FULL_OUTPUT)
def test_a_write_that_stalls_costs_a_repeat_and_not_the_link(
    strip: MemoryStrip, lights: Lights, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lights.wait_shown(SOON)
    whole = MemoryPort.write
    stalls = iter((True, False))

    def stalling(self: MemoryPort, data: bytes) -> None:
        whole(self, data[:7] if (stalled := next(stalls, False)) else data)
        if stalled:
            raise WriteStalled("port.stalled")

    monkeypatch.setattr(MemoryPort, "write", stalling)
    lights.show({2: RED})
    assert lights.wait_shown(SOON)
    assert strip.wait_for(lambda colours: colours[1] == RED.rgb, SOON)
    assert lights.state.statistics.retries == 1
    assert lights.state.statistics.lost == 0


# ---- losing and finding ----


@pytest.mark.faults(FaultClass.UNPLUGGED)
def test_losing_the_link_and_finding_it_again_are_told_in_order(strip: MemoryStrip, lights: Lights) -> None:
    lights.show({5: RED})
    assert lights.wait_shown(SOON)
    strip.unplug()
    assert lights.wait_for(LinkState.LOST, SOON)
    assert not lights.wait_shown(0.05)
    assert reason(lights) == "port.gone"
    strip.plug()
    assert lights.wait_shown(SOON)
    assert reason(lights) is None
    assert [event.state for event in lights.take_events()] == [
        LinkState.OPENING,
        LinkState.HELLO,
        LinkState.LIVE,
        LinkState.LOST,
        LinkState.OPENING,
        LinkState.HELLO,
        LinkState.LIVE,
    ]
    assert lights.take_events() == ()
    assert strip.wait_for(lambda colours: colours[4] == RED.rgb, SOON)


def test_a_controller_that_restarts_is_shown_the_state_again(strip: MemoryStrip, lights: Lights) -> None:
    lights.show({5: RED})
    assert lights.wait_shown(SOON)
    assert strip.wait_for(lambda colours: colours[4] == RED.rgb, SOON)
    strip.reset(8)
    assert strip.wait_for(lambda colours: colours[4] != RED.rgb, SOON)
    assert strip.wait_for(lambda colours: colours[4] == RED.rgb, SOON)
    assert lights.wait_shown(SOON)
    identity = lights.state.identity
    assert identity is not None
    assert identity.reset_cause == 8


@pytest.mark.faults(FaultClass.WRONG_BOARD)
@pytest.mark.parametrize("other", [Deaf(), Echo()])
def test_the_controller_is_found_among_other_boards_by_its_answer(strip: MemoryStrip, other: StripModel) -> None:
    with MemoryStrip(other) as board, Lights(lambda: candidates(board, strip), settings=HASTY) as lights:
        lights.show({7: RED})
        assert lights.wait_shown(SOON)
        assert strip.wait_for(lambda colours: colours[6] == RED.rgb, SOON)
        assert any(event.reason and event.reason.key == "hello.silent" for event in lights.take_events())


@pytest.mark.faults(FaultClass.NEW_NAME)
def test_a_controller_that_comes_back_under_another_name_is_found(strip: MemoryStrip) -> None:
    with MemoryStrip() as elsewhere:
        elsewhere.unplug()
        with Lights(lambda: candidates(strip, elsewhere)) as lights:
            lights.show({7: RED})
            assert lights.wait_shown(SOON)
            strip.unplug()
            elsewhere.plug()
            assert elsewhere.wait_for(lambda colours: colours[6] == RED.rgb, SOON)
            assert lights.wait_shown(SOON)


@pytest.mark.faults(FaultClass.TWO_DEVICES)
def test_of_two_controllers_the_one_that_is_meant_is_taken() -> None:
    with (
        MemoryStrip(StripModel(Identity(unique_id=10))) as one,
        MemoryStrip(StripModel(Identity(unique_id=20))) as two,
        Lights(lambda: candidates(one, two), settings=LinkSettings(device_id=20)) as lights,
    ):
        lights.show({7: RED})
        assert lights.wait_shown(SOON)
        assert two.wait_for(lambda colours: colours[6] == RED.rgb, SOON)
        assert not one.wait_for(lambda colours: colours[6] == RED.rgb, 0)
        assert any(event.reason and event.reason.key == "device.other" for event in lights.take_events())


@pytest.mark.faults(FaultClass.WRONG_VERSION, FaultClass.WRONG_LED_COUNT)
@pytest.mark.parametrize(
    ("identity", "key"),
    [(Identity(major=2), "device.version"), (Identity(leds=20), "device.leds")],
)
def test_a_controller_of_another_kind_is_never_shown_anything(identity: Identity, key: str) -> None:
    with MemoryStrip(StripModel(identity)) as strip, Lights(strip.port) as lights:
        lights.show({1: RED})
        assert lights.wait_for(LinkState.LOST, SOON)
        assert reason(lights) == key
        assert not lights.wait_shown(0.1)
        assert not strip.wait_for(lambda colours: colours[0] == RED.rgb, 0)


def test_a_newer_minor_version_is_worked_with() -> None:
    with MemoryStrip(StripModel(Identity(minor=9))) as strip, Lights(strip.port) as lights:
        assert lights.wait_shown(SOON)


@pytest.mark.faults(FaultClass.PORT_BUSY)
def test_a_busy_port_is_waited_for(strip: MemoryStrip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "PATIENCE", 0.02)
    holder = strip.open()
    with Lights(strip.port) as lights:
        assert lights.wait_for(LinkState.LOST, SOON)
        assert reason(lights) == "port.busy"
        holder.close()
        assert lights.wait_shown(SOON)


@pytest.mark.faults(FaultClass.PORT_DENIED)
@pytest.mark.parametrize("error", [PortUnavailable("port.denied", port="x"), PortError("port.url", port="x")])
def test_a_port_that_cannot_be_opened_is_named_and_does_not_end_the_bridge(error: PortUnavailable | PortError) -> None:
    class Locked:
        name = "locked"

        def open(self) -> Port:
            raise error

    with Lights(lambda: [Locked()]) as lights:
        assert lights.wait_for(LinkState.LOST, SOON)
        assert reason(lights) == error.key
        lights.show({1: RED})


# ---- the end ----


def test_closing_ends_the_thread_frees_the_port_and_may_be_done_again(strip: MemoryStrip) -> None:
    lights = Lights(strip.port)
    assert lights.wait_shown(SOON)
    lights.close()
    lights.close()
    assert "firmware-bridge" not in {thread.name for thread in threading.enumerate()}
    strip.open().close()
    for use in (lambda: lights.show({}), lambda: lights.wait_shown(0), lambda: lights.wait_for(LinkState.LIVE, 0)):
        with pytest.raises(BridgeClosed) as caught:
            use()
        assert caught.value.key == "bridge.closed"
    assert lights.take_events()
    assert lights.state.statistics.replies > 0, "what was can still be told"
    assert (lights.link, reason(lights)) == (LinkState.LOST, "bridge.closed")


def test_closing_wakes_who_waits(strip: MemoryStrip) -> None:
    strip.unplug()
    lights = Lights(strip.port)
    timer = threading.Timer(0.1, lights.close)
    timer.start()
    before = time.monotonic()
    with pytest.raises(BridgeClosed):
        lights.wait_shown(60)
    assert time.monotonic() - before < SOON
    timer.join(SOON)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_bridge_whose_thread_died_of_a_fault_says_so_and_does_not_pretend() -> None:
    def broken() -> Sequence[Candidate]:
        raise ZeroDivisionError

    with Lights(broken) as lights:
        with pytest.raises(BridgeClosed) as caught:
            lights.wait_shown(SOON)
        assert caught.value.key == "bridge.stopped"
        with pytest.raises(BridgeClosed):
            lights.show({1: RED})
        assert (lights.link, reason(lights)) == (LinkState.LOST, "bridge.stopped")


def test_after_closing_the_strip_goes_safe_by_itself(strip: MemoryStrip, lights: Lights) -> None:
    lights.show({1: RED})
    assert lights.wait_shown(SOON)
    lights.close()
    assert strip.wait_for(lambda colours: colours[33] == (80, 40, 0) and not any(map(any, colours[:33])), SOON)


def test_what_the_controller_acknowledged_and_how_the_wire_does_are_told(lights: Lights) -> None:
    lights.show({1: RED})
    assert lights.wait_shown(SOON)
    state = lights.state
    assert state.lit is not None
    assert state.lit.cells == bytes((RED.code,)) + bytes(33)
    line = state.line()
    assert line.startswith("link=live round_trip=")
    assert "\n" not in line
    facts = dict(pair.split("=") for pair in line.split())
    assert (facts["lost"], facts["crc_errors"], facts["retries"]) == ("0", "0", "0")
    lights.close()
    assert lights.state.lit is None
    assert "link=lost" in lights.state.line()


def test_a_lost_and_a_found_controller_are_logged_with_the_time(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with MemoryStrip() as strip, Lights(strip.port) as lights:
        lights.show({1: RED})
        assert lights.wait_shown(SOON)
    told = [record.getMessage() for record in caplog.records if record.name == "firmware_bridge.bridge"]
    assert any(re.match(r"hello -> live, \d\.\d{3} s after what was sent", line) for line in told)
    assert any("live -> lost" in line and "bridge.closed" in line for line in told)


def test_a_port_that_cannot_be_opened_is_logged_with_the_time(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    caplog.set_level(logging.DEBUG)
    (tmp_path / "strip").write_text("")
    with Lights(at(str(tmp_path / "strip"))) as lights:
        assert not lights.wait_shown(0.3)
    assert re.search(r"strip: not opened after \d\.\d{3} s: port\.", caplog.text)
