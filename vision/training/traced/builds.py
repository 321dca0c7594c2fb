"""Kinds of construction of traced tables, and which of them judge the reader.

Constructions are split, not pictures: what is chosen or trained for the reader may look at `CHOOSING`; `JUDGING` is
read for figures alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Colour = tuple[int, int, int]
"""Red, green, blue, 0..255."""

MatterKind = Literal["wood", "felt", "leather", "marble", "cork", "pearl", "plain", "vinyl"]
Outline = Literal["pointed", "round", "blunt", "ogive", "needle"]
TopShape = Literal["flat", "dished", "rimmed"]
CubePlaceKind = Literal["bar", "rail", "beside"]
PrintKind = Literal["none", "blossoms", "crests", "stars", "emblems"]
Ornament = Literal["none", "outlined", "diamonds", "rosettes"]
LightKind = Literal["even", "window", "lamps"]


@dataclass(frozen=True, slots=True)
class TracedSetMake:
    """One player's checkers.

    Attributes:
        colour: of most of it.
        vein: of its grain.
        kind: what it is made of.
        top: how its upper face is turned.
        roughness: 0 for a mirror, 1 for chalk.
        metal: 0, or 1 for metal.
        clear: part of the light that goes through, 0..1.
    """

    colour: Colour
    vein: Colour
    kind: MatterKind = "plain"
    top: TopShape = "flat"
    roughness: float = 0.25
    metal: float = 0.0
    clear: float = 0.0


@dataclass(frozen=True, slots=True)
class DiceMake:
    """A pair of precision dice: colours, edge in millimetres, radius of its rounding as a part of that."""

    body: Colour
    pips: Colour
    side: float = 14.0
    rounding: float = 0.04


@dataclass(frozen=True, slots=True)
class TracedBuild:
    """A kind of construction. Lengths are millimetres where nothing else is said.

    Attributes:
        name: of the build.
        judges: it judges and neither trains nor chooses.
        diameter, thickness: of a checker.
        snug: diameter over the width of a point.
        middle: room between two opposite rows of five, in checkers.
        bar: width of the bar, in checkers.
        bar_high: how high the bar stands above the surface; 0 for one that is printed.
        bar_colour: of the bar, None for the frame's matter.
        hinges: metal hinges on the bar.
        split: the bar is two leaves with a gap between, as of a case that folds.
        wall: how high the frame stands above the surface; 0 for a mat without a frame.
        rail: how wide the frame is.
        frame, frame_colour: its matter.
        surface, surface_colour: of the playing surface.
        other_half: colour of the right half's surface, None where both are alike.
        outline, length: of the points; length as a part of half the depth.
        odd, even: colours of the points.
        point_kind: their matter.
        ornament: on the points.
        printed: emblems on the surface.
        gloss: roughness of the surface, 0 for a mirror.
        dark, light: the sets.
        dice: the dice.
        cube_at: where the cube is kept.
        cube_side: its edge.
        bar_row: how many checkers of a set lie side by side on the bar; further ones lie on them.
        table, table_colour: what the board stands on.
        lit: the kind of light.
        elevation: of the camera, degrees above the table.
    """

    name: str
    judges: bool
    diameter: float
    thickness: float
    snug: float
    middle: float
    bar: float
    bar_high: float
    wall: float
    rail: float
    frame: MatterKind
    frame_colour: Colour
    surface: MatterKind
    surface_colour: Colour
    outline: Outline
    length: float
    odd: Colour
    even: Colour
    dark: TracedSetMake
    light: TracedSetMake
    dice: DiceMake
    cube_at: CubePlaceKind
    lit: LightKind
    elevation: float
    bar_colour: Colour | None = None
    hinges: bool = False
    split: bool = False
    other_half: Colour | None = None
    point_kind: MatterKind = "plain"
    ornament: Ornament = "none"
    printed: PrintKind = "none"
    gloss: float = 0.7
    cube_side: float = 26.0
    bar_row: int = 3
    table: MatterKind = "wood"
    table_colour: Colour = (150, 105, 70)

    @property
    def pitch(self) -> float:
        """Width of a point."""
        return self.diameter / self.snug

    @property
    def bar_width(self) -> float:
        """Width of the bar."""
        return self.bar * self.diameter

    @property
    def width(self) -> float:
        """Width of the playing surface."""
        return 12 * self.pitch + self.bar_width

    @property
    def depth(self) -> float:
        """Depth of the playing surface."""
        return (10 + self.middle) * self.diameter


BUILDS: Final[tuple[TracedBuild, ...]] = (
    TracedBuild(
        "inlay", False, 38, 9, 0.86, 1.6, 0.9, 9, 11, 26, "wood", (92, 52, 30), "wood", (188, 140, 88),
        "round", 0.82, (120, 66, 36), (226, 192, 138),
        TracedSetMake((110, 60, 34), (70, 36, 20), "wood", "rimmed", 0.35),
        TracedSetMake((224, 188, 132), (190, 148, 92), "wood", "rimmed", 0.35),
        DiceMake((236, 226, 200), (30, 26, 24), 12), "rail", "window", 66,
        hinges=True, point_kind="wood", ornament="diamonds", gloss=0.3, table="felt", table_colour=(58, 62, 70),
    ),
    TracedBuild(
        "briefcase", False, 42, 10, 0.9, 1.3, 0.8, 30, 36, 18, "vinyl", (34, 32, 34), "felt", (36, 66, 52),
        "pointed", 0.86, (170, 40, 40), (222, 210, 186),
        TracedSetMake((120, 22, 26), (80, 10, 16), "plain", "flat", 0.2),
        TracedSetMake((232, 224, 206), (214, 202, 178), "plain", "flat", 0.2),
        DiceMake((150, 24, 30), (240, 236, 226), 15, 0.08), "bar", "lamps", 74,
        hinges=True, split=True, bar_colour=(30, 28, 30), point_kind="felt", gloss=0.9,
        cube_side=30, table_colour=(196, 170, 130),
    ),
    TracedBuild(
        "rollup", False, 40, 8, 0.93, 1.4, 0.6, 0, 0, 22, "vinyl", (60, 30, 70), "vinyl", (228, 214, 190),
        "ogive", 0.8, (46, 110, 120), (214, 120, 70),
        TracedSetMake((36, 40, 90), (24, 26, 60), "plain", "dished", 0.25),
        TracedSetMake((240, 236, 226), (220, 214, 202), "plain", "dished", 0.25),
        DiceMake((244, 242, 236), (24, 22, 26), 13, 0.1), "beside", "even", 81,
        ornament="outlined", printed="blossoms", gloss=0.5, table_colour=(112, 74, 48),
    ),
    TracedBuild(
        "marble", False, 36, 9, 0.83, 2.0, 0.5, 5, 8, 30, "marble", (70, 74, 78), "marble", (206, 204, 198),
        "blunt", 0.78, (44, 46, 50), (150, 116, 88),
        TracedSetMake((96, 92, 90), (70, 66, 64), "plain", "rimmed", 0.35, 1.0),
        TracedSetMake((222, 178, 104), (200, 150, 84), "plain", "rimmed", 0.3, 1.0),
        DiceMake((28, 30, 34), (240, 240, 236), 13), "rail", "window", 58,
        point_kind="marble", gloss=0.15, table="leather", table_colour=(66, 44, 36),
    ),
    TracedBuild(
        "two-tone", False, 45, 12, 0.96, 1.2, 1.15, 14, 16, 34, "wood", (58, 36, 26), "cork", (150, 116, 80),
        "needle", 0.92, (40, 44, 60), (220, 212, 196),
        TracedSetMake((44, 74, 62), (120, 150, 136), "pearl", "rimmed", 0.18),
        TracedSetMake((236, 230, 216), (190, 184, 170), "pearl", "rimmed", 0.18),
        DiceMake((30, 90, 64), (244, 240, 232), 15), "bar", "lamps", 70,
        hinges=True, other_half=(96, 58, 52), gloss=0.8, cube_side=32, table="felt", table_colour=(44, 74, 56),
    ),
    TracedBuild(
        "leather", True, 44, 11, 0.94, 1.5, 1.2, 12, 14, 36, "leather", (54, 40, 34), "leather", (120, 70, 44),
        "pointed", 0.84, (46, 34, 30), (206, 170, 122),
        TracedSetMake((70, 24, 30), (130, 50, 58), "pearl", "dished", 0.15),
        TracedSetMake((228, 206, 170), (250, 236, 210), "pearl", "dished", 0.15),
        DiceMake((226, 210, 178), (60, 20, 22), 14), "bar", "lamps", 77,
        hinges=True, bar_colour=(22, 20, 22), point_kind="leather", gloss=0.55, cube_side=30,
        table_colour=(84, 54, 38),
    ),
    TracedBuild(
        "narrow", True, 34, 8, 0.88, 1.1, 0.3, 3, 7, 16, "wood", (170, 122, 78), "plain", (78, 96, 110),
        "pointed", 0.95, (32, 38, 52), (196, 204, 206),
        TracedSetMake((30, 70, 130), (20, 50, 100), "plain", "flat", 0.08, 0.0, 0.6),
        TracedSetMake((232, 236, 236), (210, 220, 222), "plain", "flat", 0.08, 0.0, 0.6),
        DiceMake((40, 92, 170), (246, 246, 246), 11), "beside", "window", 62,
        gloss=0.4, table="marble", table_colour=(200, 196, 188),
    ),
    TracedBuild(
        "cork", True, 41, 10, 0.85, 1.8, 1.0, 10, 12, 30, "wood", (112, 66, 38), "cork", (176, 138, 92),
        "blunt", 0.74, (92, 52, 34), (232, 214, 178),
        TracedSetMake((60, 44, 36), (34, 24, 20), "wood", "flat", 0.45),
        TracedSetMake((214, 178, 128), (180, 138, 90), "wood", "flat", 0.45),
        DiceMake((222, 196, 150), (50, 34, 26), 13, 0.1), "bar", "even", 85,
        hinges=False, ornament="rosettes", gloss=0.95, cube_side=28, table="wood", table_colour=(58, 40, 32),
    ),
    TracedBuild(
        "crests", False, 43, 10, 0.91, 1.6, 1.0, 11, 13, 32, "wood", (40, 36, 36), "felt", (34, 54, 96),
        "pointed", 0.8, (200, 166, 84), (224, 222, 216),
        TracedSetMake((26, 26, 30), (50, 50, 56), "plain", "dished", 0.2),
        TracedSetMake((206, 60, 48), (170, 40, 34), "plain", "dished", 0.2),
        DiceMake((240, 240, 238), (20, 20, 24), 15, 0.06), "bar", "lamps", 73,
        point_kind="felt", printed="crests", gloss=0.95, cube_side=30, table_colour=(128, 92, 60),
    ),
    TracedBuild(
        "stars", True, 40, 9, 0.87, 1.7, 0.85, 6, 9, 24, "wood", (196, 150, 100), "felt", (150, 30, 44),
        "pointed", 0.82, (30, 30, 34), (236, 226, 204),
        TracedSetMake((30, 30, 36), (20, 20, 26), "plain", "rimmed", 0.3),
        TracedSetMake((240, 228, 200), (224, 206, 170), "plain", "rimmed", 0.3),
        DiceMake((246, 244, 238), (150, 24, 34), 14, 0.06), "bar", "even", 69,
        printed="stars", gloss=0.9, table="leather", table_colour=(60, 66, 74),
    ),
    TracedBuild(
        "lacquer", True, 39, 10, 0.89, 1.4, 0.7, 7, 9, 28, "wood", (116, 34, 24), "wood", (46, 28, 22),
        "round", 0.86, (150, 44, 30), (214, 170, 100),
        TracedSetMake((52, 40, 36), (110, 92, 80), "pearl", "flat", 0.1),
        TracedSetMake((238, 228, 208), (200, 180, 150), "pearl", "flat", 0.1),
        DiceMake((32, 26, 26), (236, 220, 180), 13), "rail", "window", 54,
        hinges=True, point_kind="wood", ornament="outlined", gloss=0.07, table="felt", table_colour=(92, 88, 82),
    ),
)  # fmt: skip
"""The builds, those that may choose or train first."""

CHOOSING: Final[tuple[str, ...]] = tuple(build.name for build in BUILDS if not build.judges)
"""Names of builds that the reader may be chosen, and trained, on."""

JUDGING: Final[tuple[str, ...]] = tuple(build.name for build in BUILDS if build.judges)
"""Names of builds that judge it."""


def build_named(name: str) -> TracedBuild:
    """Return the build of a name.

    Raises:
        KeyError: there is none.
    """
    return {build.name: build for build in BUILDS}[name]
