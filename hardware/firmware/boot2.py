"""The checksum of a Pico's second stage: without a right one the boot ROM does not start what is in the flash.

Source: RP2040 datasheet, section 2.8.1.3.1: CRC-32 with polynomial 0x04c11db7, most significant bit first, beginning
with all ones, neither reflected nor inverted at the end, over the first 252 bytes.
"""

from __future__ import annotations

from typing import Final

SIZE: Final = 256
"""Bytes of the second stage with its checksum."""

_POLYNOMIAL: Final = 0x04C11DB7


def checksum(data: bytes) -> int:
    """Return that CRC-32, known as CRC-32/MPEG-2."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (_POLYNOMIAL if crc >> 31 else 0)) & 0xFFFFFFFF
    return crc


def sealed(image: bytes) -> bytes:
    """Return a flash image whose first 252 bytes are a second stage, with its checksum in the 4 behind them.

    Raises:
        ValueError: the image is shorter than a second stage.
    """
    if len(image) < SIZE:
        raise ValueError(f"{len(image)} bytes are no flash image")
    stage = image[: SIZE - 4]
    return stage + checksum(stage).to_bytes(4, "little") + image[SIZE:]
