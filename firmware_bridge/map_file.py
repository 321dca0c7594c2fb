"""A strip's map in a file, for strips that were not built like the standard one.

leds = 40                 # TOML; what is not said is as on the standard strip
first = 0                 # light at which the run along the 24 points begins, counted from 0
clockwise = false         # that run goes the other way round
start = 12                # point at which it begins
turned = true             # the board lies turned by half a turn
cap_ma = 300              # what the supply can give

[names]                   # lights that are no points
cube = 38
dice_left = false         # there is none
"""

from __future__ import annotations

import tomllib
from typing import Final

from firmware_bridge.errors import CellError
from firmware_bridge.strip_map import NAMES, STANDARD, StripMap

_KINDS: Final[dict[str, type]] = {
    "leds": int,
    "first": int,
    "clockwise": bool,
    "start": int,
    "turned": bool,
    "cap_ma": int,
    "names": dict,
}


def parse_map(text: str) -> StripMap:
    """Return the map that a file's text says.

    Raises:
        tomllib.TOMLDecodeError: it is no TOML.
        CellError: "map.setting" for a setting that there is not or that is of another kind, or what `StripMap` refuses.
    """
    settings = tomllib.loads(text)
    for name, value in settings.items():
        if type(value) is not _KINDS.get(name):
            raise CellError("map.setting", name=name, value=value)
    names = dict(NAMES)
    for name, light in settings.get("names", {}).items():
        if name not in NAMES or (type(light) is not int and light is not False):
            raise CellError("map.setting", name=f"names.{name}", value=light)
        if light is False:
            del names[name]
        else:
            names[name] = light
    return StripMap(
        leds=settings.get("leds", STANDARD.leds),
        first=settings.get("first", STANDARD.first),
        clockwise=settings.get("clockwise", STANDARD.clockwise),
        start=settings.get("start", STANDARD.start),
        turned=settings.get("turned", STANDARD.turned),
        names=names,
        cap_ma=settings.get("cap_ma", STANDARD.cap_ma),
    )
