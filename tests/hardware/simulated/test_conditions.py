"""Named lights, cameras and habits: each does what its name says, and "usual" is what a table is without a name."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from controller.cli.main import main
from hardware.simulated.conditions import (
    CAMERAS,
    HABITS,
    LIGHTS,
    USUAL,
    board_built,
    camera_named,
    habit_named,
    light_named,
)
from hardware.simulated.drawing.box_sprites import die_sprite
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.drawing.shading import lamp_of
from hardware.simulated.drawing.sprites import Shot
from hardware.simulated.errors import SceneError
from hardware.simulated.looks.fresh import FRESH
from hardware.simulated.looks.kept import KEPT
from hardware.simulated.looks.named import ALL_LOOKS
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.optics.sensor import Sensor
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import arrange, move_checker, start
from hardware.simulated.scene.table import Die, Habit, Led, Light, Scene, with_leds, with_light
from hardware.simulated.still import random_arrangement

if TYPE_CHECKING:
    from hardware.simulated.looks.materials import U8
    from hardware.simulated.optics.pinhole import Pinhole

SIZE = BoardSize()


@pytest.fixture(scope="module")
def pinhole() -> Pinhole:
    return looking_at(SIZE, View(width=320, height=180))


def lit(pinhole: Pinhole, light: str, look: str = "walnut") -> U8:
    scene = with_light(Scene(SIZE, look), light_named(light))
    return Renderer(pinhole, Sensor(noise=0.0, colour_noise=0.0)).draw(scene, random.Random(1))


def test_usual_conditions_are_those_of_a_table_without_names() -> None:
    assert light_named(USUAL) == Light()
    assert camera_named(USUAL).view == View()
    assert camera_named(USUAL).sensor == Sensor()
    assert habit_named(USUAL) == Habit()


@pytest.mark.parametrize("named", [light_named, camera_named, habit_named, board_built])
def test_an_unknown_name_is_refused_and_the_known_ones_named(named: object) -> None:
    assert callable(named)
    with pytest.raises(SceneError) as caught:
        named("moonshine")
    assert USUAL in str(caught.value.params["known"])


@pytest.mark.parametrize("name", CAMERAS)
def test_every_camera_sees_the_whole_board(name: str) -> None:
    pinhole = looking_at(SIZE, CAMERAS[name].view)
    x, y = SIZE.outer_width / 2, SIZE.outer_height / 2
    seen = pinhole.project([(-x, -y, 0.0), (x, -y, 0.0), (x, y, 0.0), (-x, y, 0.0)])
    assert (seen >= 0).all()
    assert (seen <= (pinhole.width, pinhole.height)).all()


@pytest.mark.films
def test_lights_do_what_they_say(pinhole: Pinhole) -> None:
    usual, evening, window, lamp, dim = (
        lit(pinhole, name).astype(float) for name in (USUAL, "evening", "window", "lamp", "dim")
    )
    assert evening.mean() < 0.9 * usual.mean()
    assert evening[..., 2].mean() / evening[..., 0].mean() > 1.15 * usual[..., 2].mean() / usual[..., 0].mean()
    assert window[:, :100].mean() > 1.3 * window[:, -100:].mean()
    assert np.percentile(lamp, 99) > 15 + np.percentile(usual, 99)
    assert dim.mean() < 0.6 * usual.mean()


@pytest.mark.films
def test_felt_mirrors_no_lamp_as_lacquer_does(pinhole: Pinhole) -> None:
    wood, felt = (float(np.percentile(lit(pinhole, "lamp", look).max(axis=2), 99)) for look in ("walnut", "club"))
    assert wood > felt + 20


@pytest.mark.films
def test_our_own_lights_outshine_a_dim_room(pinhole: Pinhole) -> None:
    led = (Led(100.0, -SIZE.height / 2 - 11.0, (255, 80, 0)),)
    gains = []
    for light in (USUAL, "dim"):
        scene = with_light(Scene(SIZE, "walnut"), light_named(light))
        renderer = Renderer(pinhole, Sensor(noise=0.0, colour_noise=0.0))
        dark, bright = (renderer.draw(s, random.Random(1)).astype(float) for s in (scene, with_leds(scene, led)))
        gains.append(float(bright.max(axis=2).sum() / dark.max(axis=2).sum()))
    assert gains[1] > gains[0] > 1.0


def laid(habit: str, seed: int) -> Scene:
    rng = random.Random(seed)
    return arrange(Scene(SIZE, "club", habit=HABITS[habit].habit), random_arrangement(rng), rng)


def heights(scene: Scene) -> list[float]:
    return [c.z for c in scene.checkers if isinstance(c.place, int)]


@pytest.mark.parametrize("habit", HABITS)
@pytest.mark.parametrize("seed", range(6))
def test_no_two_checkers_share_room_however_they_are_put_down(habit: str, seed: int) -> None:
    flat = [c for c in laid(habit, seed).checkers if not c.standing and c.lean == 0.0 and isinstance(c.place, int)]
    for number, one in enumerate(flat):
        for other in flat[:number]:
            apart = float(np.hypot(one.x - other.x, one.y - other.y))
            assert apart >= SIZE.checker_diameter - 1e-6 or abs(one.z - other.z) >= SIZE.checker_thickness - 1e-6


def test_habits_stack_and_lean_and_neat_people_do_neither() -> None:
    def raised(habit: str) -> int:
        return sum(z > 1.0 for seed in range(8) for z in heights(laid(habit, seed)))

    def leaning(habit: str) -> int:
        return sum(c.lean != 0.0 for seed in range(8) for c in laid(habit, seed).checkers)

    assert raised("stacked") > raised("neat") + 15
    assert leaning("careless") > 10
    assert leaning("usual") == leaning("stacked") == 0


def test_stacked_checkers_can_be_lifted_and_put_elsewhere_again() -> None:
    rng = random.Random(2)
    scene = start(SIZE, "club", rng, habit=HABITS["stacked"].habit)
    for source, target in ((13, 8), (13, 8), (13, 8), (6, 8), (8, 3), (8, 3), (8, 3)):
        scene = move_checker(scene, "light", source, target, rng)
    assert sum(c.place == 3 for c in scene.checkers) == 3


@pytest.mark.films
def test_a_leaning_checker_is_drawn_otherwise_than_a_flat_one(pinhole: Pinhole) -> None:
    scene = next(s for s in (laid("careless", n) for n in range(9)) if any(c.lean for c in s.checkers))
    flat = replace(scene, checkers=tuple(replace(c, lean=0.0) for c in scene.checkers))
    renderer = Renderer(pinhole)
    assert not np.array_equal(renderer.still(scene).copy(), renderer.still(flat))


@pytest.mark.films
@pytest.mark.parametrize("look", [*FRESH, *KEPT])
def test_every_look_that_trains_nothing_can_be_drawn(pinhole: Pinhole, look: str) -> None:
    picture = Renderer(pinhole).draw(start(SIZE, look, random.Random(1)), random.Random(1))
    grey = picture.mean(axis=2)
    assert float(np.percentile(grey, 99) - np.percentile(grey, 1)) > 60
    assert 30 < float(grey.mean()) < 200


def test_what_lies_below_is_seen_through_a_clear_die() -> None:
    shot = Shot(looking_at(SIZE, View()), lamp_of(Light()), None)
    clear = ALL_LOOKS["casino"].dark_dice
    covers = []
    for look in (clear, replace(clear, clear=0.0)):
        sprite = die_sprite(shot, SIZE.die_side, look, Die("dark", 2, 100.0, 0.0))
        assert sprite is not None
        covers.append(int(np.median(sprite.cover[sprite.cover > 60])))
    assert covers[1] == 255
    assert covers[0] < 180


@pytest.mark.parametrize("what", ["looks", "lights", "cameras", "habits"])
def test_names_are_listed_on_the_command_line(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", f"--list-{what}"]) == 0
    known = {"looks": ALL_LOOKS, "lights": LIGHTS, "cameras": CAMERAS, "habits": HABITS}[what]
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(known)
