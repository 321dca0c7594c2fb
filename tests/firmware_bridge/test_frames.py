"""Frames: bytes in pieces of any size, and damage that is named and never believed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import frames
from firmware_bridge.errors import FrameError
from firmware_bridge.frames import Damage, Decoder, WireFrame

if TYPE_CHECKING:
    import random

BYTE = st.integers(0, 255)
FRAMES = st.builds(WireFrame, BYTE, BYTE, BYTE, st.binary(max_size=frames.MAX_PAYLOAD))


def decode_all(pieces: list[bytes]) -> list[WireFrame | Damage]:
    decoder = Decoder()
    out: list[WireFrame | Damage] = []
    for piece in pieces:
        decoder, found = frames.decode(decoder, piece)
        out += found
    return out


@settings(max_examples=200)
@given(st.lists(FRAMES, max_size=5), st.randoms(use_true_random=False))
def test_frames_come_back_however_the_bytes_are_cut(sent: list[WireFrame], chance: random.Random) -> None:
    stream = b"".join(frames.encode(frame) for frame in sent)
    pieces = []
    while stream:
        length = chance.randint(1, 40)
        pieces.append(stream[:length])
        stream = stream[length:]
    assert decode_all(pieces) == sent


@settings(max_examples=300)
@given(FRAMES, FRAMES, st.integers(1, 255), st.data())
def test_a_damaged_frame_is_never_taken_for_another_one(
    frame: WireFrame, after: WireFrame, mask: int, data: st.DataObject
) -> None:
    stream = bytearray(frames.encode(frame))
    at = data.draw(st.integers(0, len(stream) - 2))
    stream[at] ^= mask
    found = decode_all([bytes(stream), frames.DELIMITER, frames.encode(after)])
    assert found[:-1]
    assert all(isinstance(item, Damage) for item in found[:-1])
    assert found[-1] == after, "the frame after the damage comes through"


@settings(max_examples=300)
@given(st.lists(st.binary(max_size=200), max_size=20))
def test_noise_is_never_a_frame_and_is_never_hoarded(pieces: list[bytes]) -> None:
    decoder = Decoder()
    for piece in pieces:
        decoder, found = frames.decode(decoder, piece)
        assert all(isinstance(item, Damage) for item in found)
        assert len(decoder.pending) <= frames.MAX_RAW + 1


def test_a_frame_after_endless_noise_is_read() -> None:
    frame = WireFrame(1, 2, 3, b"\0payload\0")
    found = decode_all([b"\x55" * 5000, b"\x55" * 5000 + b"\0", frames.encode(frame)])
    assert found == [Damage.FRAME, frame]


def test_only_delimiters_are_nothing() -> None:
    assert decode_all([bytes(1000)]) == []


@pytest.mark.parametrize(
    ("stretch", "damage"),
    [
        (b"\x01", Damage.FRAME),  # an empty frame
        (b"\x05\x01\x02\x03", Damage.FRAME),  # cut
        (b"\x07\x01\x02\x03\x04\x05\x06", Damage.FRAME),  # shorter than header and CRC
        (b"\x08\x01\x02\x03\x04\x05\x06\x07", Damage.CRC),
        (b"\xff" + b"\x01" * 254, Damage.FRAME),  # too long
    ],
)
def test_each_damage_has_its_name(stretch: bytes, damage: Damage) -> None:
    assert decode_all([stretch + b"\0"]) == [damage]


@pytest.mark.parametrize(
    ("frame", "key"),
    [
        (WireFrame(1, 2, 3, bytes(frames.MAX_PAYLOAD + 1)), "frame.length"),
        (WireFrame(256, 2, 3), "frame.byte"),
        (WireFrame(1, -1, 3), "frame.byte"),
    ],
)
def test_a_frame_that_does_not_fit_is_refused(frame: WireFrame, key: str) -> None:
    with pytest.raises(FrameError) as caught:
        frames.encode(frame)
    assert caught.value.key == key


def test_the_longest_frame_fits() -> None:
    frame = WireFrame(255, 255, 255, bytes(range(frames.MAX_PAYLOAD)))
    data = frames.encode(frame)
    assert len(data) == frames.MAX_RAW + 2
    assert decode_all([data]) == [frame]
