"""The table at one moment: everything that lies, stands or reaches in, as frozen data in millimetres.

For the frame of reference see `hardware.simulated.scene.board`. The functions here change one part of a scene and leave
the rest as it is; how checkers are put down is in `checkers`, how dice fall in `dice`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from hardware.simulated.errors import SceneError
from hardware.simulated.looks.named import check_look
from hardware.simulated.scene.board import BASE, BoardSize, End, Place, Shade, Side, tray_x

if TYPE_CHECKING:
    from hardware.simulated.looks.parts import Colour

CUBE_VALUES = (2, 4, 8, 16, 32, 64)
"""The faces of a doubling cube."""
Holder = Literal["middle", "bottom", "top"]
"""Who has the cube: nobody yet, the player at the bottom, the player at the top."""
Pose = Literal["reach", "pinch", "flat"]
"""A hand with loosely bent fingers, one that holds something between thumb and fingers, one laid flat."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Which end and side belong to whom.

    Attributes:
        light: the end where the light checkers have their half of the bar and of the tray of borne-off checkers.
        off: the side where borne-off checkers go; the cube stays on the other.
    """

    light: End = "bottom"
    off: Side = "right"

    def end_of(self, shade: Shade) -> End:
        """Return the end that belongs to the checkers of this shade."""
        if shade == "light":
            return self.light
        return "top" if self.light == "bottom" else "bottom"


@dataclass(frozen=True, slots=True)
class Habit:
    """How neatly the people at this table put their checkers down.

    Attributes:
        crooked: the spread of checkers about the middle line, millimetres (one standard deviation).
        touching: the share of checkers that are pushed up to their neighbour.
        standing: borne-off checkers stand on their edges, else they lie in piles.
        two_high: the share of checkers that are laid on their neighbour though there is room on the surface.
        bridging: the share of checkers of a second layer that lie across two of the first.
        leaning: the share of checkers that come to lie with one edge on their neighbour.
    """

    crooked: float = 1.0
    touching: float = 0.4
    standing: bool = True
    two_high: float = 0.0
    bridging: float = 0.0
    leaning: float = 0.0


@dataclass(frozen=True, slots=True)
class Checker:
    """A checker.

    Attributes:
        shade: which set it belongs to.
        place: the column, bar or tray it lies on.
        nth: its number on that place, 0 for the first one put there.
        x, y: its middle, millimetres.
        z: its lowest point above the playing surface, millimetres.
        turn: its rotation about its axis, degrees; seen only in the grain.
        standing: it stands on its edge, its axis along y, as in a tray.
        lean: how far its upper face leans away from the player at the bottom, degrees; below 0 towards him.
    """

    shade: Shade
    place: Place
    nth: int
    x: float
    y: float
    z: float
    turn: float = 0.0
    standing: bool = False
    lean: float = 0.0


@dataclass(frozen=True, slots=True)
class Die:
    """A die.

    Attributes:
        shade: the set of dice: that of the player of the dark or of the light checkers.
        value: the face that is up, or was up before the die was tilted.
        x, y: its middle, millimetres.
        z: its lowest point above the playing surface, millimetres.
        turn: its rotation about the vertical, degrees, counterclockwise.
        tilt: how far it leans, degrees; 0 lies flat.
        tilt_towards: the direction that its upper face leans to, degrees counterclockwise from x.
    """

    shade: Shade
    value: int
    x: float
    y: float
    z: float = 0.0
    turn: float = 0.0
    tilt: float = 0.0
    tilt_towards: float = 0.0


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube: its upper face, its middle and lowest point in millimetres, its turn in degrees."""

    value: int
    x: float
    y: float
    z: float = 0.0
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A forearm and hand that reach in over the board.

    Attributes:
        x, y: where the fingertips are, millimetres.
        height: how high the fingertips are above the playing surface, millimetres.
        side: where the arm comes from.
        lean: how far the arm is turned counterclockwise from reaching straight in, degrees.
        pose: what the fingers do.
        left: it is a left hand.
        skin: the skin's colour.
        sleeve: the sleeve's colour.
        holding: the shade of a checker between the fingers, if there is one.
    """

    x: float
    y: float
    height: float = 12.0
    side: End | Side = "bottom"
    lean: float = 0.0
    pose: Pose = "reach"
    left: bool = False
    skin: Colour = (214, 164, 134)
    sleeve: Colour = (46, 54, 78)
    holding: Shade | None = None


@dataclass(frozen=True, slots=True)
class Light:
    """The lamp and the light of the room.

    Brightness, warmth and falloff may change from frame to frame; the others move shadows, and a picture in which they
    have changed is drawn anew, which takes most of a second.

    Attributes:
        azimuth: the direction the lamp is in, degrees counterclockwise from x.
        elevation: the lamp's height above the table as an angle, degrees, 25..90.
        ambient: the share of the light that comes from all around, 0..1.
        softness: the lamp's angular radius, degrees: wide shadows' edges for large lamps.
        brightness: of the whole light; 1 is what the camera was set for.
        warmth: -1 for bluish daylight, 0 for white, 1 for a warm bulb.
        falloff: how much darker the far end of the table is than the one near the lamp, 0..0.6.
        glare: how much of the lamp surface and trays mirror, 0 for nothing, 1 for fresh lacquer.
    """

    azimuth: float = 125.0
    elevation: float = 58.0
    ambient: float = 0.5
    softness: float = 6.0
    brightness: float = 1.0
    warmth: float = 0.12
    falloff: float = 0.15
    glare: float = 0.0


@dataclass(frozen=True, slots=True)
class Led:
    """A lit light of the strip: its place in millimetres and its colour."""

    x: float
    y: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Scene:
    """The table at one moment. Equal scenes look the same.

    Attributes:
        size: the board's measures.
        look: the name of its look.
        seats: which end and side belong to whom.
        habit: how neatly its people put checkers down.
        checkers: every checker on the table, in no particular order.
        dice: the dice on the table.
        cube: the doubling cube, if one is in play.
        hands: the hands over the board.
        light: the light.
        leds: the lights of the strip that are on.
    """

    size: BoardSize
    look: str
    seats: Seats = field(default_factory=Seats)
    habit: Habit = field(default_factory=Habit)
    checkers: tuple[Checker, ...] = ()
    dice: tuple[Die, ...] = ()
    cube: Cube | None = None
    hands: tuple[Hand, ...] = ()
    light: Light = field(default_factory=Light)
    leds: tuple[Led, ...] = ()

    def __post_init__(self) -> None:
        """Refuse an unknown look."""
        check_look(self.look)


def checkers_on(scene: Scene, place: Place, shade: Shade | None = None) -> tuple[Checker, ...]:
    """Return the checkers on a place, the first one put there first."""
    found = [c for c in scene.checkers if c.place == place and shade in (None, c.shade)]
    return tuple(sorted(found, key=lambda c: (c.nth, c.shade)))


def census(scene: Scene) -> Counter[tuple[Place, Shade]]:
    """Return how many checkers of each shade lie on each place."""
    return Counter((c.place, c.shade) for c in scene.checkers)


def turn_cube(scene: Scene, value: int, holder: Holder, *, lean: float = 0.0) -> Scene:
    """Return the scene with the cube where its holder keeps it, turned to `value` and towards the holder.

    Args:
        scene: the table.
        value: the upper face: 2, 4, 8, 16, 32 or 64 (64 stands for 1 at the start).
        holder: whose cube it is.
        lean: how far it is turned from lying straight, degrees.

    Raises:
        SceneError: a cube has no such face.
    """
    if value not in CUBE_VALUES:
        raise SceneError("scene.no_such_cube_face", value=value)
    turn = {"middle": 90.0, "bottom": 0.0, "top": 180.0}[holder]
    x, y, z = _cube_at(scene.size, scene.seats, holder)
    return replace(scene, cube=Cube(value=value, x=x, y=y, z=z, turn=turn + lean))


def _cube_at(size: BoardSize, seats: Seats, holder: Holder) -> tuple[float, float, float]:
    """Return the cube's middle and lowest point, millimetres; see `board.CubePlace`."""
    side: Side = "left" if seats.off == "right" else "right"
    out = -1 if side == "left" else 1
    towards = {"middle": 0, "bottom": -1, "top": 1}[holder]
    match size.construction.cube:
        case "tray":
            return tray_x(size, side), 0.36 * size.height * towards, 0.0
        case "bar" if holder == "middle":
            return 0.0, 0.0, size.bar_height
        case "rail" if holder == "middle":
            return out * (size.outer_width - size.rail_width) / 2, 0.0, size.rail_height
        case "beside":
            y = 0.27 * size.height if holder == "middle" else 0.45 * size.height * towards  # clear of cup and clock
            return out * (size.outer_width / 2 + size.cube_side), y, -BASE
        case _:
            return 0.0, towards * (size.outer_height - size.rail_width) / 2, size.rail_height


def without_cube(scene: Scene) -> Scene:
    """Return the scene without a doubling cube."""
    return replace(scene, cube=None)


def with_hand(scene: Scene, hand: Hand) -> Scene:
    """Return the scene with one hand more."""
    return replace(scene, hands=(*scene.hands, hand))


def without_hands(scene: Scene) -> Scene:
    """Return the scene with no hand over the board."""
    return replace(scene, hands=()) if scene.hands else scene


def with_light(scene: Scene, light: Light) -> Scene:
    """Return the scene under another light."""
    return replace(scene, light=light)


def with_leds(scene: Scene, leds: tuple[Led, ...]) -> Scene:
    """Return the scene with these lights of the strip on and no others."""
    return replace(scene, leds=leds)
