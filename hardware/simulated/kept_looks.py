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

_HOLLYHOCK = BoardLook(
    name="hollyhock",  # cream felt, pink and burgundy points, burgundy and blush sets, clear pink dice
    surface=Fabric("felt", (226, 214, 190)),
    points=(Fabric("felt", (216, 132, 150)), Fabric("felt", (112, 34, 52))),
    frame=Fabric("wood", (150, 106, 72), 0.85),
    tray=Fabric("felt", (204, 190, 168)),
    table=Fabric("plain", (74, 82, 92)),
    dark=CheckerLook((106, 32, 52), (146, 66, 84), "pearl", "round", 0.75),
    light=CheckerLook((240, 206, 204), (248, 228, 224), "pearl", "round", 0.75),
    dark_dice=DieLook((112, 36, 54), (248, 236, 226), 0.1),
    light_dice=DieLook((232, 150, 168), (70, 24, 36), 0.08, clear=0.55),
    cube=DieLook((244, 234, 218), (116, 38, 56), 0.12),
    beside=("clock", "cup"),
)
_EGRET = BoardLook(
    name="egret",  # slate-blue cloth with emblems, white and tan points, charcoal and white sets, ivory dice
    surface=Fabric("cloth", (92, 108, 130), 0.9),
    points=(Fabric("cloth", (228, 228, 224), 0.9), Fabric("cloth", (176, 142, 100), 0.9)),
    frame=Fabric("leather", (70, 56, 46), 0.8),
    tray=Fabric("cloth", (78, 92, 112), 0.9),
    table=Fabric("wood", (146, 112, 80), 0.8),
    dark=CheckerLook((54, 54, 58), (92, 92, 98), "plain", "dish", 0.7),
    light=CheckerLook((238, 236, 230), (216, 212, 202), "plain", "dish", 0.7),
    dark_dice=DieLook((52, 54, 60), (240, 238, 230), 0.1),
    light_dice=DieLook((240, 232, 210), (56, 50, 44), 0.14),
    cube=DieLook((238, 232, 216), (50, 60, 80), 0.12),
    logo=(168, 178, 190),
    beside=(None, "cup"),
)
_MORAINE = BoardLook(
    name="moraine",  # grey leather inlaid with pale lines, rust and bone points, slate and bone metal sets, rust dice
    surface=Fabric("leather", (116, 116, 114), 0.7),
    points=(Fabric("leather", (168, 92, 58), 0.7), Fabric("leather", (210, 202, 184), 0.7)),
    frame=Fabric("leather", (60, 60, 62), 0.8),
    tray=Fabric("felt", (92, 94, 96)),
    table=Fabric("cloth", (198, 182, 158), 0.8),
    dark=CheckerLook((62, 70, 82), (98, 108, 122), "metal", "button", 0.75),
    light=CheckerLook((222, 212, 188), (242, 236, 218), "metal", "button", 0.75),
    dark_dice=DieLook((156, 78, 46), (246, 238, 224), 0.12),
    light_dice=DieLook((224, 216, 196), (56, 60, 68), 0.16),
    cube=DieLook((70, 76, 86), (236, 228, 210), 0.14),
    inlay=(190, 184, 168),
    hinges=(160, 150, 130),
    beside=("cup", None),
)
_SAMPHIRE = BoardLook(
    name="samphire",  # dark wood, lime and teal points, teal and honey wooden sets, clear green dice with white pips
    surface=Fabric("wood", (84, 62, 48), 0.7),
    points=(Fabric("wood", (164, 170, 84), 0.7), Fabric("wood", (40, 94, 96), 0.7)),
    frame=Fabric("wood", (58, 42, 34), 0.85),
    tray=Fabric("felt", (52, 66, 60)),
    table=Fabric("cloth", (128, 132, 128), 0.8),
    dark=CheckerLook((34, 84, 88), (66, 122, 124), "wood", "ring", 0.7),
    light=CheckerLook((226, 184, 112), (206, 158, 86), "wood", "ring", 0.7),
    dark_dice=DieLook((52, 116, 84), (248, 248, 240), 0.08, clear=0.55),
    light_dice=DieLook((236, 224, 190), (38, 78, 80), 0.14),
    cube=DieLook((238, 226, 196), (36, 80, 82), 0.12),
    beside=("clock", None),
)

KEPT: Final[Mapping[str, BoardLook]] = MappingProxyType(
    {look.name: look for look in (_HOLLYHOCK, _EGRET, _MORAINE, _SAMPHIRE)}
)
"""The looks for final figures, by name."""
