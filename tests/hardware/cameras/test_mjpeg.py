"""Pictures are found in a stream however it is cut, and a broken one costs no other."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.cameras import mjpeg
from hardware.cameras.mjpeg import split

RNG = np.random.default_rng(5)
PICTURES = [
    cv2.imencode(".jpg", RNG.integers(0, 255, (24, 32, 3), dtype=np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])[
        1
    ].tobytes()
    for quality in (20, 90, 100)
]


@given(st.lists(st.sampled_from(range(3)), min_size=1, max_size=4), st.lists(st.integers(1, 900), max_size=6))
@settings(max_examples=80, deadline=None)
def test_a_stream_gives_the_same_pictures_however_it_is_cut(chosen: list[int], cuts: list[int]) -> None:
    stream = b"".join(PICTURES[number] for number in chosen)
    found: list[bytes] = []
    rest = b""
    for size in [*cuts, len(stream)]:
        piece, stream = stream[:size], stream[size:]
        part = split(rest + piece)
        found += part.pictures
        rest = part.rest
        assert part.broken == 0
    assert found == [PICTURES[number] for number in chosen]


@given(st.binary(max_size=300))
@settings(max_examples=150, deadline=None)
def test_what_comes_before_a_picture_does_not_harm_it(noise: bytes) -> None:
    assert split(noise.replace(b"\xff\xd8\xff", b"") + PICTURES[1] + PICTURES[2]).pictures[-1] == PICTURES[2]


@pytest.mark.parametrize("cut", [3, 30, 300, 700])
def test_a_picture_that_breaks_off_is_counted_and_the_next_is_whole(cut: int) -> None:
    found = split(PICTURES[1][:cut] + PICTURES[0] + PICTURES[2])
    assert PICTURES[2] in found.pictures
    assert found.broken + len(found.pictures) in (2, 3)
    assert all(cv2.imdecode(np.frombuffer(one, np.uint8), 1) is not None for one in found.pictures if one in PICTURES)


def test_an_end_without_a_picture_is_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mjpeg, "LARGEST", 1000)
    header = PICTURES[2][: PICTURES[2].index(b"\xff\xda") + 14]
    found = split(header + b"\x00" * 2000)
    assert (found.pictures, found.broken, found.rest) == ((), 1, b"")
    assert split(b"\x00" * 5000).rest == b""
