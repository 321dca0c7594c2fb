"""Pictures of other people: what is none, or would fill the memory, is refused by its first bytes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from hypothesis import given

from hardware.cameras.pictures import MOST_PIXELS, PictureFileError, decode_picture, picture_size, quietly
from tests.foreign import bmp, jpeg, picture_files, png

if TYPE_CHECKING:
    from collections.abc import Sequence

PICTURE = np.random.default_rng(1).integers(0, 255, (37, 53, 3), dtype=np.uint8)


def encoded(ending: str, parameters: Sequence[int] = ()) -> bytes:
    """Return the picture as a file."""
    return cv2.imencode(ending, PICTURE, list(parameters))[1].tobytes()


KINDS = {
    "png": encoded(".png"),
    "jpeg": encoded(".jpg"),
    "progressive jpeg": encoded(".jpg", [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]),
    "bmp": encoded(".bmp"),
    "webp with losses": encoded(".webp", [cv2.IMWRITE_WEBP_QUALITY, 80]),
    "webp without losses": encoded(".webp", [cv2.IMWRITE_WEBP_QUALITY, 101]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_kinds_that_are_read_say_their_size_and_are_decoded(kind: str) -> None:
    assert picture_size(KINDS[kind]) == (53, 37)
    assert decode_picture(KINDS[kind], "x").shape == (37, 53, 3)


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (png(60_000, 60_000), "picture.too_large"),
        (png(1 << 31, 1), "picture.too_large"),
        (png(20_000, 20_000, bits=1, kind=0), "picture.too_large"),
        (jpeg(65_500, 65_500), "picture.too_large"),
        (bmp(30_000, -30_000), "picture.too_large"),
        (b"RIFF\0\0\0\0WEBPVP8X" + b"\0" * 8 + b"\xff" * 6, "picture.too_large"),
        (png(0, 0), "picture.not_a_picture"),
        (png(640, 480), "picture.not_a_picture"),
        (png(0, (1 << 31) - 1), "picture.not_a_picture"),
        (png(459, 459).replace(b"\0\0\0\x08IDAT", b"\x47\xde\x8e\xfcIDAT"), "picture.not_a_picture"),
        (png(459, 459, b"x" * 40).replace(b"IEND", b"tEXt"), "picture.not_a_picture"),
        (KINDS["png"][:60], "picture.not_a_picture"),
        (KINDS["jpeg"][:3], "picture.not_a_picture"),
        (b"", "picture.not_a_picture"),
        (b"a letter\n", "picture.not_a_picture"),
        (b"P6 30000 30000 255\n", "picture.not_a_picture"),
        (encoded(".tiff"), "picture.not_a_picture"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "picture.other_kind"),
    ],
)
def test_what_is_no_picture_or_too_large_is_refused_at_once(content: bytes, key: str) -> None:
    begun = time.process_time()
    with quietly(), pytest.raises(PictureFileError) as caught:
        decode_picture(content, "x")
    assert caught.value.key == key
    assert time.process_time() - begun < 1


@given(picture_files())
def test_any_file_is_a_picture_of_a_camera_or_refused(content: bytes) -> None:
    begun = time.process_time()
    try:
        with quietly():
            image = decode_picture(content, "x")
    except PictureFileError:
        pass
    else:
        assert image.shape[0] * image.shape[1] <= MOST_PIXELS
        assert image.shape[2:] == (3,)
    assert time.process_time() - begun < 5


def test_what_a_library_says_of_a_broken_picture_is_not_shown(capfd: pytest.CaptureFixture[str]) -> None:
    with quietly(), pytest.raises(PictureFileError):
        decode_picture(KINDS["png"][:-30], "x")
    assert capfd.readouterr().err == ""
