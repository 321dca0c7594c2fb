"""`tavola lights monitor`: the strip drawn in the terminal, as it is right now."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.live import Live
from rich.text import Text

from controller.outputs.light_samples import samples
from controller.setup.strip.picture import colours_of, line, picture
from controller.setup.strip.source import connected, why
from firmware_bridge.strip_map import STANDARD
from hardware.simulated.strip.process import StripProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console, RenderableType

    from controller.setup.strip.source import ConnectedStrip, StripSource
    from firmware_bridge.strip_map import StripMap
    from hardware.simulated.strip.factory import SimulatedStrip
    from hardware.simulated.strip.record import Rgb

FRAME: Final = 0.08
"""Seconds between two pictures."""

SAMPLE: Final = 3.0
"""Seconds that each pattern stays."""


@contextmanager
def watched(strip: SimulatedStrip, console: Console, strip_map: StripMap = STANDARD) -> Iterator[None]:
    """Draw what a simulated strip latches below whatever else is printed, for as long as something else runs.

    On a console that is no terminal nothing is drawn.
    """
    if not console.is_terminal:
        yield
        return
    with Live(
        get_renderable=lambda: picture(strip.latched.colours, strip_map), console=console, refresh_per_second=1 / FRAME
    ):
        yield


def monitor(source: StripSource, console: Console, seconds: float | None) -> None:
    """Play all patterns in turn on the strip that is connected, and draw what its controller acknowledges.

    Args:
        source: which strip.
        console: where to draw.
        seconds: for how long; None until interrupted.

    Raises:
        StripMissing: none is connected.
    """
    with connected(source) as strip:
        console.print(f"Found: {strip.who()}", highlight=False, soft_wrap=True)
        patterns = samples()
        shown = -1

        def look(elapsed: float) -> tuple[tuple[Rgb, ...], str]:
            nonlocal shown
            number = int(elapsed / SAMPLE) % len(patterns)
            if number != shown:
                shown = number
                strip.lights.show(patterns[number].cells)
            return _acknowledged(strip, elapsed), f"{patterns[number].words}\n{_health(strip)}"

        _draw(look, console, strip.map, seconds)


def host_free(console: Console, seconds: float | None) -> None:
    """Plug a simulated strip in, say where, and draw what it latches, whoever the host is.

    Raises:
        HardwareError: the controller does not compile or start.
    """
    with StripProcess() as strip:
        console.print(f"A simulated strip is plugged in at {strip.port}", highlight=False, soft_wrap=True)
        _draw(lambda _: (strip.latched.colours, ""), console, STANDARD, seconds)


def _acknowledged(strip: ConnectedStrip, elapsed: float) -> tuple[Rgb, ...]:
    lit = strip.lights.state.lit
    if strip.simulated is not None:
        return strip.simulated.latched.colours
    return colours_of(bytes(strip.map.leds) if lit is None else lit.cells, elapsed)


def _health(strip: ConnectedStrip) -> str:
    state = strip.lights.state
    reason = why(state)
    return state.line() if reason is None else f"{state.line()}\n{reason}"


def _draw(
    look: Callable[[float], tuple[tuple[Rgb, ...], str]], console: Console, strip_map: StripMap, seconds: float | None
) -> None:
    """Draw until the time is over or somebody interrupts; where there is no terminal, print what changes."""
    begin = time.monotonic()
    before = ""
    try:
        with Live(console=console, auto_refresh=False, transient=not console.is_terminal) as live:
            while seconds is None or time.monotonic() < begin + seconds:
                colours, words = look(time.monotonic() - begin)
                if console.is_terminal:
                    below: RenderableType = Text(words, style="dim")
                    live.update(Group(picture(colours, strip_map), below), refresh=True)
                elif (now := line(colours, strip_map)) != before:
                    console.print(now, highlight=False, soft_wrap=True)
                    before = now
                time.sleep(FRAME)
    except KeyboardInterrupt:
        return
