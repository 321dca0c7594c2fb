"""The camera's picture is shown as late as the overlay, made only where somebody looks on, and kept within bounds."""

from __future__ import annotations

import asyncio

import cv2
import numpy as np
import pytest

pytest.importorskip("starlette", reason="the extra `pages` is not installed")

from controller.outputs.pages import camera
from controller.outputs.pages.camera import KEPT, WIDTH, CameraView, encoded

SMALL = np.full((90, 160, 3), 100, np.uint8)
PLACES = (((0.5, 0.5),) * 26,) * 2


def test_a_picture_is_shown_when_the_delay_is_over_and_the_one_before_it_until_then() -> None:
    now = [0.0]
    view = CameraView(12.0, lambda: now[0])
    for second in range(3):
        view.make(SMALL, lambda: PLACES, float(second))
    assert view.shown() is None
    now[0] = 13.5
    shown = view.shown()
    assert shown is not None
    assert (shown.number, shown.places) == (2, PLACES)
    assert view.shown() is shown
    now[0] = 14.0
    last = view.shown()
    assert last is not None
    assert last.number == 3


def test_no_more_pictures_wait_than_may() -> None:
    view = CameraView(3600.0, lambda: 0.0)
    for second in range(KEPT + 50):
        view.make(SMALL, lambda: PLACES, float(second))
    assert len(view._kept) == KEPT
    assert view._period * KEPT > 3600.0  # so that a delay of an hour has its picture, if seldom a new one


def test_pictures_are_made_of_what_is_new_and_only_while_somebody_looks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "PERIOD", 0.001)
    now, asked_for = [0.0], [0]

    def places() -> camera.Places:
        asked_for[0] += 1
        return PLACES

    async def look_on() -> None:
        view = CameraView(0.0, lambda: now[0])
        keeping = asyncio.create_task(view.keep())
        view.take(SMALL, places)
        await asyncio.sleep(0.05)
        assert asked_for[0] == 0
        assert view.shown() is None  # somebody looks on now
        for _ in range(1000):
            await asyncio.sleep(0.002)
            if view.shown() is not None:
                break
        assert view.shown() is not None
        view.take(SMALL, places)
        await asyncio.sleep(0.05)
        assert asked_for[0] == 1
        now[0] = camera.WATCHED + 1.0
        view.take(SMALL.copy(), places)
        await asyncio.sleep(0.05)
        assert asked_for[0] == 1
        keeping.cancel()

    asyncio.run(look_on())


def test_large_pictures_are_sent_smaller() -> None:
    sent = cv2.imdecode(np.frombuffer(encoded(np.zeros((1080, 1920, 3), np.uint8)), np.uint8), cv2.IMREAD_COLOR)
    assert sent is not None
    assert sent.shape[:2] == (720, WIDTH)
