"""COBS, held to the package `cobs` of PyPI as an oracle."""

from __future__ import annotations

import pytest
from cobs import cobs as oracle
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import cobs
from firmware_bridge.errors import FrameError

# Runs without a zero around the full block of 254 are where COBS is easy to get wrong.
RUNS = st.lists(
    st.one_of(st.binary(max_size=20), st.integers(252, 511).map(lambda length: b"\x07" * length), st.just(b"\0")),
    max_size=6,
).map(b"".join)


@settings(max_examples=300)
@given(RUNS)
def test_encoding_is_that_of_the_oracle_and_decodes_to_what_was_encoded(data: bytes) -> None:
    encoded = cobs.encode(data)
    assert encoded == oracle.encode(data)
    assert 0 not in encoded
    assert cobs.decode(encoded) == data


@settings(max_examples=300)
@given(st.one_of(st.binary(max_size=30), RUNS))
def test_whatever_the_oracle_refuses_is_refused_and_nothing_else(data: bytes) -> None:
    try:
        expected = oracle.decode(data)
    except oracle.DecodeError:
        expected = None
    if expected is None or not data:  # the oracle takes nothing for an encoding of nothing; on our wire it is no frame
        with pytest.raises(FrameError):
            cobs.decode(data)
    else:
        assert cobs.decode(data) == expected


@pytest.mark.parametrize(
    ("data", "key"), [(b"", "cobs.cut"), (b"\x05abc", "cobs.cut"), (b"\x02\0", "cobs.zero"), (b"\0", "cobs.zero")]
)
def test_a_bad_encoding_is_named(data: bytes, key: str) -> None:
    with pytest.raises(FrameError) as caught:
        cobs.decode(data)
    assert caught.value.key == key
    assert isinstance(caught.value, ValueError)
