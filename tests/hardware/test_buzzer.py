"""Every buzzer keeps one contract: it beeps without holding anybody up, and is silent once closed."""

from __future__ import annotations

import io
import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from hardware.buzzer import BellBuzzer, Buzzer, SilentBuzzer
from hardware.gpio import OFF, ON, GpioBuzzer, GpioError, Pins, open_pins

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 30.0


class Terminal(io.StringIO):
    """A terminal that counts its bells."""

    def isatty(self) -> bool:
        """Say that it is one."""
        return True


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pins]:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    found = open_pins()
    yield found
    found.factory.close()


Heard = tuple[Buzzer, "Callable[[], int]"]


@pytest.fixture(params=["gpio", "bell", "silent"])
def heard(request: pytest.FixtureRequest, pins: Pins) -> Iterator[Heard]:
    """Return a buzzer, and what counts its beeps."""
    if request.param == "gpio":
        buzzer: Buzzer = GpioBuzzer(18, pins)
        pin = pins.factory.pin(18)
        pin.clear_states()

        def count() -> int:
            return sum(bool(now.state) and not before.state for before, now in pairwise(pin.states))
    elif request.param == "bell":
        terminal = Terminal()
        buzzer, count = BellBuzzer(terminal), lambda: terminal.getvalue().count("\a")
    else:
        silent = SilentBuzzer()
        buzzer, count = silent, lambda: sum(silent.sounded)
    with buzzer:
        yield buzzer, count


def test_it_beeps_as_often_as_it_is_told_and_holds_nobody_up(heard: Heard) -> None:
    buzzer, count = heard
    assert isinstance(buzzer, Buzzer)
    before = time.monotonic()
    buzzer.sound(2)
    assert time.monotonic() - before < 2 * (ON + OFF)
    deadline = time.monotonic() + PATIENCE
    while count() < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(2 * (ON + OFF))
    assert count() == 2


def test_a_closed_buzzer_is_silent_and_may_be_closed_again(heard: Heard) -> None:
    buzzer, count = heard
    buzzer.close()
    buzzer.close()
    buzzer.sound(3)
    assert count() == 0


def test_a_bell_without_a_terminal_does_nothing() -> None:
    text = io.StringIO()
    BellBuzzer(text).sound(3)
    assert text.getvalue() == ""


def test_a_pin_that_is_taken_is_refused(pins: Pins) -> None:
    with GpioBuzzer(18, pins), pytest.raises(GpioError, match="unusable"):
        GpioBuzzer(18, pins)
