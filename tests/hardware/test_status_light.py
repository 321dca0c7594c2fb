"""Every status light keeps one contract: it shines, blinks and is dark, and is dark once closed."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from hardware.gpio import BLINK, GpioError, GpioStatusLight, Pins, open_pins
from hardware.status_light import NoStatusLight, Shine, StatusLight

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 30.0


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pins]:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    found = open_pins()
    yield found
    found.factory.close()


@pytest.fixture(params=["gpio", "none"])
def light(request: pytest.FixtureRequest, pins: Pins) -> Iterator[StatusLight]:
    with GpioStatusLight(23, pins) if request.param == "gpio" else NoStatusLight() as light:
        yield light


def changes(pin: Any) -> int:
    """Return how often a pin went on or off."""
    return sum(before.state is not now.state for before, now in pairwise([*pin.states]))


def test_it_is_a_status_light_that_may_be_closed_again(light: StatusLight) -> None:
    assert isinstance(light, StatusLight)
    for how in Shine:
        light.shine(how)
    light.close()
    light.close()
    light.shine(Shine.STEADY)


def test_a_diode_shines_blinks_and_is_dark(pins: Pins) -> None:
    light = GpioStatusLight(23, pins)
    pin = pins.factory.pin(23)
    assert not pin.state
    light.shine(Shine.STEADY)
    assert pin.state
    pin.clear_states()
    begun = time.monotonic()
    light.shine(Shine.BLINKING)
    light.shine(Shine.BLINKING)
    while changes(pin) < 3 and time.monotonic() < begun + PATIENCE:
        time.sleep(0.02)
    seen, most = changes(pin), 1 + (time.monotonic() - begun) / BLINK
    assert 3 <= seen <= most
    light.shine(Shine.DARK)
    assert not pin.state
    light.shine(Shine.STEADY)
    light.close()
    light.shine(Shine.STEADY)
    with GpioStatusLight(23, pins):
        assert not pin.state


def test_no_light_remembers_what_it_would_have_done() -> None:
    light = NoStatusLight()
    for how in (Shine.STEADY, Shine.STEADY, Shine.BLINKING):
        light.shine(how)
    light.close()
    assert light.shone == [Shine.DARK, Shine.STEADY, Shine.BLINKING, Shine.DARK]


def test_a_pin_that_is_taken_is_refused(pins: Pins) -> None:
    with GpioStatusLight(23, pins), pytest.raises(GpioError, match="unusable"):
        GpioStatusLight(23, pins)
