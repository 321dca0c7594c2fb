"""The second stage's checksum."""

from __future__ import annotations

import pytest

from hardware.firmware import boot2


def test_the_checksum_has_the_published_check_value() -> None:
    assert boot2.checksum(b"123456789") == 0x0376E6E7


def test_the_checksum_over_a_sealed_stage_is_nothing_but_the_rest_of_a_right_division() -> None:
    sealed = boot2.sealed(bytes(range(256)) + b"the program")
    assert sealed[:252] == bytes(range(252))
    assert sealed[256:] == b"the program"
    assert boot2.checksum(sealed[:252] + sealed[252:256][::-1]) == 0


def test_something_too_short_is_refused() -> None:
    with pytest.raises(ValueError, match="255 bytes are no flash image"):
        boot2.sealed(bytes(255))
