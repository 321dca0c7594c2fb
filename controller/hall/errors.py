"""The errors of a hall."""

from __future__ import annotations

from controller.errors import TavolaError


class HallError(TavolaError, ValueError):
    """What a hall cannot do, or a text of somebody else's that is none of its messages."""
