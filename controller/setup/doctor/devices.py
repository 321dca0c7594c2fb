"""Findings of strip, buttons, buzzer, status light and speaker; people are asked where they want to be."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.announce.error_messages import trouble
from controller.config.button_meanings import NAMES
from controller.foreign import ForeignError
from controller.setup.doctor.finding import Finding, absent, ill, poor, well
from controller.setup.strip.source import StripMissing, StripSource, connected
from firmware_bridge.errors import BridgeError
from hardware.buttons import Patience, Press, Use
from hardware.errors import HardwareError
from hardware.gpio import GpioButtons, GpioBuzzer, GpioStatusLight, open_pins
from hardware.key_buttons import HELP
from hardware.speaker import SpeakerError
from hardware.status_light import Shine

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.config.settings import ButtonsSettings, BuzzerSettings, LightsSettings, StatusSettings
    from hardware.buttons import Buttons
    from hardware.gpio import Pins
    from hardware.speaker import Speaker

WAIT: Final = 15.0
"""Seconds in which a button has to be pressed."""

SETTLE: Final = 0.3
"""Seconds after which a button that is down is down."""

TEST_SENTENCE: Final = "Tavola."

_SPEAKERS: Final = {
    "speaker.missing": "sudo apt-get install espeak-ng",
    "speaker.no_sound": "advice.loudspeaker",
}


def look_at_strip(settings: LightsSettings, wait: float = 5.0) -> Finding:
    """Return the finding of the strip of lights.

    Args:
        settings: where it is.
        wait: seconds to look for it.
    """
    if settings.kind == "none":
        return absent("strip", "none is set")
    source = StripSource(
        port=settings.port or None,
        simulated=settings.kind == "simulated",
        device_id=int(settings.id, 16) if settings.id else None,
        map_file=settings.map,
        wait=wait,
    )
    try:
        with connected(source) as strip:
            return well("strip", strip.who())
    except StripMissing as error:
        missing = ill("strip", trouble(error), "advice.strip_plug")
        return replace(missing, taken_by=taken_by(programs()))
    except (BridgeError, ForeignError, HardwareError) as error:
        return ill("strip", trouble(error), "advice.strip_settings")
    except OSError as error:
        return ill("strip", f"{error.filename or ''}: {error.strerror or error}", "advice.strip_map")


def programs(system: Path = Path("/proc")) -> frozenset[str]:
    """Return the names of the programs that run, as far as this system tells them."""
    return frozenset(name for file in system.glob("[0-9]*/comm") if (name := _line(file)))


def taken_by(running: frozenset[str]) -> tuple[str, ...]:
    """Return the programs that run and take serial ports for themselves."""
    return tuple(name for name in ("brltty", "ModemManager") if name in running)


def _line(file: Path) -> str:
    """Return the line in a file of the system, empty where it is gone."""
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def look_at_buttons(settings: ButtonsSettings, tell: Callable[[str], None] | None, pins: Pins | None = None) -> Finding:
    """Return the finding of the buttons; each is to be pressed in turn where people are there.

    Args:
        settings: how they are wired.
        tell: says to people what to press; None where nobody is there.
        pins: of the header; None opens them.
    """
    if settings.kind == "none":
        return absent("buttons", "none are set")
    if settings.kind == "keyboard":
        return well("buttons", f"keys of the terminal: {HELP}")
    wired = {use: int(getattr(settings, use)) for use in Use}
    try:
        pins = pins or open_pins()
        # What is down for so short a time is down already now, and so it sticks.
        with GpioButtons(wired, Patience(settings.bounce, SETTLE), pins) as buttons:
            time.sleep(2 * SETTLE)
            stuck = [NAMES[one.use] for one in buttons.take() if not isinstance(one, Press)]
        if stuck:
            return ill("buttons", f"down, though nobody presses: {', '.join(stuck)}", "advice.wires_ground")
        if tell is None:
            return well("buttons", f"{len(wired)} by {pins.name}, none is down; --ask tries each")
        with GpioButtons(wired, Patience(settings.bounce, settings.stuck), pins) as buttons:
            return _press_in_turn(buttons, tell)
    except HardwareError as error:
        return ill("buttons", trouble(error), "advice.buttons_pins")


def _press_in_turn(buttons: Buttons, tell: Callable[[str], None], wait: float = WAIT) -> Finding:
    """Have every button pressed, and return what came of it."""
    silent: list[str] = []
    wrong: list[str] = []
    for use in Use:
        tell(f"Please press: {NAMES[use]}")
        pressed = _next(buttons, wait)
        if pressed is None:
            silent.append(NAMES[use])
        elif pressed is not use:
            wrong.append(f"{NAMES[use]} (came as {NAMES[pressed]})")
    if silent or wrong:
        found = "; ".join(
            f"{words}: {', '.join(names)}" for words, names in (("silent", silent), ("exchanged", wrong)) if names
        )
        return ill("buttons", found, "advice.wires_pins")
    return well("buttons", f"all {len(Use)} work")


def _next(buttons: Buttons, wait: float) -> Use | None:
    """Return the next button that is pressed, None if none is."""
    until = time.monotonic() + wait
    while time.monotonic() < until:
        for pushed in buttons.take():
            if isinstance(pushed, Press):
                return pushed.use
        time.sleep(0.02)
    return None


def look_at_buzzer(settings: BuzzerSettings, ask: Callable[[str], bool] | None, pins: Pins | None = None) -> Finding:
    """Return the finding of the buzzer; it beeps twice.

    Args:
        settings: which one.
        ask: asks people whether they heard it; None where nobody is there.
        pins: of the header; None opens them.
    """
    if settings.kind == "none":
        return absent("buzzer", "none is set")
    if settings.kind == "bell":
        return well("buzzer", "the terminal's bell")
    try:
        with GpioBuzzer(settings.gpio, pins) as buzzer:
            buzzer.sound(2)
            time.sleep(0.6)
            heard = ask is None or ask("Did the buzzer beep twice?")
    except HardwareError as error:
        return ill("buzzer", trouble(error), "advice.buzzer_pins")
    if not heard:
        return ill("buzzer", "not heard", "advice.transistor")
    return well("buzzer", f"beeps on GPIO {settings.gpio}" + ("" if ask else "; --ask asks whether it is heard"))


def look_at_status_light(
    settings: StatusSettings, ask: Callable[[str], bool] | None, pins: Pins | None = None
) -> Finding:
    """Return the finding of the status light; it blinks.

    Args:
        settings: which one.
        ask: asks people whether they saw it; None where nobody is there.
        pins: of the header; None opens them.
    """
    if settings.kind == "none":
        return absent("status", "no light is set")
    try:
        with GpioStatusLight(settings.gpio, pins) as light:
            light.shine(Shine.BLINKING)
            seen = ask is None or ask("Does the status light blink?")
    except HardwareError as error:
        return ill("status", trouble(error), "advice.status_pins")
    if not seen:
        return ill("status", "not seen", "advice.diode")
    return well("status", f"blinks on GPIO {settings.gpio}" + ("" if ask else "; --ask asks whether it is seen"))


def look_at_speaker(opener: Callable[[], Speaker] | None, ask: Callable[[str], bool] | None) -> Finding:
    """Return the finding of the speaker; it says one word.

    Args:
        opener: opens it; None where nothing is to be said.
        ask: asks people whether they heard it; None where nobody is there.
    """
    if opener is None:
        return absent("speaker", "nothing is to be said aloud")
    with ExitStack() as stack:
        try:
            speaker = stack.enter_context(opener())
            speaker.say(TEST_SENTENCE)
        except SpeakerError as error:
            return poor("speaker", trouble(error), _SPEAKERS.get(error.key, "advice.louder"))
    if ask is not None and not ask("Was something said?"):
        return poor("speaker", "not heard", "advice.louder")
    return well("speaker", "speaks" + ("" if ask else "; --ask asks whether it is heard"))
