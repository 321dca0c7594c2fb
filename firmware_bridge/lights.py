"""The lights of the board, as the rest of the program sees them.

    with Lights(usb) as lights:
        lights.show({6: Cell(Colour.RED, Effect.BLINK), "cube": Cell(Colour.WHITE)})

`show` never waits and the last state wins; whatever happens to the cable, the strip comes back to it.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Self

from firmware_bridge.bridge import Bridge
from firmware_bridge.link_state import LinkSettings, LinkState, Lit
from firmware_bridge.port import at
from firmware_bridge.strip_map import STANDARD

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from firmware_bridge.link_state import LinkEvent, LinkReason
    from firmware_bridge.messages import HelloAck, Pong
    from firmware_bridge.port import Finder
    from firmware_bridge.statistics import Statistics
    from firmware_bridge.strip_map import Cells, StripMap

_SETTINGS: Final = LinkSettings()


@dataclass(frozen=True, slots=True)
class LightState:
    """How the lights are doing.

    Attributes:
        link: where the link stands.
        reason: why it was last lost or begun anew; None while all is well.
        shown: whether the strip is known to show what was last asked for.
        identity: the controller's answer to HELLO, if it has given one on this port.
        health: the controller's own counters, as of its last PONG.
        lit: what the controller last acknowledged that it shows; None while nobody can know.
        round_trip: usual seconds from a request to its reply; None before the first.
        statistics: counters of this side.
    """

    link: LinkState
    reason: LinkReason | None
    shown: bool
    identity: HelloAck | None
    health: Pong | None
    lit: Lit | None
    round_trip: float | None
    statistics: Statistics

    def line(self) -> str:
        """Return state, round trip and all counters of this side as one line, `name=value` with a space between."""
        trip = "-" if self.round_trip is None else f"{1000 * self.round_trip:.1f}ms"
        return f"link={self.link.value} round_trip={trip} {self.statistics.line()}"


class Lights:
    """The strip, whole states at a time."""

    def __init__(
        self,
        source: str | Finder,
        *,
        strip_map: StripMap = STANDARD,
        settings: LinkSettings = _SETTINGS,
        clock: Callable[[], float] = time.monotonic,
        seed: int | None = None,
    ) -> None:
        """Start looking for the strip controller; until it is found all else works and nothing is shown.

        Args:
            source: where the controller is: a device path or pyserial URL; or a finder, such as `port.usb`, which
                looks at every USB serial device, or the `port` of a simulated strip.
            strip_map: which light stands where, and what they may draw.
            settings: what the link expects and how long it waits; the number of lights is always the map's.
            clock: seconds that never go back.
            seed: where nonces come from; None takes a random one.

        Raises:
            PortError: "port.url" if the source is a URL that pyserial does not know.
        """
        self._map = strip_map
        self._bridge = Bridge(
            at(source) if isinstance(source, str) else source,
            replace(settings, leds=strip_map.leds),
            self._lit({}),
            clock=clock,
            seed=secrets.randbits(64) if seed is None else seed,
        )

    def show(self, cells: Cells) -> None:
        """Show a whole state from now on; what is not named is dark. Never waits.

        Args:
            cells: what each place shows (`strip_map.Place`: a name, or a point 1..24), or one cell for each light.

        Raises:
            CellError: a place that the board does not have, or a sequence of another length than the strip.
            BridgeClosed: "bridge.closed" after `close`, "bridge.stopped" if the thread has ended by a fault.
        """
        self._bridge.want(self._lit(cells))

    @property
    def link(self) -> LinkState:
        """Where the link stands."""
        return self._bridge.link.state

    @property
    def state(self) -> LightState:
        """How the lights are doing, all at one moment."""
        link = self._bridge.link
        return LightState(
            link=link.state,
            reason=link.reason,
            shown=link.is_shown,
            identity=link.identity,
            health=link.health,
            lit=link.device,
            round_trip=link.srtt,
            statistics=link.statistics,
        )

    def wait_shown(self, timeout: float) -> bool:
        """Wait until the controller has acknowledged the newest state with the right digest.

        Args:
            timeout: longest wait in seconds.

        Returns:
            Whether it has.

        Raises:
            BridgeClosed: as `show`.
        """
        return self._bridge.wait_shown(timeout)

    def wait_for(self, state: LinkState, timeout: float) -> bool:
        """Wait until the link is in a state; return whether it is after at most `timeout` seconds.

        Raises:
            BridgeClosed: as `show`.
        """
        return self._bridge.wait_for(state, timeout)

    def take_events(self) -> tuple[LinkEvent, ...]:
        """Return what has happened to the link since this was last called, oldest first; at most the last 256."""
        return self._bridge.take_events()

    def close(self) -> None:
        """Let the strip go; a second later it is dark, with one amber light blinking. May be called again."""
        self._bridge.close()

    def _lit(self, cells: Cells) -> Lit:
        return Lit(self._map.codes(cells), self._map.cap_ma)

    def __enter__(self) -> Self:
        """Return these lights."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()
