"""Write the network for whole boards as the reader loads it, its chances tempered so that they can be believed."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import onnx
import torch
from torch import nn

from vision.checkers.board_net import SAID
from vision.checkers.canvas import HEIGHT, WIDTH
from vision.runtime.onnx_file import BOARD
from vision.training.board.drawn.tables import TEMPERED_BY
from vision.training.board.judge import Temperatures, fit_temperatures, held_tables
from vision.training.board.likeness import Likeness, fit_likeness, unlikeness
from vision.training.board.net import TOKEN, TOKENS, Beside, BoardNetwork
from vision.training.onnx_model import again, weights_of, write_onnx
from vision.training.scene.net import SceneHead, scene_features

if TYPE_CHECKING:
    from collections.abc import Sequence

INPUTS: Final = ("canvas", "known", "stands", "given", "pictures")
OUTPUTS: Final = (*SAID, "maps")


class Shipped(NamedTuple):
    """All that is in the model file.

    Attributes:
        net: judges boards; the trunk of its backbone sees pictures, too.
        scene: says where boards and hands are.
        temperatures: of what is said of boards.
        likeness: how unlike anything learned a canvas is, is told by.
    """

    net: BoardNetwork
    scene: SceneHead
    temperatures: Temperatures
    likeness: Likeness


class _Reader(nn.Module):
    """The network with what it says made chances: of canvases, and of whole pictures; there may be none of either."""

    def __init__(self, shipped: Shipped) -> None:
        super().__init__()
        self.net, self.scene = shipped.net, shipped.scene
        for name, value in shipped.temperatures._asdict().items():
            self.register_buffer(name, torch.tensor(value))
        for name, part in shipped.likeness._asdict().items():
            self.register_buffer(name, part)

    def forward(
        self,
        canvas: torch.Tensor,
        known: torch.Tensor,
        stands: torch.Tensor,
        given: torch.Tensor,
        pictures: torch.Tensor,
    ) -> tuple[torch.Tensor, ...]:
        seen = self.net.features(canvas.permute(0, 3, 1, 2).float())
        encoding = self.net.encode(seen)
        answer = self.net.judge(encoding, Beside(known, stands, given))
        points, bar = (
            given[:, None, None] * beside + (1 - given[:, None, None]) * alone
            for alone, beside in (
                (answer.points / self.alone_points, answer.points / self.known_points),
                (answer.bar / self.alone_bar, answer.bar / self.known_bar),
            )
        )
        maps = self.scene(scene_features(self.net.backbone, pictures.permute(0, 3, 1, 2).float()))
        return (
            points.log_softmax(-1),
            bar.log_softmax(-1),
            answer.hidden.sigmoid(),
            torch.cat([answer.things[:, :3].sigmoid(), answer.things[:, 3:]], dim=1),
            answer.proportions,
            encoding.tokens,
            unlikeness(encoding.tokens, Likeness(self.mean, self.whitening, self.limit)),
            maps.sigmoid(),
        )


def export(shipped: Shipped, path: Path) -> None:
    """Write the network: opset 17, bytes in, weights as half floats; canvases are of one size, pictures of any."""
    example = (
        torch.zeros(2, HEIGHT, WIDTH, 3, dtype=torch.uint8),
        torch.zeros(2, TOKENS, TOKEN),
        torch.zeros(2, TOKENS, dtype=torch.long),
        torch.zeros(2),
        torch.zeros(1, 144, 256, 3, dtype=torch.uint8),
    )
    free = dict.fromkeys((*INPUTS, *OUTPUTS), (0,)) | {"pictures": (0, 1, 2), "maps": (0, 2, 3)}
    write_onnx(_Reader(shipped), example, path, (*INPUTS, *OUTPUTS), free)


def shipped_in(path: Path, pictures: torch.Tensor | None = None) -> Shipped:
    """Return what a model file has.

    Args:
        path: the file.
        pictures: by which normalisations are unfolded for who goes on learning (`onnx_model.again`), (n, 3, h, w),
            0..255; what is said is the same by any.
    """
    if pictures is None:
        pictures = torch.rand(2, 3, 160, 224) * 255
    net, scene = BoardNetwork(), SceneHead()
    net.load_state_dict(learned_weights(path), strict=False)  # what only training asks for is not in the file
    with torch.no_grad():
        again(scene, path, scene_features(net.backbone, pictures), "/scene/")
    stored = weights_of(onnx.load(str(path)))
    temperatures = Temperatures(*(float(stored[name]) for name in Temperatures._fields))
    return Shipped(net, scene, temperatures, Likeness(*(stored[name] for name in Likeness._fields)))


def learned_weights(path: Path) -> dict[str, torch.Tensor]:
    """Return the weights of the network for whole boards in a checkpoint, or in a model file.

    What only training asks for is not in the latter.
    """
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
    named = BoardNetwork().state_dict()
    return {name: weight for name, weight in stored.items() if name in named}


def main(arguments: Sequence[str] | None = None) -> None:
    """Export from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path, help="mean.pt of the training")
    parser.add_argument("--out", type=Path, default=BOARD)
    parser.add_argument("--tables", type=int, default=60, help="tables of each kind that are drawn for a fit")
    parser.add_argument("--as-in", type=Path, default=BOARD, help="what is said of whole pictures is kept from there")
    chosen = parser.parse_args(arguments)
    net = BoardNetwork()
    net.load_state_dict(learned_weights(chosen.weights))
    temperatures = fit_temperatures(net, held_tables(TEMPERED_BY, chosen.tables))
    likeness = fit_likeness(net, held_tables([None], chosen.tables), held_tables(TEMPERED_BY, chosen.tables))
    print(json.dumps({**temperatures._asdict(), "limit": float(likeness.limit)}))  # noqa: T201 - a recipe says what it fitted
    export(Shipped(net, shipped_in(chosen.as_in).scene, temperatures, likeness), chosen.out)


if __name__ == "__main__":
    main()
