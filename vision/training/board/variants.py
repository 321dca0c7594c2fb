"""Variants of pictures of a table: mirrored, in other colours, and each in a light of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.checkers.canvas import HEIGHT, WIDTH
from vision.training.board.drawn.chance import between, maybe

if TYPE_CHECKING:
    from vision.training.board.example import Example, Flags


def changed(table: list[Example], rng: np.random.Generator) -> list[Example]:
    """Return pictures of a table mirrored, in other colours, and each in a light of its own."""
    across, down = maybe(rng, 0.5), maybe(rng, 0.5)
    order = rng.permutation(3) if maybe(rng, 0.15) else np.arange(3)
    grey = maybe(rng, 0.05)
    gain = np.float32(between(rng, 0.8, 1.15)) * rng.uniform(0.93, 1.07, 3).astype(np.float32)
    variants = []
    for example in table:
        picture = example.picture[..., order].astype(np.float32)
        if grey:
            picture = np.repeat(picture.mean(axis=2, keepdims=True), 3, axis=2)
        if maybe(rng, 0.6):
            picture = (picture - 128) * np.float32(between(rng, 0.85, 1.1)) + np.float32(128 + between(rng, -12, 12))
            picture *= gain
        mirrored = flipped(example, across=across, down=down)
        turned = np.clip(picture, 0, 255)[:: -1 if down else 1, :: -1 if across else 1]
        variants.append(replace(mirrored, picture=np.ascontiguousarray(turned).astype(np.uint8)))
    return variants


def flipped(example: Example, *, across: bool, down: bool) -> Example:
    """Return an example mirrored left to right, upside down, or both."""
    a, d = -1 if across else 1, -1 if down else 1
    hidden: Flags = np.append(example.hidden[:24].reshape(2, 12)[::d, ::a].reshape(24), example.hidden[24])
    seen = example.proportions
    if seen is not None and across:
        seen = replace(seen, bar_left=1 - seen.bar_right, bar_right=1 - seen.bar_left)
    boxes = [
        replace(box, x=WIDTH - 1 - box.x if across else box.x, y=HEIGHT - 1 - box.y if down else box.y)
        for box in example.boxes
    ]
    return replace(
        example,
        picture=np.ascontiguousarray(example.picture[::d, ::a]),
        contents=example.contents.reshape(2, 12)[::d, ::a].reshape(24),
        hidden=hidden,
        boxes=tuple(boxes),
        proportions=seen,
    )
