"""What is charged by the time of one thread is done by one."""

from __future__ import annotations

import cv2

from controller.one_core import one_core


def test_opencv_has_one_thread_meanwhile_and_as_many_as_before_afterwards() -> None:
    before = cv2.getNumThreads()
    cv2.setNumThreads(2)
    try:
        with one_core():
            assert cv2.getNumThreads() == 1
        assert cv2.getNumThreads() == 2
    finally:
        cv2.setNumThreads(before)
