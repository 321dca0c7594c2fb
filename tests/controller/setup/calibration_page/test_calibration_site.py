"""The page of a calibration answers whoever was admitted and nobody else, and no request breaks it."""

from __future__ import annotations

import io
import re
from threading import Event
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console

testclient = pytest.importorskip("starlette.testclient", reason="the extra `pages` is not installed")

from controller.announce.language import Words  # noqa: E402 - after what it needs is known to be there
from controller.setup.calibrate import Outputs  # noqa: E402
from controller.setup.calibration_page.bench import CalibrationBench  # noqa: E402
from controller.setup.calibration_page.newest import NewestFirst  # noqa: E402
from controller.setup.calibration_page.site import CalibrationSite  # noqa: E402
from controller.web.admission import Admission  # noqa: E402
from controller.web.gate import Gate  # noqa: E402
from controller.web.guard import LARGEST_BODY  # noqa: E402
from vision.frame import Frame  # noqa: E402
from vision.locate.stickers import Stickers  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

HOST = "127.0.0.1:8724"
ORIGIN = f"http://{HOST}"
TOKEN = "the-token"  # noqa: S105 - of a test
FOUR = [[100, 100], [500, 100], [500, 400], [100, 400]]
PRIVATE = [
    ("GET", "/calibrate/picture"),
    ("POST", "/calibrate/corners"),
    ("POST", "/calibrate/look"),
    ("POST", "/calibrate/save"),
]


class Bench:
    """A site with a bench whose camera shows a grey wall, and a client."""

    def __init__(self) -> None:
        """Make it."""
        self.bench = CalibrationBench(Outputs(), Stickers(), Console(file=io.StringIO()))
        self.worker = NewestFirst("test")
        self.now = 0.0
        names = frozenset({"127.0.0.1", "localhost"})
        site = CalibrationSite(self.bench, self.worker, Gate(Admission(TOKEN), clock=lambda: self.now), names, Words())
        self.client = testclient.TestClient(
            site.application(), base_url=ORIGIN, follow_redirects=False, raise_server_exceptions=False
        )

    def show(self, number: int, size: tuple[int, int] = (640, 480)) -> None:
        """Show a picture."""
        image = np.full((size[1], size[0], 3), 90, dtype=np.uint8)
        self.bench.take(Frame(image, float(number), number), alone=True)

    def enter(self) -> None:
        """Be admitted."""
        assert self.client.post("/enter", json={"token": TOKEN}, headers={"Origin": ORIGIN}).status_code == 200

    def ask(self, method: str, path: str, given: object = None, **headers: str) -> Any:
        """Ask for something."""
        sent = {"Origin": ORIGIN, **headers}
        return self.client.request(method, path, json=given, headers=sent)


@pytest.fixture(scope="module")
def shared() -> Iterator[Bench]:
    made = Bench()
    made.show(0)
    made.enter()
    yield made
    made.worker.close()


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.worker.close()


@pytest.mark.parametrize(("method", "path"), PRIVATE)
def test_nobody_but_a_director_sees_or_saves_anything(bench: Bench, method: str, path: str) -> None:
    bench.show(0)
    assert bench.ask(method, path, {"corners": FOUR}).status_code == 403
    assert bench.ask(method, path, {"corners": FOUR}, Cookie="tavola_director=guessed").status_code == 403
    assert not bench.bench.saved.is_set()


def test_the_page_leads_to_the_gate_and_the_gate_to_the_page(bench: Bench) -> None:
    assert bench.client.get("/").headers["location"] == "/calibrate"
    assert bench.client.get("/calibrate").headers["location"] == "/enter"
    assert 'data-then="/calibrate"' in bench.client.get("/enter").text
    bench.enter()
    page = bench.client.get("/calibrate")
    assert page.status_code == 200
    assert "unsafe" not in page.headers["content-security-policy"]
    assert not re.search(r"<style| style=| on[a-z]+=", page.text)
    bench.ask("POST", "/leave")
    assert bench.client.get("/calibrate").status_code == 303


def test_a_sitting_ends(bench: Bench) -> None:
    bench.show(0)
    bench.enter()
    assert bench.client.get("/calibrate/picture").status_code == 200
    bench.now = 1e6
    assert bench.client.get("/calibrate/picture").status_code == 403


def test_a_picture_comes_once_with_its_number_and_size(bench: Bench) -> None:
    bench.enter()
    assert bench.client.get("/calibrate/picture").status_code == 204
    bench.show(7, (2560, 1440))
    first = bench.client.get("/calibrate/picture?after=")
    assert first.headers["content-type"] == "image/jpeg"
    assert first.headers["cache-control"] == "no-store"
    assert (first.headers["x-number"], first.headers["x-size"], first.headers["x-still"]) == ("7", "2560x1440", "1")
    shown = cv2.imdecode(np.frombuffer(first.content, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape == (720, 1280, 3)
    assert bench.client.get("/calibrate/picture?after=7").status_code == 204
    bench.show(8)
    assert bench.client.get("/calibrate/picture?after=7").headers["x-number"] == "8"


def test_what_a_wall_shows_is_told_in_a_line(shared: Bench) -> None:
    found = shared.ask("POST", "/calibrate/corners").json()
    assert found["corners"] is None
    assert found["trouble"]
    seen = shared.ask("POST", "/calibrate/look", {"corners": FOUR}).json()
    assert seen["read"] is None
    assert seen["trouble"]


@pytest.mark.parametrize("path", ["/calibrate/look", "/calibrate/save"])
def test_only_a_page_of_this_server_may_send(shared: Bench, path: str) -> None:
    for origin in ("http://evil.example", "null", ""):
        assert shared.ask("POST", path, {"corners": FOUR}, Origin=origin).status_code == 403
    assert shared.ask("POST", path, {"corners": FOUR}, Host="evil.example").status_code == 400
    assert shared.ask("GET", path).status_code == 405


def test_what_is_too_large_is_refused(shared: Bench) -> None:
    sent = {"corners": FOUR, "home": "x" * LARGEST_BODY}
    assert shared.ask("POST", "/calibrate/look", sent).status_code == 413

    def parts() -> Iterator[bytes]:
        for _ in range(20):
            yield b"x" * 1024

    got = shared.client.post("/calibrate/look", content=parts(), headers={"Origin": ORIGIN})
    assert got.status_code == 413


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    body=st.binary(max_size=200)
    | st.builds(lambda value: repr(value).encode(), st.lists(st.lists(st.floats(), max_size=3), max_size=5))
    | st.builds(
        lambda points: f'{{"corners": {points}}}'.encode(),
        st.lists(st.lists(st.floats(width=32) | st.integers(), min_size=2, max_size=2), min_size=4, max_size=4),
    ),
    path=st.sampled_from(["/calibrate/look", "/calibrate/save", "/calibrate/corners?a=%00", "/enter", "/calibrate/x"]),
)
def test_whatever_is_sent_nothing_breaks(shared: Bench, body: bytes, path: str) -> None:
    if path.startswith("/calibrate/corners"):
        return  # it has no body; looking for a board takes its time
    got = shared.client.post(path, content=body, headers={"Origin": ORIGIN})
    assert got.status_code < 500


def test_of_readings_that_wait_only_the_newest_is_made(bench: Bench) -> None:
    bench.show(0)
    bench.enter()
    begun, go = Event(), Event()

    def hold() -> None:
        begun.set()
        assert go.wait(20)

    bench.worker.surely(hold)
    assert begun.wait(20)
    waits = bench.worker.in_passing(str)
    newer = bench.worker.in_passing(str)
    go.set()
    assert waits.cancelled()
    assert newer.result(20) == ""
    bench.worker.close()
    assert bench.ask("POST", "/calibrate/look", {"corners": FOUR}).status_code == 409
    assert bench.ask("POST", "/calibrate/save", {"corners": FOUR}).status_code == 409
