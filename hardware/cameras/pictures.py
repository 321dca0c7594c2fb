"""Pictures out of files and streams of other people: of a kind and a size that can be read, or refused at once.

A picture of some kilobytes can ask for gigabytes when it is decoded. So its header is read first: only kinds whose
header is understood here are decoded, and none that is larger than any camera's.
"""

from __future__ import annotations

import os
import struct
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.errors import HardwareError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.frame import Image

MOST_BYTES: Final = 64 << 20
"""Of a picture's file."""

MOST_PIXELS: Final = 64_000_000
"""Of a picture; decoded it takes three bytes for each."""

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8\xff"
_NO_SIZES: Final = (0xC4, 0xC8, 0xCC)
_ALONE: Final = (0x01, *range(0xD0, 0xD9))
_HEIF: Final = (b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"avif")


class PictureFileError(HardwareError, ValueError):
    """What should be a picture is none, or none that is read here."""


def decode_picture(content: bytes, name: str) -> Image:
    """Return a picture as pixels, turned as its camera said it was held.

    Args:
        content: the file.
        name: what it is called where something is said of it.

    Raises:
        PictureFileError: "picture.not_a_picture", "picture.other_kind", "picture.too_large".
    """
    size = picture_size(content)
    if size is None or not all(size) or (content.startswith(_PNG) and not _png_fits(content)):
        if content[4:8] == b"ftyp" and content[8:12] in _HEIF:
            raise PictureFileError("picture.other_kind", name=name)
        raise PictureFileError("picture.not_a_picture", name=name)
    width, height = size
    if width * height > MOST_PIXELS:
        raise PictureFileError(
            "picture.too_large", name=name, width=width, height=height, most=MOST_PIXELS // 1_000_000
        )
    try:
        image = cv2.imdecode(np.frombuffer(content, dtype=np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError):
        image = None
    if image is None:
        raise PictureFileError("picture.not_a_picture", name=name)
    return np.asarray(image, dtype=np.uint8)


def picture_size(content: bytes) -> tuple[int, int] | None:
    """Return width and height as the header of a PNG, JPEG, WebP or BMP says them; None for what is none of them."""
    try:
        if content.startswith(_PNG) and content[12:16] == b"IHDR":
            size = struct.unpack_from(">II", content, 16)
        elif content.startswith(_JPEG):
            return _jpeg_size(content)
        elif content.startswith(b"RIFF") and content[8:12] == b"WEBP":
            return _webp_size(content)
        elif content.startswith(b"BM"):
            old = struct.unpack_from("<I", content, 14)[0] == 12
            size = struct.unpack_from("<HH" if old else "<ii", content, 18)
        else:
            return None
    except struct.error:
        return None
    return abs(size[0]), abs(size[1])


def _png_fits(content: bytes) -> bool:
    """Return whether every chunk of a PNG lies within its file: a decoder may take memory for what a chunk says."""
    at = len(_PNG)
    while at + 8 <= len(content):
        (length,) = struct.unpack_from(">I", content, at)
        if content[at + 4 : at + 8] == b"IEND":
            return True
        at += 12 + length
    return False


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    """Return what the first frame header of a JPEG says (ITU-T T.81, B.2.2); None where there is none."""
    at = 2
    while at + 9 <= len(content):
        if content[at] != 0xFF:
            return None
        marker = content[at + 1]
        if marker == 0xFF:  # a byte that only fills
            at += 1
        elif marker in _ALONE:
            at += 2
        elif 0xC0 <= marker <= 0xCF and marker not in _NO_SIZES:
            height, width = struct.unpack_from(">HH", content, at + 5)
            return width, height
        else:
            at += 2 + max(2, struct.unpack_from(">H", content, at + 2)[0])
    return None


def _webp_size(content: bytes) -> tuple[int, int] | None:
    """Return what the first chunk of a WebP says (RFC 9649, 2.5 to 2.7); None where it is no picture."""
    kind = content[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", content, 26)
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", content, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X" and len(content) >= 30:
        return int.from_bytes(content[24:27], "little") + 1, int.from_bytes(content[27:30], "little") + 1
    return None


@contextmanager
def quietly() -> Iterator[None]:
    """Keep from the terminal what libraries print of pictures and films; our own word about them comes after."""
    try:
        kept = os.dup(2)
    except OSError:  # nobody listens there anyway
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
