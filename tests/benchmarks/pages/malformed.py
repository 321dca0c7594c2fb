"""Malformed requests to the pages of a match, over raw sockets: `python -m tests.benchmarks.pages.malformed [COUNT]`.

Printed is how many answers of each status came; none may be an error of the server, and it has to be well afterwards.
"""

from __future__ import annotations

import random
import socket
import sys
import time
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from controller.announce.language import Words
from controller.outputs.pages.server import PageServer
from controller.web.address import PageAddress
from controller.web.served import Served
from tests.controller.outputs.pages.played import told

if TYPE_CHECKING:
    from collections.abc import Callable

PATHS: Final = (
    *("/", "/overlay", "/director", "/enter", "/enter/ask", "/enter/asked", "/leave", "/orders", "/snapshot.json"),
    *("/director/check", "/director/pictures.json", "/overlay/camera.jpg", "/players.json", "/players/0"),
    *("/players/..%2f..%2fetc%2fpasswd", "/replay/steps/9.json", "/replay/pictures/1.jpg", "/static/../site.py"),
    *("/static/%00", "/static/board.js", "//", "/\xff", "/%ff%fe", "*", "http://evil.example/", "/" + "a" * 3000),
)
METHODS: Final = (*("GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "CONNECT", "BREW"), "G\x00T", "")
BODIES: Final = (
    *(b"", b"{", b"[]", b"null", b'{"token": 1}', b'{"token": "wrong"}', b'{"words": []}', b'{"words": ["undo"]}'),
    *(b'{"words": {"a": 1}, "why": []}', b"[" * 5000, b"\xff\xfe\x00", b'{"key": "\\ud800"}', b"1e999999", b'"' * 99),
    b'{"words": [' + b'"a",' * 3000 + b'"a"]}',
)


def _any_bytes(rng: random.Random) -> bytes:
    """Return bytes that are no request at all."""
    return rng.randbytes(rng.randint(1, 400)) + b"\r\n\r\n"


def _broken_line(rng: random.Random) -> bytes:
    """Return a request whose first line is broken."""
    parts = [
        rng.choice(METHODS),
        rng.choice(PATHS),
        rng.choice(("HTTP/1.1", "HTTP/9.9", "HTTP/1.0", "", "http", "1.1")),
    ]
    rng.shuffle(parts)
    return (rng.choice((" ", "  ", "\t", "")).join(parts)).encode("latin-1") + b"\r\nHost: 127.0.0.1\r\n\r\n"


def _giant(rng: random.Random) -> bytes:
    """Return a request with a header, or a number of headers, beyond all bounds."""
    if rng.random() < 0.5:
        return b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * rng.randint(8_000, 80_000) + b"\r\n\r\n"
    many = b"".join(b"X-%d: y\r\n" % number for number in range(rng.randint(500, 3000)))
    return b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + many + b"\r\n"


def _odd(rng: random.Random) -> bytes:
    """Return a request of which method, host, origin, lengths and body fit or do not fit each other."""
    body = rng.choice(BODIES)
    lines = [f"{rng.choice(('POST', 'POST', 'POST', *METHODS[:9]))} {rng.choice(PATHS)} HTTP/1.1"]
    lines += [
        f"Host: {host}" for host in rng.choice((*3 * [["127.0.0.1"]], ["evil.example"], [], ["a", "b"], ["[::1"], [""]))
    ]
    lines += rng.choice(
        ([], ["Origin: null"], ["Origin: http://evil.example"], *4 * [["Origin: http://127.0.0.1"]], ["Origin:"])
    )
    lines += rng.choice(
        ([], ["Cookie: tavola_director=\xe9;;=; a"], ["Authorization: Bearer \xff"], ["Last-Event-ID: \x01"])
    )
    lines += rng.choice(
        ([], ["Content-Type: application/json"], ["Content-Type: text/plain"], ["Expect: 100-continue"])
    )
    lines += rng.choice(([], ["Idempotency-Key: k"], ["Idempotency-Key: " + "k" * 500], ["Range: bytes=9-1"]))
    length = rng.choice((str(len(body)), str(len(body)), "-1", "x", "99999999999999999999", "17000", "0, 0"))
    lines += rng.choice(
        ([f"Content-Length: {length}"], ["Transfer-Encoding: chunked"], ["Transfer-Encoding: gzip"], [])
    )
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


_KINDS: Final[tuple[Callable[[random.Random], bytes], ...]] = (_any_bytes, _broken_line, _giant, _odd, _odd, _odd)


def request(rng: random.Random) -> bytes:
    """Return a request that is malformed, or at least odd."""
    return rng.choice(_KINDS)(rng)


def status_of(port: int, sent: bytes) -> str:
    """Return the status with which a request is answered; "none" where the connection is closed without one."""
    with socket.create_connection(("127.0.0.1", port), timeout=20.0) as connection:
        came = b""
        with suppress(OSError):
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            while b"\r\n" not in came and (more := connection.recv(4096)):
                came += more
    parts = came.split(b" ", 2)
    return parts[1].decode("latin-1") if len(parts) > 1 else "none"


def answers(count: int, seed: int = 1) -> tuple[Counter[str], str]:
    """Return how many answers of each status came to so many requests, and the status of a good one afterwards."""
    rng = random.Random(seed)
    with PageServer(Served(PageAddress(port=0), Words())) as server:
        server.hear(next(told()))
        found = Counter(status_of(server.port, request(rng)) for _ in range(count))
        return found, status_of(server.port, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")


def main(arguments: list[str]) -> None:
    """Send them, and print what came."""
    count, began = int(arguments[0]) if arguments else 10_000, time.monotonic()
    found, well = answers(count)
    failed = sum(number for status, number in found.items() if status.startswith("5"))
    told_of = ", ".join(f"{status}: {number}" for status, number in sorted(found.items()))
    sys.stdout.write(
        f"{count} malformed requests: {failed} errors of the server; a good one afterwards: {well};"
        f" by status {told_of}; {time.monotonic() - began:.0f} s\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
