"""What a desk knows follows from messages alone: in any order, twice, and from whatever others send."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.desk.exports import results_csv
from controller.desk.view import HallView, TableView, to_begin
from controller.errors import TavolaError
from controller.hall.messages import HallMessage, HallPairing, HallRound, TableAlert, TableResult, TableStatus, encode
from controller.hall.topics import Topic
from tests.controller.hall.test_messages import a_state

EMPTY = HallView("club")


def after(view: HallView, table: str, kind: str, message: HallMessage | None, part: str = "") -> HallView:
    """Return a view after a message."""
    return view.heard(str(Topic("club", table, kind, part)), b"" if message is None else encode(message), 1.0)


def a_result(match: str = "0" * 16, **change: object) -> TableResult:
    """Return a result."""
    result = TableResult(
        match=match,
        session="match-0001",
        seq=9,
        digest="a" * 64,
        names=("Anna", "Boris"),
        length=7,
        score=(7, 3),
        winner=0,
        games=4,
        ended=1.8e9,
    )
    return replace(result, **change)  # type: ignore[arg-type]


def a_status(state: str, since: float = 1.0) -> TableStatus:
    """Return a status."""
    return TableStatus(state=state, since=since, run="5f")


def test_those_come_first_where_somebody_is_wanted() -> None:
    view = EMPTY
    for name, state in (("table-2", "playing"), ("table-10", "playing"), ("table-3", "lost"), ("table-4", "ready")):
        view = after(view, name, "status", a_status(state))
    view = after(view, "table-10", "alert", TableAlert(kind="illegal", since=5.0), "illegal")
    view = after(view, "table-4", "alert", TableAlert(kind="camera", since=1.0), "camera")
    assert [one.name for one in view.in_order] == ["table-10", "table-3", "table-4", "table-2"]
    view = after(view, "table-10", "alert", None, "illegal")
    assert [one.name for one in view.in_order] == ["table-3", "table-4", "table-2", "table-10"]


def test_an_older_state_of_the_same_match_changes_nothing() -> None:
    view = after(EMPTY, "table-1", "state", replace(a_state(), seq=9))
    assert after(view, "table-1", "state", replace(a_state(), seq=8)).tables["table-1"].state == replace(
        a_state(), seq=9
    )
    other = replace(a_state(), seq=1, session="match-0002")
    assert after(view, "table-1", "state", other).tables["table-1"].state == other


def test_a_result_counts_once_and_can_be_taken_back() -> None:
    view = after(EMPTY, "table-1", "result", a_result(), "0" * 16)
    assert after(view, "table-1", "result", a_result(), "0" * 16).results == view.results
    assert len(view.results) == 1
    assert not after(view, "table-1", "result", None, "0" * 16).results


def test_a_table_is_to_begin_its_first_match_that_is_neither_over_nor_on() -> None:
    both = ("Anna", "Boris")
    one, two = (HallPairing(table="table-1", names=names, length=7) for names in (both, ("Carla", "Dino")))
    three = HallPairing(table="table-3", names=both, length=7)
    view = after(EMPTY, "table-1", "status", a_status("ready"))
    assert not to_begin(view)
    view = replace(view, round=HallRound(pairings=(one, two, three)))
    assert to_begin(view) == {"table-1": one}
    on = after(view, "table-1", "state", replace(a_state(), names=("Boris", "Anna"), length=7))
    assert not to_begin(on)
    over = after(on, "table-1", "state", replace(a_state(), seq=9, length=7, phase="over", winner=0))
    assert to_begin(over) == {"table-1": one}
    assert to_begin(after(over, "table-1", "result", a_result(), "0" * 16)) == {"table-1": two}


def test_a_reason_of_a_later_version_is_shown_after_those_that_are_known() -> None:
    view = after(EMPTY, "table-1", "alert", TableAlert(kind="new-kind", since=1.0, text="It smokes."), "new-kind")
    view = after(view, "table-1", "alert", TableAlert(kind="disk", since=9.0), "disk")
    assert [kind for kind, _, _ in view.tables["table-1"].reasons] == ["disk", "new-kind"]


def test_orders_and_answers_of_others_and_other_halls_are_nothing_to_the_view() -> None:
    for topic in (
        "tavola/1/other/table-1/status",
        "tavola/1/club/table-1/order",
        "nonsense",
        "tavola/1/club/desk/state",
    ):
        assert EMPTY.heard(topic, encode(a_status("playing")), 1.0) == EMPTY


@given(st.sampled_from(["status", "about", "state", "event", "alert/clock", "result/0000000000000000"]), st.binary())
def test_whatever_is_told_is_taken_or_one_clean_error(kind: str, payload: bytes) -> None:
    try:
        view = EMPTY.heard(f"tavola/1/club/table-1/{kind}", payload, 1.0)
    except TavolaError:
        return
    assert not view.tables or isinstance(view.tables["table-1"], TableView)


@pytest.mark.parametrize("name", ["=1+1", "@x", "-1", "+1"])
def test_no_name_is_a_formula_to_a_spreadsheet(name: str) -> None:
    view = after(EMPTY, "table-1", "result", a_result(names=(name, "B")), "0" * 16)
    assert f",'{name}," in results_csv(view)
