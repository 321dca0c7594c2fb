"""The room: one lamp, a disc that is large or small, and light from all around, brighter above than to the sides.

Both are measured so that a matt, level surface in full light sends back its own colour, as the drawn table has it. How
bright, how warm and how even the light is belongs to the sensor's steps (`hardware.simulated.optics.sensor`).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from hardware.simulated.optics.pinhole import Floats, Point3
    from hardware.simulated.scene.table import Light

_DISTANCE: Final = 4000.0
"""How far away the lamp is, millimetres: so far that its light is as good as even; see `scene.Light.falloff`."""
_ZENITH: Final = 1.4
_WALLS: Final = 0.6
"""How bright ceiling and walls are, before both are scaled to the light that is asked for."""
_SKY: Final = (32, 64)


class LitRoom(NamedTuple):
    """The light.

    Attributes:
        lamp: where the middle of the lamp is, millimetres; it faces the board's middle.
        radius: of the lamp, millimetres.
        radiance: of the lamp.
        sky: the radiance from all around, shape (rows, columns, 3), float32: row 0 from straight above, the last one
            from straight below.
    """

    lamp: Point3
    radius: float
    radiance: float
    sky: Floats


def room_for(light: Light) -> LitRoom:
    """Return the lamp and the room of a light."""
    az, el = math.radians(light.azimuth), math.radians(light.elevation)
    lamp = (
        _DISTANCE * math.cos(el) * math.cos(az),
        _DISTANCE * math.cos(el) * math.sin(az),
        _DISTANCE * math.sin(el),
    )
    spread = math.tan(math.radians(light.softness))
    # A disc of this angular radius gives pi * radiance * spread^2 * sin(el) to a level surface; pi is full light.
    radiance = (1.0 - light.ambient) / (spread * spread * math.sin(el))
    rows, columns = _SKY
    up = np.cos((np.arange(rows) + 0.5) * math.pi / rows)
    # The mean over the upper half, weighted by the sine of the height, of walls + (zenith - walls) * sine.
    full = _WALLS + (_ZENITH - _WALLS) * 2.0 / 3.0
    bright = light.ambient / full * np.where(up > 0.0, _WALLS + (_ZENITH - _WALLS) * up, 0.3 * _WALLS)
    sky = np.repeat(np.repeat(bright[:, None, None], columns, axis=1), 3, axis=2)
    return LitRoom(lamp, _DISTANCE * spread, radiance, np.ascontiguousarray(sky, dtype=np.float32))
