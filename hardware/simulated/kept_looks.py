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

_TEASEL = BoardLook(
    name="teasel",  # heather wool with emblems, cream and plum points, plum and oat sets, clear plum and oat dice
    surface=Fabric("felt", (132, 112, 138)),
    points=(Fabric("felt", (226, 214, 190)), Fabric("felt", (76, 44, 74))),
    frame=Fabric("wood", (112, 80, 56), 0.8),
    tray=Fabric("felt", (96, 78, 100)),
    table=Fabric("wood", (188, 156, 116), 0.7),
    dark=CheckerLook((88, 40, 72), (122, 66, 102), "marble", "dish", 0.6),
    light=CheckerLook((232, 220, 194), (248, 240, 222), "marble", "dish", 0.6),
    dark_dice=DieLook((122, 50, 98), (250, 246, 240), 0.1, clear=0.6),
    light_dice=DieLook((236, 224, 198), (60, 30, 50), 0.1),
    cube=DieLook((238, 228, 206), (96, 36, 76), 0.12),
    logo=(210, 190, 150),
    beside=("clock", None),
)
_MERLE = BoardLook(
    name="merle",  # slate cork, rust and bone points, rust and slate-blue sets, rust and clear ice dice
    surface=Fabric("cork", (118, 122, 124), 0.7),
    points=(Fabric("cork", (164, 84, 48), 0.7), Fabric("cork", (224, 214, 192), 0.7)),
    frame=Fabric("plain", (62, 66, 72)),
    tray=Fabric("felt", (84, 88, 92)),
    table=Fabric("leather", (92, 66, 46), 0.6),
    dark=CheckerLook((58, 76, 112), (92, 112, 150), "plain", "button", 0.7),
    light=CheckerLook((206, 110, 62), (232, 150, 104), "plain", "button", 0.7),
    dark_dice=DieLook((176, 84, 42), (252, 244, 232), 0.04),
    light_dice=DieLook((232, 240, 246), (24, 36, 60), 0.04, clear=0.55),
    cube=DieLook((236, 228, 210), (36, 52, 96), 0.1),
    beside=(None, "cup"),
)
_SLUICE = BoardLook(
    name="sluice",  # deep green leather inlaid with brass lines, tan points, brass and green sets, clear white dice
    surface=Fabric("leather", (34, 74, 62), 0.6),
    points=(Fabric("leather", (176, 140, 92), 0.6), Fabric("leather", (104, 72, 48), 0.6)),
    frame=Fabric("wood", (86, 54, 34), 0.9),
    tray=Fabric("felt", (28, 52, 44)),
    table=Fabric("cloth", (204, 198, 186)),
    dark=CheckerLook((26, 58, 46), (52, 92, 76), "metal", "ring", 0.6),
    light=CheckerLook((212, 178, 104), (238, 212, 150), "metal", "ring", 0.6),
    dark_dice=DieLook((28, 70, 54), (248, 244, 226), 0.08),
    light_dice=DieLook((246, 246, 242), (30, 30, 28), 0.08, clear=0.6),
    cube=DieLook((240, 236, 224), (30, 72, 52), 0.1),
    inlay=(206, 168, 92),
    hinges=(200, 164, 92),
    beside=("cup", "clock"),
)
_FLINTLOCK = BoardLook(
    name="flintlock",  # pale ash wood with emblems, honey points, charcoal and pearl sets, clear amber dice
    surface=Fabric("wood", (214, 198, 168), 0.8),
    points=(Fabric("wood", (70, 66, 64), 0.8), Fabric("wood", (198, 140, 62), 0.8)),
    frame=Fabric("wood", (150, 124, 92), 0.9),
    tray=Fabric("felt", (120, 104, 82)),
    table=Fabric("felt", (52, 72, 96)),
    dark=CheckerLook((48, 46, 48), (84, 82, 84), "pearl", "round", 0.6),
    light=CheckerLook((240, 236, 230), (222, 214, 206), "pearl", "round", 0.6),
    dark_dice=DieLook((52, 50, 52), (248, 246, 240), 0.13),
    light_dice=DieLook((236, 172, 74), (44, 26, 10), 0.13, clear=0.65),
    cube=DieLook((242, 236, 224), (60, 52, 48), 0.13),
    logo=(120, 96, 70),
    beside=("clock", "cup"),
)

KEPT: Final[Mapping[str, BoardLook]] = MappingProxyType(
    {look.name: look for look in (_TEASEL, _MERLE, _SLUICE, _FLINTLOCK)}
)
"""The looks for final figures, by name."""
