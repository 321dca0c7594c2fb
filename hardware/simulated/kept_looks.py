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

_HAZEL = BoardLook(
    name="hazel",  # hazel wood inlaid with dark lines, green and birch points, green and birch sets, clear green dice
    surface=Fabric("wood", (160, 122, 84), 0.8),
    points=(Fabric("wood", (52, 88, 62), 0.8), Fabric("wood", (224, 204, 166), 0.8)),
    frame=Fabric("wood", (104, 74, 48), 0.9),
    tray=Fabric("felt", (92, 70, 50)),
    table=Fabric("felt", (120, 124, 140)),
    dark=CheckerLook((40, 82, 56), (78, 122, 92), "wood", "round", 0.7),
    light=CheckerLook((232, 214, 178), (246, 234, 208), "wood", "round", 0.7),
    dark_dice=DieLook((44, 104, 66), (248, 246, 236), 0.12, clear=0.65),
    light_dice=DieLook((238, 226, 196), (36, 60, 40), 0.12),
    cube=DieLook((240, 230, 204), (42, 76, 52), 0.12),
    inlay=(70, 48, 32),
    hinges=(196, 166, 96),
    beside=("clock", None),
)
_MARLIN = BoardLook(
    name="marlin",  # silver-grey cloth with emblems, blue and white points, blue and white sets, clear white dice
    surface=Fabric("cloth", (158, 166, 174)),
    points=(Fabric("cloth", (38, 76, 132)), Fabric("cloth", (234, 236, 238))),
    frame=Fabric("plain", (40, 52, 70)),
    tray=Fabric("felt", (108, 116, 126)),
    table=Fabric("wood", (186, 146, 102), 0.7),
    dark=CheckerLook((32, 68, 126), (70, 108, 166), "plain", "ring", 0.7),
    light=CheckerLook((244, 244, 242), (222, 224, 226), "plain", "ring", 0.7),
    dark_dice=DieLook((34, 72, 132), (248, 250, 252), 0.05),
    light_dice=DieLook((246, 246, 246), (24, 48, 96), 0.05, clear=0.55),
    cube=DieLook((242, 242, 242), (150, 32, 36), 0.1),
    logo=(70, 90, 120),
    beside=("cup", "cup"),
)
_BISON = BoardLook(
    name="bison",  # dark brown leather, ochre and rust points, chocolate and ochre sets, opaque brown and yellow dice
    surface=Fabric("leather", (74, 50, 38), 0.6),
    points=(Fabric("leather", (196, 148, 72), 0.6), Fabric("leather", (140, 66, 40), 0.6)),
    frame=Fabric("wood", (44, 30, 24), 0.9),
    tray=Fabric("felt", (54, 38, 30)),
    table=Fabric("cloth", (150, 160, 138)),
    dark=CheckerLook((58, 36, 28), (94, 66, 54), "marble", "dish", 0.7),
    light=CheckerLook((216, 172, 88), (238, 204, 136), "marble", "dish", 0.7),
    dark_dice=DieLook((70, 44, 32), (248, 240, 222), 0.14),
    light_dice=DieLook((232, 190, 84), (40, 26, 14), 0.14),
    cube=DieLook((236, 222, 188), (96, 40, 24), 0.12),
    beside=(None, "cup"),
)
_NETTLE = BoardLook(
    name="nettle",  # moss-green felt with emblems, plum and sage points, plum and cream sets, clear plum and cream dice
    surface=Fabric("felt", (84, 102, 64)),
    points=(Fabric("felt", (92, 48, 78)), Fabric("felt", (186, 196, 160))),
    frame=Fabric("wood", (122, 90, 60), 0.8),
    tray=Fabric("felt", (62, 76, 48)),
    table=Fabric("wood", (206, 182, 148), 0.7),
    dark=CheckerLook((84, 40, 72), (122, 78, 110), "pearl", "button", 0.6),
    light=CheckerLook((238, 230, 206), (220, 210, 184), "pearl", "button", 0.6),
    dark_dice=DieLook((104, 48, 90), (250, 244, 248), 0.04, clear=0.6),
    light_dice=DieLook((240, 232, 210), (70, 34, 60), 0.04, clear=0.5),
    cube=DieLook((240, 234, 214), (80, 40, 68), 0.1),
    logo=(150, 160, 120),
    beside=("clock", "cup"),
)

KEPT: Final[Mapping[str, BoardLook]] = MappingProxyType(
    {look.name: look for look in (_HAZEL, _MARLIN, _BISON, _NETTLE)}
)
"""The looks for final figures, by name."""
