"""Looks for final figures alone: nothing was trained with them, and nothing may be tuned by them.

No constant, no threshold, no network is chosen by them, and nobody looks at them before. Once they have shown what
fails, and that is mended by them, they are no such looks any more and go to `hardware.simulated.fresh_looks`, as
`harbour`, `ebony`, `meadow` and `chrome` did, after them `lagoon`, `burr`, `linen` and `onyx`, then `marsh`, `ember`,
`glacier` and `quarry`, `orchid`, `fjord`, `saffron` and `tundra`, and at last `thistle`, `harvest`, `cobalt` and
`bracken`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from hardware.simulated.look_parts import BoardLook, CheckerLook, DieLook, Fabric

if TYPE_CHECKING:
    from collections.abc import Mapping

_JUNIPER = BoardLook(
    name="juniper",  # blue-green leather, bone and ink points, teal-black and bone sets, clear blue and bone dice
    surface=Fabric("leather", (58, 98, 104), 0.6),
    points=(Fabric("leather", (222, 212, 190), 0.6), Fabric("leather", (30, 44, 58), 0.6)),
    frame=Fabric("wood", (72, 48, 34), 0.8),
    tray=Fabric("felt", (40, 70, 76)),
    table=Fabric("cloth", (188, 180, 168)),
    dark=CheckerLook((20, 48, 52), (42, 84, 88), "marble", "dish", 0.7),
    light=CheckerLook((232, 222, 198), (214, 202, 172), "pearl", "dish", 0.7),
    dark_dice=DieLook((40, 70, 160), (250, 250, 252), 0.1, clear=0.7),
    light_dice=DieLook((236, 228, 206), (24, 50, 56), 0.1),
    cube=DieLook((232, 222, 198), (20, 48, 52), 0.12),
    logo=(226, 196, 120),
    beside=("cup", None),
)
_PAPRIKA = BoardLook(
    name="paprika",  # red felt with emblems, black and gold points, black and gold metal sets, gold and black dice
    surface=Fabric("felt", (150, 32, 30)),
    points=(Fabric("felt", (28, 24, 24)), Fabric("felt", (206, 168, 84))),
    frame=Fabric("leather", (30, 24, 22), 0.8),
    tray=Fabric("felt", (112, 22, 22)),
    table=Fabric("wood", (96, 70, 48), 0.7),
    dark=CheckerLook((34, 32, 34), (70, 66, 68), "metal", "ring", 0.7),
    light=CheckerLook((212, 178, 98), (238, 214, 146), "metal", "ring", 0.8),
    dark_dice=DieLook((26, 24, 26), (236, 206, 120), 0.04),
    light_dice=DieLook((226, 190, 92), (30, 22, 18), 0.04),
    cube=DieLook((244, 238, 222), (40, 30, 28), 0.1),
    logo=(32, 24, 24),
    beside=("clock", None),
)
_BIRCH = BoardLook(
    name="birch",  # pale wood inlaid with dark lines, cherry and birch sets, clear red and white dice
    surface=Fabric("wood", (222, 200, 160), 0.7),
    points=(Fabric("wood", (132, 58, 42), 0.7), Fabric("wood", (186, 156, 112), 0.7)),
    frame=Fabric("wood", (164, 124, 80), 0.8),
    tray=Fabric("felt", (60, 84, 62)),
    table=Fabric("felt", (40, 48, 66)),
    dark=CheckerLook((124, 48, 36), (92, 34, 28), "wood", "round", 0.5),
    light=CheckerLook((244, 232, 204), (228, 210, 172), "wood", "round", 0.5),
    dark_dice=DieLook((186, 44, 40), (252, 248, 244), 0.14, clear=0.6),
    light_dice=DieLook((250, 250, 248), (28, 28, 30), 0.14),
    cube=DieLook((244, 232, 204), (92, 34, 28), 0.14),
    inlay=(86, 56, 38),
    hinges=(172, 150, 102),
    beside=(None, "cup"),
)
_GRANITE = BoardLook(
    name="granite",  # dark grey cloth with emblems, violet and white sets, violet and clear white dice
    surface=Fabric("cloth", (72, 74, 78)),
    points=(Fabric("cloth", (224, 224, 226)), Fabric("cloth", (110, 78, 140))),
    frame=Fabric("plain", (38, 38, 42)),
    tray=Fabric("cloth", (56, 58, 62)),
    table=Fabric("leather", (150, 104, 66), 0.6),
    dark=CheckerLook((92, 52, 128), (122, 82, 158), "plain", "button", 0.6),
    light=CheckerLook((242, 242, 244), (222, 222, 226), "marble", "button", 0.6),
    dark_dice=DieLook((104, 60, 146), (250, 250, 252), 0.12),
    light_dice=DieLook((246, 246, 248), (92, 52, 128), 0.12, clear=0.5),
    cube=DieLook((242, 242, 244), (60, 40, 90), 0.12),
    logo=(150, 120, 178),
    beside=("cup", "clock"),
)

KEPT: Final[Mapping[str, BoardLook]] = MappingProxyType(
    {look.name: look for look in (_JUNIPER, _PAPRIKA, _BIRCH, _GRANITE)}
)
"""The looks for final figures, by name."""
