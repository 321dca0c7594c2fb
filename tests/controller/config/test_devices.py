"""What is plugged in is opened as it is set; what does not open is said, and done without."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from controller.announce.health import notice, sentence
from controller.config.devices import LOST, NoLights, Plugged, plug_in
from controller.config.settings import ButtonsSettings, BuzzerSettings, LightsSettings, Settings, StatusSettings
from controller.outputs.presentation import beeps
from controller.referee.events import Audience, TimeLost, TimeLow
from controller.rules import Player
from firmware_bridge.lights import Lights
from firmware_bridge.link_state import LinkState
from hardware.buzzer import BellBuzzer, SilentBuzzer
from hardware.gpio import GpioButtons, GpioBuzzer, GpioError, GpioStatusLight
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.strip.in_memory import MemoryStrip

if TYPE_CHECKING:
    from collections.abc import Iterator

DARK = LightsSettings(kind="none")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_by_default_nothing_has_to_be_plugged_in(stack: ExitStack) -> None:
    plugged = plug_in(Settings(lights=DARK), stack)
    assert isinstance(plugged.lights, NoLights)
    assert isinstance(plugged.buttons, SimulatedButtons)  # the tests have no terminal to take keys from
    assert isinstance(plugged.buzzer, SilentBuzzer)
    assert plugged.notices == ()
    assert plugged.mind_the_strip(9.0) == ()
    plugged.lights.show({})
    assert plugged.lights.wait_shown(1.0)


def test_buttons_and_buzzer_on_the_header_share_its_pins(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    wanted = Settings(
        lights=DARK,
        buttons=ButtonsSettings(kind="gpio"),
        buzzer=BuzzerSettings(kind="gpio"),
        status=StatusSettings(kind="gpio"),
    )
    plugged = plug_in(wanted, stack)
    assert isinstance(plugged.buttons, GpioButtons)
    assert isinstance(plugged.buzzer, GpioBuzzer)
    assert isinstance(plugged.status, GpioStatusLight)
    assert plugged.buttons.pins is plugged.buzzer.pins is plugged.status.pins


def test_without_a_header_it_is_said_and_the_match_goes_on(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing() -> None:
        raise GpioError("gpio.no_library")

    monkeypatch.setattr("controller.config.devices.open_pins", nothing)
    wanted = Settings(lights=DARK, buttons=ButtonsSettings(kind="gpio"), buzzer=BuzzerSettings(kind="bell"))
    plugged = plug_in(wanted, stack)
    assert [sentence(told).partition(":")[0] for told in plugged.notices] == ["The buttons cannot be used"]
    assert isinstance(plugged.buttons, SimulatedButtons)
    assert isinstance(plugged.buzzer, BellBuzzer)
    wanted = Settings(lights=DARK, buzzer=BuzzerSettings(kind="gpio"), status=StatusSettings(kind="gpio"))
    told = plug_in(wanted, stack).notices
    assert [one.key for one in told] == ["buzzer.without", "status.without"]


def test_a_pin_that_is_taken_is_said_and_the_devices_on_others_work(
    stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    wanted = Settings(
        lights=DARK,
        buttons=ButtonsSettings(kind="gpio"),
        buzzer=BuzzerSettings(kind="gpio"),
        status=StatusSettings(kind="gpio"),
    )
    taken = wanted.model_copy(update={"buttons": wanted.buttons.model_copy(update={"cube": wanted.buzzer.gpio})})
    plugged = plug_in(taken, stack)
    assert [told.key for told in plugged.notices] == ["buzzer.without"]
    assert isinstance(plugged.buttons, GpioButtons)
    assert isinstance(plugged.status, GpioStatusLight)


def test_a_strip_that_goes_is_told_once_and_its_return_once(stack: ExitStack) -> None:
    strip = MemoryStrip()
    stack.callback(strip.close)
    with Lights(strip.port) as lights:
        plugged = Plugged(lights, SimulatedButtons(), SilentBuzzer())
        assert lights.wait_for(LinkState.LIVE, 5.0)
        assert plugged.mind_the_strip(1.0) == ()
    lights = Lights(lambda: ())  # nothing is plugged in
    stack.callback(lights.close)
    plugged.lights = lights
    told = [plugged.mind_the_strip(at) for at in (2.0, 2.0 + LOST, 3.0 + LOST)]
    assert [[one.key for one in some] for some in told] == [[], ["strip.lost"], []]
    again = stack.enter_context(Lights(strip.port))
    assert again.wait_for(LinkState.LIVE, 5.0)
    plugged.lights = again
    assert [one.key for one in plugged.mind_the_strip(9.0)] == ["strip.back"]
    assert plugged.mind_the_strip(9.5) == ()


def test_a_simulated_strip_is_plugged_in(stack: ExitStack) -> None:
    plugged = plug_in(Settings(lights=LightsSettings(kind="simulated", id="")), stack)
    assert isinstance(plugged.lights, Lights)
    assert plugged.lights.wait_for(LinkState.LIVE, 20.0)


def test_the_buzzer_sounds_for_what_people_should_look_up_for() -> None:
    low, lost = TimeLow(1.0, Player.ONE, 30), TimeLost(2.0, Player.ONE)
    assert beeps((), ()) == 0
    assert beeps((low,), ()) == 1
    assert beeps((low, lost), ()) == 3
    assert beeps((), (notice(1.0, "camera.stalled", seconds=3),)) == 3
    assert beeps((), (notice(1.0, "camera.back"),)) == 0
    silent = TimeLost(2.0, Player.ONE, audience=Audience.DIRECTOR)
    assert beeps((silent,), ()) == 0
