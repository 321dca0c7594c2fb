"""More looks that were kept for final figures once, four each; see `hardware.simulated.looks.tried`."""

from __future__ import annotations

from typing import Final

from hardware.simulated.looks.parts import BoardLook, CheckerLook, DieLook, Fabric

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
_TEASEL = BoardLook(
    name="teasel",  # heather wool with emblems, cream and plum points, plum and oat sets, clear plum and oat dice
    surface=Fabric("felt", (132, 112, 138)),
    points=(Fabric("felt", (226, 214, 190)), Fabric("felt", (76, 44, 74))),
    frame=Fabric("wood", (112, 80, 56), 0.8),
    tray=Fabric("felt", (96, 78, 100)),
    table=Fabric("wood", (188, 156, 116), 0.7),
    dark=CheckerLook((88, 40, 72), (122, 66, 102), "marble", "dish", 0.6),
    light=CheckerLook((232, 220, 194), (248, 240, 222), "marble", "dish", 0.6),
    dark_dice=DieLook((122, 50, 98), (250, 246, 240), 0.1, clear=0.6),
    light_dice=DieLook((236, 224, 198), (60, 30, 50), 0.1),
    cube=DieLook((238, 228, 206), (96, 36, 76), 0.12),
    logo=(210, 190, 150),
    beside=("clock", None),
)
_MERLE = BoardLook(
    name="merle",  # slate cork, rust and bone points, rust and slate-blue sets, rust and clear ice dice
    surface=Fabric("cork", (118, 122, 124), 0.7),
    points=(Fabric("cork", (164, 84, 48), 0.7), Fabric("cork", (224, 214, 192), 0.7)),
    frame=Fabric("plain", (62, 66, 72)),
    tray=Fabric("felt", (84, 88, 92)),
    table=Fabric("leather", (92, 66, 46), 0.6),
    dark=CheckerLook((58, 76, 112), (92, 112, 150), "plain", "button", 0.7),
    light=CheckerLook((206, 110, 62), (232, 150, 104), "plain", "button", 0.7),
    dark_dice=DieLook((176, 84, 42), (252, 244, 232), 0.04),
    light_dice=DieLook((232, 240, 246), (24, 36, 60), 0.04, clear=0.55),
    cube=DieLook((236, 228, 210), (36, 52, 96), 0.1),
    beside=(None, "cup"),
)
_SLUICE = BoardLook(
    name="sluice",  # deep green leather inlaid with brass lines, tan points, brass and green sets, clear white dice
    surface=Fabric("leather", (34, 74, 62), 0.6),
    points=(Fabric("leather", (176, 140, 92), 0.6), Fabric("leather", (104, 72, 48), 0.6)),
    frame=Fabric("wood", (86, 54, 34), 0.9),
    tray=Fabric("felt", (28, 52, 44)),
    table=Fabric("cloth", (204, 198, 186)),
    dark=CheckerLook((26, 58, 46), (52, 92, 76), "metal", "ring", 0.6),
    light=CheckerLook((212, 178, 104), (238, 212, 150), "metal", "ring", 0.6),
    dark_dice=DieLook((28, 70, 54), (248, 244, 226), 0.08),
    light_dice=DieLook((246, 246, 242), (30, 30, 28), 0.08, clear=0.6),
    cube=DieLook((240, 236, 224), (30, 72, 52), 0.1),
    inlay=(206, 168, 92),
    hinges=(200, 164, 92),
    beside=("cup", "clock"),
)
_FLINTLOCK = BoardLook(
    name="flintlock",  # pale ash wood with emblems, honey points, charcoal and pearl sets, clear amber dice
    surface=Fabric("wood", (214, 198, 168), 0.8),
    points=(Fabric("wood", (70, 66, 64), 0.8), Fabric("wood", (198, 140, 62), 0.8)),
    frame=Fabric("wood", (150, 124, 92), 0.9),
    tray=Fabric("felt", (120, 104, 82)),
    table=Fabric("felt", (52, 72, 96)),
    dark=CheckerLook((48, 46, 48), (84, 82, 84), "pearl", "round", 0.6),
    light=CheckerLook((240, 236, 230), (222, 214, 206), "pearl", "round", 0.6),
    dark_dice=DieLook((52, 50, 52), (248, 246, 240), 0.13),
    light_dice=DieLook((236, 172, 74), (44, 26, 10), 0.13, clear=0.65),
    cube=DieLook((242, 236, 224), (60, 52, 48), 0.13),
    logo=(120, 96, 70),
    beside=("clock", "cup"),
)
_QUINCE = BoardLook(
    name="quince",  # yellow-green felt, brown and ivory points, olive and quince sets, clear yellow and olive dice
    surface=Fabric("felt", (150, 154, 72)),
    points=(Fabric("felt", (96, 62, 40)), Fabric("felt", (232, 224, 200))),
    frame=Fabric("wood", (140, 100, 62), 0.8),
    tray=Fabric("felt", (112, 114, 58)),
    table=Fabric("cloth", (196, 186, 190)),
    dark=CheckerLook((74, 82, 40), (108, 116, 66), "wood", "dish", 0.6),
    light=CheckerLook((236, 200, 92), (248, 222, 140), "wood", "dish", 0.6),
    dark_dice=DieLook((80, 88, 44), (250, 248, 234), 0.1),
    light_dice=DieLook((238, 206, 96), (54, 40, 12), 0.1, clear=0.6),
    cube=DieLook((242, 234, 206), (84, 70, 24), 0.12),
    beside=("cup", None),
)
_TARN = BoardLook(
    name="tarn",  # dark blue cloth inlaid with grey lines, ice points, navy and ice sets, clear ice and navy dice
    surface=Fabric("cloth", (30, 46, 74)),
    points=(Fabric("cloth", (196, 210, 222)), Fabric("cloth", (94, 116, 148))),
    frame=Fabric("plain", (52, 58, 68)),
    tray=Fabric("felt", (24, 34, 54)),
    table=Fabric("wood", (172, 134, 94), 0.7),
    dark=CheckerLook((28, 40, 92), (60, 76, 132), "pearl", "ring", 0.6),
    light=CheckerLook((224, 234, 242), (246, 250, 252), "pearl", "ring", 0.6),
    dark_dice=DieLook((30, 44, 98), (246, 248, 252), 0.06),
    light_dice=DieLook((230, 240, 248), (20, 30, 60), 0.06, clear=0.65),
    cube=DieLook((236, 240, 246), (26, 44, 104), 0.1),
    inlay=(150, 160, 172),
    hinges=(182, 186, 192),
    beside=(None, "clock"),
)
_SADDLE = BoardLook(
    name="saddle",  # tan leather with emblems, black and cream points, black and tan sets, clear brown and cream dice
    surface=Fabric("leather", (176, 128, 78), 0.6),
    points=(Fabric("leather", (46, 38, 34), 0.6), Fabric("leather", (230, 214, 182), 0.6)),
    frame=Fabric("leather", (98, 62, 38), 0.7),
    tray=Fabric("felt", (120, 84, 52)),
    table=Fabric("felt", (60, 84, 72)),
    dark=CheckerLook((40, 34, 32), (76, 68, 64), "plain", "button", 0.7),
    light=CheckerLook((222, 176, 116), (240, 206, 158), "plain", "button", 0.7),
    dark_dice=DieLook((92, 56, 32), (250, 244, 232), 0.12, clear=0.6),
    light_dice=DieLook((240, 228, 200), (44, 32, 22), 0.12),
    cube=DieLook((240, 230, 208), (110, 30, 24), 0.12),
    logo=(110, 70, 40),
    beside=("clock", "cup"),
)
_PEWTER = BoardLook(
    name="pewter",  # grey wood with emblems, red and grey points, wine and pewter sets, clear wine and pewter dice
    surface=Fabric("wood", (150, 150, 146), 0.8),
    points=(Fabric("wood", (128, 44, 46), 0.8), Fabric("wood", (96, 98, 100), 0.8)),
    frame=Fabric("wood", (84, 82, 78), 0.9),
    tray=Fabric("felt", (110, 108, 104)),
    table=Fabric("leather", (70, 50, 40), 0.6),
    dark=CheckerLook((110, 28, 44), (148, 62, 78), "metal", "round", 0.6),
    light=CheckerLook((204, 206, 208), (228, 230, 232), "metal", "round", 0.6),
    dark_dice=DieLook((132, 30, 52), (250, 244, 244), 0.04, clear=0.7),
    light_dice=DieLook((206, 208, 210), (30, 30, 34), 0.04),
    cube=DieLook((226, 226, 226), (112, 24, 40), 0.1),
    logo=(90, 60, 56),
    beside=("cup", "clock"),
)
_HAZEL = BoardLook(
    name="hazel",  # hazel wood inlaid with dark lines, green and birch points, green and birch sets, clear green dice
    surface=Fabric("wood", (160, 122, 84), 0.8),
    points=(Fabric("wood", (52, 88, 62), 0.8), Fabric("wood", (224, 204, 166), 0.8)),
    frame=Fabric("wood", (104, 74, 48), 0.9),
    tray=Fabric("felt", (92, 70, 50)),
    table=Fabric("felt", (120, 124, 140)),
    dark=CheckerLook((40, 82, 56), (78, 122, 92), "wood", "round", 0.7),
    light=CheckerLook((232, 214, 178), (246, 234, 208), "wood", "round", 0.7),
    dark_dice=DieLook((44, 104, 66), (248, 246, 236), 0.12, clear=0.65),
    light_dice=DieLook((238, 226, 196), (36, 60, 40), 0.12),
    cube=DieLook((240, 230, 204), (42, 76, 52), 0.12),
    inlay=(70, 48, 32),
    hinges=(196, 166, 96),
    beside=("clock", None),
)
_MARLIN = BoardLook(
    name="marlin",  # silver-grey cloth with emblems, blue and white points, blue and white sets, clear white dice
    surface=Fabric("cloth", (158, 166, 174)),
    points=(Fabric("cloth", (38, 76, 132)), Fabric("cloth", (234, 236, 238))),
    frame=Fabric("plain", (40, 52, 70)),
    tray=Fabric("felt", (108, 116, 126)),
    table=Fabric("wood", (186, 146, 102), 0.7),
    dark=CheckerLook((32, 68, 126), (70, 108, 166), "plain", "ring", 0.7),
    light=CheckerLook((244, 244, 242), (222, 224, 226), "plain", "ring", 0.7),
    dark_dice=DieLook((34, 72, 132), (248, 250, 252), 0.05),
    light_dice=DieLook((246, 246, 246), (24, 48, 96), 0.05, clear=0.55),
    cube=DieLook((242, 242, 242), (150, 32, 36), 0.1),
    logo=(70, 90, 120),
    beside=("cup", "cup"),
)
_BISON = BoardLook(
    name="bison",  # dark brown leather, ochre and rust points, chocolate and ochre sets, opaque brown and yellow dice
    surface=Fabric("leather", (74, 50, 38), 0.6),
    points=(Fabric("leather", (196, 148, 72), 0.6), Fabric("leather", (140, 66, 40), 0.6)),
    frame=Fabric("wood", (44, 30, 24), 0.9),
    tray=Fabric("felt", (54, 38, 30)),
    table=Fabric("cloth", (150, 160, 138)),
    dark=CheckerLook((58, 36, 28), (94, 66, 54), "marble", "dish", 0.7),
    light=CheckerLook((216, 172, 88), (238, 204, 136), "marble", "dish", 0.7),
    dark_dice=DieLook((70, 44, 32), (248, 240, 222), 0.14),
    light_dice=DieLook((232, 190, 84), (40, 26, 14), 0.14),
    cube=DieLook((236, 222, 188), (96, 40, 24), 0.12),
    beside=(None, "cup"),
)
_NETTLE = BoardLook(
    name="nettle",  # moss-green felt with emblems, plum and sage points, plum and cream sets, clear plum and cream dice
    surface=Fabric("felt", (84, 102, 64)),
    points=(Fabric("felt", (92, 48, 78)), Fabric("felt", (186, 196, 160))),
    frame=Fabric("wood", (122, 90, 60), 0.8),
    tray=Fabric("felt", (62, 76, 48)),
    table=Fabric("wood", (206, 182, 148), 0.7),
    dark=CheckerLook((84, 40, 72), (122, 78, 110), "pearl", "button", 0.6),
    light=CheckerLook((238, 230, 206), (220, 210, 184), "pearl", "button", 0.6),
    dark_dice=DieLook((104, 48, 90), (250, 244, 248), 0.04, clear=0.6),
    light_dice=DieLook((240, 232, 210), (70, 34, 60), 0.04, clear=0.5),
    cube=DieLook((240, 234, 214), (80, 40, 68), 0.1),
    logo=(150, 160, 120),
    beside=("clock", "cup"),
)
_CYPRESS = BoardLook(
    name="cypress",  # honey wood inlaid with pale lines, black and red points, ebony and boxwood sets, ruby clear dice
    surface=Fabric("wood", (186, 148, 100), 0.8),
    points=(Fabric("wood", (40, 34, 32), 0.8), Fabric("wood", (142, 54, 42), 0.8)),
    frame=Fabric("wood", (122, 86, 54), 0.9),
    tray=Fabric("felt", (62, 66, 60)),
    table=Fabric("cloth", (148, 152, 150), 0.7),
    dark=CheckerLook((44, 36, 34), (78, 62, 56), "wood", "ring", 0.6),
    light=CheckerLook((226, 204, 150), (240, 224, 180), "wood", "ring", 0.6),
    dark_dice=DieLook((156, 22, 44), (250, 240, 238), 0.06, clear=0.75),
    light_dice=DieLook((240, 232, 212), (28, 26, 30), 0.1),
    cube=DieLook((238, 228, 206), (120, 24, 30), 0.12),
    inlay=(236, 214, 170),
    hinges=(182, 184, 186),
    beside=(None, "clock"),
)
_KESTREL = BoardLook(
    name="kestrel",  # slate-blue leather with emblems, rust and cream points, marbled rust and ivory sets
    surface=Fabric("leather", (70, 84, 104), 0.8),
    points=(Fabric("leather", (156, 82, 48), 0.8), Fabric("leather", (226, 214, 188), 0.8)),
    frame=Fabric("leather", (48, 46, 50), 0.8),
    tray=Fabric("felt", (56, 62, 76)),
    table=Fabric("wood", (134, 98, 66), 0.9),
    dark=CheckerLook((140, 66, 36), (190, 120, 84), "marble", "dish", 0.75),
    light=CheckerLook((238, 230, 212), (216, 202, 176), "marble", "dish", 0.75),
    dark_dice=DieLook((122, 54, 30), (248, 236, 218), 0.16),
    light_dice=DieLook((236, 228, 210), (44, 58, 84), 0.16),
    cube=DieLook((238, 230, 214), (50, 66, 94), 0.14),
    logo=(214, 186, 130),
    beside=("cup", "clock"),
)
_MULBERRY = BoardLook(
    name="mulberry",  # dark violet felt, mint and grey points, black and mint sets, clear mint dice
    surface=Fabric("felt", (68, 42, 74)),
    points=(Fabric("felt", (150, 196, 172)), Fabric("felt", (128, 124, 134))),
    frame=Fabric("wood", (66, 48, 40), 0.8),
    tray=Fabric("felt", (54, 36, 60)),
    table=Fabric("plain", (190, 184, 176), 0.8),
    dark=CheckerLook((32, 30, 36), (66, 62, 72), "pearl", "flat", 0.7),
    light=CheckerLook((168, 214, 190), (206, 236, 220), "pearl", "flat", 0.7),
    dark_dice=DieLook((40, 36, 46), (236, 240, 238), 0.08),
    light_dice=DieLook((178, 222, 200), (34, 40, 38), 0.05, clear=0.65),
    cube=DieLook((226, 236, 230), (84, 44, 92), 0.1),
    beside=("clock", None),
)
_TALUS = BoardLook(
    name="talus",  # grey cork with fine lines, wine and white points, brass and silver sets
    surface=Fabric("cork", (158, 154, 146), 0.8),
    points=(Fabric("cork", (112, 36, 50), 0.8), Fabric("cork", (232, 228, 220), 0.8)),
    frame=Fabric("wood", (70, 60, 54), 0.8),
    tray=Fabric("felt", (96, 94, 90)),
    table=Fabric("felt", (44, 70, 60)),
    dark=CheckerLook((146, 110, 52), (184, 148, 84), "metal", "button", 0.7),
    light=CheckerLook((212, 214, 218), (236, 238, 240), "metal", "button", 0.7),
    dark_dice=DieLook((120, 86, 36), (250, 244, 226), 0.1),
    light_dice=DieLook((222, 224, 228), (92, 26, 40), 0.1),
    cube=DieLook((230, 230, 228), (96, 30, 44), 0.12),
    inlay=(92, 80, 70),
    hinges=(190, 156, 92),
    beside=("cup", None),
)

LATER: Final = (
    *(_SORREL, _HERON, _BASALT, _AURORA),
    *(_SEDGE, _MAGPIE, _OPAL, _CINDER),
    *(_TEASEL, _MERLE, _SLUICE, _FLINTLOCK),
    *(_QUINCE, _TARN, _SADDLE, _PEWTER),
    *(_HAZEL, _MARLIN, _BISON, _NETTLE),
    *(_CYPRESS, _KESTREL, _MULBERRY, _TALUS),
)
"""The looks, by which nothing is trained."""
