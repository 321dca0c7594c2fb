"""Every set of buttons keeps one contract; contacts bounce, buttons stick, and each is told once."""

from __future__ import annotations

import itertools
import os
import pty
import sys
import termios
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.buttons import Buttons, ButtonTrouble, Contact, Patience, Press, Pushed, Use, moved, settled
from hardware.gpio import GpioButtons, GpioError, Pins, open_pins
from hardware.key_buttons import KEYS, REPEATS, KeyButtons
from hardware.simulated.buttons import SimulatedButtons
from hardware.wiring.pins import gpio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WIRED = {use: gpio(use.value) for use in Use}
PATIENCE = Patience(bounce=0.03, stuck=5.0)


class Finger:
    """Presses buttons of any kind, on a clock of its own."""

    def __init__(self) -> None:
        """Set the clock."""
        self.now = 100.0
        self.touch: Callable[[Use, bool], None]
        self.buttons: Buttons

    def wait(self, seconds: float) -> None:
        """Let time go by; a keyboard repeats what is held."""
        self.now += seconds

    def told(self) -> list[Pushed]:
        """Return what the buttons say."""
        return list(self.buttons.take())

    def tap(self, use: Use) -> None:
        """Press a button and let it go."""
        self.touch(use, True)
        self.wait(0.1)
        self.touch(use, False)
        self.wait(REPEATS)


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pins]:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    found = open_pins()
    yield found
    found.factory.close()


@pytest.fixture(params=["simulated", "gpio", "keys"])
def finger(request: pytest.FixtureRequest, pins: Pins) -> Iterator[Finger]:
    made = Finger()
    handles: list[int] = []
    clock = lambda: made.now  # noqa: E731 - three kinds take the same
    if request.param == "simulated":
        simulated = SimulatedButtons(PATIENCE, clock)
        made.buttons, made.touch = simulated, lambda use, down: simulated.touch(use, down=down)
    elif request.param == "gpio":
        made.buttons = GpioButtons(WIRED, PATIENCE, pins, clock)

        def drive(use: Use, down: bool) -> None:  # noqa: FBT001 - a finger is up or down
            pin = pins.factory.pin(WIRED[use])
            pin.drive_low() if down else pin.drive_high()

        made.touch = drive
    else:
        reader, writer = os.pipe()
        letters = {use: key for key, use in reversed([*KEYS.items()])}

        def type_it(use: Use, down: bool) -> None:  # noqa: FBT001 - the same
            if down:
                os.write(writer, letters[use].encode())

        made.buttons = KeyButtons(reader, PATIENCE, clock)
        made.touch = type_it
        handles += [reader, writer]
    with made.buttons:
        yield made
    for handle in handles:
        os.close(handle)


def presses(told: list[Pushed]) -> list[Use]:
    assert all(isinstance(one, Press) for one in told), told
    return [one.use for one in told]


def test_they_are_buttons(finger: Finger) -> None:
    assert isinstance(finger.buttons, Buttons)


@pytest.mark.parametrize("use", Use)
def test_a_press_is_told_once(finger: Finger, use: Use) -> None:
    assert finger.told() == []
    finger.tap(use)
    assert presses(finger.told()) == [use]
    finger.wait(1.0)
    assert finger.told() == []
    finger.tap(use)
    finger.told()
    finger.tap(use)
    assert presses(finger.told()) == [use]


def test_presses_are_told_in_their_order(finger: Finger) -> None:
    told: list[Pushed] = []
    for use in (Use.CLOCK_RIGHT, Use.CUBE, Use.CLOCK_LEFT):
        finger.tap(use)
        told += finger.told()
    assert presses(told) == [Use.CLOCK_RIGHT, Use.CUBE, Use.CLOCK_LEFT]


def test_a_button_that_is_held_is_one_press_and_at_length_stuck(finger: Finger) -> None:
    told: list[Pushed] = []
    for _ in range(30):
        finger.touch(Use.CONFIRM, True)
        finger.wait(0.3)
        told += finger.told()
    assert [type(one) for one in told] == [Press, ButtonTrouble]
    assert told[1] == ButtonTrouble("button.stuck", Use.CONFIRM, told[0].time)
    finger.touch(Use.CONFIRM, False)
    finger.wait(1.0)
    told = finger.told()
    finger.wait(1.0)
    told += finger.told()
    assert [one.key for one in told if isinstance(one, ButtonTrouble)] == ["button.free"]


def test_one_that_is_stuck_does_not_hold_the_others_up(finger: Finger) -> None:
    for _ in range(30):
        finger.touch(Use.CONFIRM, True)
        finger.wait(0.3)
        finger.told()
    finger.touch(Use.CLOCK_LEFT, True)
    finger.wait(0.1)
    assert presses(finger.told()) == [Use.CLOCK_LEFT]


def test_closed_buttons_say_nothing_and_may_be_closed_again(finger: Finger) -> None:
    finger.buttons.close()
    finger.buttons.close()
    assert finger.told() == []


def test_contacts_that_bounce_are_one_press(pins: Pins) -> None:
    now = [100.0]
    with GpioButtons(WIRED, PATIENCE, pins, lambda: now[0]) as buttons:
        pin = pins.factory.pin(WIRED[Use.CLOCK_LEFT])
        told: list[Pushed] = []
        for last in ("low", "high", "low", "high"):
            for number in range(9):
                now[0] += 0.004
                pin.drive_low() if number % 2 == (last == "low") else pin.drive_high()
            pin.drive_low() if last == "low" else pin.drive_high()
            now[0] += 0.2
            told += buttons.take()
        assert presses(told) == [Use.CLOCK_LEFT] * 2


def test_a_spark_is_no_press(pins: Pins) -> None:
    now = [100.0]
    with GpioButtons(WIRED, PATIENCE, pins, lambda: now[0]) as buttons:
        pin = pins.factory.pin(WIRED[Use.CUBE])
        for _ in range(5):
            pin.drive_low()
            now[0] += 0.002
            pin.drive_high()
            now[0] += 0.5
        assert buttons.take() == ()


@given(st.lists(st.tuples(st.booleans(), st.floats(0.001, 0.2)), max_size=30))
@settings(max_examples=120, deadline=None)
def test_presses_never_come_closer_than_a_contact_may_bounce(edges: list[tuple[bool, float]]) -> None:
    contact, now, told = Contact(Use.CUBE), 0.0, list[Pushed]()
    for down, wait in edges:
        contact, new = moved(contact, now, PATIENCE, down=down)
        told += new
        now += wait
    told += settled(contact, now + 1, PATIENCE)[1]
    times = [one.time for one in told if isinstance(one, Press)]
    assert all(later - sooner >= 2 * PATIENCE.bounce - 1e-9 for sooner, later in itertools.pairwise(times))


def test_a_button_that_is_down_from_the_start_was_not_pressed_but_may_be_stuck() -> None:
    now = [100.0]
    buttons = SimulatedButtons(PATIENCE, lambda: now[0], held=[Use.UNDO])
    now[0] += 1
    assert buttons.take() == ()
    now[0] += 9
    assert buttons.take() == (ButtonTrouble("button.stuck", Use.UNDO, 100.0),)


def test_two_buttons_on_one_pin_are_refused(pins: Pins) -> None:
    with pytest.raises(GpioError, match="shared"):
        GpioButtons({Use.CUBE: 5, Use.UNDO: 5}, PATIENCE, pins)


def test_a_pin_that_something_else_has_is_refused_and_the_others_let_go(pins: Pins) -> None:
    with GpioButtons({Use.UNDO: 6}, PATIENCE, pins):
        with pytest.raises(GpioError, match="unusable"):
            GpioButtons({Use.CUBE: 5, Use.CONFIRM: 6}, PATIENCE, pins)
        with GpioButtons({Use.CUBE: 5}, PATIENCE, pins) as free:
            assert free.take() == ()


def test_a_driver_that_will_not_let_go_of_a_pin_is_borne_with(pins: Pins, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy() -> None:
        raise RuntimeError("GPIO busy")

    buttons = GpioButtons({Use.CUBE: 5, Use.UNDO: 6}, PATIENCE, Pins(pins.factory, "mock", (RuntimeError,)))
    held = [*buttons._buttons.values()]
    with monkeypatch.context() as patched:
        patched.setattr(type(held[0]), "close", lambda self: busy())
        buttons.close()
    for button in held:
        button.close()


def fake_driver(monkeypatch: pytest.MonkeyPatch, name: str, error: Exception) -> None:
    """Let a driver be there, and its factory fail."""
    driver = SimpleNamespace(error=type(error))

    def factory() -> None:
        raise error

    class Module:
        LGPIOFactory = RPiGPIOFactory = staticmethod(factory)

    real = import_module

    def imported(wanted: str, package: str | None = None) -> Any:
        if wanted in ("lgpio", "RPi.GPIO") and wanted != name:
            raise ImportError
        if wanted == name:
            return driver
        return Module if wanted.startswith("gpiozero.pins.") else real(wanted, package)

    monkeypatch.setattr("hardware.gpio.import_module", imported)


@pytest.mark.parametrize("name", ["lgpio", "RPi.GPIO"])
def test_pins_that_cannot_be_used_are_said_to_be_so(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    fake_driver(monkeypatch, name, RuntimeError("can not open gpiochip"))
    with pytest.raises(GpioError, match="can not open gpiochip"):
        open_pins()


def test_without_a_library_for_the_pins_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    fake_driver(monkeypatch, "neither", RuntimeError())
    with pytest.raises(GpioError, match="no_library"):
        open_pins()


def test_a_terminal_gives_keys_one_by_one_and_is_given_back_as_it_was() -> None:
    master, slave = pty.openpty()
    try:
        before = termios.tcgetattr(slave)
        with KeyButtons(slave, PATIENCE) as keys:
            assert not termios.tcgetattr(slave)[3] & termios.ICANON
            os.write(master, b"x")
            assert keys.take() == ()
            os.write(master, b"A")
            assert presses(list(keys.take())) == [Use.CLOCK_LEFT]
        assert termios.tcgetattr(slave) == before
    finally:
        os.close(master)
        os.close(slave)


def test_a_terminal_that_goes_away_presses_nothing() -> None:
    reader, writer = os.pipe()
    os.close(writer)
    with KeyButtons(reader, PATIENCE) as keys:
        assert keys.take() == ()
        assert keys.take() == ()
    os.close(reader)


def test_gpiozero_is_imported_late() -> None:
    import subprocess  # noqa: PLC0415 - only here

    code = "import hardware.gpio, hardware.buttons, sys; sys.exit('gpiozero' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=30, check=False).returncode == 0
