"""The doctor finds what is plugged in, and what is not; people are asked only where they are there."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Self

import pytest
from serial.tools import list_ports

from controller.config.settings import ButtonsSettings, BuzzerSettings, LightsSettings, StatusSettings
from controller.setup.doctor import devices
from controller.setup.doctor.devices import (
    look_at_buttons,
    look_at_buzzer,
    look_at_speaker,
    look_at_status_light,
    look_at_strip,
    programs,
    taken_by,
)
from controller.setup.doctor.finding import Finding, Health, advised
from hardware.gpio import GpioButtons, Pins, open_pins
from hardware.speaker import SpeakerError
from hardware.wiring.pins import PI_PINS, gpio

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from hardware.buttons import Patience, Use

GPIO = ButtonsSettings(kind="gpio")
NAMES = {pin.words: pin.gpio for pin in PI_PINS}


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pins]:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    found = open_pins()
    yield found
    found.factory.close()


@pytest.mark.parametrize(
    ("running", "advice"),
    [
        (("bash", "ModemManager"), "; ModemManager may have taken its port: sudo systemctl stop ModemManager"),
        (
            ("brltty", "ModemManager"),
            "; brltty, ModemManager may have taken its port: sudo systemctl stop brltty ModemManager",
        ),
        (("bash",), ""),
    ],
)
def test_programs_that_take_serial_ports_are_named_where_they_run(
    tmp_path: Path, running: tuple[str, ...], advice: str
) -> None:
    for number, name in enumerate(running, start=1):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "comm").write_text(f"{name}\n", encoding="utf-8")
    assert programs(tmp_path) == set(running)
    missing = Finding("strip", Health.ILL, "not there", "advice.strip_plug", taken_by(programs(tmp_path)))
    assert advised(missing) == f"plug it in, or set lights.kind to none{advice}"


def test_a_strip_that_answers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = look_at_strip(LightsSettings(kind="simulated"), wait=20.0)
    assert found.health is Health.WELL
    assert "firmware" in found.found
    assert look_at_strip(LightsSettings(kind="none")).health is Health.ABSENT


def test_a_strip_that_is_not_there_is_said_to_be_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_ports, "comports", list)
    missing = look_at_strip(LightsSettings(), wait=0.2)
    assert (missing.health, missing.found) == (Health.ILL, "no strip of lights is connected")
    elsewhere = look_at_strip(LightsSettings(port=str(tmp_path / "ttyACM9")), wait=0.2)
    assert elsewhere.health is Health.ILL
    assert "ttyACM9 is not there" in elsewhere.found
    assert look_at_strip(LightsSettings(map=tmp_path / "none.toml"), wait=0.2).health is Health.ILL
    (tmp_path / "map.toml").write_text("nonsense = 3\n", encoding="utf-8")
    assert "lights.map" in advised(look_at_strip(LightsSettings(map=tmp_path / "map.toml"), wait=0.2))


class HeldButtons(GpioButtons):
    """Buttons of which one is held down: mock pins forget what drives them when they are taken, so it is done after."""

    def __init__(self, wired: Mapping[Use, int], patience: Patience, pins: Pins) -> None:
        """Take them, and press it."""
        super().__init__(wired, patience, pins)
        pins.factory.pin(gpio("cube")).drive_low()


@pytest.mark.films
def test_buttons_that_are_up_are_well_and_one_that_is_down_is_not(pins: Pins, monkeypatch: pytest.MonkeyPatch) -> None:
    found = look_at_buttons(GPIO, None, pins)
    assert found.health is Health.WELL
    assert "7 by mock" in found.found
    monkeypatch.setattr(devices, "GpioButtons", HeldButtons)
    found = look_at_buttons(GPIO, None, pins)
    assert found.health is Health.ILL
    assert found.found.endswith("cube")


def test_without_pins_or_without_buttons_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert look_at_buttons(ButtonsSettings(kind="none"), None).health is Health.ABSENT
    assert "keys" in look_at_buttons(ButtonsSettings(), None).found
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr("hardware.gpio.import_module", lambda name: (_ for _ in ()).throw(ImportError()))
    found = look_at_buttons(GPIO, None)
    assert found.health is Health.ILL
    assert "extra pi" in found.found


class Finger:
    """Presses the button that it is told to, or another."""

    def __init__(self, pins: Pins, instead: dict[str, str | None]) -> None:
        """Take what it presses instead of some: another button, or none."""
        self.pins = pins
        self.instead = instead
        self.threads: list[threading.Thread] = []

    def __call__(self, words: str) -> None:
        """Press it soon."""
        name = words.removeprefix("Please press: ")
        pressed = self.instead.get(name, name)
        if pressed is not None:
            self.threads.append(threading.Thread(target=self.press, args=(NAMES[pressed],)))
            self.threads[-1].start()

    def press(self, number: int) -> None:
        """Press a button."""
        pin = self.pins.factory.pin(number)
        time.sleep(0.05)
        pin.drive_low()
        time.sleep(0.08)
        pin.drive_high()

    def rest(self) -> None:
        """Wait until all is pressed."""
        for thread in self.threads:
            thread.join(5)


@pytest.mark.films
def test_each_button_is_pressed_in_turn(pins: Pins, monkeypatch: pytest.MonkeyPatch) -> None:
    finger = Finger(pins, {})
    assert look_at_buttons(GPIO, finger, pins).found == "all 7 work"
    finger.rest()


@pytest.mark.films
def test_a_silent_button_and_exchanged_ones_are_found(pins: Pins, monkeypatch: pytest.MonkeyPatch) -> None:
    press = devices._press_in_turn
    monkeypatch.setattr(devices, "_press_in_turn", lambda buttons, tell: press(buttons, tell, wait=0.6))
    finger = Finger(pins, {"undo": None, "cube": "confirm", "confirm": "cube"})
    found = look_at_buttons(GPIO, finger, pins)
    finger.rest()
    assert found.health is Health.ILL
    assert "silent: undo" in found.found
    assert "cube (came as confirm)" in found.found


@pytest.mark.films
def test_a_buzzer_is_sounded_and_asked_about(pins: Pins) -> None:
    wanted = BuzzerSettings(kind="gpio")
    asked: list[str] = []  # to which people say yes
    assert look_at_buzzer(wanted, None, pins).health is Health.WELL
    assert look_at_buzzer(wanted, lambda words: words in asked, pins).health is Health.ILL
    assert look_at_buzzer(wanted, lambda words: True, pins).health is Health.WELL
    assert look_at_buzzer(BuzzerSettings(), None).health is Health.ABSENT
    assert look_at_buzzer(BuzzerSettings(kind="bell"), None).health is Health.WELL


def test_a_buzzers_pin_that_cannot_be_had_is_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr("hardware.gpio.import_module", lambda name: (_ for _ in ()).throw(ImportError()))
    assert look_at_buzzer(BuzzerSettings(kind="gpio"), None).health is Health.ILL


def test_a_status_light_blinks_and_is_asked_about(pins: Pins, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = StatusSettings(kind="gpio")
    assert look_at_status_light(StatusSettings(), None).health is Health.ABSENT
    assert look_at_status_light(wanted, None, pins).health is Health.WELL
    assert look_at_status_light(wanted, lambda words: "blink" in words, pins).health is Health.WELL
    assert look_at_status_light(wanted, lambda words: False, pins).health is Health.ILL
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr("hardware.gpio.import_module", lambda name: (_ for _ in ()).throw(ImportError()))
    assert look_at_status_light(wanted, None).health is Health.ILL


class Mouth:
    """A speaker."""

    def __init__(self, error: SpeakerError | None = None) -> None:
        """Take what is wrong with it."""
        self.error = error
        self.said: list[str] = []

    def say(self, sentence: str) -> bool:
        """Say it, or fail."""
        if self.error is not None:
            raise self.error
        self.said.append(sentence)
        return True

    def hush(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *given: object) -> None:
        """Do nothing."""


def test_a_speaker_says_something_or_what_is_wrong() -> None:
    mouth = Mouth()
    assert look_at_speaker(lambda: mouth, None).health is Health.WELL
    assert mouth.said
    assert look_at_speaker(lambda: mouth, lambda words: False).health is Health.POOR
    broken = Mouth(SpeakerError("speaker.missing", program="espeak-ng"))
    found = look_at_speaker(lambda: broken, None)
    assert found.health is Health.POOR
    assert "apt-get install espeak-ng" in advised(found)
    deaf = Mouth(SpeakerError("speaker.no_sound", why="no card"))
    assert "aplay" in advised(look_at_speaker(lambda: deaf, None))
    assert look_at_speaker(None, None).health is Health.ABSENT
