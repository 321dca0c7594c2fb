"""Lessons for the network for whole boards: what goes wrong where tables are drawn is told at once."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tavola[train]')")

from vision.training.board import lessons  # noqa: E402 - takes PyTorch


def failing(*_: object) -> None:
    raise ValueError("no table can be drawn")


@pytest.mark.filterwarnings("ignore")
def test_learning_ends_where_a_process_that_draws_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "_draw", failing)
    monkeypatch.setattr(lessons, "PATIENCE", 1.0)
    with (
        lessons.TableStream(0, 2, torch.device("cpu")) as stream,
        pytest.raises(RuntimeError, match="a process that draws tables has failed"),
    ):
        stream.batch(1)
