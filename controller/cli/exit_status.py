"""Exit statuses: what a command tells the program that has started it; docs/commands.md has them in a table."""

from __future__ import annotations

from typing import Final

DONE: Final = 0
"""It is done, or the answer is yes."""

NO: Final = 1
"""The answer is no: refused, ill, lost, not said, not written."""

IMPOSSIBLE: Final = 2
"""What was asked for cannot be done: bad input, a file or a device that is not there."""

MISSING: Final = 3
"""Of `lights`: no strip is connected."""

STOPPED: Final = 130
"""Ctrl-C has ended it."""

UNHEARD: Final = 141
"""Whoever read its output reads no more, as `| head`: 128 and the signal by which other programs end then."""
