"""Lessons for the network for whole boards: how often a table is shown, and what goes wrong where they are drawn."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install '.[train]')")

from vision.training.board import lessons  # noqa: E402 - takes PyTorch
from vision.training.board.batch import PICTURES, batch_of  # noqa: E402 - likewise
from vision.training.board.drawn.matter import materials_of  # noqa: E402 - likewise
from vision.training.board.drawn.pictures import drawn_examples  # noqa: E402 - likewise

if TYPE_CHECKING:
    import multiprocessing

FEW = 2


def failing(*_: object) -> None:
    raise ValueError("no table can be drawn")


def few_then_failing(_first: int, _step: int, _traced: int, out: multiprocessing.Queue[bytes], _stop: object) -> None:
    lesson = io.BytesIO()
    torch.save(tuple(batch_of(drawn_examples(0, materials_of(0), PICTURES - 1))), lesson)
    for _ in range(FEW):
        out.put(lesson.getvalue())
    failing()


@pytest.mark.filterwarnings("ignore")
def test_learning_ends_where_a_process_that_draws_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "_draw", failing)
    monkeypatch.setattr(lessons, "PATIENCE", 1.0)
    with (
        lessons.TableStream(0, 2, torch.device("cpu")) as stream,
        pytest.raises(RuntimeError, match="a process that draws tables has failed"),
    ):
        stream.batch(1)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("looks", [None, 3])
def test_tables_are_shown_no_more_often_than_they_may_be(monkeypatch: pytest.MonkeyPatch, looks: int | None) -> None:
    monkeypatch.setattr(lessons, "_draw", few_then_failing)
    monkeypatch.setattr(lessons, "LEAST", FEW)
    monkeypatch.setattr(lessons, "PATIENCE", 5.0)
    with lessons.TableStream(0, 1, torch.device("cpu"), looks=looks) as stream:
        for _ in range(3):
            assert len(stream.batch(FEW).contents) == FEW * PICTURES
        if looks is None:
            stream.batch(FEW)
        else:
            with pytest.raises(RuntimeError, match="a process that draws tables has failed"):
                stream.batch(FEW)
