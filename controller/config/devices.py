"""Devices besides the camera, as the settings name them: lights, buttons, buzzer, status light.

A match can be refereed without any of them. What does not open is said, and done without.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Final, TypeVar

from controller.announce.error_messages import trouble
from controller.announce.health import Notice, notice
from controller.foreign import STRIP_MAP, read_foreign
from firmware_bridge.lights import Lights
from firmware_bridge.link_state import LinkSettings, LinkState
from firmware_bridge.map_file import parse_map
from firmware_bridge.port import usb
from firmware_bridge.strip_map import STANDARD
from hardware.buttons import Patience, Use
from hardware.buzzer import BellBuzzer, SilentBuzzer
from hardware.gpio import GpioButtons, GpioBuzzer, GpioError, GpioStatusLight, open_pins
from hardware.key_buttons import HELP, KeyButtons
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.strip.factory import simulated_strip
from hardware.status_light import NoStatusLight

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import ExitStack

    from controller.config.settings import ButtonsSettings, LightsSettings, Settings
    from firmware_bridge.strip_map import Cells
    from hardware.buttons import Buttons
    from hardware.buzzer import Buzzer
    from hardware.status_light import StatusLight

D = TypeVar("D")

LOST: Final = 3.0
"""Seconds without the strip after which it is said that it is lost."""


class NoLights:
    """No strip of lights: takes what it is to show, and shows nothing."""

    def show(self, cells: Cells) -> None:
        """Show nothing."""

    def wait_shown(self, timeout: float) -> bool:  # noqa: ARG002 - as lights have it
        """Return at once: there is nothing to wait for."""
        return True

    def close(self) -> None:
        """Do nothing. May be called again."""


@dataclass(slots=True)
class Plugged:
    """What is plugged in.

    Attributes:
        lights, buttons, buzzer, status: the devices.
        notices: what there is to be said of them.
        keys: the buttons are keys of the terminal.
        missing: since when the strip has been missing, None while it is there.
        said: it was said that it is missing.
    """

    lights: Lights | NoLights
    buttons: Buttons
    buzzer: Buzzer
    status: StatusLight = field(default_factory=NoStatusLight)
    notices: tuple[Notice, ...] = ()
    keys: bool = False
    missing: float | None = None
    said: bool = False

    def mind_the_strip(self, now: float) -> tuple[Notice, ...]:
        """Return what there is to be said of the link to the strip.

        Args:
            now: seconds on the match's own clock.
        """
        if isinstance(self.lights, NoLights):
            return ()
        if self.lights.link is LinkState.LIVE:
            back, self.said, self.missing = self.said, False, None
            return (notice(now, "strip.back"),) if back else ()
        self.missing = now if self.missing is None else self.missing
        if self.said or now - self.missing < LOST:
            return ()
        self.said = True
        return (notice(now, "strip.lost"),)


def plug_in(settings: Settings, stack: ExitStack) -> Plugged:
    """Open lights, buttons, buzzer and status light.

    Args:
        settings: which, and how.
        stack: closes them at its end.

    Raises:
        OSError, CellError: the file with the strip's map is not there, or is no map.
        GpioError: "gpio.shared", which is a mistake in the settings.
        HardwareError: a simulated strip does not start.
    """
    lights = _lights(settings.lights, stack)
    stack.callback(lights.close)
    pins = cache(open_pins)  # all on the header share its pins, which are opened with the first
    told: list[Notice] = []
    buttons: Buttons = SimulatedButtons()
    buzzer: Buzzer = SilentBuzzer()
    keys = settings.buttons.kind == "keyboard" and sys.stdin is not None and sys.stdin.isatty()
    if keys:
        buttons = KeyButtons(patience=_patience(settings.buttons))
        told.append(notice(0.0, "buttons.keys", keys=HELP))
    if settings.buttons.kind == "gpio":
        wired = {use: int(getattr(settings.buttons, use)) for use in Use}
        patience = _patience(settings.buttons)
        buttons = _opened(lambda: GpioButtons(wired, patience, pins()), "buttons.without", buttons, told)
    if settings.buzzer.kind == "bell":
        buzzer = BellBuzzer()
    if settings.buzzer.kind == "gpio":
        buzzer = _opened(lambda: GpioBuzzer(settings.buzzer.gpio, pins()), "buzzer.without", buzzer, told)
    status: StatusLight = NoStatusLight()
    if settings.status.kind == "gpio":
        status = _opened(lambda: GpioStatusLight(settings.status.gpio, pins()), "status.without", status, told)
    for device in (buttons, buzzer, status):
        stack.callback(device.close)
    return Plugged(lights, buttons, buzzer, status, tuple(told), keys=keys)


def _patience(settings: ButtonsSettings) -> Patience:
    return Patience(settings.bounce, settings.stuck)


def _opened(opener: Callable[[], D], key: str, instead: D, told: list[Notice]) -> D:
    """Return a device on the header; where it does not open, what does instead, and tell of it by that key."""
    try:
        return opener()
    except GpioError as error:
        if error.key == "gpio.shared":
            raise
        told.append(notice(0.0, key, why=trouble(error)))
        return instead


def _lights(settings: LightsSettings, stack: ExitStack) -> Lights | NoLights:
    """Return the lights; a strip that is not plugged in yet is found when it is."""
    if settings.kind == "none":
        return NoLights()
    strip_map = STANDARD if settings.map is None else read_foreign(settings.map, parse_map, STRIP_MAP)
    link = LinkSettings(device_id=int(settings.id, 16) if settings.id else None)
    if settings.kind == "simulated":
        strip = simulated_strip()
        stack.callback(strip.close)
        return Lights(strip.port, strip_map=strip_map, settings=link)
    return Lights(settings.port or usb, strip_map=strip_map, settings=link)
