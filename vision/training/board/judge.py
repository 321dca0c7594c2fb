"""Temper the chances of the network for whole boards by kinds of construction that trained nothing, and check it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import cv2
import torch
from torch.nn import functional

from vision.reading import IN_A_ROW, MAX_COUNT
from vision.training.board.batch import PICTURES, batch_of
from vision.training.board.drawn.matter import Materials
from vision.training.board.drawn.pictures import drawn_examples
from vision.training.board.drawn.tables import FIRST_JUDGING
from vision.training.board.loss import Truth, named
from vision.training.board.net import Beside, BoardNetwork, Encoding, told
from vision.training.calibrated import best_temperature

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.training.board.batch import Batch
    from vision.training.board.drawn.tables import KeptApart
    from vision.training.board.net import BoardAnswer


class Temperatures(NamedTuple):
    """Divisors of logits, without and with a known picture."""

    alone_points: float = 1.0
    alone_bar: float = 1.0
    known_points: float = 1.0
    known_bar: float = 1.0


def held_tables(kinds: Sequence[KeptApart | None], each: int) -> Iterator[Batch]:
    """Yield tables of kinds that train nothing, `each` of every kind; None is an ordinary table of other numbers."""
    cv2.setNumThreads(1)
    materials = Materials(FIRST_JUDGING)
    for kind in kinds:
        for number in range(FIRST_JUDGING, FIRST_JUDGING + each):
            yield batch_of(drawn_examples(number, materials, PICTURES - 1, kind))


def asked(net: BoardNetwork, batch: Batch) -> tuple[tuple[BoardAnswer, Truth], tuple[BoardAnswer, Truth]]:
    """Ask about pictures alone, and about the later ones beside the start position."""
    n = len(batch.contents)
    start = torch.arange(n) // PICTURES * PICTURES
    later = torch.arange(n) % PICTURES > 0
    stands = told(batch.contents[start])
    with torch.no_grad():
        encoding = net.encode(net.features(batch.pictures.float()))
        alone = net.judge(encoding, Beside(encoding.tokens, torch.zeros_like(stands), torch.zeros(n)))
        beside = Beside(encoding.tokens[start][later], stands[later], torch.ones(int(later.sum())))
        known = net.judge(Encoding(*(part[later] for part in encoding)), beside)
    sure = torch.zeros(int(later.sum()), dtype=torch.bool)
    return (
        (alone, Truth(batch.contents, batch.bar, batch.hidden, batch.either)),
        (known, Truth(batch.contents[later], batch.bar[later], batch.hidden[later], sure)),
    )


def fit_temperatures(net: BoardNetwork, tables: Iterator[Batch]) -> Temperatures:
    """Return the temperatures at which the truth of these tables is likeliest."""
    points: tuple[list[torch.Tensor], list[torch.Tensor]] = ([], [])
    meant: tuple[list[torch.Tensor], list[torch.Tensor]] = ([], [])
    bars: tuple[list[torch.Tensor], list[torch.Tensor]] = ([], [])
    on_bars: tuple[list[torch.Tensor], list[torch.Tensor]] = ([], [])
    for batch in tables:
        for way, (answer, truth) in enumerate(asked(net, batch)):
            _, contents, bar = named(answer, truth)
            seen = ~truth.hidden
            points[way].append(answer.points[seen[:, :24]])
            meant[way].append(contents[seen[:, :24]])
            bars[way].append(answer.bar[seen[:, 24]].flatten(0, 1))
            on_bars[way].append(bar[seen[:, 24]].flatten())
    fitted = []
    for logits, truths in ((points, meant), (bars, on_bars)):
        for way in (0, 1):
            said, true = torch.cat(logits[way]), torch.cat(truths[way])
            fitted.append(best_temperature(said, partial(functional.cross_entropy, target=true)))
    return Temperatures(fitted[0], fitted[2], fitted[1], fitted[3])


def standing_right(net: BoardNetwork, tables: Iterator[Batch]) -> tuple[float, float]:
    """Return the shares of points with one to five checkers that are right, alone and beside the start position."""
    right, total = [0, 0], [0, 0]
    for batch in tables:
        for way, (answer, truth) in enumerate(asked(net, batch)):
            _, contents, _ = named(answer, truth)
            standing = ~truth.hidden[:, :24] & (contents > 0) & ((contents - 1) % MAX_COUNT < IN_A_ROW)
            total[way] += int(standing.sum())
            right[way] += int((standing & (answer.points.argmax(dim=-1) == contents)).sum())
    return right[0] / max(1, total[0]), right[1] / max(1, total[1])
