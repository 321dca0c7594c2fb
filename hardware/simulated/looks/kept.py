"""Looks for final figures alone: nothing was trained with them, and nothing may be tuned by them.

No constant, no threshold, no network is chosen by them, and nobody looks at them before. Once they have shown what
fails, and that is mended by them, they are no such looks any more and go to `hardware.simulated.looks.tried`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from hardware.simulated.looks.parts import BoardLook, CheckerLook, DieLook, Fabric

if TYPE_CHECKING:
    from collections.abc import Mapping

_ALDER = BoardLook(
    name="alder",  # cork, navy and brick points, navy and cream sets, clear blue dice
    surface=Fabric("cork", (198, 162, 120), 0.8),
    points=(Fabric("felt", (42, 54, 92)), Fabric("felt", (164, 84, 66))),
    frame=Fabric("wood", (92, 66, 48), 0.85),
    tray=Fabric("cork", (182, 148, 110), 0.8),
    table=Fabric("plain", (154, 158, 152)),
    dark=CheckerLook((36, 46, 84), (66, 80, 126), "plain", "round", 0.75),
    light=CheckerLook((240, 230, 204), (222, 208, 176), "plain", "round", 0.75),
    dark_dice=DieLook((54, 88, 156), (246, 246, 240), 0.08, clear=0.55),
    light_dice=DieLook((238, 228, 198), (40, 48, 82), 0.14),
    cube=DieLook((236, 226, 200), (44, 52, 88), 0.12),
    beside=(None, "clock"),
)
_CURLEW = BoardLook(
    name="curlew",  # brown leather with emblems, cream and charcoal points, black and orange marble, orange dice
    surface=Fabric("leather", (126, 88, 60), 0.75),
    points=(Fabric("leather", (228, 212, 180), 0.75), Fabric("leather", (56, 54, 56), 0.75)),
    frame=Fabric("leather", (66, 46, 34), 0.8),
    tray=Fabric("felt", (104, 76, 56)),
    table=Fabric("wood", (176, 142, 104), 0.8),
    dark=CheckerLook((34, 32, 34), (76, 72, 74), "marble", "dish", 0.75),
    light=CheckerLook((226, 128, 58), (244, 176, 112), "marble", "dish", 0.75),
    dark_dice=DieLook((40, 38, 40), (240, 150, 80), 0.08),
    light_dice=DieLook((232, 136, 66), (40, 34, 32), 0.12),
    cube=DieLook((238, 226, 200), (60, 44, 34), 0.12),
    logo=(206, 176, 132),
    beside=("cup", None),
)
_MOORLAND = BoardLook(
    name="moorland",  # heather felt inlaid with pale lines, sage and plum points, plum and silver metal sets, plum dice
    surface=Fabric("felt", (142, 120, 148)),
    points=(Fabric("felt", (160, 176, 140)), Fabric("felt", (86, 48, 84))),
    frame=Fabric("wood", (78, 66, 62), 0.85),
    tray=Fabric("felt", (120, 102, 126)),
    table=Fabric("cloth", (62, 66, 70), 0.8),
    dark=CheckerLook((82, 42, 78), (122, 82, 116), "metal", "button", 0.75),
    light=CheckerLook((204, 206, 208), (232, 234, 234), "metal", "button", 0.75),
    dark_dice=DieLook((90, 46, 86), (240, 232, 238), 0.1),
    light_dice=DieLook((214, 214, 212), (78, 46, 76), 0.14),
    cube=DieLook((228, 222, 226), (84, 48, 80), 0.12),
    inlay=(214, 202, 214),
    hinges=(140, 132, 120),
    beside=("clock", "cup"),
)
_MADDER = BoardLook(
    name="madder",  # madder red cloth, black and gold points, ebony and boxwood sets, clear red dice with white pips
    surface=Fabric("cloth", (156, 56, 50), 0.9),
    points=(Fabric("cloth", (40, 36, 36), 0.9), Fabric("cloth", (210, 168, 84), 0.9)),
    frame=Fabric("wood", (50, 34, 28), 0.85),
    tray=Fabric("cloth", (132, 48, 44), 0.9),
    table=Fabric("wood", (120, 96, 70), 0.8),
    dark=CheckerLook((46, 36, 32), (76, 60, 50), "wood", "ring", 0.7),
    light=CheckerLook((230, 206, 142), (206, 180, 112), "wood", "ring", 0.7),
    dark_dice=DieLook((46, 38, 36), (238, 214, 150), 0.12),
    light_dice=DieLook((196, 54, 56), (250, 246, 240), 0.08, clear=0.55),
    cube=DieLook((236, 220, 176), (120, 36, 34), 0.12),
    beside=("cup", None),
)

KEPT: Final[Mapping[str, BoardLook]] = MappingProxyType(
    {look.name: look for look in (_ALDER, _CURLEW, _MOORLAND, _MADDER)}
)
"""The looks for final figures, by name."""
