"""Certificates of a hall, made by openssl: an authority of its own, and the broker's, which it has signed."""

from __future__ import annotations

import ipaddress
import os
import subprocess
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from controller.hall.errors import HallError
from controller.others_text import one_line
from controller.record.files import PRIVATE, write_whole
from controller.setup.hall.broker_files import AUTHORITY, CERTIFICATE, KEY

if TYPE_CHECKING:
    from collections.abc import Iterable

AUTHORITY_KEY: Final = "authority.key"
_DAYS: Final = "7300"
"""A hall's certificates end with the hall."""
_CURVE: Final = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-sha256")
_PATIENCE: Final = 60.0
"""Seconds that a key may take on a small computer."""

_CONFIGURATION: Final = """\
[req]
distinguished_name = name
prompt = no
[name]
CN = {name}
[authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[broker]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = {alternatives}
"""


def make_certificates(folder: Path, broker: Path, hall: str, hosts: Iterable[str]) -> str:
    """Make the broker's certificate anew, and the authority where there is none yet; return the authority's, as PEM.

    Args:
        folder: where the authority's key stays.
        broker: the folder of the broker's files.
        hall: its name.
        hosts: names and addresses by which the broker is reached.

    Raises:
        HallError: "hall.no_openssl", "hall.openssl_failed".
        OSError: a file cannot be written.
    """
    alternatives = ", ".join(dict.fromkeys(_alternative(host) for host in hosts))
    with TemporaryDirectory() as made:
        work = Path(made)
        settings = work / "settings"
        settings.write_text(_CONFIGURATION.format(name=f"Tavola hall {hall}", alternatives=alternatives), "utf-8")
        key, certificate = folder / AUTHORITY_KEY, broker / AUTHORITY
        if not (key.is_file() and certificate.is_file()):
            _openssl(
                work,
                ("req", "-x509", *_CURVE, "-config", "settings", "-extensions", "authority", "-days", _DAYS),
                ("-keyout", "authority.key", "-out", "authority.crt"),
            )
            write_whole(key, (work / "authority.key").read_bytes(), private=True)
            write_whole(certificate, (work / "authority.crt").read_bytes(), private=True)
        _openssl(work, ("req", "-new", *_CURVE, "-config", "settings", "-keyout", "broker.key", "-out", "request"))
        _openssl(
            work,
            ("x509", "-req", "-in", "request", "-CA", str(certificate.absolute()), "-CAkey", str(key.absolute())),
            ("-set_serial", f"0x{os.urandom(15).hex()}", "-sha256", "-days", _DAYS),
            ("-extfile", "settings", "-extensions", "broker", "-out", "broker.crt"),
        )
        write_whole(broker / KEY, (work / "broker.key").read_bytes(), private=True)
        write_whole(broker / CERTIFICATE, (work / "broker.crt").read_bytes(), private=True)
    return certificate.read_text("ascii")


def _alternative(host: str) -> str:
    """Return a name of the broker as a certificate has it."""
    try:
        return f"IP:{ipaddress.ip_address(host)}"
    except ValueError:
        return f"DNS:{host}"


def _openssl(folder: Path, *arguments: tuple[str, ...]) -> None:
    """Run openssl in a folder; what it writes there is its owner's alone.

    Raises:
        HallError: "hall.no_openssl", "hall.openssl_failed".
    """
    try:
        done = subprocess.run(  # noqa: S603 - no word of it is a stranger's
            ["openssl", *chain.from_iterable(arguments)],  # noqa: S607 - whichever the system has
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE,
            check=False,
            umask=0o777 & ~PRIVATE,
        )
    except FileNotFoundError:
        raise HallError("hall.no_openssl") from None
    except subprocess.TimeoutExpired:
        raise HallError("hall.openssl_failed", why="it has hung") from None
    if done.returncode:
        raise HallError("hall.openssl_failed", why=one_line(done.stderr))
