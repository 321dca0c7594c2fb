"""Judge the network for whole boards by kinds of construction that trained nothing, and temper its chances by others.

Prints for each kind, single pictures and beside the start position: points with up to five checkers, with six and more,
bars, hidden places, whole boards, each with counts and a 95 % interval, and how often it is wrong where it is sure.
"""

from __future__ import annotations

import argparse
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, get_args

import cv2
import numpy as np
import torch
from torch.nn import functional

from vision.reading import MAX_COUNT
from vision.training.board.batch import PICTURES, batch_of
from vision.training.board.drawn.matter import Materials
from vision.training.board.drawn.pictures import drawn_examples
from vision.training.board.drawn.tables import KeptApart
from vision.training.board.loss import Truth, named
from vision.training.board.net import Beside, BoardNetwork, Encoding, told
from vision.training.board.simulated import simulated_pair
from vision.training.calibrated import best_temperature

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.training.board.batch import Batch
    from vision.training.board.net import BoardAnswer

TEMPERED_BY: Final[tuple[KeptApart, ...]] = ("ogive points", "ribbed bar")
"""Kinds by which temperatures are fitted; the others judge."""

FIRST: Final = 1_000_000
"""Number of the first table that judges: none near it trains."""

HELD_SIMULATED: Final = 10_000
"""Number of the first simulated table that judges, see `plates.HELD_OUT`."""

SURE: Final = 0.01
"""Doubt below which a place is called sure."""


class Temperatures(NamedTuple):
    """Divisors of logits, without and with a known picture."""

    alone_points: float = 1.0
    alone_bar: float = 1.0
    known_points: float = 1.0
    known_bar: float = 1.0


def held_tables(kinds: Sequence[KeptApart | None], each: int) -> Iterator[Batch]:
    """Yield tables of kinds that train nothing, `each` of every kind; None is an ordinary table of other numbers."""
    cv2.setNumThreads(1)
    materials = Materials(FIRST)
    for kind in kinds:
        for number in range(FIRST, FIRST + each):
            yield batch_of(drawn_examples(number, materials, PICTURES - 1, kind))


def simulated_tables(each: int) -> Iterator[Batch]:
    """Yield simulated tables that train nothing."""
    cv2.setNumThreads(1)
    for number in range(HELD_SIMULATED, HELD_SIMULATED + each):
        yield batch_of(simulated_pair(number, PICTURES - 1))


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


def count(net: BoardNetwork, tables: Iterator[Batch], temperatures: Temperatures) -> dict[str, Counter[str]]:
    """Return what is right and what is asked, by name, alone and beside the start position."""
    found = {"alone": Counter[str](), "known": Counter[str]()}
    hot = {"alone": temperatures.alone_points, "known": temperatures.known_points}
    for batch in tables:
        for (way, counter), (answer, truth) in zip(found.items(), asked(net, batch), strict=True):
            _, contents, bar = named(answer, truth)
            seen, high = ~truth.hidden, (contents - 1) % MAX_COUNT >= 5
            right = answer.points.argmax(dim=-1) == contents
            bars = (answer.bar.argmax(dim=-1) == bar).all(dim=1)
            doubt = 1 - (answer.points / hot[way]).softmax(dim=-1).amax(dim=-1)
            few, full, sure = (
                seen[:, :24] & ~(high & (contents > 0)),
                seen[:, :24] & high & (contents > 0),
                seen[:, :24] & (doubt < SURE),
            )
            lying = seen[:, 24] & (bar.sum(dim=1) > 0)
            whole = (right | ~seen[:, :24]).all(dim=1) & (bars | ~seen[:, 24])
            for name, those, good in (
                ("up to five", few, right),
                ("six and more", full, right),
                ("bar", seen[:, 24], bars),
                ("bar with checkers", lying, bars),
                ("sure", sure, right),
                ("empty", seen[:, :24] & (contents == 0), right),
                ("boards", torch.ones_like(whole), whole),
                ("hidden", truth.hidden, answer.hidden > 0),
                ("open", ~truth.hidden, answer.hidden <= 0),
            ):
                counter[name] += int(those.sum())
                counter[f"{name} right"] += int((those & good).sum())
    return found


def standing_right(counter: Counter[str]) -> float:
    """Return the share of points with one to five checkers that are read right, by what `count` returns."""
    right, asked_about = (counter[f"up to five{end}"] - counter[f"empty{end}"] for end in (" right", ""))
    return right / max(1, asked_about)


def interval(right: int, of: int) -> str:
    """Return Wilson's 95 % interval of a share in per cent."""
    if not of:
        return "-"
    p, z = right / of, 1.96
    middle, half = p + z * z / (2 * of), z * np.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return f"{100 * (middle - half) / (1 + z * z / of):.1f}..{100 * (middle + half) / (1 + z * z / of):.1f} %"


def main(arguments: Sequence[str] | None = None) -> None:
    """Judge from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--tables", type=int, default=60, help="tables of each kind")
    parser.add_argument("--temper", type=int, default=30, help="tables of each kind by which is tempered")
    chosen = parser.parse_args(arguments)
    torch.set_num_threads(1)
    net = BoardNetwork()
    net.load_state_dict(torch.load(chosen.weights, weights_only=True))
    temperatures = fit_temperatures(net, held_tables(TEMPERED_BY, chosen.temper))
    print(temperatures)  # noqa: T201 - its figures are what it is for
    kinds = [kind for kind in get_args(KeptApart) if kind not in TEMPERED_BY]
    judged = [(kind, held_tables([kind], chosen.tables)) for kind in kinds]
    for kind, tables in [
        *judged,
        ("other numbers", held_tables([None], chosen.tables)),
        ("simulated", simulated_tables(chosen.tables // 3)),
    ]:
        for way, counter in count(net, tables, temperatures).items():
            names = [name for name in counter if not name.endswith(" right")]
            said = ", ".join(
                f"{n} {counter[f'{n} right']} of {counter[n]} ({interval(counter[f'{n} right'], counter[n])})"
                for n in names
            )
            print(f"{kind}, {way}: {said}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
