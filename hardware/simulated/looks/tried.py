"""Looks that were kept for final figures once, and have given them: they may be looked at now.

Four each, in the order of the runs that used them up; those of the first are in `hardware.simulated.looks.fresh`, those
of the eighth and later ones in `hardware.simulated.looks.tried_later`, those of the fourteenth and later ones in
`hardware.simulated.looks.tried_latest`.
"""

from __future__ import annotations

from typing import Final

from hardware.simulated.looks.parts import BoardLook, CheckerLook, DieLook, Fabric
from hardware.simulated.looks.tried_later import LATER
from hardware.simulated.looks.tried_latest import LATEST

_LAGOON = BoardLook(
    name="lagoon",  # turquoise leather with emblems, shell and coral, clear blue dice
    surface=Fabric("leather", (38, 118, 122), 0.6),
    points=(Fabric("leather", (232, 218, 190), 0.6), Fabric("leather", (18, 58, 78), 0.6)),
    frame=Fabric("wood", (122, 80, 52), 0.7),
    tray=Fabric("felt", (30, 84, 90)),
    table=Fabric("wood", (206, 178, 142), 0.6),
    dark=CheckerLook((176, 62, 46), (206, 104, 82), "marble", "dish", 0.7),
    light=CheckerLook((240, 234, 220), (214, 206, 196), "pearl", "dish", 0.7),
    dark_dice=DieLook((28, 92, 176), (246, 250, 252), 0.05, clear=0.7),
    light_dice=DieLook((244, 238, 226), (150, 40, 34), 0.05),
    cube=DieLook((244, 240, 232), (28, 58, 92), 0.1),
    logo=(226, 206, 150),
    beside=("cup", None),
)
_BURR = BoardLook(
    name="burr",  # brown wood with pale lines and diamonds, red and ivory dice
    surface=Fabric("wood", (134, 92, 56), 0.9),
    points=(Fabric("wood", (206, 166, 112), 0.8), Fabric("wood", (62, 38, 28), 0.8)),
    frame=Fabric("wood", (86, 52, 34), 0.9),
    tray=Fabric("felt", (36, 62, 46)),
    table=Fabric("cloth", (126, 122, 116)),
    dark=CheckerLook((40, 26, 24), (70, 46, 40), "wood", "button", 0.7),
    light=CheckerLook((226, 196, 148), (250, 226, 184), "wood", "button", 0.7),
    dark_dice=DieLook((140, 22, 30), (248, 242, 232), 0.14),
    light_dice=DieLook((240, 228, 200), (32, 24, 22), 0.14),
    cube=DieLook((240, 228, 200), (96, 32, 28), 0.14),
    inlay=(234, 214, 174),
    hinges=(186, 152, 88),
    beside=("clock", "cup"),
)
_LINEN = BoardLook(
    name="linen",  # undyed cloth, blue and rust points, plain sets, orange and white dice with sharp corners
    surface=Fabric("cloth", (206, 196, 176)),
    points=(Fabric("cloth", (70, 98, 140)), Fabric("cloth", (160, 84, 54))),
    frame=Fabric("leather", (94, 66, 48), 0.8),
    tray=Fabric("felt", (150, 140, 122)),
    table=Fabric("felt", (40, 56, 52)),
    dark=CheckerLook((36, 44, 66), (60, 72, 100), "plain", "ring", 0.5),
    light=CheckerLook((244, 240, 232), (226, 220, 208), "plain", "ring", 0.5),
    dark_dice=DieLook((224, 116, 30), (24, 22, 22), 0.03),
    light_dice=DieLook((248, 248, 246), (26, 30, 40), 0.03),
    cube=DieLook((36, 44, 66), (240, 236, 226), 0.08),
    logo=(120, 92, 70),
    beside=(None, "clock"),
)
_ONYX = BoardLook(
    name="onyx",  # black felt with fine lines, silver and gold sets, smoky clear dice
    surface=Fabric("felt", (34, 34, 38)),
    points=(Fabric("felt", (120, 28, 36)), Fabric("felt", (168, 162, 150))),
    frame=Fabric("plain", (20, 20, 22)),
    tray=Fabric("felt", (58, 56, 60)),
    table=Fabric("wood", (120, 84, 58), 0.8),
    dark=CheckerLook((146, 104, 40), (236, 198, 122), "metal", "round", 0.8),
    light=CheckerLook((176, 182, 190), (250, 252, 254), "metal", "round", 0.8),
    dark_dice=DieLook((70, 66, 72), (250, 248, 244), 0.1, clear=0.5),
    light_dice=DieLook((250, 250, 250), (16, 16, 18), 0.1),
    cube=DieLook((250, 250, 250), (120, 28, 36), 0.12),
    inlay=(196, 172, 110),
    beside=("cup", "clock"),
)
_MARSH = BoardLook(
    name="marsh",  # grey-green felt with emblems, moss and bone sets, brown and clear green dice
    surface=Fabric("felt", (92, 104, 88)),
    points=(Fabric("felt", (196, 188, 160)), Fabric("felt", (52, 64, 58))),
    frame=Fabric("wood", (104, 84, 58), 0.8),
    tray=Fabric("felt", (74, 84, 72)),
    table=Fabric("leather", (66, 48, 40), 0.7),
    dark=CheckerLook((58, 72, 44), (92, 108, 72), "marble", "button", 0.6),
    light=CheckerLook((232, 222, 198), (204, 190, 160), "pearl", "button", 0.6),
    dark_dice=DieLook((104, 66, 40), (244, 236, 220), 0.15),
    light_dice=DieLook((92, 168, 118), (250, 252, 248), 0.08, clear=0.75),
    cube=DieLook((232, 222, 198), (58, 72, 44), 0.12),
    logo=(206, 198, 168),
    beside=("clock", "cup"),
)
_EMBER = BoardLook(
    name="ember",  # dark red leather, plain points, ash and flame, black and orange dice
    surface=Fabric("leather", (98, 28, 26), 0.7),
    points=(Fabric("leather", (212, 176, 128), 0.6), Fabric("leather", (40, 22, 22), 0.6)),
    frame=Fabric("leather", (30, 22, 22), 0.8),
    tray=Fabric("felt", (70, 24, 26)),
    table=Fabric("cloth", (188, 184, 176)),
    dark=CheckerLook((64, 64, 68), (104, 104, 110), "marble", "ring", 0.7),
    light=CheckerLook((222, 132, 48), (246, 178, 92), "marble", "ring", 0.7),
    dark_dice=DieLook((22, 20, 22), (246, 246, 244), 0.18),
    light_dice=DieLook((232, 138, 40), (30, 20, 18), 0.18),
    cube=DieLook((222, 216, 206), (98, 28, 26), 0.12),
    hinges=(196, 158, 84),
    beside=(None, "cup"),
)
_GLACIER = BoardLook(
    name="glacier",  # pale blue cloth with fine lines, steel and ice, sharp-cornered violet dice
    surface=Fabric("cloth", (186, 206, 218)),
    points=(Fabric("cloth", (74, 104, 132)), Fabric("cloth", (236, 240, 242))),
    frame=Fabric("plain", (214, 220, 224)),
    tray=Fabric("cloth", (146, 168, 182)),
    table=Fabric("wood", (92, 70, 54), 0.7),
    dark=CheckerLook((70, 84, 102), (132, 150, 170), "metal", "dish", 0.8),
    light=CheckerLook((244, 248, 250), (214, 226, 234), "pearl", "dish", 0.8),
    dark_dice=DieLook((94, 52, 148), (248, 246, 252), 0.03),
    light_dice=DieLook((246, 248, 250), (40, 60, 96), 0.03),
    cube=DieLook((40, 60, 96), (244, 248, 250), 0.1),
    inlay=(54, 84, 116),
    beside=("cup", None),
)
_QUARRY = BoardLook(
    name="quarry",  # sand-coloured cork, stone on stone, red and clear dice
    surface=Fabric("cork", (198, 184, 158), 0.7),
    points=(Fabric("cork", (142, 122, 100), 0.6), Fabric("cork", (94, 92, 92), 0.6)),
    frame=Fabric("wood", (118, 108, 98), 0.6),
    tray=Fabric("felt", (120, 112, 100)),
    table=Fabric("felt", (34, 46, 66)),
    dark=CheckerLook((96, 84, 78), (70, 60, 56), "marble", "flat", 0.4),
    light=CheckerLook((226, 216, 200), (198, 184, 164), "marble", "flat", 0.4),
    dark_dice=DieLook((168, 30, 34), (248, 244, 238), 0.12),
    light_dice=DieLook((226, 232, 236), (28, 30, 34), 0.1, clear=0.6),
    cube=DieLook((242, 238, 230), (96, 30, 32), 0.14),
    beside=(None, "clock"),
)
_ORCHID = BoardLook(
    name="orchid",  # plum felt with emblems, rose and cream sets, clear amber and white dice
    surface=Fabric("felt", (88, 48, 84)),
    points=(Fabric("felt", (206, 186, 196)), Fabric("felt", (48, 26, 56))),
    frame=Fabric("wood", (74, 44, 36), 0.8),
    tray=Fabric("felt", (66, 38, 64)),
    table=Fabric("cloth", (202, 196, 184)),
    dark=CheckerLook((148, 62, 92), (186, 104, 130), "marble", "dish", 0.7),
    light=CheckerLook((240, 230, 210), (220, 204, 180), "pearl", "dish", 0.7),
    dark_dice=DieLook((204, 130, 34), (252, 248, 238), 0.08, clear=0.75),
    light_dice=DieLook((248, 246, 242), (84, 40, 80), 0.08),
    cube=DieLook((248, 246, 242), (84, 40, 80), 0.12),
    logo=(214, 190, 150),
    beside=("cup", None),
)
_FJORD = BoardLook(
    name="fjord",  # blue-black wood with brass lines and diamonds, slate and birch, clear red and black dice
    surface=Fabric("wood", (42, 54, 70), 0.8),
    points=(Fabric("wood", (178, 160, 132), 0.8), Fabric("wood", (88, 102, 116), 0.8)),
    frame=Fabric("wood", (30, 38, 48), 0.9),
    tray=Fabric("felt", (52, 62, 74)),
    table=Fabric("leather", (128, 92, 60), 0.6),
    dark=CheckerLook((60, 68, 78), (90, 100, 112), "wood", "round", 0.6),
    light=CheckerLook((230, 214, 182), (246, 232, 204), "wood", "round", 0.6),
    dark_dice=DieLook((188, 26, 34), (250, 248, 244), 0.12, clear=0.7),
    light_dice=DieLook((26, 26, 30), (246, 240, 222), 0.12),
    cube=DieLook((230, 214, 182), (42, 54, 70), 0.14),
    inlay=(196, 162, 92),
    hinges=(190, 156, 90),
    beside=("clock", None),
)
_SAFFRON = BoardLook(
    name="saffron",  # yellow leather with emblems, teal and white sets, sharp-cornered green and yellow dice
    surface=Fabric("leather", (206, 158, 62), 0.6),
    points=(Fabric("leather", (120, 56, 36), 0.6), Fabric("leather", (238, 222, 180), 0.6)),
    frame=Fabric("leather", (84, 48, 30), 0.8),
    tray=Fabric("felt", (160, 118, 48)),
    table=Fabric("wood", (70, 54, 44), 0.7),
    dark=CheckerLook((22, 92, 96), (44, 128, 130), "plain", "ring", 0.6),
    light=CheckerLook((248, 244, 234), (226, 218, 200), "plain", "ring", 0.6),
    dark_dice=DieLook((18, 84, 60), (248, 244, 230), 0.03),
    light_dice=DieLook((240, 206, 70), (40, 28, 20), 0.03),
    cube=DieLook((248, 244, 234), (120, 56, 36), 0.1),
    logo=(96, 52, 30),
    beside=(None, "cup"),
)
_TUNDRA = BoardLook(
    name="tundra",  # grey cloth, moss and stone points, iron and bone sets, smoky and blue dice
    surface=Fabric("cloth", (142, 146, 144)),
    points=(Fabric("cloth", (84, 98, 70)), Fabric("cloth", (206, 202, 192))),
    frame=Fabric("plain", (60, 62, 64)),
    tray=Fabric("cloth", (112, 116, 114)),
    table=Fabric("felt", (104, 34, 38)),
    dark=CheckerLook((66, 60, 58), (124, 112, 106), "metal", "button", 0.7),
    light=CheckerLook((236, 228, 208), (210, 198, 172), "marble", "button", 0.6),
    dark_dice=DieLook((84, 80, 84), (250, 250, 248), 0.15, clear=0.55),
    light_dice=DieLook((34, 70, 150), (248, 248, 250), 0.15),
    cube=DieLook((236, 228, 208), (52, 50, 50), 0.12),
    beside=("cup", "clock"),
)
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
_LAVENDER = BoardLook(
    name="lavender",  # pale violet cloth with emblems, grey and ivory sets, clear grey and ivory dice
    surface=Fabric("cloth", (178, 168, 196)),
    points=(Fabric("cloth", (98, 84, 122)), Fabric("cloth", (236, 230, 220))),
    frame=Fabric("wood", (112, 82, 60), 0.8),
    tray=Fabric("felt", (140, 128, 160)),
    table=Fabric("leather", (60, 52, 48), 0.6),
    dark=CheckerLook((78, 78, 86), (110, 110, 120), "marble", "dish", 0.7),
    light=CheckerLook((244, 236, 216), (226, 214, 188), "pearl", "dish", 0.7),
    dark_dice=DieLook((120, 122, 132), (250, 250, 252), 0.1, clear=0.75),
    light_dice=DieLook((246, 240, 222), (58, 52, 74), 0.1),
    cube=DieLook((244, 236, 216), (78, 78, 86), 0.12),
    logo=(86, 72, 112),
    beside=("cup", None),
)
_PEAT = BoardLook(
    name="peat",  # dark brown leather, black and ochre sets, sharp-cornered clear orange and black dice
    surface=Fabric("leather", (58, 44, 36), 0.6),
    points=(Fabric("leather", (112, 108, 56), 0.6), Fabric("leather", (186, 142, 76), 0.6)),
    frame=Fabric("leather", (32, 26, 22), 0.8),
    tray=Fabric("felt", (44, 34, 28)),
    table=Fabric("cloth", (202, 206, 200)),
    dark=CheckerLook((28, 26, 26), (58, 54, 52), "plain", "ring", 0.6),
    light=CheckerLook((204, 160, 84), (226, 188, 118), "plain", "ring", 0.6),
    dark_dice=DieLook((30, 30, 32), (246, 240, 226), 0.03),
    light_dice=DieLook((232, 128, 40), (252, 250, 244), 0.03, clear=0.7),
    cube=DieLook((240, 232, 210), (40, 30, 26), 0.1),
    beside=("clock", None),
)
_GLAZE = BoardLook(
    name="glaze",  # white wood inlaid with blue lines, blue points, porcelain sets, clear rose and blue dice
    surface=Fabric("wood", (230, 226, 216), 0.7),
    points=(Fabric("wood", (58, 88, 150), 0.7), Fabric("wood", (168, 184, 206), 0.7)),
    frame=Fabric("wood", (206, 196, 176), 0.8),
    tray=Fabric("felt", (70, 90, 132)),
    table=Fabric("wood", (92, 62, 42), 0.7),
    dark=CheckerLook((36, 60, 128), (66, 94, 164), "pearl", "round", 0.7),
    light=CheckerLook((248, 246, 240), (228, 228, 230), "pearl", "round", 0.7),
    dark_dice=DieLook((38, 66, 140), (250, 250, 250), 0.14),
    light_dice=DieLook((196, 92, 112), (250, 250, 250), 0.14, clear=0.6),
    cube=DieLook((248, 246, 240), (36, 60, 128), 0.14),
    inlay=(70, 100, 160),
    hinges=(168, 156, 126),
    beside=(None, "cup"),
)
_MALACHITE = BoardLook(
    name="malachite",  # green cloth with emblems, green and silver sets, white and clear green dice
    surface=Fabric("cloth", (28, 92, 70)),
    points=(Fabric("cloth", (22, 26, 26)), Fabric("cloth", (170, 214, 190))),
    frame=Fabric("plain", (54, 56, 58)),
    tray=Fabric("cloth", (22, 70, 54)),
    table=Fabric("felt", (90, 50, 60)),
    dark=CheckerLook((12, 56, 42), (36, 110, 84), "marble", "button", 0.7),
    light=CheckerLook((206, 208, 212), (240, 242, 246), "metal", "button", 0.8),
    dark_dice=DieLook((40, 130, 96), (250, 252, 250), 0.12, clear=0.6),
    light_dice=DieLook((250, 250, 248), (18, 60, 46), 0.12),
    cube=DieLook((246, 246, 240), (18, 60, 46), 0.12),
    logo=(206, 196, 120),
    beside=("cup", "clock"),
)

TRIED: Final = (
    *(_LAGOON, _BURR, _LINEN, _ONYX),
    *(_MARSH, _EMBER, _GLACIER, _QUARRY),
    *(_ORCHID, _FJORD, _SAFFRON, _TUNDRA),
    *(_THISTLE, _HARVEST, _COBALT, _BRACKEN),
    *(_JUNIPER, _PAPRIKA, _BIRCH, _GRANITE),
    *(_LAVENDER, _PEAT, _GLAZE, _MALACHITE),
    *LATER,
    *LATEST,
)
"""The looks, by which nothing is trained."""
