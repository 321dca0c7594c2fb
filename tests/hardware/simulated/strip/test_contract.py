"""What a simulated strip promises, whichever it is: the compiled controller as a process, or the model in memory."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

import pytest

from firmware_bridge.cells import Cell, Colour, Effect
from firmware_bridge.lights import Lights
from firmware_bridge.link_state import LinkState
from firmware_bridge.messages import Board
from hardware.simulated.strip.in_memory import MemoryStrip
from hardware.simulated.strip.process import StripProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardware.simulated.strip.record import Rgb

Strip = StripProcess | MemoryStrip
RED = Cell(Colour.RED)
SOON = 5.0
NONE_LIT = ((0, 0, 0),) * 34
SAFE = (*NONE_LIT[:33], (80, 40, 0))


def is_red(colours: tuple[Rgb, ...], place: int, *, light: bool = True) -> bool:
    """Whether a light is red; or, asked the other way round, dark."""
    return colours[place] == (RED.rgb if light else (0, 0, 0))


@pytest.fixture(params=[StripProcess, MemoryStrip])
def strip(request: pytest.FixtureRequest) -> Iterator[Strip]:
    make: Callable[[], Strip] = request.param
    with make() as one:
        yield one
        assert one.errors == ""


@pytest.fixture
def lights(strip: Strip) -> Iterator[Lights]:
    with Lights(strip.port) as one:
        yield one


def test_it_starts_safe(strip: Strip) -> None:
    assert strip.wait_for(lambda colours: colours == SAFE, SOON)
    assert strip.history[0].colours == NONE_LIT, "without power it was dark"


def test_it_shows_exactly_what_was_asked_for(strip: Strip, lights: Lights) -> None:
    lights.show({point: Cell(Colour(point % 8)) for point in range(1, 25)} | {"dice_left": RED})
    before = time.monotonic()
    assert lights.wait_shown(SOON)
    expected = [Cell(Colour(point % 8)).rgb for point in range(1, 25)] + [(0, 0, 0)] * 10
    expected[31] = RED.rgb
    assert strip.wait_for(lambda colours: colours == tuple(expected), SOON)
    assert before - 1 < strip.latched.time <= time.monotonic()


def test_it_blinks(strip: Strip, lights: Lights) -> None:
    lights.show({1: Cell(Colour.RED, Effect.FAST)})
    for light in (True, False, True):
        assert strip.wait_for(partial(is_red, place=0, light=light), SOON)
    times = [state.time for state in strip.history if state.colours[0] == RED.rgb]
    assert times[1] - times[0] == pytest.approx(0.512, abs=0.2)


@pytest.mark.films
def test_it_goes_safe_a_second_after_its_host_has_gone(strip: Strip) -> None:
    took = []
    for _ in range(3):  # a busy machine may hold a thread up; a fault would do so every time
        with Lights(strip.port) as lights:
            lights.show({1: RED})
            assert lights.wait_shown(SOON)
            assert strip.wait_for(partial(is_red, place=0), SOON)
        closed = time.monotonic()
        assert strip.wait_for(lambda colours: colours == SAFE, SOON)
        took.append(strip.latched.time - closed)
        if took[-1] <= 1.05:
            return
    pytest.fail(f"too late: {took}")


def test_unplugged_it_is_lost_and_plugged_in_again_it_shows_the_newest_state_alone(
    strip: Strip, lights: Lights
) -> None:
    lights.show({1: RED})
    assert lights.wait_shown(SOON)
    took = []
    for point in (2, 3, 4):
        strip.unplug()
        assert lights.wait_for(LinkState.LOST, SOON)
        for other in (9, 8, point):
            lights.show({other: RED})
        known = len(strip.history)
        strip.plug()
        plugged = time.monotonic()
        assert lights.wait_shown(SOON)
        took.append(time.monotonic() - plugged)
        assert strip.wait_for(partial(is_red, place=point - 1), SOON)
        lit = {at + 1 for state in strip.history[known:] for at in range(24) if any(state.colours[at])}
        assert lit == {point}
    assert min(took) <= 0.25


def test_plugging_and_unplugging_twice_changes_nothing(strip: Strip, lights: Lights) -> None:
    assert lights.wait_shown(SOON)
    strip.plug()
    assert lights.link is LinkState.LIVE
    strip.unplug()
    strip.unplug()
    assert lights.wait_for(LinkState.LOST, SOON)
    strip.reset()
    strip.plug()
    assert lights.wait_shown(SOON)


def test_a_reset_is_noticed_and_told(strip: Strip, lights: Lights) -> None:
    lights.show({1: RED})
    assert lights.wait_shown(SOON)
    assert strip.wait_for(lambda colours: colours[0] == RED.rgb, SOON)
    strip.reset(4)
    assert strip.wait_for(lambda colours: colours[0] != RED.rgb, SOON)
    assert strip.wait_for(lambda colours: colours[0] == RED.rgb, SOON)
    assert lights.wait_shown(SOON)
    identity = lights.state.identity
    assert identity is not None
    assert (identity.reset_cause, identity.unique_id) == (4, 1)
    assert identity.board == (Board.MEMORY if isinstance(strip, MemoryStrip) else Board.PC)


def test_a_second_host_finds_it_busy(strip: Strip, lights: Lights) -> None:
    assert lights.wait_shown(SOON)
    with Lights(strip.port) as second:
        assert second.wait_for(LinkState.LOST, SOON)
        assert second.state.reason is not None
        assert second.state.reason.key == "port.busy"
    lights.show({1: RED})
    assert lights.wait_shown(SOON)


def test_waiting_for_colours_that_never_come_ends_in_time(strip: Strip) -> None:
    before = time.monotonic()
    assert not strip.wait_for(lambda colours: colours[5] == (1, 2, 3), 0.1)
    assert time.monotonic() - before < 2


def test_it_may_be_closed_twice_and_with_a_host_still_there(strip: Strip, lights: Lights) -> None:
    assert lights.wait_shown(SOON)
    strip.close()
    strip.close()
    assert lights.wait_for(LinkState.LOST, SOON)
    assert not lights.wait_shown(0.1)


def test_two_strips_are_two() -> None:
    with StripProcess(unique_id=5) as one, MemoryStrip() as two, Lights(one.port) as left, Lights(two.port) as right:
        left.show({1: RED})
        right.show({2: RED})
        assert left.wait_shown(SOON)
        assert right.wait_shown(SOON)
        assert one.wait_for(lambda colours: colours[0] == RED.rgb and colours[1] == (0, 0, 0), SOON)
        assert two.wait_for(lambda colours: colours[1] == RED.rgb and colours[0] == (0, 0, 0), SOON)
