"""Looks for final figures alone: nothing was trained with them, and nothing may be tuned by them.

No constant, no threshold, no network is chosen by them, and nobody looks at them before. Once they have shown what
fails, and that is mended by them, they are no such looks any more and go to `hardware.simulated.tried_looks`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from hardware.simulated.look_parts import BoardLook, CheckerLook, DieLook, Fabric

if TYPE_CHECKING:
    from collections.abc import Mapping

_DAMSON = BoardLook(
    name="damson",  # plum felt, lilac and charcoal points, black-and-wine and ivory sets, black dice with red pips
    surface=Fabric("felt", (86, 48, 78)),
    points=(Fabric("felt", (176, 146, 178)), Fabric("felt", (50, 46, 54))),
    frame=Fabric("wood", (64, 40, 34), 0.85),
    tray=Fabric("felt", (68, 40, 62)),
    table=Fabric("wood", (186, 156, 118), 0.8),
    dark=CheckerLook((46, 40, 44), (112, 34, 40), "marble", "ring", 0.75),
    light=CheckerLook((238, 228, 206), (216, 202, 174), "marble", "ring", 0.75),
    dark_dice=DieLook((34, 28, 30), (232, 84, 60), 0.1),
    light_dice=DieLook((240, 232, 214), (96, 44, 88), 0.14),
    cube=DieLook((236, 228, 210), (70, 36, 64), 0.12),
    beside=("clock", None),
)
_GANNET = BoardLook(
    name="gannet",  # white leather with emblems, straw and sea-blue points, ink-blue and yellow sets, clear yellow dice
    surface=Fabric("leather", (226, 224, 214), 0.6),
    points=(Fabric("leather", (214, 186, 110), 0.7), Fabric("leather", (58, 112, 140), 0.7)),
    frame=Fabric("plain", (66, 78, 88)),
    tray=Fabric("felt", (176, 178, 172)),
    table=Fabric("cloth", (84, 74, 66), 0.8),
    dark=CheckerLook((36, 52, 92), (66, 86, 130), "plain", "button", 0.65),
    light=CheckerLook((232, 198, 96), (244, 220, 142), "plain", "button", 0.65),
    dark_dice=DieLook((38, 56, 100), (242, 240, 232), 0.08),
    light_dice=DieLook((236, 200, 84), (34, 40, 60), 0.06, clear=0.6),
    cube=DieLook((240, 238, 230), (42, 62, 104), 0.1),
    logo=(122, 150, 160),
    beside=(None, "clock"),
)
_ESTUARY = BoardLook(
    name="estuary",  # brown cork, silver-grey and mud points, pewter and sand metal sets, smoke-blue dice
    surface=Fabric("cork", (140, 106, 76)),
    points=(Fabric("cork", (176, 176, 168), 0.7), Fabric("cork", (82, 66, 54), 0.7)),
    frame=Fabric("leather", (58, 50, 46), 0.8),
    tray=Fabric("cork", (124, 94, 68)),
    table=Fabric("plain", (200, 198, 190)),
    dark=CheckerLook((78, 84, 92), (122, 128, 136), "metal", "dish", 0.8),
    light=CheckerLook((220, 204, 168), (244, 234, 206), "metal", "dish", 0.8),
    dark_dice=DieLook((78, 96, 124), (246, 246, 242), 0.12),
    light_dice=DieLook((232, 220, 190), (48, 44, 42), 0.16),
    cube=DieLook((60, 56, 54), (228, 222, 204), 0.14),
    beside=("cup", "cup"),
)
_FOXGLOVE = BoardLook(
    name="foxglove",  # olive wood inlaid with pale lines, rose and moss points, rose and forest sets, clear rose dice
    surface=Fabric("wood", (132, 122, 78), 0.7),
    points=(Fabric("wood", (192, 118, 132), 0.7), Fabric("wood", (70, 84, 52), 0.7)),
    frame=Fabric("wood", (92, 78, 50), 0.85),
    tray=Fabric("felt", (104, 98, 70)),
    table=Fabric("cloth", (188, 190, 196), 0.8),
    dark=CheckerLook((44, 68, 50), (78, 104, 82), "pearl", "round", 0.75),
    light=CheckerLook((226, 164, 176), (244, 200, 206), "pearl", "round", 0.75),
    dark_dice=DieLook((46, 74, 54), (240, 236, 222), 0.1),
    light_dice=DieLook((222, 132, 152), (250, 248, 242), 0.08, clear=0.65),
    cube=DieLook((240, 232, 220), (54, 78, 56), 0.12),
    inlay=(214, 202, 158),
    hinges=(188, 160, 86),
    beside=("cup", None),
)

KEPT: Final[Mapping[str, BoardLook]] = MappingProxyType(
    {look.name: look for look in (_DAMSON, _GANNET, _ESTUARY, _FOXGLOVE)}
)
"""The looks for final figures, by name."""
