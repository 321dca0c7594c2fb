"""The network for places: what it is given, what it answers, and how well it counts on looks that trained nothing."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from vision.place_net import CHANNELS, CONTENTS, MODEL, prepared, shipped_net
from vision.reading import MAX_COUNT, content_at
from vision.strips import ACROSS, ALONG, LAYERS
from vision.training.place_strips import PAD, Strips, plate_strips
from vision.training.plates import HELD_OUT


@pytest.fixture(scope="module")
def held_out() -> list[Strips]:
    given = ((HELD_OUT + 61, None), (HELD_OUT + 2, "walnut"), (HELD_OUT, "desert"))
    return [plate_strips(number, 4, look) for number, look in given]


def bare(strips: Strips) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return strips without their pads."""
    return np.ascontiguousarray(strips.pictures[:, :, PAD:-PAD, PAD:-PAD])


def noise(count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.random.default_rng(3).integers(0, 255, (count, LAYERS, ALONG, ACROSS), dtype=np.uint8)


def test_a_strip_is_levelled_so_that_light_does_not_matter() -> None:
    strips = noise(2) // 2
    brighter = strips.copy()
    brighter[:, 0] += 60
    shifts = np.zeros((2, 2), dtype=np.float32)
    plain, bright = prepared(strips, shifts), prepared(brighter, shifts)
    assert plain.shape == (2, CHANNELS, ALONG, ACROSS)
    np.testing.assert_allclose(plain, bright, atol=1e-4)
    np.testing.assert_allclose(plain[:, :3].mean(axis=(2, 3)), 0, atol=1e-4)


def test_answers_are_logarithms_of_probabilities_of_every_content() -> None:
    answers = shipped_net().classify(prepared(noise(3), np.zeros((3, 2), dtype=np.float32)))
    assert answers.shape == (3, CONTENTS)
    np.testing.assert_allclose(np.exp(answers).sum(axis=1), 1, atol=1e-4)


def test_a_strip_is_judged_alike_alone_and_among_others_and_every_time(held_out: list[Strips]) -> None:
    strips, shifts = bare(held_out[0])[:6], held_out[0].shifts[:6]
    together = shipped_net().classify(prepared(strips, shifts))
    alone = np.concatenate([shipped_net().classify(prepared(strips[i : i + 1], shifts[i : i + 1])) for i in range(6)])
    np.testing.assert_allclose(together, alone, atol=2e-3)
    np.testing.assert_array_equal(together, shipped_net().classify(prepared(strips, shifts)))


def test_exchanging_what_the_sets_look_like_exchanges_the_shades(held_out: list[Strips]) -> None:
    strips, shifts = bare(held_out[1]), held_out[1].shifts
    swapped = strips[:, (0, 1, 2, 4, 3, 5, 6)]
    one, other = (shipped_net().classify(prepared(given, shifts)).argmax(axis=1) for given in (strips, swapped))
    exchanged = np.where(one > MAX_COUNT, one - MAX_COUNT, np.where(one > 0, one + MAX_COUNT, 0))
    assert (exchanged == other).mean() > 0.9


def test_places_of_looks_that_trained_nothing_are_counted(held_out: list[Strips]) -> None:
    right = {"few": 0, "tall": 0}
    total = dict(right)
    for strips in held_out:
        best = shipped_net().classify(prepared(bare(strips), strips.shifts)).argmax(axis=1)
        for label, found in zip(strips.labels.tolist(), best.tolist(), strict=True):
            kind = "tall" if content_at(label)[1] > 5 else "few"
            total[kind] += 1
            right[kind] += int(label == found)
    # Floors under the figures of models/README.md; they may only rise.
    assert right["few"] >= 0.96 * total["few"], (right, total)
    assert right["tall"] >= 0.45 * total["tall"], (right, total)


def test_the_model_is_small_enough_to_ship() -> None:
    assert MODEL.stat().st_size < 750_000


def test_nothing_that_trains_is_loaded_to_read() -> None:
    program = (
        "import sys, vision.counting, vision.place_net as p; p.shipped_net();"
        "sys.exit(any(m.startswith(('torch', 'vision.training', 'hardware')) for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=60, check=False).returncode == 0
