"""Makes of dice and cubes that are drawn one by one: colours, marble, gloss, pips, and what is seen through them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.arrays import Float

_BRIGHTNESS: Final = np.array([0.114, 0.587, 0.299], dtype=np.float32)

_MARBLED: Final = 0.2
"""Share of clear dice that are marbled."""

_DARK, _PALE, _DARK_ONES = (0.05, 0.4), (0.3, 0.9), 0.6
"""How bright bodies are whose pips differ in hue, and the share of the first."""

_DARKEST, _BRIGHTER, _LEAST_HUE = 0.06, (math.log(0.6), math.log(1.8)), 0.12
"""How bright their ink is at least, how many times as bright as the body, and by how much it differs in hue at least:
in what one channel is more than the mean of all."""

SHARP: Final = 1.6
"""`Make.dimple` of pips whose walls are as steep as their edges are sharp."""

_CLEAR_DIMPLES, _SHALLOW, _DEEP = 0.2, 0.04, 0.8
"""Share of clear dice that stay so with dimples, and between what the depth of these is."""

_DISHED: Final = 0.6
"""Share of dice with dimples whose faces lie lower than their rims."""


@dataclass(frozen=True, slots=True)
class Dish:
    """A face that lies lower than a rim round it, on whose slope a lamp is mirrored as a thin arc.

    Attributes:
        steep: by how much a unit normal is bent where the slope is steepest.
        radius: where that is, in half sides.
        width: of the slope, in half sides.
        square: how square the rim is: a circle with 2, the more a square the higher.
    """

    steep: float
    radius: float
    width: float
    square: float


@dataclass(frozen=True, slots=True)
class Make:
    """Make of one box: what it looks like.

    Attributes:
        body, vein, ink: colours as shares of full brightness, blue-green-red, shape (3,).
        marble: how much of the vein is seen, 0..1.
        swirl: how sharply the vein is set off: 0 soft clouds, 1 hard edges.
        speckle: how strong fine grains are.
        clear: how much of what lies below shows through, 0..1.
        far: how much of what is printed on the far faces is seen through it, 0..1.
        inky: how much of that has the ink's colour, 0..1; the rest has the body's, as where only light from below is
            kept out.
        solid: how much less shows through what is printed on the near faces, 0..1.
        bend: the body's index of refraction.
        rounding: radius of the edges, in half sides.
        ball: radius of the ball that cuts the corners, in half sides.
        gloss: strength of the highlight.
        shine: its sharpness.
        mirror: how much the body mirrors what is bright above it, 0 to about 1.
        bulge: how far its faces are from flat: what is mirrored is small in faces that bulge.
        depth: how hollow pips look, 0..1.
        dimple: how far from a pip's edge the face begins to slope into it: the spread of a blur, in pixels of
            `vision.training.dice.box_faces.FACE`.
        matt: how much less its ink mirrors than its body, 0..1.
        dish: how its faces lie lower than their rims; None where they do not.
    """

    body: Float
    vein: Float
    ink: Float
    marble: float
    swirl: float
    speckle: float
    clear: float
    far: float
    inky: float
    solid: float
    bend: float
    rounding: float
    ball: float
    gloss: float
    shine: float
    mirror: float
    bulge: float
    depth: float
    dimple: float = SHARP
    matt: float = 0.0
    dish: Dish | None = None


def drawn_colour(rng: np.random.Generator) -> Float:
    """Return a colour, blue-green-red, 0..1: greys, pale, dark and bright ones."""
    return colour_of(rng.random(), rng.random() ** 1.4, rng.uniform(0.05, 1.0))


def colour_of(hue: float, saturation: float, value: float) -> Float:
    """Return the colour of a hue, a saturation and a value, each 0..1: blue-green-red, 0..1."""
    pixel = np.array([[[360 * hue, saturation, value]]], dtype=np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], dtype=np.float32)


def brightness_of(colour: Float) -> float:
    """Return how bright a colour is, 0..1."""
    return float(colour @ _BRIGHTNESS)


def _as_bright(body: Float, ink: Float) -> tuple[Float, Float]:
    """Return two colours, the ink more vivid and brought to about the body's brightness."""
    grey = np.float32(ink.mean())
    vivid = np.clip(grey + np.float32(1.6) * (ink - grey), 0, 1)
    level = max(brightness_of(body), 0.12) / max(brightness_of(vivid), 1e-3)
    return body, np.asarray(np.clip(level * vivid, 0, 1), dtype=np.float32)


def drawn_make(rng: np.random.Generator) -> Make:
    """Return a make drawn by chance; ink and body differ, if sometimes in hue alone."""
    kind, vein = rng.random(), drawn_colour(rng)
    while True:
        body, ink = drawn_colour(rng), drawn_colour(rng)
        if kind < 0.25:
            body, ink = 0.3 * body + 0.7, 0.3 * ink
        elif kind < 0.5:
            body, ink = 0.75 * body, 0.25 * ink + 0.75
        elif kind < 0.65:
            body = 0.35 * body  # red on black, blue on brown
        elif kind < 0.85:  # as bright as the body, of another hue; what marbles it is dark
            body, ink = _as_bright(body, ink)
            vein = 0.3 * vein
        if float(np.abs(body - ink).max()) > 0.28:
            break
    shape = rng.random()
    return Make(
        body=body.astype(np.float32),
        vein=vein.astype(np.float32),
        ink=ink.astype(np.float32),
        marble=float(rng.uniform(0.2, 1.0)) if rng.random() < 0.45 else 0.0,
        swirl=float(rng.uniform(0.0, 1.0)),
        speckle=float(rng.uniform(0.02, 0.16)) if rng.random() < 0.25 else 0.0,
        clear=float(rng.uniform(0.15, 0.75)) if rng.random() < 0.35 else 0.0,
        far=float(rng.uniform(0.0, 0.8)),
        inky=float(np.clip(rng.uniform(-0.5, 1.5), 0, 1)),
        solid=float(rng.uniform(0.6, 1.0)),
        bend=float(rng.uniform(1.0, 1.55)),
        rounding=float(rng.uniform(0.04, 0.4)),
        ball=float(rng.uniform(1.3, 1.6)) if shape < 0.45 else 2.0,
        gloss=float(rng.uniform(0.0, 0.9)),
        shine=float(rng.uniform(8, 160)),
        mirror=float(rng.uniform(0.08, 1.1)) if rng.random() < 0.6 else 0.0,
        bulge=float(rng.uniform(0.05, 0.45)),
        depth=float(rng.uniform(0.2, 1.0)) if rng.random() < 0.5 else 0.0,
    )


def cleared(make: Make, rng: np.random.Generator) -> Make:
    """Return a make through whose body the pips of its far faces are seen."""
    clear, far = float(rng.uniform(0.2, 0.9)), float(rng.uniform(0.2, 1.0))
    return replace(make, clear=clear, far=far, marble=make.marble if rng.random() < _MARBLED else 0.0)


def hued(make: Make, rng: np.random.Generator) -> Make:
    """Return a make of which the ink is vivid and about as bright as the body; mostly glossy, and seldom clear."""
    while True:
        values = _DARK if rng.random() < _DARK_ONES else _PALE
        body = colour_of(rng.random(), rng.random() ** 1.4, rng.uniform(*values))
        ink = colour_of(rng.random(), rng.uniform(0.55, 1.0), 1.0)
        level = max(brightness_of(body), _DARKEST) * math.exp(rng.uniform(*_BRIGHTER)) / max(brightness_of(ink), 1e-3)
        ink = np.asarray(np.clip(level * ink, 0, 1), dtype=np.float32)
        if float(np.abs((ink - ink.mean()) - (body - body.mean())).max()) > _LEAST_HUE:
            break
    tint = colour_of(rng.random(), rng.random(), rng.random())
    vein = body * np.float32(rng.uniform(0.2, 1.8)) + np.float32(0.15) * (tint - np.float32(0.5))
    return replace(
        make,
        body=body,
        ink=ink,
        vein=np.asarray(np.clip(vein, 0, 1), dtype=np.float32),
        clear=make.clear if rng.random() < 0.3 else 0.0,
        mirror=float(rng.uniform(0.15, 1.1)) if rng.random() < 0.8 else 0.0,
        depth=float(rng.uniform(0.1, 1.0)) if rng.random() < 0.6 else 0.0,
    )


def dimpled(make: Make, rng: np.random.Generator) -> Make:
    """Return a make as moulded dice are: faces that slope gently towards painted pips, often dished, and mirror lamps.

    A lamp seen in a flat part of such a face is drawn out along the pips near it, or lies between two as a third.
    """
    return replace(
        make,
        clear=make.clear if rng.random() < _CLEAR_DIMPLES else 0.0,
        gloss=float(rng.uniform(0.0, 0.5)),
        mirror=float(rng.uniform(0.3, 1.5)),
        bulge=float(rng.uniform(0.02, 0.3)),
        depth=_between(_SHALLOW, _DEEP, rng),
        dimple=_between(1.2, 8.0, rng),
        matt=float(rng.uniform(0.3, 1.0)),
        dish=_drawn_dish(rng) if rng.random() < _DISHED else None,
    )


def _drawn_dish(rng: np.random.Generator) -> Dish:
    steep, radius = _between(0.05, 0.9, rng), float(rng.uniform(0.6, 0.95))
    return Dish(steep, radius, _between(0.03, 0.2, rng), float(rng.uniform(2.0, 5.0)))


def _between(least: float, most: float, rng: np.random.Generator) -> float:
    """Return a number drawn between two, evenly by its logarithm."""
    return math.exp(float(rng.uniform(math.log(least), math.log(most))))
