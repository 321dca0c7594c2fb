"""Parts of looks: colours, materials, checkers, dice and boards. A look says nothing about sizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Colour = tuple[int, int, int]
"""sRGB: red, green, blue, 0..255."""
Material = Literal["felt", "leather", "wood", "cork", "cloth", "plain"]
Grain = Literal["plain", "marble", "wood", "pearl", "metal"]
Profile = Literal["flat", "dish", "ring", "button", "round"]
Prop = Literal["cup", "clock"]
"""What may stand beside a board, within the camera's view."""


@dataclass(frozen=True, slots=True)
class Fabric:
    """A material in a colour.

    Attributes:
        material: what the texture is like.
        colour: the average colour.
        contrast: how strong the texture is, 1 for usual.
    """

    material: Material
    colour: Colour
    contrast: float = 1.0


@dataclass(frozen=True, slots=True)
class CheckerLook:
    """One set of checkers.

    Attributes:
        colour: the main colour.
        vein: the second colour, of the veins, the grain or the sheen.
        grain: how the two colours mix.
        profile: the shape of the upper face.
        gloss: 0 for matt, 1 for polished.
        edge: the colour of the side wall and the outer ring, or None for the main colour.
    """

    colour: Colour
    vein: Colour
    grain: Grain = "plain"
    profile: Profile = "flat"
    gloss: float = 0.6
    edge: Colour | None = None


@dataclass(frozen=True, slots=True)
class DieLook:
    """One set of dice, or the doubling cube.

    Attributes:
        colour: the body.
        pips: the pips or digits.
        rounding: the radius of edges and corners as a share of the side.
        pip_radius: a pip's radius as a share of half the side.
        pip_spread: how far the outer pips are from the face's middle lines, as a share of half the side.
        ace: how much larger the single pip of a 1 is.
        clear: 0 for opaque, 1 for clear acrylic.
    """

    colour: Colour
    pips: Colour
    rounding: float = 0.12
    pip_radius: float = 0.2
    pip_spread: float = 0.5
    ace: float = 1.25
    clear: float = 0.0


@dataclass(frozen=True, slots=True)
class BoardLook:
    """A whole board and the table that it stands on.

    Attributes:
        name: the look's name in the table of looks.
        surface: the playing surface.
        points: the two kinds of triangles: of odd columns, of even columns.
        frame: the rails and the bar.
        tray: the floor of the trays.
        table: what the board stands on.
        dark: the dark checkers.
        light: the light checkers.
        dark_dice: the dice of the one who plays the dark checkers.
        light_dice: the dice of the other.
        cube: the doubling cube.
        hinges: the metal of the hinges on the bar, or None where there are none to be seen.
        logo: the colour of an emblem in the middle of each half, or None where there is none.
        inlay: the colour of thin lines about points and field and of diamonds in the frame, or None.
        beside: what stands on the table on the right and on the left of the board.
    """

    name: str
    surface: Fabric
    points: tuple[Fabric, Fabric]
    frame: Fabric
    tray: Fabric
    table: Fabric
    dark: CheckerLook
    light: CheckerLook
    dark_dice: DieLook
    light_dice: DieLook
    cube: DieLook
    hinges: Colour | None = None
    logo: Colour | None = None
    inlay: Colour | None = None
    beside: tuple[Prop | None, Prop | None] = (None, None)
