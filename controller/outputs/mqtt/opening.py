"""Opening of a table's connection to its hall, where the package for it is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from controller.foreign import decode, load
from controller.hall.errors import HallError
from controller.hall.membership import LARGEST, parse_membership

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from controller.hall.membership import Membership
    from controller.hall.messages import OrderAnswer, TableOrder
    from controller.outputs.mqtt.listener import HallOutput


def load_membership(path: Path) -> Membership:
    """Return the membership that a file keeps.

    Raises:
        OSError: the file cannot be opened.
        ForeignError: it holds none.
    """
    return parse_membership(decode(load(path, LARGEST)), str(path))


def open_hall(membership: Membership, carry_out: Callable[[TableOrder], OrderAnswer], **table: Any) -> HallOutput:
    """Return the output that tells a hall of a table, which connects already.

    Args:
        membership: of the hall.
        carry_out: carries out an order of the desk.
        table: what the table says of itself, see `HallTable`.

    Raises:
        HallError: a package is missing ("hall.missing"), or the authority's certificate is none ("hall.authority").
    """
    try:
        from controller.outputs.mqtt.listener import HallOutput, HallTable  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise HallError("hall.missing", name=error.name or "?") from None
    try:
        return HallOutput(HallTable(membership, **table), carry_out)
    except OSError as error:  # ssl's own errors are of that kind
        raise HallError("hall.authority", why=str(error)) from None
