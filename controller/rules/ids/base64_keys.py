"""Keys of GNU Backgammon: a whole number as little-endian bytes, written in base64 without padding."""

from __future__ import annotations

import base64
import string
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from controller.rules.errors import RulesError

_CHARACTERS: Final = frozenset(string.ascii_letters + string.digits + "+/")


def encode_key(number: int, size: int) -> str:
    """Return the text of a number of `size` bytes."""
    return base64.b64encode(number.to_bytes(size, "little")).decode("ascii").rstrip("=")


def decode_key(text: str, size: int, kind: str, error: type[RulesError]) -> int:
    """Return the number of `size` bytes that a text writes.

    Args:
        text: what `encode_key` returns.
        size: how many bytes the number has.
        kind: the first part of the keys of errors, such as "match_id".
        error: the class of errors.

    Raises:
        error: another length ("{kind}.length"), a character that base64 does not have ("{kind}.character"), or bits
            set beyond the last byte ("{kind}.spare_bits").
    """
    length = -(-8 * size // 6)
    if len(text) != length:
        raise error(f"{kind}.length", text=text, length=len(text), expected=length)
    for place, character in enumerate(text):
        if character not in _CHARACTERS:
            raise error(f"{kind}.character", text=text, character=character, place=place)
    number = int.from_bytes(base64.b64decode(text + "=" * (-length % 4)), "little")
    if encode_key(number, size) != text:
        raise error(f"{kind}.spare_bits", text=text)
    return number
