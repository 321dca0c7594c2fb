"""Signature of the desk under an order: HMAC-SHA-256 with a key of the table's own.

The hall has one key, which only the desk knows. A table's key is made of it and of the table's name, so that what one
table knows signs nothing for another.
"""

from __future__ import annotations

import hmac
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.hall.messages import encode

if TYPE_CHECKING:
    from controller.hall.messages import TableOrder

KEY: Final = 32
"""Bytes of a key."""


def table_key(hall_key: bytes, hall: str, table: str) -> bytes:
    """Return the key of a table."""
    return hmac.digest(hall_key, f"tavola order {hall}/{table}".encode(), "sha256")


def signed(order: TableOrder, key: bytes) -> TableOrder:
    """Return an order with its signature."""
    return replace(order, sign=_signature(order, key))


def is_signed(order: TableOrder, key: bytes) -> bool:
    """Return whether an order has the signature that belongs to it."""
    return hmac.compare_digest(order.sign, _signature(order, key))


def _signature(order: TableOrder, key: bytes) -> str:
    """Return the signature of an order, whatever it has."""
    return hmac.new(key, encode(replace(order, sign="")), "sha256").hexdigest()
