"""The training of the networks: its descent, and what games teach."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from controller.players.evaluation.boards import boards_of
from controller.players.evaluation.network import Networks, forward, load, on_roll, other_side
from controller.players.training import train_player
from controller.players.training.descent import Descent, _gradients, fresh
from controller.players.training.self_play import PlayedTables, lessons
from tests.controller.rules.boards import from_points

if TYPE_CHECKING:
    from pathlib import Path

    from controller.players.training.descent import Array


def test_the_gradients_are_those_of_the_cross_entropy() -> None:
    rng = np.random.default_rng(3)
    descent = Descent.of(fresh((6, 4, 3, 5), rng))
    values = [value.astype(np.float64) for value in descent.values]
    inputs, targets = rng.random((7, 6)), rng.random((7, 5))

    def loss() -> float:
        seen = inputs
        for weights, offsets in zip(values[:-2:2], values[1:-2:2], strict=True):
            seen = np.maximum(seen @ weights + offsets, 0)
        answers = 1 / (1 + np.exp(-(seen @ values[-2] + values[-1])))
        return float(-(targets * np.log(answers) + (1 - targets) * np.log(1 - answers)).sum() / len(inputs))

    # The descent computes in single precision; the comparison needs double.
    gradients, _ = _gradients(cast("list[Array]", values), cast("Array", inputs), cast("Array", targets))
    for value, gradient in zip(values, gradients, strict=True):
        at = np.unravel_index(int(rng.integers(value.size)), value.shape)
        kept = value[at]
        value[at] = kept + 1e-6
        above = loss()
        value[at] = kept - 1e-6
        below = loss()
        value[at] = kept
        assert gradient[at] == pytest.approx((above - below) / 2e-6, abs=1e-6)


def test_the_descent_learns_what_can_be_learned() -> None:
    rng = np.random.default_rng(4)
    descent = Descent.of(fresh((4, 12, 5), rng))
    inputs = rng.random((256, 4)).astype(np.float32)
    targets = np.stack([inputs[:, 0], inputs[:, 1], inputs[:, 0] * inputs[:, 1], inputs[:, 2], inputs[:, 3]], axis=1)
    first = descent.step(inputs, targets, 0.01)
    for _ in range(300):
        last = descent.step(inputs, targets, 0.01)
    assert last < first / 10
    assert float(np.abs(forward(descent.layers, inputs) - targets).mean()) < 0.1


@pytest.mark.parametrize("share", [0.0, 0.7, 1.0])
def test_a_game_that_ends_teaches_its_end(share: float) -> None:
    # Whoever rolls wins, whatever he throws, and the other has borne some off: the chances are certain.
    tables = PlayedTables.set_up(4, np.random.default_rng(1))
    tables.boards = boards_of([from_points({1: 2}, {1: 2})] * 4)
    tables.random_turns[:] = 0
    boards, targets = lessons(tables, load(), 1, share)
    assert len(boards) == 4
    np.testing.assert_array_equal(targets, [[1, 0, 0, 0, 0]] * 4)
    assert tables.finished == 4


def test_without_a_share_of_later_turns_the_next_one_teaches() -> None:
    networks = load()
    tables = PlayedTables.set_up(8, np.random.default_rng(2))
    tables.random_turns[:] = 0
    boards, targets = lessons(tables, networks, 2, 0)
    # What the second turn begins with is what the first has led to, seen from the other side.
    np.testing.assert_allclose(targets[:8], other_side(on_roll(networks, boards[8:])), atol=1e-5)


def test_all_later_turns_teach_with_the_full_share() -> None:
    networks = load()
    tables = PlayedTables.set_up(8, np.random.default_rng(2))
    tables.random_turns[:] = 0
    _, targets = lessons(tables, networks, 3, 1)
    np.testing.assert_allclose(targets[:8], other_side(targets[8:16]), atol=1e-6)


def test_plays_at_random_teach_nothing() -> None:
    tables = PlayedTables.set_up(8, np.random.default_rng(2))
    tables.random_turns[:] = 5
    boards, _ = lessons(tables, load(), 2, 0.5)
    assert len(boards) == 0


def test_a_training_of_a_hundredth_writes_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "tiny.npz"
    monkeypatch.setattr(train_player, "_GAMES", 8)
    monkeypatch.setattr(train_player, "_TURNS", 8)
    monkeypatch.setattr("sys.argv", ["train_player", "--small", "--stages", "0,1", "--out", str(out)])
    train_player.main()
    networks = load(out)
    assert isinstance(networks, Networks)
    assert [layer.weights.shape for layer in networks.contact] == [layer.weights.shape for layer in load().contact]
