"""Looks that nothing is trained on, so that they can test the reader.

They may be looked at, and what fails on them may be mended by them; those for final figures alone are in
`hardware.simulated.looks.kept`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from hardware.simulated.looks.parts import BoardLook, CheckerLook, DieLook, Fabric
from hardware.simulated.looks.tried import TRIED

if TYPE_CHECKING:
    from collections.abc import Mapping

_MAPLE = BoardLook(
    name="maple",  # a pale inlaid board, turned wooden checkers, amber dice
    surface=Fabric("wood", (222, 190, 142), 0.7),
    points=(Fabric("wood", (92, 58, 36), 0.7), Fabric("wood", (158, 84, 54), 0.7)),
    frame=Fabric("wood", (198, 158, 106), 0.8),
    tray=Fabric("felt", (128, 108, 84), 0.7),
    table=Fabric("cloth", (58, 70, 62)),
    dark=CheckerLook((98, 52, 30), (66, 34, 22), "wood", "round", 0.5),
    light=CheckerLook((238, 216, 172), (212, 180, 128), "wood", "round", 0.5),
    dark_dice=DieLook((196, 112, 22), (250, 246, 232), 0.2, clear=0.8),
    light_dice=DieLook((242, 236, 220), (60, 34, 20), 0.2),
    cube=DieLook((240, 230, 206), (70, 40, 24), 0.16),
    inlay=(62, 38, 24),
    beside=("cup", None),
)
_CASINO = BoardLook(
    name="casino",  # green cloth with emblems, bronze and silver, clear red and blue dice
    surface=Fabric("cloth", (30, 94, 68)),
    points=(Fabric("cloth", (198, 168, 90)), Fabric("cloth", (18, 46, 38))),
    frame=Fabric("leather", (40, 34, 32)),
    tray=Fabric("felt", (24, 66, 50)),
    table=Fabric("plain", (92, 30, 34)),
    dark=CheckerLook((104, 62, 26), (224, 168, 98), "metal", "ring", 0.85),
    light=CheckerLook((158, 162, 168), (250, 250, 252), "metal", "ring", 0.85),
    dark_dice=DieLook((190, 14, 28), (250, 246, 244), 0.03, clear=0.9),
    light_dice=DieLook((24, 62, 186), (248, 248, 250), 0.03, clear=0.9),
    cube=DieLook((36, 32, 32), (226, 200, 130), 0.12),
    logo=(216, 192, 122),
    beside=("clock", "cup"),
)
_SLATE = BoardLook(
    name="slate",  # grey on grey: sets, points and board of nearly one colour
    surface=Fabric("plain", (76, 80, 86)),
    points=(Fabric("plain", (108, 114, 120)), Fabric("plain", (50, 54, 60))),
    frame=Fabric("plain", (40, 42, 46)),
    tray=Fabric("plain", (58, 62, 68)),
    table=Fabric("wood", (188, 170, 146), 0.7),
    dark=CheckerLook((82, 88, 100), (66, 72, 84), "plain", "flat", 0.4),
    light=CheckerLook((136, 144, 156), (120, 128, 140), "plain", "flat", 0.4),
    dark_dice=DieLook((16, 16, 18), (244, 244, 244), 0.04),
    light_dice=DieLook((246, 246, 246), (18, 18, 20), 0.04),
    cube=DieLook((230, 232, 236), (40, 44, 52), 0.1),
    beside=(None, "clock"),
)
_ROSE = BoardLook(
    name="rose",  # pale leather with soft colours, marble, green and violet dice
    surface=Fabric("leather", (232, 214, 206), 0.5),
    points=(Fabric("leather", (198, 140, 138), 0.6), Fabric("leather", (152, 148, 154), 0.6)),
    frame=Fabric("wood", (214, 190, 160), 0.6),
    tray=Fabric("leather", (206, 188, 182), 0.5),
    table=Fabric("felt", (72, 92, 110)),
    dark=CheckerLook((128, 50, 66), (188, 110, 122), "marble", "dish", 0.75),
    light=CheckerLook((246, 234, 226), (222, 198, 190), "marble", "dish", 0.75),
    dark_dice=DieLook((92, 44, 128), (246, 240, 250), 0.22),
    light_dice=DieLook((38, 120, 66), (246, 248, 240), 0.22),
    cube=DieLook((246, 240, 232), (120, 44, 60), 0.2),
    hinges=(200, 176, 120),
    beside=(None, "cup"),
)
_HARBOUR = BoardLook(
    name="harbour",  # blue felt with emblems in pale wood, yellow dice with sharp corners
    surface=Fabric("felt", (34, 60, 108)),
    points=(Fabric("felt", (226, 226, 220)), Fabric("felt", (212, 112, 40))),
    frame=Fabric("wood", (204, 168, 120), 0.7),
    tray=Fabric("felt", (28, 48, 86)),
    table=Fabric("cork", (186, 150, 112), 0.7),
    dark=CheckerLook((22, 26, 44), (54, 62, 96), "marble", "button", 0.8),
    light=CheckerLook((236, 232, 220), (210, 200, 180), "pearl", "button", 0.8),
    dark_dice=DieLook((236, 190, 30), (20, 20, 24), 0.03),
    light_dice=DieLook((240, 240, 236), (22, 40, 110), 0.03),
    cube=DieLook((236, 190, 30), (20, 20, 24), 0.08),
    logo=(196, 204, 220),
    beside=("clock", None),
)
_EBONY = BoardLook(
    name="ebony",  # dark wood with pale lines and diamonds, clear green dice
    surface=Fabric("wood", (60, 44, 37)),
    points=(Fabric("wood", (158, 114, 70), 0.8), Fabric("wood", (34, 27, 25), 0.8)),
    frame=Fabric("wood", (44, 32, 28)),
    tray=Fabric("felt", (92, 24, 30)),
    table=Fabric("leather", (150, 120, 92), 0.7),
    dark=CheckerLook((36, 30, 30), (64, 54, 50), "wood", "round", 0.7),
    light=CheckerLook((202, 174, 126), (232, 210, 168), "wood", "round", 0.7),
    dark_dice=DieLook((20, 128, 72), (246, 250, 244), 0.12, clear=0.85),
    light_dice=DieLook((240, 232, 210), (44, 30, 24), 0.12),
    cube=DieLook((34, 28, 28), (228, 208, 166), 0.14),
    inlay=(222, 202, 162),
    beside=(None, "cup"),
)
_MEADOW = BoardLook(
    name="meadow",  # pale cork, olive points, two browns that are not far apart
    surface=Fabric("cork", (212, 178, 134), 0.8),
    points=(Fabric("cork", (122, 128, 76), 0.6), Fabric("cork", (166, 100, 66), 0.6)),
    frame=Fabric("cork", (150, 112, 76), 0.9),
    tray=Fabric("felt", (110, 116, 78)),
    table=Fabric("cloth", (222, 220, 210)),
    dark=CheckerLook((116, 80, 52), (92, 60, 38), "wood", "dish", 0.3),
    light=CheckerLook((180, 142, 102), (158, 118, 80), "wood", "dish", 0.3),
    dark_dice=DieLook((206, 84, 26), (252, 246, 238), 0.16),
    light_dice=DieLook((30, 96, 160), (246, 248, 252), 0.16),
    cube=DieLook((232, 224, 200), (60, 70, 36), 0.16),
    beside=("cup", "clock"),
)
_CHROME = BoardLook(
    name="chrome",  # grey cloth in a metal-coloured case, copper and steel
    surface=Fabric("cloth", (146, 150, 156)),
    points=(Fabric("cloth", (34, 36, 40)), Fabric("cloth", (226, 228, 230))),
    frame=Fabric("plain", (112, 116, 122)),
    tray=Fabric("cloth", (98, 102, 108)),
    table=Fabric("plain", (30, 44, 58)),
    dark=CheckerLook((124, 62, 36), (232, 158, 118), "metal", "dish", 0.85),
    light=CheckerLook((164, 170, 178), (246, 250, 252), "metal", "flat", 0.85),
    dark_dice=DieLook((16, 18, 22), (248, 248, 248), 0.06),
    light_dice=DieLook((214, 222, 230), (20, 30, 60), 0.06, clear=0.6),
    cube=DieLook((236, 238, 240), (24, 30, 40), 0.06),
    logo=(86, 92, 104),
    beside=("cup", "clock"),
)

_LOOKS = (_MAPLE, _CASINO, _SLATE, _ROSE, _HARBOUR, _EBONY, _MEADOW, _CHROME, *TRIED)

FRESH: Final[Mapping[str, BoardLook]] = MappingProxyType({look.name: look for look in _LOOKS})
"""The looks that nothing is trained on and that may be looked at, by name."""
