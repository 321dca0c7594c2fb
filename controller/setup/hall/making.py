"""Making of a hall: a folder with everything that the broker, the desk and each table need.

Made again, it keeps the authority, the keys and the accounts, so that tables can be added to a hall that plays.
"""

from __future__ import annotations

import secrets
import socket
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from controller.foreign import decode, load
from controller.hall.errors import HallError
from controller.hall.membership import LARGEST, Membership, joining_line, membership_text, parse_line, parse_membership
from controller.hall.signing import KEY, table_key
from controller.hall.topics import DESK, SPECTATOR, checked_hall, checked_table
from controller.record.files import PRIVATE_FOLDER, make_folder, write_whole
from controller.setup.hall.broker_files import (
    ACCESS,
    ACCOUNTS,
    CONFIGURATION,
    ETC,
    PORT,
    access,
    account,
    configuration,
)
from controller.setup.hall.certificates import make_certificates

if TYPE_CHECKING:
    from collections.abc import Sequence

DESK_FILE: Final = "desk.json"
"""The membership of the desk."""
SPECTATOR_FILE: Final = "spectator.txt"
"""The password of spectators, which is no secret among them."""


@dataclass(frozen=True, slots=True)
class HallPlan:
    """What a hall is to be.

    Attributes:
        hall: its name.
        tables: theirs.
        host, port: where the broker is reached.
        folder: where everything is written.
        etc: where the broker's files will lie on its computer; None leaves them where they are written.
        pictures: QR codes are drawn, too, a tenth of a second each.
    """

    hall: str
    tables: tuple[str, ...]
    host: str
    port: int
    folder: Path
    etc: PurePosixPath | None = ETC
    pictures: bool = True


def numbered(words: Sequence[str]) -> tuple[str, ...]:
    """Return the names of tables: those that are given, or of a number so many.

    Raises:
        HallError: there is none ("hall.no_tables"), or one is no name ("hall.no_name", "hall.reserved_name").
    """
    if len(words) == 1 and words[0].isascii() and words[0].isdecimal() and len(words[0]) <= 3:
        names = [f"table-{number}" for number in range(1, int(words[0]) + 1)]
    else:
        names = [checked_table(word) for word in words]
    if not names:
        raise HallError("hall.no_tables")
    return tuple(dict.fromkeys(names))


def parse_place(text: str) -> tuple[str, int]:
    """Return host and port of a broker.

    Raises:
        HallError: they are none ("hall.no_place").
    """
    host, colon, port = text.rpartition(":")
    if text.startswith("["):
        host, _, rest = text[1:].partition("]")
        colon, port = rest[:1], rest[1:]
    elif not colon or ":" in host:
        host, colon, port = text, "", ""
    number = int(port) if port.isascii() and port.isdecimal() and len(port) < 6 else 0
    plain = host.isascii() and all(one.isalnum() or one in ".:-" for one in host)
    if not 0 < len(host) <= 255 or not plain or (colon and not 0 < number < 65_536):
        raise HallError("hall.no_place", text=text)
    return host, number or PORT


def make_hall(plan: HallPlan) -> tuple[Membership, ...]:
    """Write everything that a hall needs, each file for its owner alone; return the tables' memberships.

    Raises:
        HallError: a name is none, openssl fails, or the folder is another hall's ("hall.other_hall").
        ForeignError: what lies there already cannot be read.
        OSError: a file cannot be written.
    """
    checked_hall(plan.hall)
    broker, tables = plan.folder / "broker", plan.folder / "tables"
    for folder in (plan.folder, broker, tables):
        make_folder(folder, PRIVATE_FOLDER)
    known = _known_desk(plan)
    before = {one.table: one for one in _known_tables(tables)}
    names = tuple(dict.fromkeys((*before, *plan.tables)))
    hosts = (plan.host, "localhost", "127.0.0.1", socket.gethostname(), f"{socket.gethostname()}.local")
    authority = make_certificates(plan.folder, broker, plan.hall, hosts)
    hall_key = secrets.token_bytes(KEY) if known is None else known.order_key
    desk = _member(plan, DESK, known, hall_key, authority)
    members = tuple(
        _member(plan, name, before.get(name), table_key(hall_key, plan.hall, name), authority) for name in names
    )
    spectator = _spectator(plan.folder)
    etc = PurePosixPath(broker.absolute()) if plan.etc is None else plan.etc
    accounts = [(one.table, one.password) for one in (desk, *members)] + [(SPECTATOR, spectator)]
    texts = {
        broker / CONFIGURATION: configuration(etc, plan.port),
        broker / ACCESS: access(plan.hall, names),
        broker / ACCOUNTS: "".join(account(name, password, secrets.token_bytes(12)) for name, password in accounts),
        plan.folder / DESK_FILE: membership_text(desk),
        plan.folder / SPECTATOR_FILE: f"{spectator}\n",
        **{tables / f"{one.table}.txt": f"{joining_line(one)}\n" for one in members},
    }
    for path, text in texts.items():
        write_whole(path, text.encode(), private=True)
    for one in members if plan.pictures else ():
        drawn = qr_picture(joining_line(one))
        if drawn:
            write_whole(tables / f"{one.table}.png", drawn, private=True)
    return members


def qr_picture(line: str) -> bytes:
    """Return the QR code of a line as a PNG file; empty where nothing can make one."""
    with suppress(ImportError):
        import segno  # noqa: PLC0415 - of the extra `pages`

        drawn = BytesIO()
        segno.make(line, error="m", micro=False).save(drawn, kind="png", scale=6, border=4)
        return drawn.getvalue()
    return b""


def _member(plan: HallPlan, name: str, known: Membership | None, key: bytes, authority: str) -> Membership:
    """Return the membership of a table or the desk; of one that is known already the password stays."""
    password = secrets.token_urlsafe(18) if known is None else known.password
    return Membership(
        hall=plan.hall,
        table=name,
        host=plan.host,
        port=plan.port,
        password=password,
        key=key.hex(),
        authority=authority,
    )


def _known_desk(plan: HallPlan) -> Membership | None:
    """Return the desk's membership of a hall that was made before.

    Raises:
        HallError: it is another hall ("hall.other_hall").
    """
    path = plan.folder / DESK_FILE
    if not path.is_file():
        return None
    known = parse_membership(decode(load(path, LARGEST)), str(path))
    if known.hall != plan.hall:
        raise HallError("hall.other_hall", name=str(plan.folder), hall=known.hall)
    return known


def _known_tables(folder: Path) -> tuple[Membership, ...]:
    """Return the memberships of tables that were made before, in the order of their names' numbers."""
    found = [parse_line(decode(load(path, LARGEST))) for path in folder.glob("*.txt")]
    return tuple(sorted(found, key=lambda one: (len(one.table), one.table)))


def _spectator(folder: Path) -> str:
    """Return the password of spectators, the same as before."""
    path = folder / SPECTATOR_FILE
    if path.is_file():
        return decode(load(path, LARGEST)).strip()
    return secrets.token_urlsafe(9)
