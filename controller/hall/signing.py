"""Signature of the desk under an order: HMAC-SHA-256 with a key of the table's own.

The hall has one key, which only the desk knows. A table's key is made of it and of the table's name, so that what one
table knows signs nothing for another. What is signed is what is sent, field by field, whatever version of the program
knows which of them.
"""

from __future__ import annotations

import hmac
import json
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from controller.hall.messages import encode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.hall.messages import TableOrder

KEY: Final = 32
"""Bytes of a key."""


def table_key(hall_key: bytes, hall: str, table: str) -> bytes:
    """Return the key of a table."""
    return hmac.digest(hall_key, f"tavola order {hall}/{table}".encode(), "sha256")


def signed(order: TableOrder, key: bytes) -> TableOrder:
    """Return an order with its signature."""
    return replace(order, sign=signature(json.loads(encode(order)), key))


def is_signed(payload: bytes, key: bytes) -> bool:
    """Return whether an order, as it came, has the signature that belongs to it; it has to be one that can be read."""
    given = json.loads(payload.decode("utf-8", errors="replace"))
    return hmac.compare_digest(str(given.get("sign", "")).encode(errors="replace"), signature(given, key).encode())


def signature(fields: Mapping[str, Any], key: bytes) -> str:
    """Return the signature of an order, of all fields that it has, as JSON, but the signature itself."""
    signed_ones = {name: value for name, value in fields.items() if name != "sign"}
    return hmac.new(key, json.dumps(signed_ones, sort_keys=True).encode(), "sha256").hexdigest()


def ticket(key: bytes, run: str) -> str:
    """Return what admits a director of the desk to a table's own pages, once, while a run of its program lasts."""
    mark = secrets.token_hex(8)
    return f"{mark}-{_ticket(key, run, mark)}"


def ticket_mark(given: str, key: bytes, run: str) -> str:
    """Return the mark of a ticket that is good, by which it is used once; empty for any other text."""
    mark, _, sign = given.partition("-")
    if len(mark) != 16 or not hmac.compare_digest(sign.encode(), _ticket(key, run, mark).encode()):
        return ""
    return mark


def _ticket(key: bytes, run: str, mark: str) -> str:
    """Return the signature of a ticket."""
    return hmac.new(key, f"tavola ticket {run} {mark}".encode(errors="replace"), "sha256").hexdigest()
