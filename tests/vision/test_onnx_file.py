"""The engine that the shipped networks are run by answers as the other one does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision import die_net, place_net, proposals, scene_net
from vision.onnx_file import load_net
from vision.strips import ACROSS, ALONG

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.skipif(not hasattr(cv2.dnn, "ENGINE_NEW"), reason="needs OpenCV 5, which has two engines")
@pytest.mark.parametrize(
    ("model", "shape"),
    [
        (place_net.MODEL, (24, place_net.CHANNELS, ALONG, ACROSS)),
        (place_net.MODEL, (5, place_net.CHANNELS, ALONG, ACROSS)),
        (proposals.MODEL, (1, 3, 384, 584)),
        (die_net.MODEL, (7, 3, die_net.PATCH, die_net.PATCH)),
        (scene_net.MODEL, (1, 3, 144, 256)),
    ],
    ids=["places", "some places", "proposals", "dice", "scene"],
)
def test_both_engines_answer_alike(model: Path, shape: tuple[int, ...]) -> None:
    given = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
    answers = []
    for net in (load_net(model), cv2.dnn.readNetFromONNX(str(model), engine=cv2.dnn.ENGINE_NEW)):
        net.setInput(given)
        answers.append(np.array(net.forward()))
    assert answers[0].shape == answers[1].shape
    np.testing.assert_allclose(answers[0], answers[1], atol=2e-3, rtol=2e-3)
