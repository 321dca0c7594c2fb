"""The networks answer each example for itself, in whichever thread, whatever way its pixels lie in memory."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.paths import ROOT
from vision.checkers import close_net
from vision.checkers.canvas import HEIGHT, WIDTH
from vision.dice import die_net, proposals
from vision.dice.crops import PATCH
from vision.runtime.onnx_file import BOARD, MODELS, Net, loaded

if TYPE_CHECKING:
    from pathlib import Path

    from vision.frame import Image

Given = tuple[npt.NDArray[Any], ...]


def chance(*shape: int) -> Image:
    return np.random.default_rng(1).integers(0, 256, shape, dtype=np.uint8)


def numbers(*shape: int) -> npt.NDArray[np.float32]:
    return np.random.default_rng(2).random(shape, dtype=np.float32)


STRIPS = close_net.LAYERS, close_net.ALONG, close_net.ACROSS
CASES: dict[str, tuple[Path, Given]] = {
    "dice": (die_net.MODEL, (chance(7, PATCH, PATCH, 3), numbers(7))),
    "points looked at closer": (close_net.MODEL, (chance(3, *STRIPS), numbers(3, 2), numbers(3, 64, close_net.STEPS))),
}


@pytest.mark.parametrize(("model", "given"), CASES.values(), ids=CASES)
def test_what_an_example_is_answered_depends_on_no_other(model: Path, given: Given) -> None:
    net = Net(model)
    together = net.answers(*given)
    alone = [net.answers(*(part[number : number + 1] for part in given)) for number in range(len(given[0]))]
    for answer, each in zip(together, zip(*alone, strict=True), strict=True):
        assert answer.dtype == np.float32
        np.testing.assert_allclose(answer, np.concatenate(each), atol=1e-4)


CANVASES: dict[str, npt.NDArray[Any]] = {
    "canvas": chance(3, HEIGHT, WIDTH, 3),
    "known": numbers(3, 26, 128),
    "stands": np.full((3, 26), 2),
    "given": np.array([1.0, 0.0, 1.0], dtype=np.float32),
}
WHOLE: dict[str, dict[str, npt.NDArray[Any]]] = {"canvases": CANVASES, "pictures": {"pictures": chance(3, 144, 256, 3)}}


@pytest.mark.parametrize("given", WHOLE.values(), ids=WHOLE)
def test_canvases_and_pictures_are_answered_each_for_itself_and_without_the_other(
    given: dict[str, npt.NDArray[Any]],
) -> None:
    net = loaded(BOARD)
    together = net.ask(None, **given)
    alone = [net.ask(None, **{name: part[k : k + 1] for name, part in given.items()}) for k in range(3)]
    for answer, each in zip(together, zip(*alone, strict=True), strict=True):
        np.testing.assert_allclose(answer, np.concatenate(each), atol=1e-3)
    asked = {len(answer) for answer in together}
    assert asked == {0, 3}
    both = net.ask(None, **(WHOLE["canvases"] | WHOLE["pictures"]))
    for answer, one in zip(both, together, strict=True):
        assert len(answer) == 3
        assert not len(one) or np.allclose(answer, one, atol=1e-3)


def test_a_view_of_any_size_is_answered_alike_however_light_it_is() -> None:
    view, net = chance(1, 96, 128, 3) // 2, Net(proposals.MODEL)
    answers = net.answer(view)
    assert answers.shape == (1, 5, 24, 32)
    np.testing.assert_allclose(answers, net.answer(view + 90), atol=1e-2)


def test_several_threads_may_ask_at_once() -> None:
    model, (patches, flatness) = CASES["dice"]
    net = Net(model)
    batches = [patches // 2 + number for number in range(40)]
    expected = [net.answer(batch, flatness) for batch in batches]
    with ThreadPoolExecutor(4) as pool:
        answers = pool.map(net.answer, batches, [flatness] * len(batches))
        for answer, one in zip(answers, expected, strict=True):
            np.testing.assert_array_equal(answer, one)


def test_a_network_that_several_threads_ask_for_at_once_is_loaded_once(tmp_path: Path) -> None:
    model = tmp_path / "die.onnx"
    model.write_bytes(die_net.MODEL.read_bytes())
    together = Barrier(4)

    def ask(_: int) -> Net:
        together.wait(timeout=60)
        return loaded(model)

    with ThreadPoolExecutor(4) as pool:
        assert len({id(net) for net in pool.map(ask, range(4))}) == 1


def test_an_example_need_not_lie_in_one_piece() -> None:
    model, (patches, flatness) = CASES["dice"]
    net = Net(model)
    turned = np.ascontiguousarray(patches.transpose(0, 3, 1, 2)).transpose(0, 2, 3, 1)
    assert not turned.flags["C_CONTIGUOUS"]
    np.testing.assert_array_equal(net.answer(turned, flatness), net.answer(patches, flatness))


def test_where_nothing_is_given_zeros_of_the_inputs_shape_are() -> None:
    assert Net(close_net.MODEL).nothing("rows", 2).shape == (2, 64, close_net.STEPS)


def test_all_networks_together_are_small_enough_to_ship() -> None:
    assert sum(path.stat().st_size for path in MODELS.glob("*.onnx")) < 6_500_000


def test_the_engine_notes_nothing_about_its_user(tmp_path: Path) -> None:
    home = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    home |= {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    asking = "from vision.runtime.onnx_file import BOARD, loaded; loaded(BOARD)"
    subprocess.run([sys.executable, "-c", asking], check=True, cwd=ROOT, env=home, timeout=120)
    assert list(tmp_path.rglob("*")) == []
