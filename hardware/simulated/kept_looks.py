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

_LAVENDER = BoardLook(
    name="lavender",  # pale violet cloth with emblems, grey and ivory sets, clear grey and ivory dice
    surface=Fabric("cloth", (178, 168, 196)),
    points=(Fabric("cloth", (98, 84, 122)), Fabric("cloth", (236, 230, 220))),
    frame=Fabric("wood", (112, 82, 60), 0.8),
    tray=Fabric("felt", (140, 128, 160)),
    table=Fabric("leather", (60, 52, 48), 0.6),
    dark=CheckerLook((78, 78, 86), (110, 110, 120), "marble", "dish", 0.7),
    light=CheckerLook((244, 236, 216), (226, 214, 188), "pearl", "dish", 0.7),
    dark_dice=DieLook((120, 122, 132), (250, 250, 252), 0.1, clear=0.75),
    light_dice=DieLook((246, 240, 222), (58, 52, 74), 0.1),
    cube=DieLook((244, 236, 216), (78, 78, 86), 0.12),
    logo=(86, 72, 112),
    beside=("cup", None),
)
_PEAT = BoardLook(
    name="peat",  # dark brown leather, black and ochre sets, sharp-cornered clear orange and black dice
    surface=Fabric("leather", (58, 44, 36), 0.6),
    points=(Fabric("leather", (112, 108, 56), 0.6), Fabric("leather", (186, 142, 76), 0.6)),
    frame=Fabric("leather", (32, 26, 22), 0.8),
    tray=Fabric("felt", (44, 34, 28)),
    table=Fabric("cloth", (202, 206, 200)),
    dark=CheckerLook((28, 26, 26), (58, 54, 52), "plain", "ring", 0.6),
    light=CheckerLook((204, 160, 84), (226, 188, 118), "plain", "ring", 0.6),
    dark_dice=DieLook((30, 30, 32), (246, 240, 226), 0.03),
    light_dice=DieLook((232, 128, 40), (252, 250, 244), 0.03, clear=0.7),
    cube=DieLook((240, 232, 210), (40, 30, 26), 0.1),
    beside=("clock", None),
)
_GLAZE = BoardLook(
    name="glaze",  # white wood inlaid with blue lines, blue points, porcelain sets, clear rose and blue dice
    surface=Fabric("wood", (230, 226, 216), 0.7),
    points=(Fabric("wood", (58, 88, 150), 0.7), Fabric("wood", (168, 184, 206), 0.7)),
    frame=Fabric("wood", (206, 196, 176), 0.8),
    tray=Fabric("felt", (70, 90, 132)),
    table=Fabric("wood", (92, 62, 42), 0.7),
    dark=CheckerLook((36, 60, 128), (66, 94, 164), "pearl", "round", 0.7),
    light=CheckerLook((248, 246, 240), (228, 228, 230), "pearl", "round", 0.7),
    dark_dice=DieLook((38, 66, 140), (250, 250, 250), 0.14),
    light_dice=DieLook((196, 92, 112), (250, 250, 250), 0.14, clear=0.6),
    cube=DieLook((248, 246, 240), (36, 60, 128), 0.14),
    inlay=(70, 100, 160),
    hinges=(168, 156, 126),
    beside=(None, "cup"),
)
_MALACHITE = BoardLook(
    name="malachite",  # green cloth with emblems, green and silver sets, white and clear green dice
    surface=Fabric("cloth", (28, 92, 70)),
    points=(Fabric("cloth", (22, 26, 26)), Fabric("cloth", (170, 214, 190))),
    frame=Fabric("plain", (54, 56, 58)),
    tray=Fabric("cloth", (22, 70, 54)),
    table=Fabric("felt", (90, 50, 60)),
    dark=CheckerLook((12, 56, 42), (36, 110, 84), "marble", "button", 0.7),
    light=CheckerLook((206, 208, 212), (240, 242, 246), "metal", "button", 0.8),
    dark_dice=DieLook((40, 130, 96), (250, 252, 250), 0.12, clear=0.6),
    light_dice=DieLook((250, 250, 248), (18, 60, 46), 0.12),
    cube=DieLook((246, 246, 240), (18, 60, 46), 0.12),
    logo=(206, 196, 120),
    beside=("cup", "clock"),
)

KEPT: Final[Mapping[str, BoardLook]] = MappingProxyType(
    {look.name: look for look in (_LAVENDER, _PEAT, _GLAZE, _MALACHITE)}
)
"""The looks for final figures, by name."""
