"""The referee's desk: events go out to the lights, the record and whoever prints or speaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from controller.outputs.light_patterns import guide, pattern
from controller.record.keeper import Keeper
from controller.referee.events import Audience, SideChosen
from controller.referee.layout import mirrored

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.outputs.light_patterns import Light
    from controller.referee.events import Event
    from controller.referee.layout import Layout
    from controller.rules import Play, Player
    from firmware_bridge.cells import Cell
    from firmware_bridge.strip_map import Cells

SHOWN_WITHIN: Final = 1.0
"""Seconds within which the strip should show a pattern; a simulated match waits that long, a real one never does."""


class Strip(Protocol):
    """What shows patterns: `firmware_bridge.lights.Lights`, or something where there is no strip."""

    def show(self, cells: Cells) -> None:
        """Show a pattern; returns at once."""

    def wait_shown(self, timeout: float) -> bool:
        """Wait until it is shown; return whether it is."""


class Desk:
    """Where events go.

    Attributes:
        keeper: the record so far.
        events: everything said so far.
        late: patterns that the strip did not acknowledge in time.
    """

    def __init__(
        self, layout: Layout, lights: Strip, say: Callable[[tuple[Event, ...]], None], *, wait: bool = True
    ) -> None:
        """Open the desk.

        Args:
            layout: how the table is set up.
            lights: the strip.
            say: prints or speaks events.
            wait: wait after each pattern until the strip shows it, so that a simulated camera can see it.
        """
        self._layout = layout
        self._lights = lights
        self._say = say
        self._wait = wait
        self.keeper = Keeper()
        self.events: list[Event] = []
        self.late = 0
        self._last: dict[Light, Cell] | None = None

    def recall(self, events: tuple[Event, ...]) -> None:
        """Take events into the record that were told before an interruption; nobody hears them again.

        The strip is dark until `relight`: the first picture that is seen again must show no light that goes out later,
        as that would look as if something lay on the frame.
        """
        self.keeper = self.keeper.heard(events)
        self.events.extend(events)
        patterns = (pattern(event, self._layout) for event in reversed(events))
        self._last = next((shown for shown in patterns if shown is not None), None)
        self._show({})

    def relight(self) -> None:
        """Show again what the strip showed before an interruption, once."""
        if self._last is not None:
            self._show(self._last)
            self._last = None

    def tell(self, events: tuple[Event, ...]) -> None:
        """Pass events on, in their order."""
        if not events:
            return
        self.keeper = self.keeper.heard(events)
        self.events.extend(events)
        told = tuple(event for event in events if event.audience is Audience.BOTH)
        if told:
            self._say(told)
        for event in events:
            if isinstance(event, SideChosen):
                self._layout = mirrored(self._layout)
            shown = pattern(event, self._layout)
            if shown is not None:
                self._last = None
                self._show(shown)

    def guide(self, player: Player, play: Play) -> None:
        """Show what is still to be made of a play that `player` has announced."""
        self._last = None
        self._show(guide(self._layout, player, play))

    def _show(self, shown: dict[Light, Cell]) -> None:
        """Show a pattern, and wait for it where the strip is waited for."""
        self._lights.show(shown)
        if self._wait and not self._lights.wait_shown(SHOWN_WITHIN):
            self.late += 1
