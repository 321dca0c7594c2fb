"""Membership of a hall: what a table, or the desk, has to know to take part; as a file's text, and as one line.

It holds a password and a key: it belongs in files of their owner alone, and in no log.
"""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, Final

from pydantic import Field, TypeAdapter, ValidationError

from controller.foreign import Limits, parsed
from controller.hall.errors import HallError
from controller.hall.messages import Name  # noqa: TC001 - pydantic reads it
from controller.hall.signing import KEY

FORMAT: Final = "tavola-hall"
LINE: Final = "TAVOLA-HALL-1:"
"""What the line begins with by which a table joins."""
LARGEST: Final = 8_192
"""Bytes of a membership, as a file or as a line."""
_LIMITS: Final = Limits(size=LARGEST, line=LARGEST, digits=200)
_WORDS: Final = ("hall", "table", "host", "port", "password")
"""What a line has as text; the key and the certificate follow as bytes."""

_Key = Annotated[str, Field(pattern=rf"^[0-9a-f]{{{2 * KEY}}}$")]
_Host = Annotated[str, Field(pattern=r"^[A-Za-z0-9.:-]{1,255}$")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership:
    """What a table or the desk knows of its hall.

    Attributes:
        hall: the hall's name.
        table: the table's, which is also its account's; "desk" for the desk.
        host, port: where the broker listens.
        password: of the account.
        key: with which the desk's orders are signed, as hexadecimal digits: a table's own, the hall's for the desk.
        authority: the certificate of the hall's authority, as PEM; empty where the connection is not encrypted.
    """

    hall: Name
    table: Name
    host: _Host
    port: Annotated[int, Field(ge=1, le=65_535)]
    password: Annotated[str, Field(pattern=r"^[!-~]{1,100}$")] = field(repr=False)
    key: _Key = field(repr=False)
    authority: Annotated[str, Field(max_length=4_000, pattern=r"^[ -~\r\n]*$")] = ""

    @property
    def order_key(self) -> bytes:
        """The key as bytes."""
        return bytes.fromhex(self.key)


_ADAPTER: Final = TypeAdapter(Membership)


def membership_text(membership: Membership) -> str:
    """Return the text of a file that keeps a membership."""
    return json.dumps({"format": FORMAT, "version": 1, **asdict(membership)}, indent=1) + "\n"


def parse_membership(text: str, name: str) -> Membership:
    """Return the membership of a file's text.

    Raises:
        ForeignError: it is none.
    """
    return parsed(text, name, lambda one: _checked(json.loads(one)), _LIMITS)


def joining_line(membership: Membership) -> str:
    """Return the line by which a table joins; a QR code has the same."""
    words = [getattr(membership, name) for name in _WORDS]
    certificate = base64.b64decode(_bare(membership.authority))
    plain = json.dumps(words, separators=(",", ":")).encode() + b"\0" + membership.order_key + certificate
    packed = zlib.compress(plain, 9)
    return LINE + base64.b32encode(packed).decode().rstrip("=")  # what a QR code packs most closely


def parse_line(line: str) -> Membership:
    """Return the membership of a line; blanks and line breaks within it count for nothing.

    Raises:
        ForeignError: it is none.
    """
    return parsed("".join(line.split()), "the line", _unpacked, _LIMITS)


def _unpacked(line: str) -> Membership:
    """Return the membership of a line without blanks; raises what a parser raises."""
    upper = line.upper()
    if not upper.startswith(LINE):
        raise HallError("hall.no_line")
    code = upper[len(LINE) :]
    try:
        unpacking = zlib.decompressobj()
        packed = base64.b32decode(code + "=" * (-len(code) % 8))
        words, _, rest = unpacking.decompress(packed, LARGEST).partition(b"\0")
        facts = dict(zip(_WORDS, json.loads(words), strict=True))
    except (ValueError, TypeError, zlib.error, RecursionError):
        raise HallError("hall.line_damaged") from None
    if not unpacking.eof:
        raise HallError("hall.line_damaged")
    facts["key"], facts["authority"] = rest[:KEY].hex(), _dressed(base64.b64encode(rest[KEY:]).decode())
    return _checked({"format": FORMAT, **facts})


def _checked(given: Any) -> Membership:
    """Return the membership of plain values.

    Raises:
        HallError: "hall.no_membership", "hall.bad_field".
    """
    if not isinstance(given, dict) or given.get("format") != FORMAT:
        raise HallError("hall.no_membership")
    try:
        found: Membership = _ADAPTER.validate_json(json.dumps(given), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field_name = ".".join(str(part) for part in first["loc"])
        raise HallError("hall.bad_field", field=field_name, why=first["msg"]) from None
    return found


_BEGIN, _END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"


def _bare(pem: str) -> str:
    """Return a certificate without what stands around it."""
    return "".join(pem.replace(_BEGIN, "").replace(_END, "").split())


def _dressed(bare: str) -> str:
    """Return a certificate as a file has it."""
    if not bare:
        return ""
    lines = [bare[at : at + 64] for at in range(0, len(bare), 64)]
    return "\n".join((_BEGIN, *lines, _END, ""))
