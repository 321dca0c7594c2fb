"""Train the network for whole boards: draw tables, look at them alone and beside a known picture, and learn.

Goes on from its checkpoint where there is one. Nothing here looks at a photograph.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import torch

from vision.reading import MAX_COUNT
from vision.training.board.batch import PICTURES, renamed
from vision.training.board.export import learned_weights
from vision.training.board.judge import held_tables, standing_right
from vision.training.board.lessons import TableStream
from vision.training.board.loss import Truth, checkers_loss, hidden_loss, named, proportions_loss, same_set, things_loss
from vision.training.board.net import FROZEN, Beside, BoardNetwork, Encoding, pretrained, told
from vision.training.precision import quick_bits

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from vision.training.board.batch import Batch
    from vision.training.board.net import BoardAnswer

TABLES: Final = 5
"""Tables in a batch."""

CPU: Final = torch.device("cpu")

RATE: Final = 1.2e-3
BACKBONE_RATE: Final = 3e-4
"""Greatest learning rates, of what is new and of the backbone's last blocks."""

RISING: Final = 100
"""Steps in which the rates rise when learning begins or goes on."""

SAVE: Final = 10_000
"""After so many pictures a checkpoint is written."""

MEAN_OVER: Final = 500
"""The weights that are kept are a mean over about so many steps."""

HIDDEN, THINGS, SHAPE, SETS = 0.3, 0.05, 0.1, 0.05
"""What the other losses count for beside that of points and bar."""

SMALL: Final = 3000
"""Pictures of a small run."""

SMALL_TABLES: Final = 15
"""Tables that judge it."""

LEAST_SMALL: Final = 0.3
"""Share of the points with one to five checkers that it must read of single pictures: empty ones are soon learned."""


def _learning(net: BoardNetwork, kept: Collection[str]) -> tuple[list[torch.nn.Parameter], list[torch.nn.Parameter]]:
    """Return what is new and what of the backbone learns on; the rest is frozen, and weights of the names kept."""
    new, old = [], []
    for name, weight in net.named_parameters():
        if name in kept:
            weight.requires_grad_(False)
        elif not name.startswith("backbone."):
            new.append(weight)
        elif name.startswith("backbone.blocks.") and int(name.split(".")[2]) >= FROZEN:
            old.append(weight)
        else:
            weight.requires_grad_(False)
    return new, old


def losses(net: BoardNetwork, batch: Batch, chance: torch.Generator) -> tuple[torch.Tensor, dict[str, float]]:
    """Return the loss of a batch, each picture judged alone and beside a known one of its table, and what to print."""
    n, device = len(batch.contents), batch.contents.device
    with quick_bits(device):
        with torch.no_grad():
            features = net.features(batch.pictures.float().contiguous(memory_format=torch.channels_last))
        seen = net.encode(features)
    encoding = Encoding(*(part.float() for part in seen))
    beside = _known_ones(n, chance).to(device)
    swap = (torch.rand(n // PICTURES, generator=chance) < 0.3).repeat_interleave(PICTURES).to(device)
    called = Truth(
        torch.where(swap[:, None], renamed(batch.contents), batch.contents),
        torch.where(swap[:, None], batch.bar.flip(1), batch.bar),
        batch.hidden,
        torch.zeros_like(batch.either),
    )
    known = Beside(encoding.tokens[beside], told(called.contents[beside]), (~batch.hidden[beside].any(dim=1)).float())
    alone = known._replace(stands=torch.zeros_like(known.stands), given=torch.zeros_like(known.given))
    asked = (
        (
            "alone",
            net.judge(encoding, alone),
            Truth(batch.contents, batch.bar, batch.hidden, batch.either),
            torch.ones_like(known.given),
        ),
        ("known", net.judge(encoding, known), called, known.given),
    )
    total, said = torch.zeros((), device=device), dict[str, float]()
    for name, answer, truth, use in asked:
        loss, figures = _loss_of(answer, truth, use)
        total = total + loss
        said |= {f"{name} {figure}".strip(): value for figure, value in figures.items()}
    there = things_loss(encoding.things, batch.things)
    apart = checkers_loss(encoding.things, batch.things, PICTURES)
    shape = proportions_loss(asked[0][1], batch.proportions)
    said |= {"things": float(there.detach()), "checkers": float(apart.detach()), "shape": float(shape.detach())}
    return total + THINGS * there + SETS * apart + SHAPE * shape, said


def _loss_of(answer: BoardAnswer, truth: Truth, use: torch.Tensor) -> tuple[torch.Tensor, dict[str, float]]:
    """Return the loss of answers, points and bar counted where `use` is 1 and not where it is 0, and what to print."""
    loss, meant, on_bar = named(answer, truth)
    total = (loss * use).sum() / len(use) + HIDDEN * hidden_loss(answer, truth) + SETS * same_set(answer, truth)
    seen = (~truth.hidden[:, :24]) & (use > 0)[:, None]
    right = answer.points.argmax(dim=-1) == meant
    full = ((meant - 1) % MAX_COUNT >= 5) & (meant > 0)
    bars = (answer.bar.argmax(dim=-1) == on_bar).all(dim=1)[(use > 0) & ~truth.hidden[:, 24]]
    return total, {
        "": float(loss.detach().mean()),
        "points": float(right[seen].float().mean()),
        "full": float(right[seen & full].float().mean()),
        "bar": float(bars.float().mean()),
    }


def _known_ones(n: int, chance: torch.Generator) -> torch.Tensor:
    """Return for each picture which one of its table it is shown beside: mostly that of the start position."""
    number = torch.arange(n) % PICTURES
    first = torch.arange(n) - number
    other = (number + 1 + torch.randint(PICTURES - 1, (n,), generator=chance)) % PICTURES
    start = (torch.rand(n, generator=chance) < 0.8) & (number > 0)
    return first + torch.where(start, torch.zeros_like(number), other)


class _Mean:
    """A running mean of weights, quick to follow at first."""

    def __init__(self, net: BoardNetwork) -> None:
        self.weights = {name: value.detach().clone() for name, value in net.state_dict().items()}
        self._steps = 0

    def follow(self, net: BoardNetwork) -> None:
        self._steps += 1
        part = max(1 / MEAN_OVER, 1 / (self._steps + 1))
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                self.weights[name].lerp_(value, part)


class Learner:
    """A network that learns, with all that it needs to go on.

    Attributes:
        net: the network.
        mean: the weights to use.
        seen: how many pictures it has looked at.
        drawn: number of the next table.
    """

    def __init__(
        self, net: BoardNetwork, drawn: int = 0, device: torch.device = CPU, kept: Collection[str] = ()
    ) -> None:
        """Take the network to begin with, the number of the first table, where to learn, and what stays as it is."""
        self.net = net.to(device)
        self.device = device
        self.seen, self.drawn, self.mean = 0, drawn, _Mean(net)
        new, old = _learning(net, kept)
        groups: list[dict[str, Any]] = [
            {"params": new, "lr": RATE, "top": RATE},
            {"params": old, "lr": BACKBONE_RATE, "top": BACKBONE_RATE},
        ]
        self._weights = [*new, *old]
        self._optimiser = torch.optim.AdamW(groups, weight_decay=0.02, betas=(0.9, 0.98))
        net.train().to(memory_format=torch.channels_last)

    def go_on(self, out: Path) -> None:
        """Go on from the checkpoint in a folder, if there is one."""
        if (out / "last.pt").exists():
            kept = torch.load(out / "last.pt", map_location=self.device, weights_only=True)
            self.net.load_state_dict(kept["net"])
            self._optimiser.load_state_dict(kept["optimiser"])
            self.mean.weights, self.seen, self.drawn = kept["mean"], kept["seen"], kept["drawn"]

    def save(self, out: Path, drawn: int) -> None:
        """Write a checkpoint into a folder; `drawn` tables have been drawn since the learning began."""
        kept = {
            "net": self.net.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "mean": self.mean.weights,
            "seen": self.seen,
            "drawn": self.drawn + drawn,
        }
        torch.save(kept, out / "last.part")
        (out / "last.part").rename(out / "last.pt")
        torch.save(self.mean.weights, out / "mean.pt")

    def step(self, batch: Batch, pace: float, chance: torch.Generator) -> dict[str, float]:
        """Learn from a batch at a part of the greatest rates; return what to print."""
        for group in self._optimiser.param_groups:
            group["lr"] = group["top"] * pace
        loss, said = losses(self.net, batch, chance)
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._weights, 2.0)
        self._optimiser.step()
        self.mean.follow(self.net)
        self.seen += len(batch.contents)
        return said


def learn(
    learner: Learner, pictures: int, stream: TableStream, out: Path | None = None, *, tables: int = TABLES
) -> None:
    """Learn until so many pictures have been looked at.

    Args:
        learner: what learns.
        pictures: how many it is to have looked at; the learning rate falls to nothing by then.
        stream: the tables that are looked at, from `learner.drawn` on.
        out: folder of checkpoints: `last.pt` has all that is needed to go on, `mean.pt` the weights to use; None to
            write none.
        tables: how many are in a batch.
    """
    chance = torch.Generator().manual_seed(learner.seen + 1)
    sums: dict[str, list[float]] = {}
    begun, step, saved = time.monotonic(), 0, learner.seen
    with stream:
        while learner.seen < pictures:
            batch = stream.batch(tables)
            falling = 0.5 * (1 + math.cos(math.pi * learner.seen / pictures))
            said = learner.step(batch, min(1.0, (step + 1) / RISING) * (falling * 0.98 + 0.02), chance)
            step += 1
            for name, value in said.items():
                if not math.isnan(value):
                    sums.setdefault(name, []).append(value)
            if step % 50 == 0:
                figures = " ".join(f"{name} {sum(v) / len(v):.4f}" for name, v in sums.items())
                spent = time.monotonic() - begun
                print(f"{spent:.0f} s, {learner.seen} seen, {stream.drawn} tables: {figures}", flush=True)  # noqa: T201 - a long run says how it fares
                sums = {}
            if out is not None and (learner.seen - saved >= SAVE or learner.seen >= pictures):
                saved = learner.seen
                learner.save(out, stream.drawn)


def small_run(workers: int, out: Path) -> bool:
    """Learn from a few pictures, write the weights as `small.pt`, and return whether they read other tables well."""
    learner = Learner(pretrained())
    learn(learner, SMALL, TableStream(learner.drawn, workers, learner.device))
    torch.save(learner.net.state_dict(), out / "small.pt")
    alone, known = standing_right(learner.net.eval(), held_tables([None], SMALL_TABLES))
    print(f"points with one to five checkers right: alone {alone:.3f}, known {known:.3f}")  # noqa: T201 - what is checked
    return alone >= LEAST_SMALL


def main(arguments: Sequence[str] | None = None) -> int:
    """Train from the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.board.train", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/board"), help="folder of checkpoints")
    parser.add_argument("--pictures", type=int, default=400_000, help="how many pictures are looked at")
    parser.add_argument("--workers", type=int, default=1, help="processes that draw")
    parser.add_argument("--threads", type=int, default=1, help="threads that learn")
    parser.add_argument("--start", type=Path, help="weights to begin with: a checkpoint, or a model file")
    parser.add_argument("--only-new", action="store_true", help="nothing learns but what --start lacks")
    parser.add_argument("--first", type=int, default=0, help="number of the first table")
    parser.add_argument("--device", type=torch.device, default=CPU, help="where it learns: cpu or cuda")
    parser.add_argument("--batch", type=int, default=TABLES, help="tables in a batch")
    parser.add_argument("--traced", type=int, default=0, help="one table in so many is traced (extra photo); 0: none")
    parser.add_argument("--looks", type=int, help="how often a table is shown at most, in the mean (default: any)")
    parser.add_argument("--small", action="store_true", help=f"{SMALL} pictures from nothing, into small.pt: a check")
    chosen = parser.parse_args(arguments)
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(0)
    chosen.out.mkdir(parents=True, exist_ok=True)
    if chosen.small:
        return 0 if small_run(chosen.workers, chosen.out) else 1
    net = pretrained() if chosen.start is None else BoardNetwork()
    start = {} if chosen.start is None else learned_weights(chosen.start)
    net.load_state_dict(start, strict=chosen.start is not None and chosen.start.suffix != ".onnx")
    learner = Learner(net, chosen.first, chosen.device, start if chosen.only_new else ())
    learner.go_on(chosen.out)
    stream = TableStream(learner.drawn, chosen.workers, learner.device, chosen.traced, chosen.looks)
    learn(learner, chosen.pictures, stream, chosen.out, tables=chosen.batch)
    return 0


if __name__ == "__main__":
    sys.exit(main())
