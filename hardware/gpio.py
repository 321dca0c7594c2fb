"""Buttons, buzzer and status light on a Raspberry Pi's header, through gpiozero; on a PC through its own mock pins.

gpiozero is imported when a device is opened: whoever has no header need not wait for it.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import time
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from hardware.buttons import Patience, moved, settled, turned_on
from hardware.closing import Closing
from hardware.errors import HardwareError
from hardware.status_light import Shine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hardware.buttons import Contact, Pushed, Use

_log: Final = logging.getLogger(__name__)

VARIABLE: Final = "GPIOZERO_PIN_FACTORY"
"""gpiozero's own environment variable; "mock" gives pins that are nowhere."""

ON, OFF = 0.12, 0.12
"""Seconds of a beep, and of the pause after it."""

BLINK: Final = 0.4
"""Seconds for which a light that blinks is on, and off."""


class GpioError(HardwareError, OSError):
    """The pins of the header cannot be used."""


@dataclass(frozen=True, slots=True)
class Pins:
    """The pins of this machine.

    Attributes:
        factory: gpiozero's pin factory.
        name: what drives it: "lgpio", "RPi.GPIO" or "mock".
        errors: what its driver raises, besides gpiozero's own errors.
    """

    factory: Any
    name: str
    errors: tuple[type[Exception], ...] = ()


def open_pins() -> Pins:
    """Return the pins of this machine: by lgpio, which works on every Pi, else by RPi.GPIO.

    Raises:
        GpioError: "gpio.no_library", "gpio.unusable".
    """
    if os.environ.get(VARIABLE) == "mock":
        return Pins(import_module("gpiozero.pins.mock").MockFactory(), "mock")
    for name, driver, module, factory in (
        ("lgpio", "lgpio", "gpiozero.pins.lgpio", "LGPIOFactory"),
        ("RPi.GPIO", "RPi.GPIO", "gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    ):
        try:
            driven = import_module(driver)
        except ImportError as error:
            _log.debug("%s: %s", driver, error)
            continue
        except (RuntimeError, OSError) as error:  # the machine is no Pi; or lgpio can lay its pipe nowhere
            raise GpioError("gpio.unusable", why=str(error)) from error
        raised: type[Exception] = getattr(driven, "error", RuntimeError)
        errors = (raised, RuntimeError)
        try:
            return Pins(getattr(import_module(module), factory)(), name, errors)
        except _errors(Pins(None, name, errors)) as error:
            raise GpioError("gpio.unusable", why=str(error)) from error
    raise GpioError("gpio.no_library")


class GpioButtons(Closing):
    """Push buttons between GPIOs and ground, `hardware.buttons.Buttons`."""

    def __init__(
        self,
        wired: Mapping[Use, int],
        patience: Patience,
        pins: Pins | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the buttons.

        Args:
            wired: the GPIO of each.
            patience: how long they may bounce and be held.
            pins: the pins of the machine; None opens them.
            clock: returns seconds; never goes backwards.

        Raises:
            GpioError: "gpio.no_library", "gpio.unusable"; "gpio.shared", two of them have one GPIO.
        """
        if len(set(wired.values())) < len(wired):
            raise GpioError("gpio.shared", gpios=", ".join(f"{use} {gpio}" for use, gpio in wired.items()))
        self.pins = pins or open_pins()
        self._clock = clock
        self._patience = patience
        self._edges: queue.SimpleQueue[tuple[Use, bool, float]] = queue.SimpleQueue()
        self._buttons: dict[Use, Any] = {}
        self._contacts: dict[Use, Contact] = {}
        made = import_module("gpiozero").Button
        try:
            for use, gpio in wired.items():
                self._buttons[use] = button = made(gpio, pull_up=True, pin_factory=self.pins.factory)
                self._contacts[use] = turned_on(use, clock(), down=bool(button.is_pressed))
                button.when_pressed = self._edge(use, down=True)
                button.when_released = self._edge(use, down=False)
        except _errors(self.pins) as error:
            self.close()
            raise GpioError("gpio.unusable", why=str(error)) from error

    def take(self) -> tuple[Pushed, ...]:
        """Return what has happened since this was last asked."""
        told: list[Pushed] = []
        with contextlib.suppress(queue.Empty):
            while True:
                use, down, at = self._edges.get_nowait()
                self._contacts[use], new = moved(self._contacts[use], at, self._patience, down=down)
                told += new
        now = self._clock()
        for use, contact in self._contacts.items():
            self._contacts[use], new = settled(contact, now, self._patience)
            told += new
        return tuple(sorted(told, key=lambda one: one.time))

    def close(self) -> None:
        """Let the buttons go. May be called again."""
        for button in self._buttons.values():
            _let_go(button, self.pins)
        self._buttons = {}

    def _edge(self, use: Use, *, down: bool) -> Callable[[], None]:
        """Return what is done when a contact closes or opens; another thread does it."""
        return lambda: self._edges.put((use, down, self._clock()))


class GpioBuzzer(Closing):
    """An active buzzer on a GPIO, a `hardware.buzzer.Buzzer`."""

    def __init__(self, gpio: int, pins: Pins | None = None) -> None:
        """Take the buzzer.

        Raises:
            GpioError: "gpio.no_library", "gpio.unusable".
        """
        self.pins = pins or open_pins()
        try:
            self._buzzer = import_module("gpiozero").Buzzer(gpio, pin_factory=self.pins.factory)
        except _errors(self.pins) as error:
            raise GpioError("gpio.unusable", why=str(error)) from error
        self._closed = False

    def sound(self, beeps: int) -> None:
        """Beep some times, without waiting for it."""
        if not self._closed:
            self._buzzer.beep(ON, OFF, beeps, background=True)

    def close(self) -> None:
        """Be silent, and let it go. May be called again."""
        if not self._closed:
            self._closed = True
            _let_go(self._buzzer, self.pins)


class GpioStatusLight(Closing):
    """A light-emitting diode on a GPIO, a `hardware.status_light.StatusLight`."""

    def __init__(self, gpio: int, pins: Pins | None = None) -> None:
        """Take the light; it is dark.

        Raises:
            GpioError: "gpio.no_library", "gpio.unusable".
        """
        self.pins = pins or open_pins()
        try:
            self._led = import_module("gpiozero").LED(gpio, pin_factory=self.pins.factory)
        except _errors(self.pins) as error:
            raise GpioError("gpio.unusable", why=str(error)) from error
        self._how = Shine.DARK
        self._closed = False

    def shine(self, how: Shine) -> None:
        """Shine, blink or be dark."""
        if self._closed or how is self._how:
            return
        self._how = how
        match how:
            case Shine.DARK:
                self._led.off()
            case Shine.STEADY:
                self._led.on()
            case Shine.BLINKING:
                self._led.blink(BLINK, BLINK, background=True)

    def close(self) -> None:
        """Be dark, and let it go. May be called again."""
        if not self._closed:
            self._closed = True
            _let_go(self._led, self.pins)


def _errors(pins: Pins) -> tuple[type[Exception], ...]:
    """Return what gpiozero, its driver and the system raise."""
    zero: type[Exception] = import_module("gpiozero").GPIOZeroError
    return (*pins.errors, zero, OSError)


def _let_go(device: Any, pins: Pins) -> None:
    """Close a device of gpiozero; lgpio was seen to say that a pin is busy, which is free after."""
    try:
        device.close()
    except _errors(pins) as error:
        _log.info("%s while closing", error)
