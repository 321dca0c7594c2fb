"""The format of images for a Pico's drive, byte by byte as published."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.firmware import uf2


def test_a_block_begins_and_ends_as_the_format_says() -> None:
    made = uf2.to_uf2(bytes(range(256)), 0x10000000)
    assert len(made) == 512
    assert made[:8] == b"UF2\x0aWQ\x5d\x9e"
    assert struct.unpack_from("<6I", made, 8) == (0x2000, 0x10000000, 256, 0, 1, 0xE48BFF56)
    assert made[32 : 32 + 256] == bytes(range(256))
    assert made[288:508] == bytes(220)
    assert made[508:] == b"\x30\x6f\xb1\x0a"


@given(st.binary(min_size=1, max_size=2000), st.integers(0, 100))
@settings(max_examples=60, deadline=None)
def test_the_blocks_put_together_are_the_image(image: bytes, page: int) -> None:
    address = 0x10000000 + 256 * page
    made = uf2.to_uf2(image, address)
    blocks = [made[at : at + 512] for at in range(0, len(made), 512)]
    flash = bytearray()
    for number, block in enumerate(blocks):
        where, size, this, count = struct.unpack_from("<4I", block, 12)
        assert (where, size, this, count) == (address + 256 * number, 256, number, len(blocks))
        flash += block[32 : 32 + size]
    assert flash.startswith(image)
    assert set(flash[len(image) :]) <= {0xFF}


def test_an_address_inside_a_page_is_refused() -> None:
    with pytest.raises(ValueError, match="0x10000080 is not the beginning of a page"):
        uf2.to_uf2(b"1", 0x10000080)
