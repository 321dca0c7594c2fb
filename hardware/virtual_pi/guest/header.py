"""The Pi's header made of gpio-sim: a chip of 54 lines, pulled as a button between pin and ground does."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from hardware.virtual_pi.guest.system import CONFIG, call, load

if TYPE_CHECKING:
    from collections.abc import Sequence

LABEL: Final = "pinctrl-bcm2711"
"""What the chip of a Pi 4 calls itself."""

LINES: Final = 54

Levels: TypeAlias = "Sequence[tuple[bool, float]]"
"""Levels in turn, True for closed, each with the seconds for which it lasts."""


class Header:
    """A header whose pins are pulled up until a button is pressed."""

    def __init__(self) -> None:
        """Put it in."""
        load("gpio-sim")
        chip = CONFIG / "gpio-sim" / "pi"
        bank = chip / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(LINES), encoding="ascii")
        (bank / "label").write_text(LABEL, encoding="ascii")
        (chip / "live").write_text("1", encoding="ascii")
        call("udevadm", "settle")
        device = (chip / "dev_name").read_text(encoding="ascii").strip()
        self.chip = (bank / "chip_name").read_text(encoding="ascii").strip()
        self._lines = Path("/sys/devices/platform") / device / self.chip
        for gpio in range(LINES):
            self._pull(gpio, closed=False)

    def press(self, gpio: int, levels: Levels) -> float:
        """Close and open the contact of a button.

        Args:
            gpio: the pin.
            levels: what it does.

        Returns:
            The longest time for which a level that should be short has lasted, in seconds: here time is stretched.
        """
        shortest = min(seconds for _, seconds in levels)
        longest = 0.0
        for closed, seconds in levels:
            began = time.monotonic()
            self._pull(gpio, closed=closed)
            time.sleep(seconds)
            if seconds == shortest:
                longest = max(longest, time.monotonic() - began)
        self._pull(gpio, closed=False)
        return longest

    def _pull(self, gpio: int, *, closed: bool) -> None:
        path = self._lines / f"sim_gpio{gpio}" / "pull"
        path.write_text("pull-down" if closed else "pull-up", encoding="ascii")


def bouncing(times: int, seconds: float = 0.003, held: float = 1.5) -> Levels:
    """Return a press whose contact bounces on closing and on opening."""
    bounce = [(closed, seconds) for _ in range(times) for closed in (True, False)]
    return [*bounce, (True, held), *[(not closed, seconds) for closed, seconds in bounce]]
