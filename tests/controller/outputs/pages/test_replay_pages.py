"""The replay's pages answer whoever may ask, and no request or journal breaks them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("starlette.testclient", reason="the extra `pages` is not installed")

from controller.announce.language import Words
from controller.outputs.pages.shown.past import Past
from tests.controller.outputs.pages.played import kept
from tests.controller.outputs.pages.test_site import Desk

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the journal of a match of which a picture is kept."""
    with kept(tmp_path_factory.mktemp("kept") / "match-0001.journal") as written:
        written.keep_picture("after", b"a picture", 0.0)
    return written.path


@pytest.fixture
def desk(journal: Path) -> Desk:
    return Desk(past=Past(lambda: journal, Words(), over=True))


def test_everybody_may_look_at_a_step(desk: Desk) -> None:
    assert desk.client.get("/replay").status_code == 200
    told = desk.client.get("/replay/steps.json").json()
    assert (told["format"], told["session"], told["pictures"]) == ("tavola-replay", "match-0001", [])
    for number, _, _ in told["steps"]:
        shown = desk.client.get(f"/replay/steps/{number}.json").json()
        assert (shown["format"], shown["number"], shown["director"]) == ("tavola-page", number, None)


def test_a_kept_picture_is_shown_to_a_director_alone(desk: Desk) -> None:
    assert desk.client.get("/replay/pictures/1.jpg").status_code == 403
    desk.enter()
    assert [one[0] for one in desk.client.get("/replay/steps.json").json()["pictures"]] == [1]
    answer = desk.client.get("/replay/pictures/1.jpg")
    assert (answer.content, answer.headers["content-type"]) == (b"a picture", "image/jpeg")
    assert answer.headers["cache-control"] == "no-store"
    assert desk.client.get("/replay/pictures/2.jpg").status_code == 404


def test_a_director_alone_is_told_which_pictures_are_kept(desk: Desk) -> None:
    assert desk.client.get("/director/pictures.json").status_code == 403
    desk.enter()
    ((number, _entry, _part),) = desk.client.get("/director/pictures.json").json()["pictures"]
    assert number == 1


def test_where_a_match_is_over_every_page_leads_to_its_replay(desk: Desk) -> None:
    desk.enter()
    for path in ("/", "/director"):
        assert desk.client.get(path).headers["location"] == "/replay"


def test_a_table_has_its_own_page_beside_the_replay(journal: Path) -> None:
    running = Desk(past=Past(lambda: journal, Words()))
    assert 'href="/replay"' in running.client.get("/").text
    assert running.client.get("/replay/steps.json").json()["over"] is False


def test_where_nothing_is_kept_that_is_said(journal: Path) -> None:
    nothing = Desk(past=Past(lambda: None, Words()))
    answer = nothing.client.get("/replay/steps.json")
    assert (answer.status_code, answer.json()) == (409, {"trouble": "nothing is kept of this match"})
    assert Desk().client.get("/replay").status_code == 404


@pytest.mark.parametrize("content", [b"", b"no journal", None])
def test_a_journal_that_is_none_is_one_clear_line(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "match-0001.journal"
    if content is not None:
        path.write_bytes(content)
    broken = Desk(past=Past(lambda: path, Words(), over=True))
    for asked in ("/replay/steps.json", "/replay/steps/1.json"):
        answer = broken.client.get(asked)
        assert answer.status_code == 409
        assert answer.json()["trouble"]
        assert "\n" not in answer.json()["trouble"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    kind=st.sampled_from(["steps/{}.json", "pictures/{}.jpg"]),
    number=st.integers(-5, 10**12).map(str)
    | st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="#?"), max_size=20)
    | st.sampled_from(["9" * 5000, "\u0663", "%00", "..", "1e3", "-0"]),
    entered=st.booleans(),
)
def test_no_number_is_answered_with_an_error_of_the_server(
    desk: Desk, kind: str, number: str, *, entered: bool
) -> None:
    desk.enter() if entered else desk.client.cookies.clear()
    answer = desk.client.get(f"/replay/{kind.format(number)}")
    assert answer.status_code in {200, 403, 404}
