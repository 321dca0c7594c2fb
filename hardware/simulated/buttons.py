"""Buttons that a program presses: with contacts that bounce, and that stick where they are told to."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hardware.buttons import Patience, Use, moved, settled, turned_on
from hardware.closing import Closing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hardware.buttons import Pushed


class SimulatedButtons(Closing):
    """Buttons that are nowhere, `hardware.buttons.Buttons`."""

    def __init__(
        self,
        patience: Patience | None = None,
        clock: Callable[[], float] = time.monotonic,
        held: Iterable[Use] = (),
    ) -> None:
        """Wire them.

        Args:
            patience: how long they may bounce and be held.
            clock: returns seconds; never goes backwards.
            held: those that are down from the start.
        """
        self._patience = patience or Patience()
        self._clock = clock
        down = set(held)
        self._contacts = {use: turned_on(use, clock(), down=use in down) for use in Use}
        self._told: list[Pushed] = []
        self._closed = False

    def touch(self, use: Use, *, down: bool) -> None:
        """Close or open a contact."""
        if not self._closed:
            self._contacts[use], new = moved(self._contacts[use], self._clock(), self._patience, down=down)
            self._told += new

    def take(self) -> tuple[Pushed, ...]:
        """Return what has happened since this was last asked."""
        told, self._told = self._told, []
        for use, contact in self._contacts.items():
            self._contacts[use], new = settled(contact, self._clock(), self._patience)
            told += new
        return () if self._closed else tuple(sorted(told, key=lambda one: one.time))

    def close(self) -> None:
        """Say nothing more. May be called again."""
        self._closed = True
