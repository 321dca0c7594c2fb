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

_SORREL = BoardLook(
    name="sorrel",  # red-brown leather with emblems, rust and cream sets, clear amber and cream dice
    surface=Fabric("leather", (128, 66, 44), 0.7),
    points=(Fabric("leather", (226, 202, 168), 0.6), Fabric("leather", (58, 30, 24), 0.6)),
    frame=Fabric("wood", (84, 50, 34), 0.8),
    tray=Fabric("felt", (46, 58, 52)),
    table=Fabric("cloth", (176, 178, 170)),
    dark=CheckerLook((44, 52, 48), (74, 84, 78), "marble", "dish", 0.7),
    light=CheckerLook((244, 226, 192), (226, 196, 150), "pearl", "dish", 0.7),
    dark_dice=DieLook((186, 96, 24), (252, 244, 226), 0.1, clear=0.7),
    light_dice=DieLook((246, 234, 208), (48, 28, 22), 0.1),
    cube=DieLook((244, 232, 204), (98, 40, 28), 0.12),
    logo=(216, 176, 118),
    beside=("cup", "clock"),
)
_HERON = BoardLook(
    name="heron",  # grey-blue felt, white and slate points, steel and white sets, clear smoke and white dice
    surface=Fabric("felt", (104, 124, 140)),
    points=(Fabric("felt", (230, 232, 232)), Fabric("felt", (48, 60, 76))),
    frame=Fabric("plain", (214, 214, 212)),
    tray=Fabric("felt", (74, 88, 100)),
    table=Fabric("wood", (98, 66, 44), 0.7),
    dark=CheckerLook((58, 66, 78), (96, 108, 122), "metal", "ring", 0.8),
    light=CheckerLook((244, 246, 248), (216, 222, 228), "plain", "ring", 0.6),
    dark_dice=DieLook((66, 70, 78), (250, 250, 250), 0.04, clear=0.5),
    light_dice=DieLook((248, 250, 252), (24, 32, 48), 0.04),
    cube=DieLook((40, 50, 66), (244, 244, 244), 0.1),
    beside=(None, "cup"),
)
_BASALT = BoardLook(
    name="basalt",  # black cloth with emblems, blue and sand sets, clear blue and sand dice
    surface=Fabric("cloth", (46, 46, 50)),
    points=(Fabric("cloth", (198, 180, 142)), Fabric("cloth", (44, 82, 122))),
    frame=Fabric("wood", (60, 46, 38), 0.6),
    tray=Fabric("felt", (32, 34, 38)),
    table=Fabric("felt", (128, 118, 98)),
    dark=CheckerLook((30, 74, 128), (60, 108, 160), "plain", "button", 0.6),
    light=CheckerLook((228, 208, 164), (246, 230, 194), "marble", "button", 0.6),
    dark_dice=DieLook((44, 96, 172), (250, 250, 246), 0.14, clear=0.75),
    light_dice=DieLook((232, 214, 172), (28, 30, 40), 0.14),
    cube=DieLook((232, 214, 172), (30, 60, 104), 0.14),
    logo=(188, 164, 112),
    beside=("clock", None),
)
_AURORA = BoardLook(
    name="aurora",  # dark wood inlaid with green lines, jade and rose sets, jade and clear white dice
    surface=Fabric("wood", (72, 48, 38), 0.8),
    points=(Fabric("wood", (176, 128, 88), 0.8), Fabric("wood", (44, 92, 74), 0.7)),
    frame=Fabric("wood", (52, 34, 28), 0.9),
    tray=Fabric("felt", (66, 34, 40)),
    table=Fabric("leather", (196, 186, 172), 0.5),
    dark=CheckerLook((30, 104, 78), (66, 142, 112), "pearl", "round", 0.7),
    light=CheckerLook((238, 196, 190), (250, 222, 216), "pearl", "round", 0.7),
    dark_dice=DieLook((26, 92, 70), (246, 250, 246), 0.06),
    light_dice=DieLook((240, 242, 244), (36, 40, 44), 0.06, clear=0.55),
    cube=DieLook((238, 200, 194), (30, 74, 58), 0.12),
    inlay=(120, 178, 146),
    hinges=(180, 156, 104),
    beside=("clock", "cup"),
)

KEPT: Final[Mapping[str, BoardLook]] = MappingProxyType(
    {look.name: look for look in (_SORREL, _HERON, _BASALT, _AURORA)}
)
"""The looks for final figures, by name."""
