"""A network the size of the smallest detectors in use, written as ONNX by hand, to compare times with.

Nothing is learned in it: its weights are chance. Its convolutions have the widths, strides and numbers of YOLOv8n's
(3.2 million weights, 4.4 thousand million multiplications for 640 x 640 pixels): the trunk of three-by-three steps and
split blocks, a neck over three scales, heads of two convolutions each. The layers are chained where the original
concatenates, which saves it copying. It is no detector, but takes about as long as one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SIDE: Final = 640
"""Width and height of the picture that it takes."""

_INTS: Final = 7
_FLOAT: Final = 1


def _number(value: int) -> bytes:
    """Return a whole number as protocol buffers write it."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _whole(tag: int, value: int) -> bytes:
    return _number(tag << 3) + _number(value)


def _bytes(tag: int, value: bytes | str) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return _number(tag << 3 | 2) + _number(len(data)) + data


@dataclass(slots=True)
class Chain:
    """Layers one after the other.

    Attributes:
        rng: weights come from it.
        nodes: the layers as ONNX nodes.
        weights: the weights as ONNX tensors.
        channels: after the last layer.
        across: width of what the last layer gives.
        last: its name.
        parameters: how many weights there are.
        products: how many multiplications there are.
    """

    rng: np.random.Generator
    nodes: list[bytes] = field(default_factory=list)
    weights: list[bytes] = field(default_factory=list)
    channels: int = 3
    across: int = SIDE
    last: str = "picture"
    parameters: int = 0
    products: int = 0

    def _node(self, kind: str, inputs: Sequence[str], attributes: bytes = b"") -> str:
        name = f"x{len(self.nodes)}"
        said = b"".join(_bytes(1, one) for one in inputs) + _bytes(2, name) + _bytes(4, kind) + attributes
        self.nodes.append(_bytes(1, said))
        return name

    def convolve(self, after: int, kernel: int = 3, stride: int = 1) -> None:
        """Add a convolution and its SiLU."""
        shape = (after, self.channels, kernel, kernel)
        size = int(np.prod(shape))
        values = (self.rng.standard_normal(shape) * np.sqrt(2 / (size / after))).astype("<f4")
        name = f"w{len(self.weights)}"
        dims = b"".join(_whole(1, side) for side in shape)
        self.weights.append(_bytes(5, dims + _whole(2, _FLOAT) + _bytes(8, name) + _bytes(9, values.tobytes())))
        attributes = b""
        for label, numbers in (("pads", [kernel // 2] * 4), ("strides", [stride] * 2)):
            ints = b"".join(_whole(8, number) for number in numbers)
            attributes += _bytes(5, _bytes(1, label) + ints + _whole(20, _INTS))
        out = self._node("Conv", [self.last, name], attributes)
        self.last = self._node("Mul", [out, self._node("Sigmoid", [out])])
        self.channels, self.across = after, self.across // stride
        self.parameters += size
        self.products += size * self.across**2

    def block(self, width: int, repeats: int) -> None:
        """Add what stands for a split block: in, pairs of three-by-three at half the width, out."""
        self.convolve(width, 1)
        self.convolve(width // 2, 1)
        for _ in range(repeats):
            self.convolve(width // 2)
            self.convolve(width // 2)
        self.convolve(width, 1)

    def model(self) -> bytes:
        """Return the model file."""

        def value(name: str, shape: Sequence[int]) -> bytes:
            dims = b"".join(_bytes(1, _whole(1, side)) for side in shape)
            return _bytes(1, name) + _bytes(2, _bytes(1, _whole(1, _FLOAT) + _bytes(2, dims)))

        graph = b"".join(self.nodes) + _bytes(2, "stand-in") + b"".join(self.weights)
        graph += _bytes(11, value("picture", (1, 3, SIDE, SIDE)))
        graph += _bytes(12, value(self.last, (1, self.channels, self.across, self.across)))
        return _whole(1, 8) + _bytes(7, graph) + _bytes(8, _bytes(1, "") + _whole(2, 17))


def write_stand_in(path: Path) -> tuple[int, int]:
    """Write the network; returns how many weights it has and how many multiplications it takes."""
    net = Chain(np.random.default_rng(1))
    net.convolve(16, stride=2)
    net.convolve(32, stride=2)
    net.block(32, 1)
    net.convolve(64, stride=2)
    net.block(64, 2)
    for _ in range(3):  # neck and heads at an eighth of the size
        net.convolve(64)
        net.convolve(80)
    net.convolve(128, stride=2)
    net.block(128, 2)
    for _ in range(4):
        net.convolve(80)
        net.convolve(96)
    net.convolve(256, stride=2)
    net.block(256, 1)
    for _ in range(5):
        net.convolve(96)
        net.convolve(128)
    path.write_bytes(net.model())
    return net.parameters, net.products
