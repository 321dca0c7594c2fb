"""Write the network for whole boards as the reader loads it, its chances tempered so that they can be believed."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import onnx
import torch
from torch import nn

from vision.checkers.canvas import HEIGHT, WIDTH
from vision.training.board.drawn.tables import TEMPERED_BY
from vision.training.board.judge import Temperatures, fit_temperatures, held_tables
from vision.training.board.net import TOKEN, TOKENS, Beside, BoardNetwork
from vision.training.onnx_model import weights_of, write_onnx

if TYPE_CHECKING:
    from collections.abc import Sequence


INPUTS: Final = ("canvas", "known", "stands", "given")
OUTPUTS: Final = ("points", "bar", "hidden", "things", "proportions", "tokens")


class _Reader(nn.Module):
    """The network with what it says made log-chances."""

    def __init__(self, net: BoardNetwork, temperatures: Temperatures) -> None:
        super().__init__()
        self.net = net
        self.temperatures = temperatures

    def forward(
        self, canvas: torch.Tensor, known: torch.Tensor, stands: torch.Tensor, given: torch.Tensor
    ) -> tuple[torch.Tensor, ...]:
        seen = self.net.features(canvas.permute(0, 3, 1, 2).float())
        encoding = self.net.encode(seen)
        answer = self.net.judge(encoding, Beside(known, stands, given))
        points, bar = (
            given[:, None, None] * beside + (1 - given[:, None, None]) * alone
            for alone, beside in (
                (answer.points / self.temperatures.alone_points, answer.points / self.temperatures.known_points),
                (answer.bar / self.temperatures.alone_bar, answer.bar / self.temperatures.known_bar),
            )
        )
        return (
            points.log_softmax(-1),
            bar.log_softmax(-1),
            answer.hidden.sigmoid(),
            torch.cat([answer.things[:, :3].sigmoid(), answer.things[:, 3:]], dim=1),
            answer.proportions,
            encoding.tokens,
        )


def export(net: BoardNetwork, temperatures: Temperatures, path: Path) -> None:
    """Write the network: opset 17, a canvas of bytes in, weights as half floats."""
    example = (
        torch.zeros(1, HEIGHT, WIDTH, 3, dtype=torch.uint8),
        torch.zeros(1, TOKENS, TOKEN),
        torch.zeros(1, TOKENS, dtype=torch.long),
        torch.zeros(1),
    )
    write_onnx(_Reader(net, temperatures), example, path, (*INPUTS, *OUTPUTS), {})


def learned_weights(path: Path) -> dict[str, torch.Tensor]:
    """Return the weights in a checkpoint, or in a model file: what only training asks for is not in that."""
    if path.suffix != ".onnx":
        stored: dict[str, torch.Tensor] = torch.load(path, weights_only=True)
        return stored
    model = onnx.load(str(path))
    stored = {name.removeprefix("net."): weight for name, weight in weights_of(model).items()}
    made = {node.output[0]: node for node in model.graph.node}
    for node in model.graph.node:  # a layer of one matrix is stored as a product, turned over, and a sum
        for bias, product in (node.input, node.input[::-1]) if node.op_type == "Add" else ():
            if bias.endswith(".bias") and product in made and made[product].op_type == "MatMul":
                name = bias.removeprefix("net.").removesuffix("bias") + "weight"
                stored[name] = stored[made[product].input[1].removeprefix("net.")].T.contiguous()
    return {name: weight for name, weight in stored.items() if name in BoardNetwork().state_dict()}


def main(arguments: Sequence[str] | None = None) -> None:
    """Export from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path, help="mean.pt of the training")
    parser.add_argument("--out", type=Path, default=Path("vision/models/board.onnx"))
    parser.add_argument("--tables", type=int, default=60, help="tables of each kind by which temperatures are fitted")
    parser.add_argument(
        "--temperatures", type=float, nargs=4, help="as an earlier export fitted them: nothing is fitted"
    )
    chosen = parser.parse_args(arguments)
    net = BoardNetwork()
    net.load_state_dict(learned_weights(chosen.weights))
    held = held_tables(TEMPERED_BY, chosen.tables)
    temperatures = Temperatures(*chosen.temperatures) if chosen.temperatures else fit_temperatures(net, held)
    print(json.dumps(temperatures._asdict()))  # noqa: T201 - a recipe says what it fitted
    export(net, temperatures, chosen.out)


if __name__ == "__main__":
    main()
