"""Looks of boards by name: colours, materials and finishes.

A look says nothing about sizes. Colours are sRGB, red-green-blue, 0..255.
"""

from __future__ import annotations

import colorsys
import random
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from hardware.simulated.errors import SceneError
from hardware.simulated.looks.fresh import FRESH
from hardware.simulated.looks.kept import KEPT
from hardware.simulated.looks.parts import BoardLook, CheckerLook, Colour, DieLook, Fabric, Grain, Material, Profile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_CLUB = BoardLook(
    name="club",  # a green felt board in a mahogany frame
    surface=Fabric("felt", (58, 98, 72)),
    points=(Fabric("felt", (214, 198, 160)), Fabric("felt", (134, 44, 38))),
    frame=Fabric("wood", (104, 58, 34)),
    tray=Fabric("felt", (46, 80, 58)),
    table=Fabric("wood", (168, 132, 92), 0.7),
    dark=CheckerLook((112, 24, 22), (160, 60, 46), "marble", "dish", 0.7),
    light=CheckerLook((232, 222, 196), (206, 190, 152), "marble", "dish", 0.7),
    dark_dice=DieLook((150, 22, 26), (240, 236, 226)),
    light_dice=DieLook((240, 236, 224), (24, 24, 26)),
    cube=DieLook((236, 230, 214), (26, 26, 30), 0.16),
    hinges=(176, 140, 72),
)
_TOURNAMENT = BoardLook(
    name="tournament",  # cream leatherette in a black case, as on most streams
    surface=Fabric("leather", (222, 212, 192), 0.6),
    points=(Fabric("leather", (38, 48, 128), 0.7), Fabric("leather", (132, 108, 78), 0.7)),
    frame=Fabric("leather", (44, 43, 48)),
    tray=Fabric("felt", (66, 64, 68)),
    table=Fabric("cloth", (206, 203, 196)),
    dark=CheckerLook((34, 36, 40), (66, 70, 78), "marble", "ring", 0.75),
    light=CheckerLook((196, 30, 30), (222, 70, 60), "pearl", "ring", 0.75),
    dark_dice=DieLook((22, 84, 58), (240, 240, 236), 0.08),
    light_dice=DieLook((196, 26, 30), (244, 240, 236), 0.08),
    cube=DieLook((30, 30, 34), (236, 236, 236), 0.16),
)
_WALNUT = BoardLook(
    name="walnut",  # inlaid wood, wooden checkers
    surface=Fabric("wood", (150, 98, 62)),
    points=(Fabric("wood", (58, 50, 44), 0.7), Fabric("wood", (222, 194, 148), 0.8)),
    frame=Fabric("wood", (124, 74, 42)),
    tray=Fabric("wood", (136, 86, 52)),
    table=Fabric("cloth", (92, 94, 100)),
    dark=CheckerLook((66, 42, 30), (40, 26, 20), "wood", "ring", 0.35),
    light=CheckerLook((222, 186, 132), (190, 146, 94), "wood", "ring", 0.35),
    dark_dice=DieLook((60, 38, 28), (238, 226, 200), 0.18),
    light_dice=DieLook((238, 230, 208), (40, 30, 26), 0.18),
    cube=DieLook((58, 40, 30), (240, 228, 200), 0.18),
)
_CORK = BoardLook(
    name="cork",  # a cork surface with red and green points
    surface=Fabric("cork", (196, 154, 108)),
    points=(Fabric("cork", (150, 42, 36), 0.6), Fabric("cork", (46, 84, 62), 0.6)),
    frame=Fabric("wood", (74, 48, 34)),
    tray=Fabric("cork", (178, 138, 96)),
    table=Fabric("plain", (52, 56, 62)),
    dark=CheckerLook((24, 40, 86), (54, 78, 140), "pearl", "button", 0.8),
    light=CheckerLook((238, 236, 228), (210, 206, 194), "pearl", "button", 0.8),
    dark_dice=DieLook((28, 46, 104), (244, 244, 240), 0.1),
    light_dice=DieLook((244, 242, 236), (20, 22, 60), 0.1),
    cube=DieLook((244, 240, 232), (150, 24, 24), 0.16),
)
_CRIMSON = BoardLook(
    name="crimson",  # a red leather case with a cream field, in bright light
    surface=Fabric("leather", (232, 230, 216), 0.4),
    points=(Fabric("leather", (30, 122, 96), 0.5), Fabric("leather", (222, 72, 72), 0.5)),
    frame=Fabric("leather", (140, 24, 50)),
    tray=Fabric("leather", (128, 22, 46)),
    table=Fabric("plain", (224, 222, 218)),
    dark=CheckerLook((122, 22, 34), (150, 40, 52), "pearl", "flat", 0.85),
    light=CheckerLook((236, 234, 222), (214, 210, 196), "pearl", "flat", 0.85),
    dark_dice=DieLook((240, 238, 230), (176, 28, 36), 0.1),
    light_dice=DieLook((240, 238, 230), (24, 104, 66), 0.1),
    cube=DieLook((240, 238, 232), (170, 20, 34), 0.2),
)
_STREAM = BoardLook(
    name="stream",  # black, red and ivory, checkers with metal rims
    surface=Fabric("felt", (236, 232, 200), 0.5),
    points=(Fabric("felt", (200, 26, 38), 0.5), Fabric("felt", (26, 27, 30), 0.5)),
    frame=Fabric("leather", (32, 32, 34)),
    tray=Fabric("felt", (38, 38, 40)),
    table=Fabric("cloth", (38, 50, 84)),
    dark=CheckerLook((26, 27, 30), (40, 42, 46), "plain", "flat", 0.5, edge=(150, 150, 152)),
    light=CheckerLook((226, 226, 220), (206, 206, 200), "plain", "flat", 0.5, edge=(168, 168, 168)),
    dark_dice=DieLook((24, 24, 28), (240, 240, 240), 0.06),
    light_dice=DieLook((196, 24, 34), (244, 240, 236), 0.06),
    cube=DieLook((206, 28, 34), (246, 244, 240), 0.12),
    hinges=(150, 150, 150),
)
_DESERT = BoardLook(
    name="desert",  # an olive ultrasuede field in a light wooden case, points that hardly stand out
    surface=Fabric("felt", (146, 138, 92), 0.6),
    points=(Fabric("felt", (136, 76, 56), 0.6), Fabric("felt", (88, 92, 72), 0.6)),
    frame=Fabric("wood", (150, 104, 62)),
    tray=Fabric("felt", (124, 130, 74), 0.6),
    table=Fabric("plain", (32, 33, 38)),
    dark=CheckerLook((176, 20, 44), (226, 120, 134), "marble", "dish", 0.8),
    light=CheckerLook((240, 240, 232), (222, 222, 214), "pearl", "dish", 0.8),
    dark_dice=DieLook((30, 34, 52), (240, 240, 240), 0.1),
    light_dice=DieLook((236, 236, 230), (28, 28, 32), 0.1),
    cube=DieLook((238, 234, 222), (30, 30, 30), 0.14),
    hinges=(190, 160, 96),
)
_OAK = BoardLook(
    name="oak",  # brown leather in a pale oak case, black and white points
    surface=Fabric("leather", (112, 88, 70)),
    points=(Fabric("leather", (232, 230, 226), 0.4), Fabric("leather", (28, 32, 38), 0.5)),
    frame=Fabric("wood", (206, 160, 106), 0.8),
    tray=Fabric("leather", (98, 78, 62)),
    table=Fabric("wood", (92, 68, 50), 0.8),
    dark=CheckerLook((36, 34, 36), (84, 84, 92), "marble", "ring", 0.7),
    light=CheckerLook((232, 226, 210), (196, 184, 160), "marble", "ring", 0.7),
    dark_dice=DieLook((40, 38, 40), (236, 232, 224), 0.14),
    light_dice=DieLook((240, 234, 220), (30, 28, 30), 0.14),
    cube=DieLook((232, 226, 210), (60, 40, 28), 0.16),
    hinges=(186, 148, 80),
)

_ALL = (_CLUB, _TOURNAMENT, _WALNUT, _CORK, _CRIMSON, _STREAM, _DESERT, _OAK)

LOOKS: Mapping[str, BoardLook] = MappingProxyType({look.name: look for look in _ALL})
"""The looks that training may draw on, by name; `vision.training.proposals.plates` holds some of them out."""

ALL_LOOKS: Mapping[str, BoardLook] = MappingProxyType({**LOOKS, **FRESH, **KEPT})
"""Every look by its name; for those that nothing is trained on see `fresh_looks` and `kept_looks`."""


def described(look: BoardLook) -> str:
    """Return a look in a line: what the board is made of, and what lies on it."""
    sets = [f"{c.profile} {c.grain}" for c in (look.dark, look.light)]
    checkers = sets[0] if sets[0] == sets[1] else " and ".join(sets)
    return f"{look.surface.material} in {look.frame.material}, checkers {checkers}"


DRAWN = "drawn-"
"""Names that begin like this and go on with a whole number are looks drawn by chance, each number its own."""

ALIKE = "alike-"
"""The same for looks drawn by chance whose checkers are of the colours of their points or of the board."""

CLEAR = "clear-"
"""The same for looks drawn by chance whose dice are clear, many of them with emblems on the board."""


def look_named(name: str) -> BoardLook:
    """Return the look of this name: of `ALL_LOOKS`, or drawn by chance from the number after one of `BY_CHANCE`.

    Raises:
        SceneError: there is no such look.
    """
    check_look(name)
    if name in ALL_LOOKS:
        return ALL_LOOKS[name]
    begins, number = name.split("-")
    return BY_CHANCE[f"{begins}-"](int(number))


def check_look(name: str) -> None:
    """Refuse a name that is no look's, without drawing one: every scene asks for it.

    Raises:
        SceneError: there is no such look.
    """
    numbered = any(name.startswith(begins) and name.removeprefix(begins).isdecimal() for begins in BY_CHANCE)
    if not numbered and name not in ALL_LOOKS:
        raise SceneError("scene.no_such_look", name=name, known=sorted(ALL_LOOKS))


def drawn_look(number: int) -> BoardLook:
    """Return a look of colours and materials drawn by chance: any colours that two sets can be told apart by."""
    rng = random.Random(f"look {number}")
    surface = Fabric(rng.choice(_MATERIALS), _any_colour(rng), rng.uniform(0.3, 1.2))
    points = (Fabric(surface.material, _any_colour(rng), 0.6), Fabric(surface.material, _any_colour(rng), 0.6))
    frame = Fabric(rng.choice(_MATERIALS), _any_colour(rng), rng.uniform(0.4, 1.1))
    dark, light = sorted((_any_colour(rng), _any_colour(rng)), key=sum)
    if sum(light) - sum(dark) < 120:  # two sets of one brightness would be one set to most people
        dark, light = _mixed(dark, (0, 0, 0), 0.6), _mixed(light, (255, 255, 255), 0.6)
    return BoardLook(
        name=f"{DRAWN}{number}",
        surface=surface,
        points=points,
        frame=frame,
        tray=Fabric(surface.material, _mixed(surface.colour, frame.colour, rng.random()), 0.8),
        table=Fabric(rng.choice(_MATERIALS), _any_colour(rng), rng.uniform(0.2, 1.0)),
        dark=_drawn_checkers(dark, rng),
        light=_drawn_checkers(light, rng),
        dark_dice=_drawn_die(rng),
        light_dice=_drawn_die(rng),
        cube=_drawn_die(rng),
        hinges=_any_colour(rng) if rng.random() < 0.4 else None,
    )


def alike_look(number: int) -> BoardLook:
    """Return a look drawn by chance whose checkers are of about the colours of points or board, often all of wood."""
    rng = random.Random(f"alike {number}")
    drawn = drawn_look(number)
    if rng.random() < 0.6:
        surface, one, other, rail = (_wooden(rng) for _ in range(4))
        drawn = replace(
            drawn,
            surface=Fabric("wood", surface, rng.uniform(0.4, 1.3)),
            points=(Fabric("wood", one, rng.uniform(0.4, 1.0)), Fabric("wood", other, rng.uniform(0.4, 1.0))),
            frame=Fabric("wood", rail, rng.uniform(0.4, 1.1)),
        )
    near = [drawn.points[0].colour, drawn.points[1].colour, drawn.surface.colour]
    rng.shuffle(near)
    first, second = (_mixed(colour, _any_colour(rng), rng.uniform(0.02, 0.25)) for colour in near[:2])
    if rng.random() < 0.4:  # one set only; the other is like nothing on the board
        second = _any_colour(rng)
    dark, light = sorted((first, second), key=sum)
    if sum(light) - sum(dark) < 90:
        dark, light = _mixed(dark, (0, 0, 0), 0.4), _mixed(light, (255, 255, 255), 0.4)
    name = f"{ALIKE}{number}"
    return replace(drawn, name=name, dark=_drawn_checkers(dark, rng), light=_drawn_checkers(light, rng))


def clear_look(number: int) -> BoardLook:
    """Return a look drawn by chance whose dice are clear; four in ten have emblems for them to lie on."""
    rng = random.Random(f"clear {number}")
    drawn = drawn_look(number)
    return replace(
        drawn,
        name=f"{CLEAR}{number}",
        dark_dice=replace(drawn.dark_dice, clear=rng.uniform(0.35, 0.95)),
        light_dice=replace(drawn.light_dice, clear=rng.uniform(0.35, 0.95)),
        logo=_any_colour(rng) if rng.random() < 0.4 else None,
    )


BY_CHANCE: Mapping[str, Callable[[int], BoardLook]] = MappingProxyType(
    {DRAWN: drawn_look, ALIKE: alike_look, CLEAR: clear_look}
)
"""What draws the looks whose names begin so and go on with a whole number."""


def _wooden(rng: random.Random) -> Colour:
    """Return a colour of wood, from maple to ebony."""
    parts = colorsys.hsv_to_rgb(rng.uniform(0.02, 0.12), rng.uniform(0.2, 0.75), rng.uniform(0.12, 0.92))
    red, green, blue = (round(255 * part) for part in parts)
    return (red, green, blue)


_MATERIALS: tuple[Material, ...] = ("felt", "leather", "wood", "cork", "cloth", "plain")
_GRAINS: tuple[Grain, ...] = ("plain", "marble", "marble", "wood", "pearl")
_PROFILES: tuple[Profile, ...] = ("flat", "dish", "ring", "button")


def _any_colour(rng: random.Random) -> Colour:
    """Return a colour; greys, pale and dark ones are as likely as bright ones."""
    hue, saturation, value = rng.random(), rng.random() ** 1.5, rng.uniform(0.08, 0.97)
    red, green, blue = (round(255 * part) for part in colorsys.hsv_to_rgb(hue, saturation, value))
    return (red, green, blue)


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return a colour between two, `share` of the way to the other."""
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(one, other, strict=True))
    return (red, green, blue)


def _drawn_checkers(colour: Colour, rng: random.Random) -> CheckerLook:
    """Return a set of checkers of about this colour."""
    vein = _mixed(colour, _any_colour(rng), rng.uniform(0.1, 0.7))
    edge = _any_colour(rng) if rng.random() < 0.25 else None
    return CheckerLook(colour, vein, rng.choice(_GRAINS), rng.choice(_PROFILES), rng.uniform(0.2, 0.95), edge)


def _drawn_die(rng: random.Random) -> DieLook:
    """Return a set of dice: mostly pale on dark or dark on pale, sometimes any two colours that differ enough."""
    kind = rng.random()
    if kind < 0.35:
        body, pips = (
            _mixed(_any_colour(rng), (255, 255, 255), rng.uniform(0.6, 1.0)),
            _mixed(_any_colour(rng), (0, 0, 0), rng.uniform(0.4, 1.0)),
        )
    elif kind < 0.75:
        body, pips = (
            _mixed(_any_colour(rng), (0, 0, 0), rng.uniform(0.2, 0.9)),
            _mixed(_any_colour(rng), (255, 255, 255), rng.uniform(0.7, 1.0)),
        )
    else:
        body, pips = _any_colour(rng), _any_colour(rng)
        if sum(abs(a - b) for a, b in zip(body, pips, strict=True)) < 180:
            pips = (250, 248, 240) if sum(body) < 380 else (12, 12, 16)
    return DieLook(
        body, pips, rng.uniform(0.04, 0.25), rng.uniform(0.15, 0.25), rng.uniform(0.44, 0.58), rng.uniform(1.0, 1.7)
    )
