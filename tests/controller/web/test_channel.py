"""A viewer that drops and comes again has lost nothing, and one that does not keep up is let go."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from controller.web.change import change, changed
from controller.web.channel import WAITING, Channel, Viewer

LINE = st.integers(0, 9)
SNAPSHOT = st.fixed_dictionaries(
    {
        "number": st.integers(0, 999),
        "score": LINE,
        "said": st.lists(LINE, max_size=6),
        "turns": st.lists(LINE, max_size=6),
    }
)


class Browser:
    """What a browser does with a stream: it keeps the last number, and the snapshot as it is told."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.last = ""
        self.shown: dict[str, Any] | None = None
        self.heard: list[str] = []

    def read(self, messages: bytes) -> None:
        """Read what has come."""
        for message in messages.decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in message.splitlines() if not line.startswith(":"))
            self.last = fields.get("id", self.last)
            if fields.get("event") == "snapshot":
                self.shown = json.loads(fields["data"])
            elif fields.get("event") == "change":
                assert self.shown is not None
                self.shown = changed(self.shown, json.loads(fields["data"]))
            self.heard += [fields["id"]] if "id" in fields else []


def taken(viewer: Viewer) -> bytes:
    """Return what waits for a viewer."""
    return asyncio.run(viewer.take()) or b""


@given(st.lists(st.tuples(SNAPSHOT, st.booleans()), min_size=1, max_size=20))
def test_whoever_drops_and_resumes_ends_with_what_everybody_else_has(told: list[tuple[dict[str, Any], bool]]) -> None:
    channel, browser = Channel("r", ("said", "turns")), Browser()
    viewer: Viewer | None = None
    for snapshot, there in told:
        if there and viewer is None:
            viewer = channel.join(browser.last)
        elif not there and viewer is not None:
            browser.read(taken(viewer))
            channel.leave(viewer)
            viewer = None
        channel.publish(snapshot)
    viewer = viewer or channel.join(browser.last)
    browser.read(taken(viewer))
    assert browser.shown == told[-1][0]
    counts = [int(number.rpartition(".")[2]) for number in browser.heard]
    assert counts == list(range(counts[0], len(told) + 1))  # none is lost, and none comes twice


@given(SNAPSHOT, SNAPSHOT)
def test_a_change_makes_any_snapshot_any_other(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert changed(old, change(old, new, ("said", "turns"))) == new


def test_the_first_event_is_a_snapshot_and_the_number_is_the_journals() -> None:
    channel = Channel("r", ("said", "turns"))
    channel.publish({"number": 17})
    head = taken(channel.join()).decode()
    assert head.startswith("retry: ")
    assert "id: r.17.1\nevent: snapshot\ndata: {" in head


def test_a_number_of_another_run_gets_a_snapshot() -> None:
    channel = Channel("r", ("said", "turns"))
    channel.publish({"number": 1})
    channel.publish({"number": 2})
    assert b"event: snapshot" in taken(channel.join("other.1.1"))


def test_a_viewer_whose_queue_is_full_is_let_go_and_the_others_are_not() -> None:
    channel = Channel("r", ("said", "turns"))
    slow, quick = channel.join(), channel.join()
    for number in range(WAITING + 2):
        channel.publish({"number": number})
        taken(quick)
    assert channel.viewers == {quick}
    assert channel.dropped == 1
    assert taken(slow) == b""  # its stream has ended


def test_what_is_remembered_is_bounded() -> None:
    channel = Channel("r", ("said", "turns"))
    for number in range(300):
        channel.publish({"number": number, "text": str(number) * 4000})
    viewer = channel.join("r.0.1")  # forgotten by now
    assert b"event: snapshot" in taken(viewer)
    viewer = channel.join("r.297.298")
    assert taken(viewer).count(b"event: change") == 2


def test_a_name_full_of_line_feeds_stays_one_line_of_data() -> None:
    channel = Channel("r", ("said", "turns"))
    channel.publish({"number": 1, "names": ["a\n\ndata: x\u2028", "<script>"]})
    data = [line for line in taken(channel.join()).decode().splitlines() if line.startswith("data: ")]
    assert json.loads(data[0].removeprefix("data: "))["names"] == ["a\n\ndata: x\u2028", "<script>"]
