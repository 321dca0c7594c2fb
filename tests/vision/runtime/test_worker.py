"""Work is done in another thread where there may be several, and by whoever asks for it where not."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import cv2
import pytest

from vision.runtime.worker import alongside

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def threads(number: int) -> Iterator[None]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(number)
    try:
        yield
    finally:
        cv2.setNumThreads(before)


@pytest.mark.parametrize(("number", "here"), [(1, True), (2, False)])
def test_work_is_done_here_only_where_there_is_one_thread(number: int, here: bool) -> None:  # noqa: FBT001
    with threads(number):
        assert (alongside(threading.get_ident)() == threading.get_ident()) is here


def test_with_several_threads_it_is_begun_before_its_result_is_asked_for() -> None:
    begun = threading.Event()
    with threads(2):
        wait = alongside(begun.set)
        assert begun.wait(5)
        wait()


@pytest.mark.parametrize("number", [1, 2])
def test_what_it_raises_is_raised_where_its_result_is_asked_for(number: int) -> None:
    def fail() -> None:
        raise KeyError("lost")

    with threads(number):
        wait = alongside(fail)
        with pytest.raises(KeyError, match="lost"):
            wait()


def test_works_begun_one_after_the_other_are_done_in_that_order() -> None:
    done: list[int] = []
    with threads(2):
        waits = [alongside(lambda n=n: done.append(n)) for n in range(5)]  # type: ignore[misc]
        for wait in waits:
            wait()
    assert done == list(range(5))
