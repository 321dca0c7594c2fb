"""`tavola lights test`: each light of the strip by itself, with the name of its place, then every pattern."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from controller.outputs.light_samples import LINK_LOST, samples
from controller.setup.strip.source import StripLost, connected, why
from firmware_bridge.cells import DARK, Cell, Colour
from firmware_bridge.strip_map import POINTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from controller.setup.strip.source import ConnectedStrip, StripSource
    from firmware_bridge.strip_map import Cells, Place

WALKED: Final = Cell(Colour.WHITE)
"""What the light under way shows."""

SHOWN_WITHIN: Final = 2.0
"""Seconds within which the controller must acknowledge a state; a cable that was pulled and put back may take one."""

_PATTERN: Final = 6
"""How many times longer a pattern stays than a single light."""

_NAMES: Final = {
    "bar_bottom": "bar, the half of the player at the bottom",
    "bar_top": "bar, the half of the player at the top",
    "tray_bottom": "tray of the player at the bottom",
    "tray_top": "tray of the player at the top",
    "cube": "cube",
    "turn_bottom": "turn of the player at the bottom",
    "turn_top": "turn of the player at the top",
    "dice_left": "dice in the left half",
    "dice_right": "dice in the right half",
    "link": "link to the program",
}


def walk(source: StripSource, console: Console, pace: float, sleep: Callable[[float], None] = time.sleep) -> None:
    """Walk the strip that is connected.

    Args:
        source: which strip.
        console: where to print.
        pace: seconds that each light stays.
        sleep: waits.

    Raises:
        StripMissing: none is connected.
        StripLost: "strip.lost", it was lost, or does not acknowledge what it shows.
    """
    with connected(source) as strip:
        console.print(f"Found: {strip.who()}", highlight=False, soft_wrap=True)
        places = strip.map.places()
        for light in range(strip.map.leds):
            console.print(f"light {light:>2}  {name(places.get(light))}", highlight=False, soft_wrap=True)
            _show(strip, [WALKED if at == light else DARK for at in range(strip.map.leds)])
            sleep(pace)
        for sample in samples():
            console.print(f"pattern   {sample.words}", highlight=False, soft_wrap=True)
            _show(strip, sample.cells)
            sleep(_PATTERN * pace)
        _show(strip, {})
        console.print(f"All {strip.map.leds} lights and {len(samples())} patterns were acknowledged.", highlight=False)
        console.print(strip.lights.state.line(), highlight=False, soft_wrap=True)
    console.print(f"Let go, and so in a second {LINK_LOST}.", highlight=False, soft_wrap=True)


def name(place: Place | None) -> str:
    """Return where a light is, in words; the board is seen as the camera sees it."""
    if place is None:
        return "(no place on the board)"
    if isinstance(place, str):
        return _NAMES[place]
    if place <= POINTS // 2:
        return f"point {place}: bottom edge, {place} from the right"
    return f"point {place}: top edge, {place - POINTS // 2} from the left"


def _show(strip: ConnectedStrip, cells: Cells) -> None:
    strip.lights.show(cells)
    if not strip.lights.wait_shown(SHOWN_WITHIN):
        state = strip.lights.state
        raise StripLost(
            "strip.lost", why=why(state) or "it does not acknowledge what it shows", statistics=state.line()
        )
