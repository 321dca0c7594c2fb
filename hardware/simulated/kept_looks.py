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

_SEDGE = BoardLook(
    name="sedge",  # olive leather, sand and brown points, brown and straw sets, clear green and straw dice
    surface=Fabric("leather", (98, 102, 58), 0.6),
    points=(Fabric("leather", (214, 192, 140), 0.6), Fabric("leather", (72, 48, 34), 0.6)),
    frame=Fabric("wood", (128, 92, 58), 0.8),
    tray=Fabric("felt", (60, 64, 42)),
    table=Fabric("cloth", (120, 132, 146)),
    dark=CheckerLook((78, 44, 28), (112, 70, 46), "wood", "dish", 0.6),
    light=CheckerLook((236, 214, 158), (248, 234, 196), "wood", "dish", 0.6),
    dark_dice=DieLook((46, 118, 62), (248, 250, 242), 0.08, clear=0.65),
    light_dice=DieLook((240, 222, 168), (40, 34, 20), 0.08),
    cube=DieLook((240, 226, 184), (70, 44, 26), 0.1),
    beside=(None, "clock"),
)
_MAGPIE = BoardLook(
    name="magpie",  # white felt with emblems, black and grey points, black and white sets, black and clear white dice
    surface=Fabric("felt", (204, 206, 208)),
    points=(Fabric("felt", (36, 36, 40)), Fabric("felt", (128, 132, 138))),
    frame=Fabric("plain", (30, 30, 34)),
    tray=Fabric("felt", (150, 152, 156)),
    table=Fabric("wood", (150, 108, 70), 0.7),
    dark=CheckerLook((34, 34, 38), (70, 70, 76), "plain", "ring", 0.7),
    light=CheckerLook((250, 248, 244), (226, 224, 220), "plain", "ring", 0.7),
    dark_dice=DieLook((28, 28, 32), (248, 248, 248), 0.12),
    light_dice=DieLook((244, 244, 242), (20, 22, 26), 0.12, clear=0.5),
    cube=DieLook((246, 246, 246), (150, 24, 30), 0.12),
    logo=(84, 88, 96),
    beside=("cup", None),
)
_OPAL = BoardLook(
    name="opal",  # pale green cloth with silver inlay, teal points, opal and coral sets, clear coral and opal dice
    surface=Fabric("cloth", (178, 200, 186)),
    points=(Fabric("cloth", (40, 112, 116)), Fabric("cloth", (226, 222, 206))),
    frame=Fabric("wood", (206, 186, 154), 0.7),
    tray=Fabric("felt", (134, 156, 144)),
    table=Fabric("felt", (74, 60, 84)),
    dark=CheckerLook((206, 88, 74), (228, 128, 110), "pearl", "button", 0.7),
    light=CheckerLook((240, 246, 246), (214, 228, 232), "pearl", "button", 0.7),
    dark_dice=DieLook((216, 90, 78), (254, 248, 244), 0.03, clear=0.7),
    light_dice=DieLook((236, 244, 246), (26, 74, 80), 0.03),
    cube=DieLook((236, 244, 246), (140, 44, 36), 0.08),
    inlay=(150, 158, 160),
    hinges=(176, 180, 182),
    beside=("clock", "cup"),
)
_CINDER = BoardLook(
    name="cinder",  # charcoal wood with emblems, ember and ash points, ash and red sets, clear smoke and red dice
    surface=Fabric("wood", (66, 60, 58), 0.8),
    points=(Fabric("wood", (150, 62, 38), 0.8), Fabric("wood", (168, 160, 150), 0.8)),
    frame=Fabric("wood", (44, 38, 36), 0.9),
    tray=Fabric("felt", (84, 40, 36)),
    table=Fabric("leather", (110, 86, 66), 0.6),
    dark=CheckerLook((150, 30, 28), (186, 66, 56), "marble", "round", 0.6),
    light=CheckerLook((214, 208, 200), (238, 234, 228), "marble", "round", 0.6),
    dark_dice=DieLook((172, 32, 32), (250, 246, 240), 0.14),
    light_dice=DieLook((206, 204, 200), (26, 22, 22), 0.14, clear=0.6),
    cube=DieLook((222, 216, 208), (120, 24, 22), 0.14),
    logo=(190, 120, 80),
    beside=("cup", "clock"),
)

KEPT: Final[Mapping[str, BoardLook]] = MappingProxyType({look.name: look for look in (_SEDGE, _MAGPIE, _OPAL, _CINDER)})
"""The looks for final figures, by name."""
