"""Files of a hall's broker, mosquitto: configuration, who may do what, accounts; pure."""

from __future__ import annotations

import base64
import hashlib
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from controller.hall.topics import DESK, PUBLIC, ROOT, SPECTATOR

if TYPE_CHECKING:
    from collections.abc import Iterable

PORT: Final = 8883
"""Where an encrypted broker listens by custom."""
ETC: Final = PurePosixPath("/etc/mosquitto/tavola")
"""Where the broker's files lie on its computer."""
CONFIGURATION, ACCESS, ACCOUNTS = "tavola.conf", "access", "accounts"
AUTHORITY, CERTIFICATE, KEY = "authority.crt", "broker.crt", "broker.key"

ITERATIONS: Final = 101
"""Of the derivation of passwords, as mosquitto_passwd has it: they are of 144 random bits, which nobody tries out."""

_KINDS: Final = ("status", "about", "state", "event", "alert/+", "result/+", "answer/+")
"""What a table may tell under its own name; all but orders, which only the desk gives."""


def configuration(folder: PurePosixPath = ETC, port: int = PORT) -> str:
    """Return the broker's configuration.

    Args:
        folder: where its files lie.
        port: where it listens.
    """
    return f"""\
# A hall of tables, as `tavola hall setup` wrote it.
listener {port}
cafile {folder / AUTHORITY}
certfile {folder / CERTIFICATE}
keyfile {folder / KEY}
tls_version tlsv1.2
allow_anonymous false
password_file {folder / ACCOUNTS}
acl_file {folder / ACCESS}
# What is kept is told to a desk all at once when it begins, five messages and a result a table.
max_queued_messages 20000
max_inflight_messages 500
max_packet_size 200000
max_keepalive 120
set_tcp_nodelay true
autosave_interval 60
"""


def access(hall: str, tables: Iterable[str]) -> str:
    """Return who may read and write what; whoever is not named may nothing.

    Args:
        hall: its name.
        tables: theirs, which are those of their accounts, too.
    """
    lines = [
        "# Who may do what in a hall, as `tavola hall setup` wrote it.",
        f"user {DESK}",
        f"topic readwrite {ROOT}/{hall}/#",
        f"topic readwrite {PUBLIC}/{hall}/#",
        "",
        f"user {SPECTATOR}",
        f"topic read {PUBLIC}/{hall}/#",
    ]
    for table in tables:
        lines += ["", f"user {table}"]
        lines += [f"topic write {ROOT}/{hall}/{table}/{kind}" for kind in _KINDS]
        lines += [
            f"topic write homeassistant/device/tavola-{hall}-{table}/config",
            f"topic read {ROOT}/{hall}/{table}/order",
            f"topic read {ROOT}/{hall}/{DESK}/status",
        ]
    return "\n".join(lines) + "\n"


def account(name: str, password: str, salt: bytes) -> str:
    """Return the line of an account: PBKDF2 with SHA-512, as mosquitto_passwd writes it.

    Args:
        name: of the account.
        password: what it has to say.
        salt: twelve random bytes.
    """
    derived = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ITERATIONS)
    return f"{name}:$7${ITERATIONS}${base64.b64encode(salt).decode()}${base64.b64encode(derived).decode()}\n"
