"""The network for whole boards: checkers that look alike are called by one set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vision.reading import MAX_COUNT

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install '.[train]')")

from vision.training.board.net import CONTENTS, POINTS, agreed  # noqa: E402 - takes PyTorch

if TYPE_CHECKING:
    from torch import Tensor

DARK, LIGHT, BARE = 0, 1, 2


def said(sets: list[int], sure: float) -> Tensor:
    """Return logits for two checkers of some set on each of the first points, and for nothing on the others."""
    logits = torch.full((1, POINTS, CONTENTS), -9.0)
    for point in range(POINTS):
        kind = sets[point] if point < len(sets) else BARE
        logits[0, point, 0] = 9.0 if kind == BARE else -9.0
        two = -9.0 if kind == BARE else 9.0
        logits[0, point, 2] = two + (sure if kind == DARK else 0.0)
        logits[0, point, MAX_COUNT + 2] = two + (sure if kind == LIGHT else 0.0)
    return logits


def looks(sets: list[int]) -> Tensor:
    """Return how checkers of some set look: alike within a set, else far apart."""
    own = torch.zeros(1, POINTS, 16)
    for point, kind in enumerate(sets):
        own[0, point, 0] = 4.0 * kind
    return own


def called(contents: Tensor) -> list[int]:
    return [int(content) for content in contents.argmax(dim=-1)[0]]


TRUE = [DARK] * 5 + [LIGHT] * 4


def test_one_point_that_is_called_by_the_other_set_is_outvoted_by_those_that_look_like_it() -> None:
    wrong = [LIGHT, *TRUE[1:]]
    before = said(wrong, sure=1.0)
    after = agreed(before, looks(TRUE), torch.tensor(1.0))
    assert called(before)[0] == MAX_COUNT + 2
    assert called(after)[:9] == [2] * 5 + [MAX_COUNT + 2] * 4


def test_what_is_sure_of_itself_stays_against_the_others() -> None:
    alone = [LIGHT, *TRUE[1:]]
    after = agreed(said(alone, sure=20.0), looks(TRUE), torch.tensor(1.0))
    assert called(after)[0] == MAX_COUNT + 2


def test_how_much_stands_on_a_point_is_as_likely_as_before() -> None:
    chance = torch.Generator().manual_seed(3)
    before = torch.randn(2, POINTS, CONTENTS, generator=chance)
    after = agreed(before, torch.randn(2, POINTS, 16, generator=chance), torch.tensor(1.0))
    one, other = before.softmax(dim=-1), after.softmax(dim=-1)
    torch.testing.assert_close(one[..., 0], other[..., 0])
    torch.testing.assert_close(one[..., 1:].sum(dim=-1), other[..., 1:].sum(dim=-1))
    of_dark = [part[..., 1 : 1 + MAX_COUNT].softmax(dim=-1) for part in (before, after)]
    torch.testing.assert_close(*of_dark)


def test_what_is_as_sure_as_can_be_stays_finite() -> None:
    after = agreed(said(TRUE, sure=400.0), looks(TRUE), torch.tensor(1.0))
    assert bool(after.isfinite().all())


def test_bare_points_have_no_word() -> None:
    before = said([DARK, LIGHT], sure=3.0)
    seen = [looks([DARK, LIGHT]), looks([DARK, LIGHT] + [LIGHT] * 22)]
    one, other = (agreed(before, own, torch.tensor(1.0)) for own in seen)
    torch.testing.assert_close(one[:, :2], other[:, :2], atol=1e-3, rtol=1e-3)
