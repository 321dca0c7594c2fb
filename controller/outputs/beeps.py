"""How often the buzzer beeps: what people should look up for, even where nothing is said aloud."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.referee import events as ev
from controller.referee.events import Audience

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from controller.announce.health import Notice

_EVENTS: Final[Mapping[type[ev.Event], int]] = MappingProxyType(
    {
        ev.PlayIllegal: 2,
        ev.PlayDiffers: 2,
        ev.PlayUnsure: 1,
        ev.RollRefused: 1,
        ev.Desync: 1,
        ev.CubeRefused: 1,
        ev.TimeLow: 1,
        ev.OvertimeBegun: 2,
        ev.TimeLost: 3,
    }
)
_NOTICES: Final = frozenset(
    {
        "button.stuck",
        "camera.covered",
        "camera.dark",
        "camera.frozen",
        "camera.garbled",
        "camera.lost",
        "camera.other_shape",
        "camera.stalled",
        "director.called",
        "journal.failing",
        "strip.lost",
        "table.moved",
        "table.unclear",
    }
)
_TROUBLE: Final = 3


def beeps(events: Iterable[ev.Event], notices: Iterable[Notice]) -> int:
    """Return how often the buzzer beeps for what is told at one time, 0 for not at all.

    Args:
        events: what the referee says; what only the director is told makes no sound.
        notices: what Tavola says of itself.
    """
    loud = [_EVENTS.get(type(event), 0) for event in events if event.audience is Audience.BOTH]
    return max([0, *loud, *(_TROUBLE for told in notices if told.key in _NOTICES)])
