"""Compose a picture: the plate, the shadows on it, and what lies there from the lowest up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from hardware.simulated.drawing.shadows import lamp_table, shaded_factor
from hardware.simulated.drawing.sprites import Block, around

if TYPE_CHECKING:
    from hardware.simulated.drawing.kit import Drawn, Kit, Thing
    from hardware.simulated.drawing.shading import Lamp
    from hardware.simulated.looks.materials import U8
    from hardware.simulated.optics.pinhole import Pinhole


def merged(blocks: list[Block]) -> list[Block]:
    """Return blocks that cover the same pixels and do not meet each other."""
    out: list[Block] = []
    for block in blocks:
        grown, apart = block, out
        while True:
            meeting = [b for b in apart if b.meets(grown)]
            if not meeting:
                break
            apart = [b for b in apart if not b.meets(grown)]
            grown = around([grown, *meeting])
        out = [*apart, grown]
    return out


def _cut(block: Block, window: Block) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Return the rows and columns that two meeting blocks share: within the block, and within the window."""
    x0, y0 = max(block.left, window.left), max(block.top, window.top)
    x1 = min(block.left + block.width, window.left + window.width)
    y1 = min(block.top + block.height, window.top + window.height)
    inside = (slice(y0 - block.top, y1 - block.top), slice(x0 - block.left, x1 - block.left))
    return inside, (slice(y0 - window.top, y1 - window.top), slice(x0 - window.left, x1 - window.left))


def compose(picture: U8, window: Block, kit: Kit, drawn: list[tuple[Thing, Drawn]], pinhole: Pinhole) -> None:
    """Draw a window of the picture anew: the plate, the shadows on it, and the sprites from the lowest up."""
    rows = slice(window.top, window.top + window.height)
    cols = slice(window.left, window.left + window.width)
    dark = np.zeros((window.height, window.width), dtype=np.uint8)
    contact = np.full((window.height, window.width), 255, dtype=np.uint8)
    for _, d in drawn:
        if d.shadow is not None and d.shadow.block.meets(window):
            inside, here = _cut(d.shadow.block, window)
            dark[here] = np.maximum(dark[here], d.shadow.lamp[inside])
            contact[here] = cv2.multiply(contact[here], d.shadow.contact[inside], scale=1 / 255)
    # What the frame's shadow has already darkened, other shadows only darken by what they add.
    table, framed = lamp_table(kit.lamp), kit.plate.hidden[rows, cols]
    added = cv2.divide(cv2.LUT(np.maximum(dark, framed), table), cv2.LUT(framed, table), scale=255)
    factor = cv2.multiply(added, contact, scale=1 / 255)
    part = picture[rows, cols]
    cv2.multiply(kit.plate.picture[rows, cols], cv2.merge([factor, factor, factor]), dst=part, scale=1 / 255)
    for thing, d in drawn:
        if d.sprite is not None and d.sprite.block.meets(window):
            inside, here = _cut(d.sprite.block, window)
            colour = _shaded(thing, d, drawn, kit.lamp, pinhole)[inside]
            kept = cv2.bitwise_not(d.sprite.cover[inside])
            part[here] = cv2.add(cv2.multiply(part[here], cv2.merge([kept, kept, kept]), scale=1 / 255), colour)


def _shaded(thing: Thing, own: Drawn, drawn: list[tuple[Thing, Drawn]], lamp: Lamp, pinhole: Pinhole) -> U8:
    """Return a sprite's colours with the shadows of what stands higher and near."""
    assert own.sprite is not None  # noqa: S101 (the caller has looked)
    block, top = own.sprite.block, own.sprite.top
    higher = [
        d.caster
        for t, d in drawn
        if d.caster.high > top + 0.5 and t is not thing and d.reach is not None and d.reach.meets(block)
    ]
    factor = shaded_factor(pinhole, lamp, higher, block, top) if higher else None
    if factor is None:
        return own.sprite.colour
    return np.asarray(cv2.multiply(own.sprite.colour, cv2.merge([factor, factor, factor]), scale=1 / 255), np.uint8)
