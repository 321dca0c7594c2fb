"""UF2, the format of images that are dropped on a Pico's drive: blocks of 512 bytes that each say where they belong.

Source: https://github.com/microsoft/uf2, and the RP2040 datasheet, section 2.8.4.2 (BOOTSEL mode).
"""

from __future__ import annotations

import struct
from typing import Final

RP2040: Final = 0xE48BFF56
"""Family of the image; a Pico's boot ROM skips blocks of any other."""

BLOCK: Final = 512
"""Bytes of a block."""

PAYLOAD: Final = 256
"""Bytes of the image in each block: a page of flash."""

_START: Final = (0x0A324655, 0x9E5D5157)
_END: Final = 0x0AB16F30
_FAMILY_PRESENT: Final = 0x2000
_HEADER: Final = struct.Struct("<8I")


def to_uf2(image: bytes, address: int, family: int = RP2040) -> bytes:
    """Return an image as UF2; its last page is filled up with 0xff, as erased flash is.

    Args:
        image: what is to be written.
        address: where to, a multiple of 256.
        family: which chip it is for.

    Raises:
        ValueError: an address inside a page.
    """
    if address % PAYLOAD:
        raise ValueError(f"{address:#x} is not the beginning of a page")
    pages = [image[at : at + PAYLOAD].ljust(PAYLOAD, b"\xff") for at in range(0, len(image), PAYLOAD)]
    out = bytearray()
    for number, page in enumerate(pages):
        where = address + number * PAYLOAD
        out += _HEADER.pack(*_START, _FAMILY_PRESENT, where, PAYLOAD, number, len(pages), family)
        out += page.ljust(BLOCK - _HEADER.size - 4, b"\0") + _END.to_bytes(4, "little")
    return bytes(out)
