"""The likeness of a picture to learned boards: a Gaussian of tokens, and a limit that hardly any board is beyond."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install '.[train]')")

from vision.checkers.canvas import HEIGHT, WIDTH  # noqa: E402 - takes PyTorch
from vision.training.board.batch import MOST_THINGS, NOTHING, Batch  # noqa: E402
from vision.training.board.likeness import BEYOND, fit_likeness, unlikeness  # noqa: E402
from vision.training.board.net import POINTS, TOKEN, TOKENS, BoardNetwork, Encoding, Features  # noqa: E402

if TYPE_CHECKING:
    from torch import Tensor


class Drawing(BoardNetwork):
    """A network whose tokens are chance, three times as wide in one direction as in the others, about a mean of 5."""

    chance = torch.Generator().manual_seed(4)

    def features(self, canvas: Tensor) -> Features:
        """Return nothing but how many pictures there are."""
        return Features(canvas, canvas, canvas)

    def encode(self, seen: Features) -> Encoding:
        """Return the tokens."""
        tokens = torch.randn(len(seen.fine), TOKENS, TOKEN, generator=self.chance)
        tokens[..., 0] *= 3
        return Encoding(tokens + 5, tokens, tokens)


def batch(hidden: int = 0) -> Batch:
    covered = torch.zeros(3, 25, dtype=torch.bool)
    covered[:, :hidden] = True
    return Batch(
        torch.zeros(3, 3, HEIGHT // 8, WIDTH // 8, dtype=torch.uint8),
        torch.zeros(3, POINTS, dtype=torch.long),
        torch.zeros(3, 2, dtype=torch.long),
        covered,
        torch.full((3, MOST_THINGS, 4), NOTHING),
        torch.full((3, 4), float("nan")),
        torch.zeros(3, dtype=torch.bool),
    )


def test_tokens_as_those_learned_are_within_the_limit_and_others_are_not() -> None:
    net = Drawing()
    likeness = fit_likeness(net, [batch()] * 40, [batch(hidden=4)] * 80)
    tokens = net.encode(net.features(torch.zeros(200, 3, 8, 8))).tokens
    assert float(likeness.mean.mean()) == pytest.approx(5, abs=0.1)
    assert float((unlikeness(tokens, likeness) > 1).float().mean()) <= 4 * BEYOND
    wide, narrow = (tokens + 9 * (torch.arange(TOKEN) == way) for way in (0, 1))
    assert 1 < float(unlikeness(narrow, likeness).median()) < float(unlikeness(tokens + 9, likeness).median())
    assert float(unlikeness(wide, likeness).median()) < float(unlikeness(narrow, likeness).median())
    bar = tokens.clone()
    bar[:, POINTS:] += 100
    torch.testing.assert_close(unlikeness(bar, likeness), unlikeness(tokens, likeness))  # the bar has no say
