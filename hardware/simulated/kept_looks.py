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

_CYPRESS = BoardLook(
    name="cypress",  # honey wood inlaid with pale lines, black and red points, ebony and boxwood sets, ruby clear dice
    surface=Fabric("wood", (186, 148, 100), 0.8),
    points=(Fabric("wood", (40, 34, 32), 0.8), Fabric("wood", (142, 54, 42), 0.8)),
    frame=Fabric("wood", (122, 86, 54), 0.9),
    tray=Fabric("felt", (62, 66, 60)),
    table=Fabric("cloth", (148, 152, 150), 0.7),
    dark=CheckerLook((44, 36, 34), (78, 62, 56), "wood", "ring", 0.6),
    light=CheckerLook((226, 204, 150), (240, 224, 180), "wood", "ring", 0.6),
    dark_dice=DieLook((156, 22, 44), (250, 240, 238), 0.06, clear=0.75),
    light_dice=DieLook((240, 232, 212), (28, 26, 30), 0.1),
    cube=DieLook((238, 228, 206), (120, 24, 30), 0.12),
    inlay=(236, 214, 170),
    hinges=(182, 184, 186),
    beside=(None, "clock"),
)
_KESTREL = BoardLook(
    name="kestrel",  # slate-blue leather with emblems, rust and cream points, marbled rust and ivory sets
    surface=Fabric("leather", (70, 84, 104), 0.8),
    points=(Fabric("leather", (156, 82, 48), 0.8), Fabric("leather", (226, 214, 188), 0.8)),
    frame=Fabric("leather", (48, 46, 50), 0.8),
    tray=Fabric("felt", (56, 62, 76)),
    table=Fabric("wood", (134, 98, 66), 0.9),
    dark=CheckerLook((140, 66, 36), (190, 120, 84), "marble", "dish", 0.75),
    light=CheckerLook((238, 230, 212), (216, 202, 176), "marble", "dish", 0.75),
    dark_dice=DieLook((122, 54, 30), (248, 236, 218), 0.16),
    light_dice=DieLook((236, 228, 210), (44, 58, 84), 0.16),
    cube=DieLook((238, 230, 214), (50, 66, 94), 0.14),
    logo=(214, 186, 130),
    beside=("cup", "clock"),
)
_MULBERRY = BoardLook(
    name="mulberry",  # dark violet felt, mint and grey points, black and mint sets, clear mint dice
    surface=Fabric("felt", (68, 42, 74)),
    points=(Fabric("felt", (150, 196, 172)), Fabric("felt", (128, 124, 134))),
    frame=Fabric("wood", (66, 48, 40), 0.8),
    tray=Fabric("felt", (54, 36, 60)),
    table=Fabric("plain", (190, 184, 176), 0.8),
    dark=CheckerLook((32, 30, 36), (66, 62, 72), "pearl", "flat", 0.7),
    light=CheckerLook((168, 214, 190), (206, 236, 220), "pearl", "flat", 0.7),
    dark_dice=DieLook((40, 36, 46), (236, 240, 238), 0.08),
    light_dice=DieLook((178, 222, 200), (34, 40, 38), 0.05, clear=0.65),
    cube=DieLook((226, 236, 230), (84, 44, 92), 0.1),
    beside=("clock", None),
)
_TALUS = BoardLook(
    name="talus",  # grey cork with fine lines, wine and white points, brass and silver sets
    surface=Fabric("cork", (158, 154, 146), 0.8),
    points=(Fabric("cork", (112, 36, 50), 0.8), Fabric("cork", (232, 228, 220), 0.8)),
    frame=Fabric("wood", (70, 60, 54), 0.8),
    tray=Fabric("felt", (96, 94, 90)),
    table=Fabric("felt", (44, 70, 60)),
    dark=CheckerLook((146, 110, 52), (184, 148, 84), "metal", "button", 0.7),
    light=CheckerLook((212, 214, 218), (236, 238, 240), "metal", "button", 0.7),
    dark_dice=DieLook((120, 86, 36), (250, 244, 226), 0.1),
    light_dice=DieLook((222, 224, 228), (92, 26, 40), 0.1),
    cube=DieLook((230, 230, 228), (96, 30, 44), 0.12),
    inlay=(92, 80, 70),
    hinges=(190, 156, 92),
    beside=("cup", None),
)

KEPT: Final[Mapping[str, BoardLook]] = MappingProxyType(
    {look.name: look for look in (_CYPRESS, _KESTREL, _MULBERRY, _TALUS)}
)
"""The looks for final figures, by name."""
