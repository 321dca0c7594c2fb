"""The newest wish wins, and nothing that has begun is lost."""

from __future__ import annotations

from functools import partial
from threading import Event

from controller.setup.calibration_page.newest import NewestFirst


def test_of_what_waits_only_the_newest_is_done() -> None:
    worker, begun, go = NewestFirst("test"), Event(), Event()

    def hold() -> str:
        begun.set()
        assert go.wait(20)
        return "first"

    first = worker.in_passing(hold)
    assert begun.wait(20)
    later = [worker.in_passing(partial(str, number)) for number in range(5)]
    go.set()
    assert first.result(20) == "first"
    assert later[-1].result(20) == "4"
    assert [one.cancelled() for one in later] == [True] * 4 + [False]
    worker.close()


def test_what_is_to_be_done_surely_is_done_though_newer_wishes_come() -> None:
    worker, begun, go = NewestFirst("test"), Event(), Event()

    def hold() -> None:
        begun.set()
        assert go.wait(20)

    worker.surely(hold)
    assert begun.wait(20)
    kept = worker.surely(lambda: "kept")
    worker.in_passing(lambda: "passing")
    last = worker.in_passing(lambda: "last")
    go.set()
    assert (kept.result(20), last.result(20)) == ("kept", "last")
    worker.close()


def test_after_the_end_nothing_is_begun() -> None:
    worker = NewestFirst("test")
    worker.close()
    worker.close()
    assert worker.surely(lambda: "late").cancelled()
    assert worker.in_passing(lambda: "late").cancelled()
