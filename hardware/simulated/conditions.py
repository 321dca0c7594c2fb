"""Named constructions, lights, cameras and habits: what is varied in the picture of a table.

Constructions say how the board is built, whatever it is made of. Lights say what shines on the board; cameras where one
stands, how its lens bends and what its sensor spoils. "usual" is what everything else is compared with. All of them can
be had of every look.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from hardware.simulated.errors import SceneError
from hardware.simulated.optics.drift import Drift
from hardware.simulated.optics.pinhole import View
from hardware.simulated.optics.sensor import Sensor
from hardware.simulated.scene.board import BoardSize, Construction
from hardware.simulated.scene.table import Habit, Light

if TYPE_CHECKING:
    from collections.abc import Mapping

USUAL: Final = "usual"


@dataclass(frozen=True, slots=True)
class NamedLight:
    """A light with what is special about it, in a line."""

    about: str
    light: Light


@dataclass(frozen=True, slots=True)
class NamedCamera:
    """A camera with what is special about it, in a line."""

    about: str
    view: View = field(default_factory=View)
    sensor: Sensor = field(default_factory=Sensor)


LIGHTS: Final[Mapping[str, NamedLight]] = MappingProxyType(
    {
        USUAL: NamedLight("a lamp to one side, and as much light from all around", Light()),
        "day": NamedLight(
            "an overcast day: soft, cool, from all around",
            Light(azimuth=60.0, elevation=75.0, ambient=0.75, softness=14.0, brightness=1.1, warmth=-0.3, falloff=0.05),
        ),
        "evening": NamedLight(
            "one warm lamp low over one end, half as bright as by day",
            Light(azimuth=150.0, elevation=38.0, ambient=0.3, softness=4.0, brightness=0.5, warmth=0.9, falloff=0.3),
        ),
        "window": NamedLight(
            "a window on the left, nothing on the right: long soft shadows, one dark side",
            Light(azimuth=180.0, elevation=30.0, ambient=0.3, softness=13.0, brightness=1.0, warmth=-0.5, falloff=0.6),
        ),
        "lamp": NamedLight(
            "a lamp behind the board that is mirrored in all that is polished",
            Light(azimuth=82.0, elevation=66.0, ambient=0.35, softness=3.5, warmth=0.3, glare=0.7),
        ),
        "bulb": NamedLight(
            "a bare bulb: hard, deep shadows",
            Light(azimuth=215.0, elevation=45.0, ambient=0.15, softness=1.0, warmth=0.4, falloff=0.25),
        ),
        "dim": NamedLight(
            "hardly any light, from all around",
            Light(azimuth=20.0, elevation=60.0, ambient=0.8, softness=10.0, brightness=0.22, warmth=0.3),
        ),
    }
)
"""Every light by its name."""

CAMERAS: Final[Mapping[str, NamedCamera]] = MappingProxyType(
    {
        USUAL: NamedCamera("70 degrees above the table, no lens errors, a little noise"),
        "above": NamedCamera("straight above", View(elevation=90.0)),
        "low": NamedCamera("45 degrees above the table", View(elevation=45.0)),
        "aside": NamedCamera("from one corner, turned a little", View(elevation=62.0, azimuth=24.0, roll=4.0)),
        "wide": NamedCamera(
            "a wide lens near the board, barrel-shaped, dark corners",
            View(elevation=76.0, opening=72.0, k1=-0.07),
            Sensor(blur=0.7, vignetting=0.35),
        ),
        "swift": NamedCamera(
            "what moves is blurred: 1/50 of a second, all rows at once", View(), Sensor(exposure_time=0.02)
        ),
        "rolling": NamedCamera(
            "rows are read one after the other within 1/30 of a second, 1/100 each",
            View(),
            Sensor(exposure_time=0.01, readout=0.033),
        ),
        "drifting": NamedCamera(
            "exposure and white balance swing", View(), Sensor(drift=Drift(exposure=0.6, white=0.7, period=30.0))
        ),
        "grainy": NamedCamera("a sensor that noises and compresses", View(), Sensor(6.0, 3.5, 0.7, jpeg=70)),
        "webcam": NamedCamera(
            "all of it in moderation: lens, noise, compression, blur, rows, drift",
            View(elevation=66.0, azimuth=-6.0, roll=1.5, opening=62.0, k1=-0.03),
            Sensor(
                3.0,
                1.6,
                0.7,
                vignetting=0.22,
                jpeg=85,
                exposure_time=0.016,
                readout=0.025,
                drift=Drift(exposure=0.2, white=0.25),
            ),
        ),
    }
)
"""Every camera by its name."""


@dataclass(frozen=True, slots=True)
class NamedHabit:
    """How people put their checkers down, with what is special about it, in a line."""

    about: str
    habit: Habit


HABITS: Final[Mapping[str, NamedHabit]] = MappingProxyType(
    {
        USUAL: NamedHabit("a little crooked, a second layer when a row is full", Habit()),
        "neat": NamedHabit("in line, each up to its neighbour", Habit(crooked=0.3, touching=0.9)),
        "crooked": NamedHabit("far off the middle lines, borne-off checkers in piles", Habit(2.0, 0.2, standing=False)),
        "stacked": NamedHabit(
            "two high here and there, and across two where a row is full", Habit(two_high=0.3, bridging=0.8)
        ),
        "careless": NamedHabit("some lean on their neighbours", Habit(crooked=1.6, touching=0.7, leaning=0.25)),
    }
)
"""Every way of putting checkers down by its name."""


@dataclass(frozen=True, slots=True)
class NamedConstruction:
    """How a board is built, with what is special about it, in a line."""

    about: str
    size: BoardSize


CONSTRUCTIONS: Final[Mapping[str, NamedConstruction]] = MappingProxyType(
    {
        USUAL: NamedConstruction("a tournament board: trays on both sides, a bar a checker wide", BoardSize()),
        "round-bases": NamedConstruction(
            "points that end in half circles at the rail; the cube on the bar",
            BoardSize(construction=Construction(outline="round", cube="bar")),
        ),
        "drops": NamedConstruction(
            "drop-shaped points; the cube on the side rail", BoardSize(construction=Construction("drop", cube="rail"))
        ),
        "thin-bar": NamedConstruction(
            "a bar of a third of a checker, blunt points, no trays",
            BoardSize(bar_width=14.0, bar_height=8.0, tray_width=0.0, construction=Construction("blunt", cube="rail")),
        ),
        "hinged": NamedConstruction(
            "a dark bar with black hinges, level with the rails, the cube on it",
            BoardSize(bar_width=52.0, bar_height=20.0, construction=Construction(dark_bar=True, cube="bar")),
        ),
        "briefcase": NamedConstruction(
            "a deep case without trays: its walls hide part of the first row; the cube on the dark bar",
            BoardSize(
                bar_width=60.0,
                bar_height=24.0,
                rail_height=42.0,
                rail_width=14.0,
                tray_width=0.0,
                construction=Construction(dark_bar=True, cube="bar"),
            ),
        ),
        "roll-up": NamedConstruction(
            "a printed mat with rosettes on it, hardly a frame; the cube beside it",
            BoardSize(
                bar_width=46.0,
                bar_height=0.0,
                rail_height=1.0,
                rail_width=26.0,
                tray_width=0.0,
                construction=Construction("scalloped", "flowers", cube="beside"),
            ),
        ),
        "lettered": NamedConstruction(
            "a maker's name across the field and numbers at the points; the cube on the bar",
            BoardSize(construction=Construction(print="letters", cube="bar")),
        ),
    }
)
"""Every construction by its name; none but the usual one is known to what trains the reader."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How a table is built, lit, filmed and played at: names of `CONSTRUCTIONS`, `LIGHTS`, `CAMERAS` and `HABITS`."""

    light: str = USUAL
    camera: str = USUAL
    habit: str = USUAL
    construction: str = USUAL


def board_built(name: str) -> BoardSize:
    """Return the measures of a board of this construction.

    Raises:
        SceneError: "scene.no_such_construction".
    """
    if name not in CONSTRUCTIONS:
        raise SceneError("scene.no_such_construction", name=name, known=", ".join(CONSTRUCTIONS))
    return CONSTRUCTIONS[name].size


def light_named(name: str) -> Light:
    """Return the light of this name.

    Raises:
        SceneError: "scene.no_such_light".
    """
    if name not in LIGHTS:
        raise SceneError("scene.no_such_light", name=name, known=", ".join(LIGHTS))
    return LIGHTS[name].light


def habit_named(name: str) -> Habit:
    """Return how people of this habit put checkers down.

    Raises:
        SceneError: "scene.no_such_habit".
    """
    if name not in HABITS:
        raise SceneError("scene.no_such_habit", name=name, known=", ".join(HABITS))
    return HABITS[name].habit


def camera_named(name: str, seed: int = 0) -> NamedCamera:
    """Return the camera of this name; where its swings begin follows from the seed.

    Raises:
        SceneError: "scene.no_such_camera".
    """
    if name not in CAMERAS:
        raise SceneError("scene.no_such_camera", name=name, known=", ".join(CAMERAS))
    camera = CAMERAS[name]
    return replace(camera, sensor=replace(camera.sensor, drift=replace(camera.sensor.drift, seed=seed)))
