"""A match that is played by hand at the simulated table goes on where it was interrupted."""

from __future__ import annotations

import http.client
import io
import json
import re
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from rich.console import Console

pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")

from controller.config.settings import PagesSettings
from controller.control.client import command
from controller.control.wire import Asked, socket_path
from controller.table.order import about
from controller.table.simulated import simulate
from tests.controller.outputs.pages.played import kept
from tests.controller.table.ordered import ordered

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.films, pytest.mark.timeout(600)]

MATCH = """
match 3
setup
open 3 1
play 8/5 6/5
lift
roll two 4 2
"""


class Desk:
    """Whoever was admitted to the pages that are printed."""

    def __init__(self, printed: str) -> None:
        """Enter."""
        found = re.search(r"For the director: http://(\S+)/enter#(\S+)", printed)
        assert found is not None
        self._connection = http.client.HTTPConnection(found[1], timeout=60)
        self._sent = {"Origin": f"http://{found[1]}", "Content-Type": "application/json"}
        self._count = 0
        cookie = self._ask("POST", "/enter", {"token": found[2]}).headers["Set-Cookie"]
        self._sent["Cookie"] = str(cookie).partition(";")[0]

    def _ask(self, method: str, path: str, given: object = None) -> http.client.HTTPResponse:
        self._count += 1
        sent = {**self._sent, "Idempotency-Key": str(self._count)}
        self._connection.request(method, path, json.dumps(given), sent)
        answer = self._connection.getresponse()
        self.body = answer.read()
        return answer

    def close(self) -> None:
        """Leave."""
        self._connection.close()

    def shown(self) -> dict[str, Any]:
        """Return what everybody is shown."""
        self._ask("GET", "/snapshot.json")
        found: dict[str, Any] = json.loads(self.body)
        return found

    def do(self, kind: str, **given: int) -> None:
        """Have the hand of the second player do something."""
        assert self._ask("POST", "/simulation/deeds", {"kind": kind, "player": 1, **given}).status == 200


def test_the_board_lies_as_it_did_and_the_roll_that_waited_is_played(tmp_path: Path) -> None:
    order = ordered(tmp_path, length=3, by_hand=True)
    settings = order.settings.model_copy(update={"pages": PagesSettings(address="127.0.0.1:0")})
    kept(tmp_path / "match-0001.journal", MATCH, about=about(settings)).close()
    said = io.StringIO()
    again = replace(order, settings=settings, resume=True)
    table = threading.Thread(target=simulate, args=(again, Console(file=said, width=300)), daemon=True)
    table.start()
    until = time.monotonic() + 300
    while "To play by hand" not in said.getvalue():
        assert table.is_alive(), said.getvalue()
        assert time.monotonic() < until
        time.sleep(0.2)
    desk = Desk(said.getvalue())
    desk.do("move", source=8, target=4)
    desk.do("move", source=6, target=4)
    desk.do("lift")
    shown = desk.shown()
    while not shown["turns"] or shown["turns"][-1]["player"] != 1 or shown["turns"][-1]["play"] == "":
        assert table.is_alive(), said.getvalue()
        assert time.monotonic() < until, (said.getvalue(), shown)
        time.sleep(0.3)
        shown = desk.shown()
    desk.close()
    last = shown["turns"][-1]
    assert (last["roll"], last["play"], shown["verdict"]["kind"]) == ("42", "8/4 6/4", "legal")
    assert command(socket_path(tmp_path), Asked(("stop",), "Carla"), console=Console(file=io.StringIO()))
    table.join(60.0)
    assert not table.is_alive()
