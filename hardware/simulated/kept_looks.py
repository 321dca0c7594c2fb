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

_QUINCE = BoardLook(
    name="quince",  # yellow-green felt, brown and ivory points, olive and quince sets, clear yellow and olive dice
    surface=Fabric("felt", (150, 154, 72)),
    points=(Fabric("felt", (96, 62, 40)), Fabric("felt", (232, 224, 200))),
    frame=Fabric("wood", (140, 100, 62), 0.8),
    tray=Fabric("felt", (112, 114, 58)),
    table=Fabric("cloth", (196, 186, 190)),
    dark=CheckerLook((74, 82, 40), (108, 116, 66), "wood", "dish", 0.6),
    light=CheckerLook((236, 200, 92), (248, 222, 140), "wood", "dish", 0.6),
    dark_dice=DieLook((80, 88, 44), (250, 248, 234), 0.1),
    light_dice=DieLook((238, 206, 96), (54, 40, 12), 0.1, clear=0.6),
    cube=DieLook((242, 234, 206), (84, 70, 24), 0.12),
    beside=("cup", None),
)
_TARN = BoardLook(
    name="tarn",  # dark blue cloth inlaid with grey lines, ice points, navy and ice sets, clear ice and navy dice
    surface=Fabric("cloth", (30, 46, 74)),
    points=(Fabric("cloth", (196, 210, 222)), Fabric("cloth", (94, 116, 148))),
    frame=Fabric("plain", (52, 58, 68)),
    tray=Fabric("felt", (24, 34, 54)),
    table=Fabric("wood", (172, 134, 94), 0.7),
    dark=CheckerLook((28, 40, 92), (60, 76, 132), "pearl", "ring", 0.6),
    light=CheckerLook((224, 234, 242), (246, 250, 252), "pearl", "ring", 0.6),
    dark_dice=DieLook((30, 44, 98), (246, 248, 252), 0.06),
    light_dice=DieLook((230, 240, 248), (20, 30, 60), 0.06, clear=0.65),
    cube=DieLook((236, 240, 246), (26, 44, 104), 0.1),
    inlay=(150, 160, 172),
    hinges=(182, 186, 192),
    beside=(None, "clock"),
)
_SADDLE = BoardLook(
    name="saddle",  # tan leather with emblems, black and cream points, black and tan sets, clear brown and cream dice
    surface=Fabric("leather", (176, 128, 78), 0.6),
    points=(Fabric("leather", (46, 38, 34), 0.6), Fabric("leather", (230, 214, 182), 0.6)),
    frame=Fabric("leather", (98, 62, 38), 0.7),
    tray=Fabric("felt", (120, 84, 52)),
    table=Fabric("felt", (60, 84, 72)),
    dark=CheckerLook((40, 34, 32), (76, 68, 64), "plain", "button", 0.7),
    light=CheckerLook((222, 176, 116), (240, 206, 158), "plain", "button", 0.7),
    dark_dice=DieLook((92, 56, 32), (250, 244, 232), 0.12, clear=0.6),
    light_dice=DieLook((240, 228, 200), (44, 32, 22), 0.12),
    cube=DieLook((240, 230, 208), (110, 30, 24), 0.12),
    logo=(110, 70, 40),
    beside=("clock", "cup"),
)
_PEWTER = BoardLook(
    name="pewter",  # grey wood with emblems, red and grey points, wine and pewter sets, clear wine and pewter dice
    surface=Fabric("wood", (150, 150, 146), 0.8),
    points=(Fabric("wood", (128, 44, 46), 0.8), Fabric("wood", (96, 98, 100), 0.8)),
    frame=Fabric("wood", (84, 82, 78), 0.9),
    tray=Fabric("felt", (110, 108, 104)),
    table=Fabric("leather", (70, 50, 40), 0.6),
    dark=CheckerLook((110, 28, 44), (148, 62, 78), "metal", "round", 0.6),
    light=CheckerLook((204, 206, 208), (228, 230, 232), "metal", "round", 0.6),
    dark_dice=DieLook((132, 30, 52), (250, 244, 244), 0.04, clear=0.7),
    light_dice=DieLook((206, 208, 210), (30, 30, 34), 0.04),
    cube=DieLook((226, 226, 226), (112, 24, 40), 0.1),
    logo=(90, 60, 56),
    beside=("cup", "clock"),
)

KEPT: Final[Mapping[str, BoardLook]] = MappingProxyType(
    {look.name: look for look in (_QUINCE, _TARN, _SADDLE, _PEWTER)}
)
"""The looks for final figures, by name."""
