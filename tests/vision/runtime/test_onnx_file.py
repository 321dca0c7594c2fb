"""The networks answer as another engine has them answer, each example for itself, in whichever thread."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.checkers import board_net
from vision.dice import die_net, proposals
from vision.dice.crops import PATCH
from vision.locate import scene_net
from vision.runtime.onnx_file import Net

if TYPE_CHECKING:
    from pathlib import Path

    from vision.arrays import Float

CASES = {
    "proposals": (proposals.MODEL, (1, 3, 384, 584)),
    "dice": (die_net.MODEL, (7, 4, PATCH, PATCH)),
    "scene": (scene_net.MODEL, (1, 3, 144, 256)),
}


def chance(shape: tuple[int, ...]) -> Float:
    return np.random.default_rng(1).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize(("model", "shape"), CASES.values(), ids=CASES)
def test_a_network_answers_as_opencv_has_it_answer(model: Path, shape: tuple[int, ...]) -> None:
    given = chance(shape)
    other = cv2.dnn.readNetFromONNX(str(model))
    other.setInput(given)
    expected = np.asarray(other.forward())
    answer = Net(model).answer(given)
    assert answer.shape == expected.shape
    assert answer.dtype == np.float32
    np.testing.assert_allclose(answer, expected, atol=2e-3, rtol=2e-3)


@pytest.mark.parametrize(("model", "shape"), CASES.values(), ids=CASES)
def test_what_an_example_is_answered_depends_on_no_other(model: Path, shape: tuple[int, ...]) -> None:
    given, net = chance(shape), Net(model)
    alone = np.concatenate([net.answer(given[number : number + 1]) for number in range(len(given))])
    np.testing.assert_allclose(net.answer(given), alone, atol=1e-5)


def test_several_threads_may_ask_at_once() -> None:
    model, shape = CASES["dice"]
    net = Net(model)
    batches = [chance(shape) + number for number in range(40)]
    expected = [net.answer(batch) for batch in batches]
    with ThreadPoolExecutor(4) as pool:
        for answer, one in zip(pool.map(net.answer, batches), expected, strict=True):
            np.testing.assert_array_equal(answer, one)


def test_an_example_need_not_lie_in_one_piece() -> None:
    model, shape = CASES["dice"]
    given, net = chance(shape), Net(model)
    turned = np.ascontiguousarray(given.transpose(0, 1, 3, 2)).transpose(0, 1, 3, 2)
    assert not turned.flags["C_CONTIGUOUS"]
    np.testing.assert_array_equal(net.answer(turned), net.answer(given))


def test_all_networks_together_are_small_enough_to_ship() -> None:
    assert sum(path.stat().st_size for path in board_net.MODEL.parent.glob("*.onnx")) < 6_500_000
