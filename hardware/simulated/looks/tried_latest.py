"""The latest looks that were kept for final figures once, four each; see `hardware.simulated.looks.tried`."""

from __future__ import annotations

from typing import Final

from hardware.simulated.looks.parts import BoardLook, CheckerLook, DieLook, Fabric

_TAMARACK = BoardLook(
    name="tamarack",  # moss-green cloth, ochre and slate points, walnut and cream sets, smoke-grey clear dice
    surface=Fabric("cloth", (88, 104, 76), 0.9),
    points=(Fabric("cloth", (190, 148, 74), 0.9), Fabric("cloth", (66, 76, 88), 0.9)),
    frame=Fabric("wood", (98, 68, 44), 0.85),
    tray=Fabric("felt", (72, 84, 64)),
    table=Fabric("wood", (164, 132, 96), 0.8),
    dark=CheckerLook((82, 56, 42), (122, 90, 70), "wood", "dish", 0.65),
    light=CheckerLook((236, 226, 198), (216, 202, 168), "wood", "dish", 0.65),
    dark_dice=DieLook((96, 98, 104), (246, 244, 238), 0.08, clear=0.6),
    light_dice=DieLook((242, 236, 220), (72, 44, 30), 0.14),
    cube=DieLook((236, 228, 208), (56, 66, 48), 0.12),
    beside=("cup", None),
)
_OSPREY = BoardLook(
    name="osprey",  # pale grey leather with emblems, navy and white points, navy and pearl sets, polished dark dice
    surface=Fabric("leather", (186, 186, 182), 0.7),
    points=(Fabric("leather", (42, 54, 92), 0.7), Fabric("leather", (238, 236, 230), 0.7)),
    frame=Fabric("leather", (58, 56, 58), 0.8),
    tray=Fabric("felt", (96, 98, 102)),
    table=Fabric("plain", (112, 98, 86), 0.8),
    dark=CheckerLook((38, 46, 82), (74, 84, 124), "pearl", "ring", 0.8),
    light=CheckerLook((236, 234, 228), (214, 210, 204), "pearl", "ring", 0.8),
    dark_dice=DieLook((30, 36, 66), (244, 244, 240), 0.06),
    light_dice=DieLook((240, 240, 236), (36, 44, 84), 0.1),
    cube=DieLook((238, 238, 234), (40, 50, 90), 0.1),
    logo=(120, 124, 136),
    beside=(None, "cup"),
)
_MANGROVE = BoardLook(
    name="mangrove",  # dark teal felt, coral and sand points, coral and black sets, clear coral dice
    surface=Fabric("felt", (30, 74, 76)),
    points=(Fabric("felt", (214, 118, 96)), Fabric("felt", (212, 190, 150))),
    frame=Fabric("wood", (78, 50, 34), 0.9),
    tray=Fabric("felt", (26, 60, 64)),
    table=Fabric("cloth", (172, 166, 154), 0.8),
    dark=CheckerLook((34, 34, 38), (70, 68, 70), "plain", "flat", 0.6),
    light=CheckerLook((222, 130, 108), (240, 172, 150), "plain", "flat", 0.6),
    dark_dice=DieLook((46, 44, 48), (236, 150, 126), 0.12),
    light_dice=DieLook((232, 148, 124), (40, 30, 30), 0.08, clear=0.55),
    cube=DieLook((234, 226, 212), (30, 72, 74), 0.12),
    beside=("clock", "cup"),
)
_LARKSPUR = BoardLook(
    name="larkspur",  # birch inlaid with dark lines, violet and grey-green points, violet and cream metal sets
    surface=Fabric("wood", (206, 178, 134), 0.7),
    points=(Fabric("wood", (96, 72, 122), 0.7), Fabric("wood", (132, 142, 118), 0.7)),
    frame=Fabric("wood", (150, 116, 78), 0.85),
    tray=Fabric("felt", (118, 110, 124)),
    table=Fabric("cloth", (76, 80, 88), 0.8),
    dark=CheckerLook((88, 62, 118), (128, 104, 156), "metal", "ring", 0.85),
    light=CheckerLook((228, 216, 182), (246, 236, 208), "metal", "ring", 0.85),
    dark_dice=DieLook((92, 64, 124), (246, 240, 230), 0.1),
    light_dice=DieLook((240, 230, 206), (86, 60, 116), 0.12),
    cube=DieLook((238, 230, 210), (88, 62, 118), 0.12),
    inlay=(74, 50, 38),
    hinges=(206, 176, 92),
    beside=(None, None),
)

_DAMSON = BoardLook(
    name="damson",  # plum felt, lilac and charcoal points, black-and-wine and ivory sets, black dice with red pips
    surface=Fabric("felt", (86, 48, 78)),
    points=(Fabric("felt", (176, 146, 178)), Fabric("felt", (50, 46, 54))),
    frame=Fabric("wood", (64, 40, 34), 0.85),
    tray=Fabric("felt", (68, 40, 62)),
    table=Fabric("wood", (186, 156, 118), 0.8),
    dark=CheckerLook((46, 40, 44), (112, 34, 40), "marble", "ring", 0.75),
    light=CheckerLook((238, 228, 206), (216, 202, 174), "marble", "ring", 0.75),
    dark_dice=DieLook((34, 28, 30), (232, 84, 60), 0.1),
    light_dice=DieLook((240, 232, 214), (96, 44, 88), 0.14),
    cube=DieLook((236, 228, 210), (70, 36, 64), 0.12),
    beside=("clock", None),
)
_GANNET = BoardLook(
    name="gannet",  # white leather with emblems, straw and sea-blue points, ink-blue and yellow sets, clear yellow dice
    surface=Fabric("leather", (226, 224, 214), 0.6),
    points=(Fabric("leather", (214, 186, 110), 0.7), Fabric("leather", (58, 112, 140), 0.7)),
    frame=Fabric("plain", (66, 78, 88)),
    tray=Fabric("felt", (176, 178, 172)),
    table=Fabric("cloth", (84, 74, 66), 0.8),
    dark=CheckerLook((36, 52, 92), (66, 86, 130), "plain", "button", 0.65),
    light=CheckerLook((232, 198, 96), (244, 220, 142), "plain", "button", 0.65),
    dark_dice=DieLook((38, 56, 100), (242, 240, 232), 0.08),
    light_dice=DieLook((236, 200, 84), (34, 40, 60), 0.06, clear=0.6),
    cube=DieLook((240, 238, 230), (42, 62, 104), 0.1),
    logo=(122, 150, 160),
    beside=(None, "clock"),
)
_ESTUARY = BoardLook(
    name="estuary",  # brown cork, silver-grey and mud points, pewter and sand metal sets, smoke-blue dice
    surface=Fabric("cork", (140, 106, 76)),
    points=(Fabric("cork", (176, 176, 168), 0.7), Fabric("cork", (82, 66, 54), 0.7)),
    frame=Fabric("leather", (58, 50, 46), 0.8),
    tray=Fabric("cork", (124, 94, 68)),
    table=Fabric("plain", (200, 198, 190)),
    dark=CheckerLook((78, 84, 92), (122, 128, 136), "metal", "dish", 0.8),
    light=CheckerLook((220, 204, 168), (244, 234, 206), "metal", "dish", 0.8),
    dark_dice=DieLook((78, 96, 124), (246, 246, 242), 0.12),
    light_dice=DieLook((232, 220, 190), (48, 44, 42), 0.16),
    cube=DieLook((60, 56, 54), (228, 222, 204), 0.14),
    beside=("cup", "cup"),
)
_FOXGLOVE = BoardLook(
    name="foxglove",  # olive wood inlaid with pale lines, rose and moss points, rose and forest sets, clear rose dice
    surface=Fabric("wood", (132, 122, 78), 0.7),
    points=(Fabric("wood", (192, 118, 132), 0.7), Fabric("wood", (70, 84, 52), 0.7)),
    frame=Fabric("wood", (92, 78, 50), 0.85),
    tray=Fabric("felt", (104, 98, 70)),
    table=Fabric("cloth", (188, 190, 196), 0.8),
    dark=CheckerLook((44, 68, 50), (78, 104, 82), "pearl", "round", 0.75),
    light=CheckerLook((226, 164, 176), (244, 200, 206), "pearl", "round", 0.75),
    dark_dice=DieLook((46, 74, 54), (240, 236, 222), 0.1),
    light_dice=DieLook((222, 132, 152), (250, 248, 242), 0.08, clear=0.65),
    cube=DieLook((240, 232, 220), (54, 78, 56), 0.12),
    inlay=(214, 202, 158),
    hinges=(188, 160, 86),
    beside=("cup", None),
)

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

LATEST: Final = (
    *(_TAMARACK, _OSPREY, _MANGROVE, _LARKSPUR),
    *(_DAMSON, _GANNET, _ESTUARY, _FOXGLOVE),
    *(_BRAMBLE, _PELICAN, _SYCAMORE, _KELP),
    *(_HOLLYHOCK, _EGRET, _MORAINE, _SAMPHIRE),
)
"""The looks, by which nothing is trained."""
