"""The networks that are shipped, their file, and what they say of certain positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from controller.players.evaluation.boards import boards_of
from controller.players.evaluation.network import (
    MONEY,
    SHIPPED,
    ModelError,
    after_play,
    load,
    on_roll,
    other_side,
    save,
)
from controller.rules import BAR, START
from tests.controller.players.evaluation.test_moves import some_positions
from tests.controller.rules.boards import from_points

if TYPE_CHECKING:
    from pathlib import Path


def test_the_networks_take_some_tens_of_kilobytes() -> None:
    assert SHIPPED.stat().st_size < 100_000


def test_networks_are_read_as_they_were_written(tmp_path: Path) -> None:
    shipped = load()
    save(shipped, tmp_path / "again.npz")
    again = load(tmp_path / "again.npz")
    for layers, others in ((shipped.contact, again.contact), (shipped.race, again.race)):
        for layer, other in zip(layers, others, strict=True):
            np.testing.assert_array_equal(layer.weights, other.weights)
            np.testing.assert_array_equal(layer.offsets, other.offsets)


def test_a_file_that_is_missing_or_none_of_ours_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"players\.no_model"):
        load(tmp_path / "none.npz")
    (tmp_path / "text.npz").write_text("no networks here", encoding="utf-8")
    with pytest.raises(ModelError, match=r"players\.no_model"):
        load(tmp_path / "text.npz")
    with (tmp_path / "other.npz").open("wb") as file:
        np.savez(file, other=np.zeros(3))
    with pytest.raises(ModelError, match=r"players\.no_model"):
        load(tmp_path / "other.npz")


def test_the_chances_are_chances_on_every_kind_of_board() -> None:
    chances = on_roll(load(), boards_of(some_positions()))
    assert np.isfinite(chances).all()
    assert ((chances >= 0) & (chances <= 1)).all()


def test_the_other_side_sees_the_same_chances_from_there() -> None:
    chances = np.array([[0.6, 0.2, 0.05, 0.1, 0.01]], np.float32)
    np.testing.assert_allclose(other_side(chances), [[0.4, 0.1, 0.01, 0.2, 0.05]], rtol=1e-5)
    np.testing.assert_allclose(other_side(other_side(chances)), chances, rtol=1e-5)


@pytest.mark.parametrize(
    ("theirs", "worth"),
    [({3: 2}, 1), ({3: 15}, 2), ({3: 14, 20: 1}, 3), ({3: 14, BAR: 1}, 3)],
)
def test_a_won_board_is_worth_what_the_rules_say(theirs: dict[int, int], worth: int) -> None:
    won = from_points({}, theirs)
    assert float((after_play(load(), boards_of([won])) @ MONEY)[0]) - 1 == worth


def test_the_start_is_nearly_even_and_better_for_who_is_on_roll() -> None:
    assert 0.5 < on_roll(load(), boards_of([START]))[0, 0] < 0.55


def test_a_race_far_ahead_is_nearly_won_and_one_far_behind_nearly_lost() -> None:
    ahead = from_points({2: 5, 3: 5}, {6: 5, 5: 5, 4: 5})
    chances = on_roll(load(), boards_of([ahead, ahead.turned()]))
    assert chances[0, 0] > 0.97
    assert chances[1, 0] < 0.03
