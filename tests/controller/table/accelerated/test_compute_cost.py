"""What is charged by the time of one thread is done by one; what several do, by the clock on the wall."""

from __future__ import annotations

import time as clocks

import cv2
import pytest

from controller.table.accelerated.compute_cost import on_cores


@pytest.mark.parametrize("cores", [1, 2])
def test_opencv_has_as_many_threads_meanwhile_and_as_many_as_before_afterwards(cores: int) -> None:
    before = cv2.getNumThreads()
    cv2.setNumThreads(3)
    try:
        with on_cores(cores):
            assert cv2.getNumThreads() == cores
        assert cv2.getNumThreads() == 3
    finally:
        cv2.setNumThreads(before)


def test_waiting_for_another_thread_costs_nothing_on_one_core_and_all_of_it_on_two() -> None:
    costs = []
    for cores in (1, 2):
        with on_cores(cores) as clock:
            began = clock()
            clocks.sleep(0.05)
            costs.append(clock() - began)
    assert costs[0] < 0.02
    assert costs[1] >= 0.05
