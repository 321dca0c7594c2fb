"""The strip that a command talks to: on a port, on whatever USB device answers, or simulated."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NoReturn

from controller.errors import TavolaError
from controller.foreign import STRIP_MAP, read_foreign
from firmware_bridge.lights import Lights
from firmware_bridge.link_state import LinkSettings, LinkState
from firmware_bridge.map_file import parse_map
from firmware_bridge.messages import Board
from firmware_bridge.port import usb
from firmware_bridge.strip_map import STANDARD
from hardware.simulated.strip.factory import simulated_strip

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from firmware_bridge.lights import LightState
    from firmware_bridge.messages import HelloAck
    from firmware_bridge.port import Finder
    from firmware_bridge.strip_map import StripMap
    from hardware.simulated.strip.factory import SimulatedStrip

WHY: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bridge.closed": "the program has let it go",
        "bridge.stopped": "the program's own part for it has ended by a fault",
        "device.digest": "it shows something else than it was told to",
        "device.leds": "it has {theirs} lights, and the map says {ours}",
        "device.other": "the one that answers has the number {theirs:016X}, and {ours:016X} is wanted",
        "device.refuses": "it refuses what it is told (reason {reason})",
        "device.session": "it has started anew",
        "device.silent": "it does not answer any more",
        "device.version": "it speaks version {theirs} of the protocol, and this program {ours}",
        "hello.silent": "what is connected does not answer as a strip controller does",
        "port.absent": "{port} is not there",
        "port.busy": "{port} is used by another program",
        "port.denied": "{port} may not be opened by this user (sudo usermod -aG dialout $USER, then log in again)",
        "port.failed": "{port} cannot be opened: {error}",
        "port.gone": "{port} was unplugged or failed",
    }
)
"""What is said of the reasons for which a link is not there, by key."""

_BOARDS: Final = MappingProxyType(
    {
        Board.PC: "simulated, compiled",
        Board.NANO: "Arduino Nano",
        Board.PICO: "Raspberry Pi Pico",
        Board.MEMORY: "simulated, in memory",
    }
)


class StripMissing(TavolaError):  # noqa: N818 - says what is wrong without a suffix
    """No strip is connected, or none that can be used."""


class StripLost(TavolaError):  # noqa: N818 - the same
    """The strip that was there does not do what it is told."""


@dataclass(frozen=True, slots=True)
class StripSource:
    """Which strip a command is asked to use.

    Attributes:
        port: a device path or URL of pyserial; None looks at every USB device.
        simulated: use a simulated strip instead.
        device_id: unique id of the one controller to accept; None accepts any.
        map_file: how the strip was built; None is the standard strip.
        wait: seconds to look for it.
    """

    port: str | None = None
    simulated: bool = False
    device_id: int | None = None
    map_file: Path | None = None
    wait: float = 5.0


@dataclass(frozen=True, slots=True)
class ConnectedStrip:
    """A strip that is connected.

    Attributes:
        lights: what shows states on it.
        map: how it was built.
        simulated: the simulated strip, if it is one.
        identity: who the controller said it is.
    """

    lights: Lights
    map: StripMap
    simulated: SimulatedStrip | None
    identity: HelloAck

    def who(self) -> str:
        """Return what the controller said it is, in one line."""
        who = self.identity
        board = _BOARDS.get(Board(who.board), "") if who.board in set(Board) else f"board {who.board}"
        firmware = f"{who.firmware_major}.{who.firmware_minor}.{who.firmware_patch}"
        return (
            f"{board}, number {who.unique_id:016X}, firmware {firmware}, protocol {who.major}.{who.minor}, "
            f"{who.leds} lights, at most {who.power_ma} mA"
        )


@contextmanager
def connected(source: StripSource) -> Iterator[ConnectedStrip]:
    """Find the strip, and let it go afterwards.

    Raises:
        StripMissing: "strip.missing", "strip.none" if nothing that could be one is connected.
        OSError, CellError: the map's file is not there or is no map.
        PortError: pyserial knows no such URL.
        HardwareError: the simulated controller does not compile or start.
    """
    strip_map = STANDARD if source.map_file is None else read_foreign(source.map_file, parse_map, STRIP_MAP)
    simulated = simulated_strip() if source.simulated else None
    found: str | Finder = usb if source.port is None else source.port
    settings = LinkSettings(device_id=source.device_id)
    try:
        with Lights(found if simulated is None else simulated.port, strip_map=strip_map, settings=settings) as lights:
            lights.wait_for(LinkState.LIVE, source.wait)
            state = lights.state
            if state.link is not LinkState.LIVE or state.identity is None:
                _refuse(source, state)
            yield ConnectedStrip(lights, strip_map, simulated, state.identity)
    finally:
        if simulated is not None:
            simulated.close()


def why(state: LightState) -> str | None:
    """Return why the link is not there, in words; None if nothing was found at all."""
    return None if state.reason is None else WHY[state.reason.key].format(**dict(state.reason.params))


def _refuse(source: StripSource, state: LightState) -> NoReturn:
    reason = why(state)
    if reason is None and source.port is None:
        raise StripMissing("strip.none")
    raise StripMissing("strip.missing", why=reason or WHY["port.absent"].format(port=source.port))
