"""The pages answer whoever may ask, refuse the others in a line, and no request breaks them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

testclient = pytest.importorskip("starlette.testclient", reason="the extra `pages` is not installed")

from controller.announce.language import Words  # noqa: E402 - after what it needs is known to be there
from controller.desk.site import DESK  # noqa: E402
from controller.outputs.pages.camera import CameraView  # noqa: E402
from controller.outputs.pages.ordering import OrderOutcome, PageOrder  # noqa: E402
from controller.outputs.pages.portraits import Portrait  # noqa: E402
from controller.outputs.pages.shown.snapshot import to_json  # noqa: E402
from controller.outputs.pages.shown.story import Story  # noqa: E402
from controller.outputs.pages.shown.telling import snapshot  # noqa: E402
from controller.outputs.pages.site import MATCH, MatchSite  # noqa: E402
from controller.referee.state import Phase  # noqa: E402
from controller.setup.calibration_page.site import CALIBRATION  # noqa: E402
from controller.web.admission import TRIES, WITHIN, Admission  # noqa: E402
from controller.web.channel import Channel  # noqa: E402
from controller.web.gate import COOKIE, Gate  # noqa: E402
from controller.web.guard import LARGEST_BODY  # noqa: E402
from controller.web.rendering import WEB  # noqa: E402
from controller.web.words import page_words  # noqa: E402
from tests.controller.outputs.pages.played import told  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.outputs.pages.bench import Bench
    from controller.outputs.pages.shown.past import Past

HOST = "127.0.0.1:8724"
ROOMS = (MATCH, CALIBRATION, WEB, DESK)
ORIGIN = f"http://{HOST}"
TOKEN = "the-token"  # noqa: S105 - of a test
VIEWER = "to-look-on"


class Desk:
    """A site with a match on it, a client, and the orders that came."""

    def __init__(
        self,
        carry_out: Callable[[PageOrder], OrderOutcome] | None = None,
        past: Past | None = None,
        bench: Bench | None = None,
        portraits: tuple[Portrait, ...] = (),
    ) -> None:
        """Make it."""
        self.now = 0.0
        self.camera = CameraView(0.0, lambda: self.now)
        self.orders: list[PageOrder] = []
        self.admission = Admission(TOKEN, VIEWER)
        everybody, director = Channel("r"), Channel("r")
        for channel, everything in ((everybody, False), (director, True)):
            story = Story(everything=everything)
            for one in told():
                story = story.heard(one)
            made = snapshot(story, 0.0)
            assert made is not None
            channel.publish(to_json(made))
        names = frozenset({"127.0.0.1", "localhost"})
        site = MatchSite(
            everybody,
            everybody,
            director,
            Gate(self.admission, clock=lambda: self.now),
            names,
            Words(),
            carry_out=carry_out or self._carry_out,
            past=past,
            bench=bench,
            scene=Channel("r"),
            camera=self.camera,
            portraits=portraits,
        )
        self.client = testclient.TestClient(
            site.application(), base_url=ORIGIN, follow_redirects=False, raise_server_exceptions=False
        )

    def _carry_out(self, order: PageOrder) -> OrderOutcome:
        self.orders.append(order)
        return OrderOutcome(done=True, lines=("Done.",))

    def enter(self, token: str = TOKEN, **headers: str) -> Any:
        """Send a token."""
        return self.client.post("/enter", json={"token": token}, headers={"Origin": ORIGIN, **headers})

    def order(self, given: object, key: str = "k1", **headers: str) -> Any:
        """Send an order."""
        sent = {"Origin": ORIGIN, "Idempotency-Key": key, **headers}
        return self.client.post("/orders", json=given, headers=sent)


@pytest.fixture
def desk() -> Desk:
    return Desk()


UNDO = {"words": ["undo"], "why": "the dice were knocked over", "who": "Carla"}


@pytest.mark.parametrize("path", ["/", "/overlay", "/enter", "/snapshot.json", "/static/board.js", "/static/base.css"])
def test_everybody_may_look(desk: Desk, path: str) -> None:
    answer = desk.client.get(path)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/overlay", "/enter"])
def test_no_page_has_a_script_or_a_style_within_its_text(desk: Desk, path: str) -> None:
    text = desk.client.get(path).text
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", text, flags=re.DOTALL)
    assert scripts
    assert all(not inner.strip() or 'type="application/json"' in given for given, inner in scripts)
    assert not re.search(r"<style| style=| on[a-z]+=", text)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8724", "", "127.0.0.1.evil.example", "[::1", "localhost:x"]
)
def test_a_name_that_does_not_lead_here_is_not_answered(desk: Desk, host: str) -> None:
    answer = desk.client.get("/snapshot.json", headers={"Host": host})
    assert answer.status_code == 400
    assert "Anna" not in answer.text


def test_whoever_is_not_admitted_is_led_to_the_gate_and_may_order_nothing(desk: Desk) -> None:
    assert desk.client.get("/director").headers["location"] == "/enter"
    assert desk.client.get("/director/events").status_code == 403
    assert desk.client.get("/director/check").status_code == 403
    assert desk.order(UNDO).status_code == 403
    assert desk.orders == []


def test_the_token_is_exchanged_for_a_cookie_that_no_script_reads(desk: Desk) -> None:
    answer = desk.enter()
    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "the-token" not in cookie
    assert desk.client.get("/director").status_code == 200


def test_an_order_of_the_director_is_carried_out_with_its_reason_and_its_mark(desk: Desk) -> None:
    desk.enter()
    answer = desk.order(UNDO)
    assert answer.status_code == 200
    assert answer.json() == {"done": True, "lines": ["Done."]}
    assert desk.orders == [PageOrder(("undo",), "the dice were knocked over", "page-k1", "Carla")]


def test_an_order_that_the_referee_refuses_says_why() -> None:
    desk = Desk(lambda order: OrderOutcome(done=False, lines=("Not now.",)))
    desk.enter()
    answer = desk.order(UNDO)
    assert answer.status_code == 409
    assert answer.json()["lines"] == ["Not now."]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "https://127.0.0.1:8724", "http://127.0.0.1"])
def test_an_order_from_a_page_of_somebody_else_is_refused(desk: Desk, origin: str) -> None:
    desk.enter()
    assert desk.order(UNDO, Origin=origin).status_code == 403
    assert desk.orders == []


def test_a_form_of_somebody_else_cannot_order(desk: Desk) -> None:
    desk.enter()
    sent = {"Origin": ORIGIN, "Idempotency-Key": "k", "Content-Type": "text/plain"}
    assert desk.client.post("/orders", content=json.dumps(UNDO), headers=sent).status_code == 415


def test_wrong_tokens_are_refused_and_soon_not_even_looked_at(desk: Desk) -> None:
    for _ in range(TRIES):
        assert desk.enter("wrong").status_code == 403
    slow = desk.enter()
    assert slow.status_code == 429
    assert slow.headers["retry-after"] == "60"
    desk.now = WITHIN
    assert desk.enter().status_code == 200


def test_a_cookie_is_good_for_a_day_and_until_its_director_leaves(desk: Desk) -> None:
    desk.enter()
    desk.now = 24 * 3600.0
    assert desk.client.get("/director").status_code == 303
    desk.enter()
    cookie = desk.client.cookies[COOKIE]
    desk.client.post("/leave", headers={"Origin": ORIGIN})
    assert not desk.admission.is_director(cookie, desk.now)


def test_the_picture_of_the_camera_is_for_whoever_has_a_token(desk: Desk) -> None:
    desk.camera.make(np.zeros((90, 160, 3), np.uint8), lambda: (((0.25, 0.5),) * 26,) * 2, 0.0)
    path = "/overlay/camera.jpg"
    assert desk.client.get(path).status_code == 403
    assert desk.client.get(path, params={"token": VIEWER}).status_code == 403  # an address is no place for a token
    assert desk.client.get(path, headers={"Authorization": f"Basic {VIEWER}"}).status_code == 403
    seen = desk.client.get(path, headers={"Authorization": f"Bearer {VIEWER}"})
    assert seen.status_code == 200
    assert seen.content.startswith(b"\xff\xd8\xff")
    assert json.loads(seen.headers["x-places"])[1][25] == [0.25, 0.5]
    again = desk.client.get(f"{path}?after={seen.headers['x-number']}", headers={"Authorization": f"Bearer {VIEWER}"})
    assert again.status_code == 204
    assert desk.client.get("/director", headers={"Authorization": f"Bearer {VIEWER}"}).status_code == 303
    for _ in range(TRIES):
        assert desk.client.get(path, headers={"Authorization": "Bearer wrong"}).status_code == 403
    assert desk.client.get(path, headers={"Authorization": f"Bearer {VIEWER}"}).status_code == 429
    desk.now = WITHIN
    desk.enter()
    assert desk.client.get(path).status_code == 200


def test_portraits_are_found_by_name_and_no_path_of_a_client_leads_to_a_file() -> None:
    desk = Desk(portraits=(Portrait("Anna", "photo", b"\xff\xd8\xff...", "image/jpeg"),))
    assert desk.client.get("/players.json").json() == {"Anna": {"photo": "/players/0"}}
    answer = desk.client.get("/players/0")
    assert (answer.content, answer.headers["content-type"]) == (b"\xff\xd8\xff...", "image/jpeg")
    for path in ("1", "-1", "00000000000", "..%2f..%2fetc%2fpasswd", "x", "%00", "\u0660"):
        assert desk.client.get(f"/players/{path}").status_code == 404


def test_a_body_that_is_too_large_is_refused_with_and_without_its_length(desk: Desk) -> None:
    desk.enter()
    large = b"x" * (LARGEST_BODY + 1)
    sent = {"Origin": ORIGIN, "Content-Type": "application/json", "Idempotency-Key": "k"}
    assert desk.client.post("/orders", content=large, headers=sent).status_code == 413
    assert desk.client.post("/orders", content=iter([large]), headers=sent).status_code == 413


def test_the_director_is_told_whether_a_position_can_be_set(desk: Desk) -> None:
    desk.enter()
    start = [0] * 26
    for point, count in ((24, 2), (13, 5), (8, 3), (6, 5)):
        start[point] = count
    side = ",".join(map(str, start))
    right = desk.client.get("/director/check", params={"one": side, "two": side}).json()
    assert right == {"sound": True, "problems": [], "id": "4HPwATDgc/ABMA"}
    start[6], start[1] = 4, 1
    shared = desk.client.get("/director/check", params={"one": side, "two": ",".join(map(str, start))}).json()
    assert shared["problems"] == ["shared_point"]
    assert desk.client.get("/director/check", params={"one": "1,2", "two": side}).json()["sound"] is False


@pytest.mark.parametrize("page", ["table", "overlay", "director", "enter"])
def test_a_page_weighs_little(page: str) -> None:
    found = {part.name: part for room in (WEB, MATCH) for part in (room / "templates").iterdir()}
    parts = [*(part for room in (MATCH, WEB) for part in (room / "static").iterdir()), found[f"{page}.html"]]
    assert sum(part.stat().st_size for part in parts) + len(json.dumps(page_words(Words()))) <= 150_000


def test_no_word_of_a_page_is_there_in_vain_and_every_phase_has_one() -> None:
    parts = [part for room in ROOMS for name in ("static", "templates") for part in (room / name).iterdir()]
    texts = [part.read_text("utf-8") for part in parts]
    said = {word for text in texts for word in re.findall(r"""(?:say\(|words\.|key: )["'`]?([a-z_]+)""", text)}
    said |= {word for text in texts for word in re.findall(r'(?:busy|button)\("([a-z_]+)"', text)}
    said |= {word for text in texts for word in re.findall(r'"(place\w*|dark|light)"', text)}
    said |= {word for text in texts for word in re.findall(r'"(hall_[a-z_]+)"', text)}
    written = set(page_words(Words()))
    printed = {"served", "served_director", "served_bench", "served_calibrate", "served_camera", "stays"}
    printed |= {"served_hall", "served_desk"}
    chosen = {"enter_refused", "enter_wait", "cal_moves", "cal_ill", "cal_poor", "cal_well"}
    chosen |= {"cal_save_dice", "cal_save_moves", "cal_save_none", "hall_nothing"}
    assert {word for word in written if "." not in word} - printed - chosen <= said
    assert {word.removeprefix("phase.") for word in written if word.startswith("phase.")} == {*map(str, Phase)}


def test_whoever_asks_for_the_head_of_a_stream_gets_that_alone(desk: Desk) -> None:
    answer = desk.client.head("/events")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
TEXT = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=30)
ORDERS = st.fixed_dictionaries(
    {}, optional={"words": JSON | st.lists(st.text(max_size=10)), "why": JSON | st.text(), "who": JSON, "token": JSON}
)
PATHS = st.sampled_from(
    [
        "/",
        "/orders",
        "/enter",
        "/leave",
        "/director",
        "/director/check",
        "/static/",
        "/static/../site.py",
        "/snapshot.json",
    ]
) | TEXT.map(lambda text: "/" + text.replace("#", "").replace("?", ""))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    method=st.sampled_from(["GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE", "BREW"]),
    path=PATHS,
    body=st.binary(max_size=60) | ORDERS.map(lambda given: json.dumps(given).encode()),
    headers=st.dictionaries(
        st.sampled_from(["Origin", "Cookie", "Content-Type", "Idempotency-Key", "Last-Event-ID", "Accept"]), TEXT
    ),
    entered=st.booleans(),
)
def test_no_request_is_answered_with_an_error_of_the_server(  # noqa: PLR0913 - a request has as many parts
    desk: Desk, method: str, path: str, body: bytes, headers: dict[str, str], *, entered: bool
) -> None:
    sent = {"Origin": ORIGIN, "Content-Type": "application/json", "Idempotency-Key": "k", **headers}
    if entered:
        desk.enter()
    else:
        desk.client.cookies.clear()
    answer = desk.client.request(method, path, content=body, headers=sent)
    assert answer.status_code < 500
    assert "Traceback" not in answer.text
