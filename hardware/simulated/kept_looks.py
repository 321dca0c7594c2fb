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

_BRAMBLE = BoardLook(
    name="bramble",  # blackberry leather, silver and raspberry points, night-blue and silver sets, clear violet dice
    surface=Fabric("leather", (52, 36, 58), 0.7),
    points=(Fabric("leather", (184, 184, 190), 0.7), Fabric("leather", (168, 54, 88), 0.7)),
    frame=Fabric("leather", (36, 30, 38), 0.8),
    tray=Fabric("felt", (60, 44, 66)),
    table=Fabric("wood", (204, 176, 136), 0.8),
    dark=CheckerLook((34, 40, 68), (60, 68, 104), "pearl", "button", 0.75),
    light=CheckerLook((206, 208, 214), (232, 234, 238), "metal", "button", 0.75),
    dark_dice=DieLook((96, 66, 138), (248, 246, 250), 0.08, clear=0.6),
    light_dice=DieLook((226, 228, 232), (40, 46, 76), 0.12),
    cube=DieLook((230, 228, 232), (60, 40, 70), 0.12),
    beside=("clock", "cup"),
)
_PELICAN = BoardLook(
    name="pelican",  # white cloth with emblems, orange and grey points, rust and white sets, white dice with rust pips
    surface=Fabric("cloth", (228, 226, 218), 0.9),
    points=(Fabric("cloth", (222, 138, 62), 0.9), Fabric("cloth", (128, 132, 136), 0.9)),
    frame=Fabric("plain", (214, 208, 196)),
    tray=Fabric("cloth", (206, 202, 192), 0.9),
    table=Fabric("cloth", (62, 78, 94), 0.8),
    dark=CheckerLook((146, 66, 38), (182, 104, 70), "plain", "ring", 0.65),
    light=CheckerLook((240, 238, 232), (222, 218, 208), "plain", "ring", 0.65),
    dark_dice=DieLook((140, 60, 36), (246, 240, 230), 0.14),
    light_dice=DieLook((242, 240, 234), (150, 70, 40), 0.1),
    cube=DieLook((86, 90, 96), (240, 238, 232), 0.12),
    logo=(176, 168, 150),
    beside=("cup", None),
)
_SYCAMORE = BoardLook(
    name="sycamore",  # grey-brown wood inlaid with brass, maple and smoked points, wooden sets, amber dice
    surface=Fabric("wood", (122, 104, 88), 0.7),
    points=(Fabric("wood", (206, 176, 126), 0.7), Fabric("wood", (66, 52, 46), 0.7)),
    frame=Fabric("wood", (84, 66, 54), 0.85),
    tray=Fabric("felt", (44, 74, 60)),
    table=Fabric("plain", (226, 222, 214)),
    dark=CheckerLook((56, 40, 36), (92, 68, 58), "wood", "flat", 0.7),
    light=CheckerLook((224, 190, 132), (204, 166, 106), "wood", "flat", 0.7),
    dark_dice=DieLook((58, 42, 38), (236, 206, 148), 0.16),
    light_dice=DieLook((214, 148, 62), (250, 244, 230), 0.08, clear=0.5),
    cube=DieLook((232, 214, 180), (64, 48, 42), 0.14),
    inlay=(196, 164, 92),
    hinges=(202, 170, 90),
    beside=(None, "clock"),
)
_KELP = BoardLook(
    name="kelp",  # sea-green felt, foam and bottle-green points, bottle and lemon marble, ink dice with lemon pips
    surface=Fabric("felt", (86, 140, 124)),
    points=(Fabric("felt", (214, 228, 216)), Fabric("felt", (30, 70, 56))),
    frame=Fabric("wood", (46, 42, 40), 0.9),
    tray=Fabric("felt", (70, 118, 104)),
    table=Fabric("wood", (104, 72, 52), 0.8),
    dark=CheckerLook((28, 66, 52), (62, 112, 92), "marble", "dish", 0.8),
    light=CheckerLook((236, 224, 128), (246, 240, 184), "marble", "dish", 0.8),
    dark_dice=DieLook((34, 36, 48), (238, 224, 120), 0.06),
    light_dice=DieLook((238, 230, 160), (32, 64, 54), 0.12),
    cube=DieLook((240, 238, 224), (34, 72, 60), 0.1),
    beside=("clock", None),
)

KEPT: Final[Mapping[str, BoardLook]] = MappingProxyType(
    {look.name: look for look in (_BRAMBLE, _PELICAN, _SYCAMORE, _KELP)}
)
"""The looks for final figures, by name."""
