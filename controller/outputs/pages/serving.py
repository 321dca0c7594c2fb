"""Serving of an application: the socket, and how the server is set."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Final

import uvicorn

from controller.outputs.pages.errors import PagesError

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from controller.outputs.pages.address import PageAddress
    from controller.outputs.pages.served import Served

CONNECTIONS: Final = 800
"""Connections at a time."""


def server_config(application: ASGIApp, served: Served) -> uvicorn.Config:
    """Return how an application is served.

    Raises:
        PagesError: the certificate cannot be used ("pages.certificate").
    """
    config = uvicorn.Config(
        application,
        http="h11",
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16_384,
        ssl_certfile=served.certificate,
        ssl_keyfile=served.key,
    )
    try:
        config.load()
    except OSError as error:  # ssl's own errors are of that kind
        raise PagesError("pages.certificate", name=str(served.certificate), why=error.strerror or error) from None
    return config


def bound(address: PageAddress) -> socket.socket:
    """Return a socket that listens at an address.

    Raises:
        PagesError: it cannot be ("pages.taken").
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((address.host, address.port))
        made.listen(CONNECTIONS)  # whoever comes before the serving has begun waits for it
    except OSError as error:
        made.close()
        raise PagesError("pages.taken", address=f"{address.host}:{address.port}", why=error.strerror or error) from None
    return made
