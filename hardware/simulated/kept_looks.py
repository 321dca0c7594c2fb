"""Looks for final figures alone: nothing was trained with them, and nothing may be tuned by them.

No constant, no threshold, no network is chosen by them, and nobody looks at them before. Once they have shown what
fails, and that is mended by them, they are no such looks any more and go to `hardware.simulated.fresh_looks`, as
`harbour`, `ebony`, `meadow` and `chrome` did, after them `lagoon`, `burr`, `linen` and `onyx`, then `marsh`, `ember`,
`glacier` and `quarry`, and at last `orchid`, `fjord`, `saffron` and `tundra`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from hardware.simulated.look_parts import BoardLook, CheckerLook, DieLook, Fabric

if TYPE_CHECKING:
    from collections.abc import Mapping

_THISTLE = BoardLook(
    name="thistle",  # heather leather with emblems, plum and oat sets, clear violet and oat dice
    surface=Fabric("leather", (112, 92, 128), 0.6),
    points=(Fabric("leather", (216, 204, 182), 0.6), Fabric("leather", (62, 50, 78), 0.6)),
    frame=Fabric("leather", (54, 44, 40), 0.8),
    tray=Fabric("felt", (88, 72, 100)),
    table=Fabric("wood", (150, 112, 74), 0.7),
    dark=CheckerLook((74, 30, 62), (112, 60, 98), "plain", "dish", 0.7),
    light=CheckerLook((228, 214, 184), (206, 188, 152), "marble", "dish", 0.7),
    dark_dice=DieLook((98, 52, 162), (250, 248, 252), 0.06, clear=0.8),
    light_dice=DieLook((232, 220, 194), (66, 34, 58), 0.06),
    cube=DieLook((228, 214, 184), (66, 34, 58), 0.12),
    logo=(228, 214, 184),
    beside=(None, "cup"),
)
_HARVEST = BoardLook(
    name="harvest",  # brown wood inlaid with straw lines, walnut and wheat sets, white and clear brown dice
    surface=Fabric("wood", (128, 86, 52), 0.7),
    points=(Fabric("wood", (226, 190, 124), 0.7), Fabric("wood", (70, 40, 28), 0.7)),
    frame=Fabric("wood", (88, 54, 32), 0.8),
    tray=Fabric("felt", (104, 30, 34)),
    table=Fabric("cloth", (232, 228, 218)),
    dark=CheckerLook((56, 32, 24), (34, 20, 16), "wood", "button", 0.5),
    light=CheckerLook((238, 206, 142), (214, 174, 104), "wood", "button", 0.5),
    dark_dice=DieLook((122, 72, 38), (250, 244, 228), 0.18, clear=0.65),
    light_dice=DieLook((250, 248, 242), (30, 26, 24), 0.18),
    cube=DieLook((238, 206, 142), (56, 32, 24), 0.14),
    inlay=(232, 204, 140),
    hinges=(150, 138, 118),
    beside=("clock", "cup"),
)
_COBALT = BoardLook(
    name="cobalt",  # bright blue felt with emblems, navy and silver sets, sharp-cornered red and clear blue dice
    surface=Fabric("felt", (36, 78, 158)),
    points=(Fabric("felt", (214, 218, 226)), Fabric("felt", (20, 36, 84))),
    frame=Fabric("plain", (188, 190, 194)),
    tray=Fabric("felt", (28, 58, 120)),
    table=Fabric("plain", (48, 50, 54)),
    dark=CheckerLook((18, 26, 60), (48, 62, 112), "plain", "ring", 0.7),
    light=CheckerLook((188, 194, 202), (234, 238, 242), "metal", "ring", 0.8),
    dark_dice=DieLook((196, 34, 40), (250, 248, 246), 0.03),
    light_dice=DieLook((96, 170, 224), (252, 252, 252), 0.03, clear=0.7),
    cube=DieLook((234, 238, 242), (18, 26, 60), 0.1),
    logo=(226, 202, 92),
    beside=("cup", None),
)
_BRACKEN = BoardLook(
    name="bracken",  # rust cork, cream and moss points, moss and straw sets, olive and cream dice
    surface=Fabric("cork", (166, 96, 58), 0.7),
    points=(Fabric("cork", (232, 214, 176), 0.7), Fabric("cork", (86, 88, 48), 0.7)),
    frame=Fabric("wood", (60, 40, 30), 0.8),
    tray=Fabric("cork", (134, 78, 48), 0.7),
    table=Fabric("felt", (44, 62, 58)),
    dark=CheckerLook((64, 70, 36), (94, 102, 56), "marble", "flat", 0.6),
    light=CheckerLook((236, 220, 172), (216, 194, 138), "marble", "flat", 0.6),
    dark_dice=DieLook((96, 98, 44), (248, 244, 226), 0.1),
    light_dice=DieLook((244, 234, 208), (74, 44, 28), 0.1),
    cube=DieLook((236, 220, 172), (64, 70, 36), 0.14),
    beside=("clock", None),
)

KEPT: Final[Mapping[str, BoardLook]] = MappingProxyType(
    {look.name: look for look in (_THISTLE, _HARVEST, _COBALT, _BRACKEN)}
)
"""The looks for final figures, by name."""
